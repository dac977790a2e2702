/** Ordinary words of a language: the Hunspell dictionary of it, where one is installed. */
import type { DictionaryRules } from '../languages/verify-words.ts'

/** Tells ordinary words from names. */
export interface Dictionary {
  /** The word, in lower case, is an ordinary word, an inflection or a compound of such. */
  has(word: string): boolean
  /** Such a word, and no compound: of a compound with a capital the first part may be a name. */
  hasPlain(word: string): boolean
  /** It is listed with a capital, as names are; a genitive counts. */
  isName(word: string): boolean
}

const MIN_PART_LENGTH = 3
const MIN_COMPOUND_LENGTH = 8
const loaded = new Map<string, Promise<Dictionary | null>>()

/** The dictionary of a language, or null where none of its packages is installed. */
export function loadDictionary(rules: DictionaryRules): Promise<Dictionary | null> {
  const key = rules.packages.join(' ')
  const loading = loaded.get(key) ?? readDictionary(rules)
  loaded.set(key, loading)
  return loading
}

async function readDictionary(rules: DictionaryRules): Promise<Dictionary | null> {
  const texts = await Promise.all(rules.packages.map(readPackage))
  const lines = texts.flatMap((text) => text?.split('\n') ?? [])
  return lines.length > 0 ? buildDictionary(lines, rules) : null
}

/** Null where the package is not installed: the checks do without. */
async function readPackage(name: string): Promise<string | null> {
  const found: { default: { dic: Uint8Array } } | null = await import(`dictionary-${name}`).catch(() => null)
  return found && new TextDecoder().decode(found.default.dic)
}

/** From the lines of a `.dic` file; words that are written with a capital are names and left out, unless they are nouns. */
export function buildDictionary(lines: string[], rules: Omit<DictionaryRules, 'packages'>): Dictionary {
  const stems = new Set<string>()
  const names = new Set<string>()
  for (const line of lines) {
    const [, word = '', flags = ''] = /^([^/\t\r]+)(?:\/(\S+))?/.exec(line) ?? []
    if (/^\p{Ll}/u.test(word) && !isPart(flags, rules)) stems.add(word.replace(/[-.]$/, ''))
    if (/^\p{Lu}\p{Ll}/u.test(word)) (isNoun(word, flags, rules) ? stems : names).add(word.toLowerCase())
  }
  const isName = (word: string) => !stems.has(word) && (names.has(word) || names.has(word.replace(/s$/, '')))
  return {
    has: (word) => !isName(word.toLowerCase()) && isOrdinary(word.toLowerCase(), stems, rules),
    hasPlain: (word) =>
      !isName(word.toLowerCase()) && isOrdinary(word.toLowerCase(), stems, { ...rules, compounds: false }),
    isName: (word) => isName(word.toLowerCase()),
  }
}

function isNoun(
  word: string,
  flags: string,
  { capital_nouns: nouns }: Pick<DictionaryRules, 'capital_nouns'>,
): boolean {
  if (!nouns) return false
  const has = (wanted: string) => [...flags].some((flag) => wanted.includes(flag))
  const lower = word.toLowerCase()
  const isListedName = nouns.names.some((name) =>
    name.startsWith('*') ? lower.endsWith(name.slice(1)) : lower === name,
  )
  if (has(nouns.flags) || (has(nouns.unsure) && !isListedName)) return true
  return !isListedName && nouns.endings.some((ending) => lower.endsWith(ending))
}

const isPart = (flags: string, { capital_nouns: nouns }: Pick<DictionaryRules, 'capital_nouns'>) =>
  [...(nouns?.parts ?? '')].some((flag) => flags.includes(flag))

type Inflection = Pick<DictionaryRules, 'endings' | 'lost' | 'vowels' | 'compounds' | 'respelled'>

function isOrdinary(word: string, stems: Set<string>, rules: Inflection): boolean {
  if (isInflected(word, stems, rules) || isInflected(withPlainVowels(word, rules), stems, rules)) return true
  if (!rules.compounds || word.length < MIN_COMPOUND_LENGTH) return false
  // A compound: every part is a word, the last one inflected, an "s" between them allowed.
  for (let cut = word.length - MIN_PART_LENGTH; cut >= MIN_PART_LENGTH; cut--) {
    const [head, rest] = [word.slice(0, cut), word.slice(cut)]
    if (isInflected(rest, stems, rules) && isHead(head, stems)) return true
  }
  return false
}

function isHead(head: string, stems: Set<string>): boolean {
  if (head.length < MIN_PART_LENGTH) return false
  const bare = head.endsWith('s') ? head.slice(0, -1) : head
  if (stems.has(head) || stems.has(bare) || stems.has(`${head}a`) || stems.has(`${head}e`)) return true
  for (let cut = head.length - MIN_PART_LENGTH; cut >= MIN_PART_LENGTH; cut--)
    if (stems.has(head.slice(cut)) || stems.has(bare.slice(cut))) if (isHead(head.slice(0, cut), stems)) return true
  return false
}

function isInflected(word: string, stems: Set<string>, { endings, lost, respelled }: Inflection): boolean {
  if (stems.has(word)) return true
  return endings.some((ending) => {
    if (!word.endsWith(ending)) return false
    const stem = word.slice(0, -ending.length)
    if (stem.length < 2) return false
    // "nyckeln" and "nycklar", "telefonen", "ändringen", "kameran", "ökade"; "stopped", "tried".
    if (respelled && (stems.has(`${stem}y`) || stems.has(stem.replace(/(\p{L})\1$/u, '$1')))) return true
    return stems.has(stem) || lost.some((end) => stems.has(stem + end)) || stems.has(withE(stem))
  })
}

const withPlainVowels = (word: string, { vowels }: Inflection) =>
  word.replace(/\P{ASCII}/gu, (vowel) => vowels[vowel] ?? vowel)

const withE = (stem: string) => stem.replace(/(\p{L})([lrn])$/u, '$1e$2')
