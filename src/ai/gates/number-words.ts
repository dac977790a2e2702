/** Numbers written as words in Swedish and English, and the words that multiply them. */

const SV_ONES = ['noll', 'ett', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio', 'elva', 'tolv']
const SV_TEENS = ['tretton', 'fjorton', 'femton', 'sexton', 'sjutton', 'arton', 'nitton']
const SV_TENS = ['tjugo', 'trettio', 'fyrtio', 'femtio', 'sextio', 'sjuttio', 'åttio', 'nittio']
const SV_ORDINALS =
  'tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde'
const EN_ONES = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const EN_TEENS = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const EN_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const EN_ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'

function cardinals(ones: string[], teens: string[], tens: string[], joints: string[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const [value, word] of [...ones, ...teens].entries()) words.set(word, value)
  for (const [index, ten] of tens.entries()) {
    const value = (index + 2) * 10
    words.set(ten, value)
    for (const [one, word] of ones.slice(1, 10).entries())
      for (const joint of joints) words.set(ten + joint + word, value + one + 1)
  }
  return words
}

const sv = cardinals(SV_ONES, SV_TEENS, SV_TENS, [''])
for (const [one, word] of SV_ONES.slice(1, 10).entries()) {
  sv.set(`${word}hundra`, (one + 1) * 100)
  sv.set(`${word}tusen`, (one + 1) * 1000)
}
for (const ten of SV_TENS) sv.set(`${ten}en`, (sv.get(ten) ?? 0) + 1)
for (const [index, ten] of ['tio', ...SV_TENS].entries()) {
  sv.set(`${ten}tusen`, (index + 1) * 10_000)
  sv.set(`${ten}tal`, (index + 1) * 10)
  sv.set(`${ten}talet`, (index + 1) * 10)
}
sv.set('dussin', 12)
sv.set('ettusen', 1000)
for (const [index, word] of SV_ORDINALS.split(' ').entries()) sv.set(word, index + 3)

const en = cardinals(EN_ONES, EN_TEENS, EN_TENS, ['', '-'])
en.set('dozen', 12)
for (const [index, word] of EN_ORDINALS.split(' ').entries()) en.set(word, index + 1)

// What says "two" without the word: a summary may count these.
const PAIRS = {
  sv: ['båda', 'bägge', 'par', 'andra', 'dubbla'],
  en: ['both', 'pair', 'couple', 'dual', 'twin', 'twice'],
}

// Words too common to be counts when they stand alone.
const ARTICLES = new Set(['en', 'ett', 'one', 'noll', 'zero', 'first'])

/** Value of a number word of either language; articles ("ett", "one") have none. */
export function numberWord(word: string, language: string | null): number | undefined {
  const lower = word.toLowerCase()
  if (ARTICLES.has(lower)) return undefined
  return (language !== 'en' ? sv.get(lower) : undefined) ?? (language !== 'sv' ? en.get(lower) : undefined)
}

/** Value of a word that a source may use for a count, wider than what a summary may: "both" supports "två". */
export function supportingNumberWord(word: string, language: string | null): number | undefined {
  const lower = word.toLowerCase()
  if (lower === 'one' || lower === 'ett' || lower === 'en' || lower === 'first' || lower === 'första') return 1
  if (PAIRS.sv.includes(lower) || PAIRS.en.includes(lower)) return 2
  return numberWord(word, language)
}

const ordinals = new Set([...SV_ORDINALS.split(' '), ...EN_ORDINALS.split(' ')])
export const isOrdinalWord = (word: string) => ordinals.has(word.toLowerCase())

/** Swedish compounds that begin with a number word: "femårig", "tvåårsavtal", "sexsiffrig". */
export function numberPrefix(word: string): { value: number; rest: string } | undefined {
  const match =
    /^(två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|femton|tjugo|trettio)(års?|årig\p{L}*|års\p{L}+|dagars?\p{L}*|veckors?\p{L}*|månaders?\p{L}*|timmars?\p{L}*|minuters?\p{L}*|tums?\p{L}*|procentig\p{L}*|kärnig\p{L}*|siffrig\p{L}*|faldig\p{L}*)$/u.exec(
      word.toLowerCase(),
    )
  const value = sv.get(match?.[1] ?? '')
  return match?.[2] && value !== undefined ? { value, rest: match[2] } : undefined
}

const SCALES: [RegExp, number][] = [
  [/^(hundra|hundred)$/, 100],
  [/^(tusen|thousand|k|tkr)$/, 1000],
  [/^(miljon(er|erna|ers)?|millions?|mn|mln|milj|mkr|mnkr)$/, 1e6],
  [/^(miljard(er|erna|ers)?|billions?|bn|bln|mdr|mdkr|md)$/, 1e9],
  [/^(biljon(er|erna|ers)?|trillions?|tn|trn)$/, 1e12],
]
// One letter counts as a scale only when it stands directly after the digits: $1.5B, 2M.
const LETTER_SCALES: Record<string, number> = { m: 1e6, b: 1e9, t: 1e12, k: 1000 }

/** What a word after a number multiplies it by, if it does. */
export function scaleOf(word: string, glued: boolean): number | undefined {
  const lower = word.toLowerCase().replace(/\.$/, '')
  if (lower.length === 1) return glued ? LETTER_SCALES[lower] : undefined
  return SCALES.find(([pattern]) => pattern.test(lower))?.[1]
}
