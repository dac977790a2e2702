/** Gate: every proper name of the answer occurs in the source, inflected or translated as the site's language does. */
import type { Evidence } from './evidence.ts'
import { foldName, soundOf, withoutEnding } from './name-forms.ts'
import { indexNames, type NameIndex, wrongPartner } from './name-index.ts'
import type { NameTable } from './name-table.ts'
import type { Reading } from './reading.ts'
import { sentences } from './sentences.ts'

export interface NameRules {
  table: NameTable
  /** An ordinary word of the site's language; where no dictionary is at hand, null. */
  isWord: ((word: string) => boolean) | null
  /** Nouns have a capital as names do. */
  capitalNouns: boolean
}

/** The rules with what else it takes to judge the names of one answer. */
interface Judging extends NameRules {
  reading: Reading
  endings: readonly string[]
  /** What the names must occur in. */
  evidence: Evidence
  /** The source is in another language, which calls its institutions otherwise. */
  translated: boolean
}

interface Candidate {
  text: string
  /** It begins a sentence, where every word has a capital. */
  opens: boolean
  /** The candidate before it is the word before it. */
  follows: boolean
  /** No other name touches it. */
  alone: boolean
}

/** The first name that the source does not hold, as a reason, or null. */
export function namesGate(text: string, reading: Reading, evidence: Evidence, table: NameRules): string | null {
  const endings = [...new Set([...reading.nameEndings, ...evidence.reading.nameEndings])]
  const index = indexNames(evidence, endings)
  const translated = evidence.language === null || evidence.language !== evidence.site
  const rules = { ...table, reading, endings, evidence, translated }
  const isNoun = (word: string) => rules.capitalNouns && isOrdinary(word, rules)
  for (const sentence of sentences(text, reading.ends)) {
    const { rest, missing } = takeTranslations(sentence, rules)
    if (missing) return `the name "${missing}" does not occur in the source`
    const found = candidates(rest, rules)
    for (const { text, alone } of found)
      if (!isSupported(text, index, rules) && !(alone && isTranslatedName(text, rules)))
        return `the name "${text}" does not occur in the source`
    const ordinary = ordinaryPair(found, index, rules)
    if (ordinary) return `the name "${ordinary}" does not occur in the source`
    const pair = wrongPartner(sentence, index, isNoun)
    if (pair) return `"${pair}" does not occur in the source`
  }
  return null
}

/** Removes names that the table translates ("EU-kommissionen"), or says which of them has no support. */
function takeTranslations(sentence: string, rules: Judging): { rest: string; missing?: string } {
  const { table, evidence } = rules
  let rest = sentence
  for (const entry of table.names) {
    const { name, homeOf, ofTopic } = entry
    const at = rest.includes(name) ? rest.search(entry.pattern) : -1
    if (at < 0) continue
    const { pattern, support } = entry
    const literal = foldName(evidence.text).includes(foldName(name))
    const home = evidence.language !== null && homeOf.has(evidence.language)
    if (!literal && !home && !support.test(evidence.text) && !evidence.known.some((known) => support.test(known))) {
      // "Väder" is a programme, and any sentence may begin with the word.
      if (ofTopic && isOpening(rest.slice(0, at)) && isOrdinary(name, rules)) continue
      return { rest, missing: name }
    }
    rest = rest.replace(pattern, '$1x')
  }
  return { rest }
}

const isOpening = (before: string) => !/[\p{L}\p{N}]/u.test(before)

