/** A text as claims are compared: sentences, clauses, and words by keys that are the same in all languages. Pure. */
import { foldName, withoutEnding } from '../gates/name-forms.ts'
import { type SentenceEnds, sentences } from '../gates/sentences.ts'
import type { ClaimWords } from './claim-words.ts'

export interface Word {
  text: string
  lower: string
  /** Offset in the sentence. */
  at: number
  isNumber: boolean
  /** A comma or the like stands before it. */
  cut: boolean
  /** It has a capital that its place does not explain. */
  isName: boolean
  /** `n:` names, `#` numbers, `=` concepts, `c:` the beginning of any other word; none for words that say nothing. */
  keys: string[]
}

export interface Clause {
  words: Word[]
  sentence: Sentence
}

export interface Sentence {
  text: string
  words: Word[]
  clauses: Clause[]
}

const TOKEN =
  /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{N}]*)*|[,;:–—()]/gu
const SHORTEST_CLAUSE = 3
/** Words of a sentence that is one clause to us: "Microsoft, which uses it too, has not contributed." */
const SHORT_SENTENCE = 12
const LONGEST_ENDING = 4
const SHORTEST_PART = 4

/** The sentences of a text, each with its clauses. Without word lists every word stands for itself. */
export function readText(text: string, lists: ClaimWords | null, ends: SentenceEnds): Sentence[] {
  return text
    .split(/\n+/)
    .flatMap((paragraph) => sentences(paragraph, ends))
    .map((sentence) => readSentence(sentence, lists))
}

export function readSentence(text: string, lists: ClaimWords | null): Sentence {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], at: match.index }))
  const words: Word[] = []
  const cuts = new Set<number>()
  for (const token of tokens) {
    if (/^[,;:–—()]$/.test(token.text)) cuts.add(words.length)
    else words.push({ ...readWord(token.text, token.at, words.length === 0, lists), cut: cuts.has(words.length) })
  }
  const lower = words.map((word) => word.lower)
  if (lists)
    // "mark- och miljödomstolen" is one.
    for (const [at, word] of words.entries())
      if (lists.joints.match(lower, at) > 0 && text[word.at - 2] !== '-') cuts.add(at)
  const sentence: Sentence = { text, words, clauses: [] }
  const clauses = words.length <= SHORT_SENTENCE ? [words] : split(words, cuts)
  sentence.clauses = clauses.map((part) => ({ words: part, sentence }))
  return sentence
}

/** Pieces that are too short for a clause ("Norge och Sverige") stay with the one before. */
function split(words: Word[], cuts: Set<number>): Word[][] {
  const parts: Word[][] = []
  let from = 0
  for (const at of [...[...cuts].sort((a, b) => a - b), words.length]) {
    const piece = words.slice(from, at)
    from = at
    const last = parts.at(-1)
    if (piece.length === 0) continue
    if (last && (piece.length < SHORTEST_CLAUSE || last.length < SHORTEST_CLAUSE)) last.push(...piece)
    else parts.push([...piece])
  }
  return parts
}

function readWord(text: string, at: number, opens: boolean, lists: ClaimWords | null): Omit<Word, 'cut'> {
  const lower = text.toLowerCase()
  const isNumber = /^\d/.test(text)
  const isName = !isNumber && /\p{Lu}/u.test(text) && (!opens || /\p{L}.*\p{Lu}/u.test(text))
  return { text, lower, at, isNumber, isName, keys: isNumber ? [numberKey(text)] : keysOf(text, lower, isName, lists) }
}

function keysOf(text: string, lower: string, isName: boolean, lists: ClaimWords | null): string[] {
  if (lists?.stop.has(lower)) return []
  const concepts = lists ? conceptsOf(lower, lists, isName) : []
  const name = /\p{Lu}/u.test(text) ? [nameKey(text)] : []
  if (concepts.length > 0) return [...(isName ? name : []), ...concepts]
  return [...name, ...cognate(lower)]
}

const numberKey = (digits: string) =>
  `#${digits
    .replace(/[ \u00a0\u202f]/g, '')
    .replace(/[,.](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')}`

const nameKey = (name: string): string => `n:${foldName(name).replace(/'s?$/, '')}`

/** The keys that a name may stand under in another text: with its endings taken off. */
export const nameForms = (name: string, endings: readonly string[]): string[] =>
  withoutEnding(foldName(name), endings).map((form) => `n:${form}`)

/** Concepts of a word, of what is left without its ending, or of the parts that it is put together from. */
function conceptsOf(word: string, lists: ClaimWords, isName: boolean): string[] {
  // A name in the middle of a sentence is no word that it happens to begin like.
  const named = isName && !lists.capitalNouns
  const whole = named ? (lists.concepts.get(word) ?? []) : conceptOf(word, lists)
  if (whole.length > 0 || named || !lists.compounds) return whole.map((name) => `=${name}`)
  for (let cut = SHORTEST_PART; cut <= word.length - SHORTEST_PART; cut++) {
    const tail = conceptOf(word.slice(cut), lists)
    if (tail.length === 0) continue
    const head = word.slice(0, cut)
    return [...conceptOf(head, lists), ...conceptOf(head.replace(/s$/, ''), lists), ...tail].map((name) => `=${name}`)
  }
  return []
}

function conceptOf(word: string, { concepts, respelled }: ClaimWords): string[] {
  const exact = concepts.get(word)
  if (exact) return exact
  for (let cut = 1; cut <= LONGEST_ENDING && word.length - cut >= SHORTEST_PART; cut++) {
    const found = concepts.get(word.slice(0, -cut))
    if (found) return found
  }
  // "batteries"
  if (respelled && word.endsWith('ies')) return concepts.get(`${word.slice(0, -3)}y`) ?? []
  return []
}

const COGNATE = 5
const FOLDS: [RegExp, string][] = [
  [/[åäàáâæ]/g, 'a'],
  [/[öøóòôœ]/g, 'o'],
  [/[üúùû]/g, 'u'],
  [/[éèêë]/g, 'e'],
  [/ph/g, 'f'],
  [/[cq]/g, 'k'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/z/g, 's'],
  [/th/g, 't'],
  [/(.)\1/g, '$1'],
]

/** Words of related languages begin alike: "produktion", "production", "Produktion". */
function cognate(word: string): string[] {
  if (word.length < 4) return []
  const folded = FOLDS.reduce((text, [pattern, sign]) => text.replace(pattern, sign), word)
  return [`c:${folded.slice(0, COGNATE)}`]
}
