/** Proper names of a text, and whether another text holds them: inflected, in compounds, as initials, transliterated. Pure. */
import { type SentenceEnds, sentences } from '../../../../platform/text/sentences.ts'
import { foldName, soundOf, withoutEnding } from './name-forms.ts'

/** Of the site's language: ordinary words, compounds apart from others, and names that are listed. */
interface Dictionary {
  has(word: string): boolean
  hasPlain(word: string): boolean
  isName(word: string): boolean
}

export interface NameRules {
  /** Null where none is installed. */
  dictionary: Dictionary | null
  /** Nouns have a capital as names do. */
  capitalNouns: boolean
  /** Abbreviations that need no support; names that are ordinary words too; ordinary words that the dictionary lacks. */
  generic: ReadonlySet<string>
  ambiguous: ReadonlySet<string>
  ordinary: ReadonlySet<string>
  /** Names that the topic writes in its own way, with what supports them. */
  translated: readonly { pattern: RegExp; support: RegExp }[]
}

const MIXED = /^(?=.*\p{L})(?=.*\d)\p{L}/u
const OPENING = /^["”“«’'(–—]/u

export function findNames(text: string, ends: SentenceEnds, rules: NameRules): string[] {
  return sentences(text, ends).flatMap((sentence) => {
    const found: string[] = []
    let [opens, behindNumber] = [true, false]
    for (const [written] of sentence.matchAll(/\S+/gu)) {
      const word = written.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, '')
      for (const [position, piece] of word.split(/[-–/]/u).entries()) {
        const part = piece.replace(/:\p{L}+$/u, '')
        const isUnit = behindNumber && position === 0 && part.length <= 4 && /\p{Lu}\P{Ll}*$/u.test(part)
        if (!isUnit && isName(part, (opens || OPENING.test(written)) && position === 0, rules)) found.push(part)
      }
      behindNumber = /\d$/.test(word)
      if (word) opens = /[:?!.]["”]?$/u.test(written)
    }
    return found
  })
}

function isName(part: string, opens: boolean, rules: NameRules): boolean {
  if (MIXED.test(part)) return true
  if (!/\p{Lu}/u.test(part) || /^\d/.test(part) || rules.generic.has(part.replace(/s$/, ''))) return false
  const isPlain = /^\p{Lu}[\p{Ll}\p{M}:'’]*$/u.test(part)
  if (!isPlain || rules.ambiguous.has(part.replace(/s$/, ''))) return true
  // Without a dictionary, a word that may be ordinary is no name.
  if (rules.dictionary === null) return !opens
  return !(opens || rules.capitalNouns ? isOrdinary(part, rules) : rules.dictionary.hasPlain(part))
}

const isOrdinary = (word: string, { dictionary, ordinary }: NameRules) =>
  ordinary.has(word.toLowerCase()) || dictionary?.has(word) === true

export interface NameIndex {
  /** Words in lower case. */
  written: ReadonlySet<string>
  /** Folded, with and without what a name may carry. */
  words: ReadonlySet<string>
  /** Made when it is first needed: most names are found by their letters. */
  sounds(): ReadonlySet<string>
  /** First letters of all words and of those with a capital, in their order: "body mass index" is also BMI. */
  initials: readonly string[]
  endings: readonly string[]
  /** In another language than the names that are looked for, which may be called otherwise there. */
  isForeign: boolean
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.:+&]*(?:-[\p{L}\p{N}]+)*/gu
const MIN_STEM = 4
/** Of two names that end in different ways. */
const MIN_HEAD = 5

export function indexNames(text: string, endings: readonly string[], isForeign: boolean): NameIndex {
  const written = [...text.matchAll(WORD)].flatMap(([word]) => [word, ...word.split(/[-.]|(?<=\p{Ll})(?=\p{Lu})/u)])
  const folded = written.flatMap((word) => {
    const bare = foldName(word)
      .replace(/[.:']+$/, '')
      .replace(/'s$/, '')
    return [
      bare,
      bare.replace(/[.:-]/g, ''),
      ...withoutEnding(bare, endings).filter(({ length }) => length >= MIN_STEM),
    ]
  })
  let sounds: Set<string> | null = null
  const initials = (pattern: RegExp) => [...text.matchAll(pattern)].map(([letter]) => foldName(letter)).join('')
  return {
    endings,
    isForeign,
    words: new Set(folded),
    sounds: () => {
      sounds ??= new Set(folded.map(soundOf))
      return sounds
    },
    written: new Set(written.map((word) => word.toLowerCase())),
    initials: [initials(/(?<![\p{L}'’])\p{L}/gu), initials(/(?<![\p{L}'’])\p{Lu}/gu)],
  }
}

export function containsName(name: string, index: NameIndex, rules: NameRules): boolean {
  const forms = withoutEnding(foldName(name), index.endings)
  if (forms.some((form) => index.words.has(form))) return true
  if (forms.some((form) => form.length >= MIN_STEM && index.sounds().has(soundOf(form)))) return true
  const isInitials = (form: string) => index.initials.some((letters) => letters.includes(form))
  if (/^\p{Lu}{2,}/u.test(name) && forms.some(isInitials)) return true
  if ([...index.written].some((word) => isBuiltOn(name.toLowerCase(), word, rules))) return true
  return index.isForeign && isTranslatable(name, rules)
}

/** "Applechefen" from Apple, "Trollhättefabriken" from Trollhättan, "Ostende" from Ostend, "Växjölaget" from "Växjöklubben". */
function isBuiltOn(one: string, other: string, { dictionary }: NameRules): boolean {
  const differs = [...one].findIndex((letter, at) => letter !== other[at])
  const shared = differs < 0 ? one.length : differs
  const isEnding = (rest: string) =>
    rest.length <= 2 ||
    (rest.length >= MIN_STEM && [rest, rest.slice(1)].some((tail) => dictionary?.hasPlain(tail) ?? true))
  return [shared, shared - 1, shared - 2].some((cut) => {
    const rests = [one.slice(cut), other.slice(cut)]
    return cut >= (rests.includes('') ? MIN_STEM : MIN_HEAD) && rests.every(isEnding)
  })
}

/** Names that other languages have others for: "Tyskland", "Högsta domstolen", FN. */
const isTranslatable = (name: string, rules: NameRules): boolean =>
  /^\p{Lu}{2,3}s?$/u.test(name) || isOrdinary(name, rules) || rules.dictionary?.isName(name) === true