function candidates(sentence: string, rules: Judging): Candidate[] {
  const found: Candidate[] = []
  let opens = true
  let last = -2
  let count = 0
  for (const match of sentence.matchAll(/\S+/gu)) {
    const word = match[0].replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, '')
    const startsQuote = /^["”“«’'(–—]/u.test(match[0])
    for (const [position, part] of word.split(/[-–/]/u).entries()) {
      const first = (opens || startsQuote) && position === 0
      if (!isCandidate(part, first, rules)) continue
      const follows = last === count - 1
      const before = found.at(-1)
      if (follows && before) before.alone = false
      found.push({ text: part, opens: first, follows, alone: !follows })
      last = count
    }
    count += 1
    // An abbreviation may end its sentence.
    if (word) opens = /[:?!.]["”]?$/u.test(match[0])
  }
  return found
}

const DOMAIN = /^[a-z0-9]+(\.[a-z0-9]+)*\.(com|se|org|net|io|app|dev|ai|co|tv|me|nu|eu|example)$/i

function isCandidate(part: string, opens: boolean, rules: Judging): boolean {
  const mixed = /\p{L}/u.test(part) && /\d/.test(part) && /^\p{L}/u.test(part)
  if (mixed || DOMAIN.test(part)) return true
  if (!/\p{Lu}/u.test(part) || /^\d/.test(part)) return false
  // Units are for the gate on numbers.
  if (rules.reading.units.of(part)) return false
  if (rules.table.generic.has(part.replace(/(:\p{L}+|s)$/u, ''))) return false
  const shaped = /^\p{Lu}[\p{Ll}\p{M}:'’]*$/u.test(part) || part.length === 1
  if (!shaped || !(opens || rules.capitalNouns)) return true
  if (rules.table.ambiguous.has(part.replace(/s$/, ''))) return true
  // Where no dictionary is at hand, a word that may be ordinary is no name.
  return rules.isWord !== null && !isOrdinary(part, rules)
}

const isOrdinary = (word: string, { table, isWord }: NameRules) =>
  table.ordinary.has(word.toLowerCase()) || Boolean(isWord?.(word.toLowerCase()))

function isSupported(name: string, index: NameIndex, rules: Judging): boolean {
  const folded = foldName(name)
  const forms = withoutEnding(folded, rules.endings)
  if (forms.some((form) => index.words.has(form) || index.stems.has(form))) return true
  if (/^\p{Lu}{2,}/u.test(name) && forms.some((form) => index.initials.has(form))) return true
  if (/^\p{Lu}{3,}/u.test(name) && forms.some((form) => form.length >= 3 && index.letters.includes(form))) return true
  if (forms.some((form) => isSpeltAlike(form, index))) return true
  if (forms.some((form) => form.length >= 4 && index.sounds.has(soundOf(form)))) return true
  const { evidence } = rules
  return (
    [...index.names, ...index.stems].some(
      (known) =>
        isCompoundOf(name, known, rules) ||
        forms.some((form) => isCompoundOf(known, form, rules)) ||
        isJoined(name, known, rules),
    ) ||
    rules.table.names.some(
      (place) => isCompoundOf(name, foldName(place.name), rules) && place.support.test(evidence.text),
    )
  )
}

/** Ordinary words with a capital, "Läkarförbundet" for "Legeforeningen": what a text in another language calls otherwise. */
const isTranslatedName = (name: string, rules: Judging) =>
  rules.translated &&
  name.length >= SHORTEST_TRANSLATED &&
  isOrdinary(name, rules) &&
  isBuilt(name.toLowerCase(), rules)

const SHORTEST_TRANSLATED = 6
const LONGEST_ENDING = 2
const SHORTEST_PART = 4

/** Inflected or put together from words: "Senaten", "Forskningsministeriet"; a firm may be called by a plain word. */
function isBuilt(word: string, { isWord }: NameRules): boolean {
  for (let cut = SHORTEST_PART; cut < word.length; cut++) {
    const [head, rest] = [word.slice(0, cut), word.slice(cut)]
    if (!isWord?.(head) && !isWord?.(head.replace(/s$/, ''))) continue
    if (rest.length <= LONGEST_ENDING || (rest.length >= SHORTEST_PART && isWord?.(rest))) return true
  }
  return false
}

/** "Ostende" for Ostend: what languages add to the end of a name. */
function isSpeltAlike(name: string, { names }: NameIndex): boolean {
  return [...names].some((known) => {
    const [long, short] = known.length > name.length ? [known, name] : [name, known]
    if (short.length >= 5 && long.length - short.length <= 2 && long.startsWith(short)) return true
    // "Biscayabukten", "Tanger" for Tangier.
    return known.length >= 6 && (name.startsWith(known) || (name.length >= 6 && differsByOne(name, known)))
  })
}

/** One letter more or less behind the first four. */
function differsByOne(one: string, other: string): boolean {
  const [long, short] = one.length > other.length ? [one, other] : [other, one]
  if (long.length - short.length !== 1 || long.slice(0, 4) !== short.slice(0, 4)) return false
  return [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
}

/** Two words that the source knows as ordinary ones ("ring light") are no name ("Ring Light") to be given. */
function ordinaryPair(found: Candidate[], index: NameIndex, { endings }: Judging): string | null {
  const isOrdinary = ({ text, opens }: Candidate) =>
    !opens &&
    /^\p{Lu}\p{Ll}+$/u.test(text) &&
    !withoutEnding(foldName(text), endings).some((form) => index.names.has(form))
  for (const [at, candidate] of found.entries()) {
    const next = found[at + 1]
    if (next?.follows && isOrdinary(candidate) && isOrdinary(next)) return `${candidate.text} ${next.text}`
  }
  return null
}

/** "Applechefen", "Iphoneförsäljningen": a name of the source with ordinary words after it. */
function isCompoundOf(word: string, name: string, rules: NameRules): boolean {
  if (name.length < 3 || !foldName(word).startsWith(name) || rules.isWord === null) return false
  const rest = word.slice(name.length).toLowerCase()
  return (
    rest.length >= 3 && (rules.isWord(rest) || (rest.startsWith('s') && rest.length > 3 && rules.isWord(rest.slice(1))))
  )
}

/** What a name may lose at its end, and how long a joint takes its place, in a compound: "Trollhättan", "Trollhättefabriken". */
const MOST_LOST = 2
const JOINT = 1
const SHORTEST_HEAD = 5

/** "Trollhättefabriken" for "Trollhättan": a name without its ending, with an ordinary word after it. */
function isJoined(word: string, name: string, { isWord }: NameRules): boolean {
  const folded = foldName(word)
  const isRest = (rest: string) => rest.length >= SHORTEST_PART && isWord?.(rest) === true
  return [1, MOST_LOST].some((lost) => {
    const head = name.slice(0, -lost)
    const rest = word.slice(head.length).toLowerCase()
    return head.length >= SHORTEST_HEAD && folded.startsWith(head) && (isRest(rest) || isRest(rest.slice(JOINT)))
  })
}
