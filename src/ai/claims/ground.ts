/** The source as claims are held against it: its clauses, how rare each key is in it, and how well two clauses match. */
import type { Reading } from '../gates/reading.ts'
import type { ClaimWords } from './claim-words.ts'
import { type Clause, nameForms, readSentence, readText, type Sentence, type Word } from './reading.ts'

export interface Ground {
  reading: Reading
  lists: ClaimWords | null
  title: Sentence[]
  /** Title first, then the text. */
  sentences: Sentence[]
  /** Of the text; titles leave too much out to be held against. */
  clauses: Clause[]
  /** In how many sentences of the text a key stands. */
  counts: Map<string, number>
  /** Keys of words with a capital. */
  names: Set<string>
}

export function groundOf(source: { title: string; text: string }, reading: Reading, lists: ClaimWords | null): Ground {
  const title = readText(source.title, lists, reading.ends)
  const sentences = [...title, ...readText(source.text, lists, reading.ends)]
  const counts = new Map<string, number>()
  for (const sentence of sentences)
    for (const key of keysIn(sentence.words)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const names = new Set([...counts.keys()].filter((key) => key.startsWith('n:')))
  return {
    reading,
    lists,
    title,
    sentences,
    clauses: sentences.slice(title.length).flatMap(({ clauses }) => clauses),
    counts,
    names,
  }
}

export const keysIn = (words: readonly Word[]): Set<string> => new Set(words.flatMap(({ keys }) => keys))

/** A sentence of an answer, its names written as the source writes them. */
export function readClaim(text: string, own: Reading, lists: ClaimWords | null, ground: Ground): Sentence {
  const sentence = readSentence(text, lists)
  for (const word of sentence.words) {
    const known = nameForms(word.text, own.nameEndings).find((form) => ground.names.has(form))
    if (known && /\p{Lu}/u.test(word.text)) {
      word.keys = [known, ...word.keys.filter((key) => !key.startsWith('n:') && !key.startsWith('c:'))]
      word.isName = word.isName || word.keys.length === 1
    }
  }
  return sentence
}

/** How much a key tells: names more than words, rare ones more than usual ones. */
export function weightOf(key: string, { counts }: Ground): number {
  const kind = key.startsWith('n:') || key.startsWith('#') ? 1.2 : key.startsWith('=') ? 1 : 0.9
  return kind / Math.sqrt(counts.get(key) ?? 1)
}

export interface Match {
  /** Weight of what both say. */
  shared: number
  /** Share of what the claim says, and the source says somewhere, that this part of the source says. */
  covered: number
  keys: string[]
}

export function matchOf(claim: readonly Word[], source: readonly Word[], ground: Ground): Match {
  const theirs = keysIn(source)
  let [shared, all] = [0, 0]
  const keys = new Set<string>()
  const told = new Set<string>()
  for (const word of claim) {
    const known = word.keys.filter((key) => ground.counts.has(key))
    const common = known.find((key) => theirs.has(key))
    const [first] = common ? [common] : known
    if (first === undefined || told.has(first)) continue
    told.add(first)
    all += weightOf(first, ground)
    if (!common) continue
    shared += weightOf(common, ground)
    keys.add(common)
  }
  return { shared, covered: all === 0 ? 0 : shared / all, keys: [...keys] }
}
