/** Which words are ordinary words of a language: the Hunspell dictionary of it, where one is installed. */
import { AppError } from '../domain/errors.ts'

/** Tells ordinary words from names. */
export interface Lexicon {
  /** The word, in lower case, is an ordinary word, an inflection or a compound of such. */
  has(word: string): boolean
}

const SV_ENDINGS =
  'ernas arnas ornas andet andes aste ades erna arna orna ande ares are ast ade ats ads ets ens ers ars ors nas it en et er ar or na ad at ds de te ts ns as es ht tt a e n t d s'.split(
    ' ',
  )
const EN_ENDINGS = "'s ’s iest ier ies ied ing ers est er ed es ly d s".split(' ')
const ENDINGS: Record<string, string[]> = { sv: SV_ENDINGS, en: EN_ENDINGS }
const SHORTEST_PART = 3
const SHORTEST_COMPOUND = 8
const loaded = new Map<string, Promise<Lexicon | null>>()

/** The lexicon of a language (package `dictionary-XX`), or null where that is not installed. */
export function loadLexicon(language: string): Promise<Lexicon | null> {
  if (!/^[a-z]{2,3}$/.test(language)) throw new AppError('bad_request', `"${language}" is no language code.`)
  const known = loaded.get(language)
  if (known) return known
  const loading = readDictionary(language)
  loaded.set(language, loading)
  return loading
}

/** Languages that are spelt in more than one way. */
const SPELLINGS: Record<string, string[]> = { en: ['en', 'en-gb'] }

async function readDictionary(language: string): Promise<Lexicon | null> {
  const texts = await Promise.all((SPELLINGS[language] ?? [language]).map(readSpelling))
  const lines = texts.flatMap((text) => text?.split('\n') ?? [])
  return lines.length > 0 ? buildLexicon(lines, language) : null
}

/** Null where the package is not installed: the gates do without. */
async function readSpelling(spelling: string): Promise<string | null> {
  const found: { default: { dic: Uint8Array } } | null = await import(`dictionary-${spelling}`).catch(() => null)
  return found && new TextDecoder().decode(found.default.dic)
}

interface Rules {
  endings: string[]
  /** Words are put together without a hyphen, as in Swedish. */
  compounds: boolean
}

/** From the lines of a `.dic` file; words that are written with a capital are names and left out. */
export function buildLexicon(lines: string[], language = 'sv'): Lexicon {
  const rules = { endings: ENDINGS[language] ?? [], compounds: language !== 'en' }
  const stems = new Set<string>()
  const names = new Set<string>()
  for (const line of lines) {
    const word = /^[^/\t\r]+/.exec(line)?.[0] ?? ''
    if (/^\p{Ll}/u.test(word)) stems.add(word.replace(/[-.]$/, ''))
    if (/^\p{Lu}\p{Ll}/u.test(word)) names.add(word.toLowerCase())
  }
  const isName = (word: string) => !stems.has(word) && (names.has(word) || names.has(word.replace(/s$/, '')))
  return { has: (word) => !isName(word.toLowerCase()) && isOrdinary(word.toLowerCase(), stems, rules) }
}

function isOrdinary(word: string, stems: Set<string>, { endings, compounds }: Rules): boolean {
  if (isInflected(word, stems, endings)) return true
  if (!compounds || word.length < SHORTEST_COMPOUND) return false
  // A compound: every part is a word, the last one inflected, an "s" between them allowed.
  for (let cut = word.length - SHORTEST_PART; cut >= SHORTEST_PART; cut--) {
    const [head, rest] = [word.slice(0, cut), word.slice(cut)]
    if (isInflected(rest, stems, endings) && isHead(head, stems)) return true
  }
  return false
}

function isHead(head: string, stems: Set<string>): boolean {
  if (head.length < SHORTEST_PART) return false
  const bare = head.endsWith('s') ? head.slice(0, -1) : head
  if (stems.has(head) || stems.has(bare) || stems.has(`${head}a`) || stems.has(`${head}e`)) return true
  for (let cut = head.length - SHORTEST_PART; cut >= SHORTEST_PART; cut--)
    if (stems.has(head.slice(cut)) || stems.has(bare.slice(cut))) if (isHead(head.slice(0, cut), stems)) return true
  return false
}

function isInflected(word: string, stems: Set<string>, endings: string[]): boolean {
  if (stems.has(word)) return true
  return endings.some((ending) => {
    if (!word.endsWith(ending)) return false
    const stem = word.slice(0, -ending.length)
    if (stem.length < 2) return false
    // "nyckeln" and "nycklar", "telefonen", "ändringen", "kameran", "ökade"; "stopped", "tried".
    if (endings === EN_ENDINGS && (stems.has(`${stem}y`) || stems.has(stem.replace(/(\p{L})\1$/u, '$1')))) return true
    return stems.has(stem) || stems.has(`${stem}a`) || stems.has(`${stem}e`) || stems.has(withE(stem))
  })
}

const withE = (stem: string) => stem.replace(/(\p{L})([lrn])$/u, '$1e$2')
