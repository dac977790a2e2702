/** The part of a source that one sentence stands on: where the answer names it, and else where most of it is said. Pure. */
import { type Ground, keysIn, weightOf } from './ground.ts'
import type { Sentence } from './reading.ts'

export interface Bound {
  /** The source as if it held nothing but the evidence; how rare a word is still tells the whole of it. */
  ground: Ground
  /** What the evidence may speak of without naming it: the headline and the sentence before. */
  around: Sentence[]
  after: Sentence[]
  /** The answer named the evidence; else it was found here. */
  given: boolean
}

const MOST_SENTENCES = 3
/** What a further sentence must add to be evidence too, and the share of the best that it must have. */
const LEAST_ADDED = 1.6
const LEAST_SHARE = 0.4

export function bind(claim: Sentence, passages: readonly string[], ground: Ground): Bound {
  const text = ground.sentences.slice(ground.title.length)
  const namedAmong = (some: readonly Sentence[]) =>
    some.filter((sentence) => passages.some((one) => overlaps(one, sentence.text)))
  const inText = namedAmong(text)
  const named = inText.length > 0 ? inText : namedAmong(ground.title)
  const chosen = named.length > 0 ? named : bestOf(claim, ground.sentences, ground)
  const beside = (step: number) => chosen.flatMap((sentence) => text[text.indexOf(sentence) + step] ?? [])
  return {
    ground: { ...ground, sentences: chosen, clauses: chosen.flatMap(({ clauses }) => clauses) },
    around: [...ground.title, ...beside(-1)],
    after: beside(1),
    given: named.length > 0,
  }
}

const fold = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

function overlaps(passage: string, sentence: string): boolean {
  const [mine, theirs] = [fold(passage), fold(sentence)]
  return mine.includes(theirs) || theirs.includes(mine)
}

/** Greedily what says most of the claim, and then what adds to it. */
function bestOf(claim: Sentence, sentences: readonly Sentence[], ground: Ground): Sentence[] {
  const wanted = [...keysIn(claim.words)].filter((key) => ground.counts.has(key))
  const open = new Set(wanted)
  const chosen: Sentence[] = []
  let best = 0
  while (chosen.length < MOST_SENTENCES) {
    const scored = sentences.map((sentence) => {
      const keys = keysIn(sentence.words)
      const added = [...open].filter((key) => keys.has(key)).reduce((sum, key) => sum + weightOf(key, ground), 0)
      return { sentence, added, keys }
    })
    const next = scored.reduce((one, other) => (other.added > one.added ? other : one))
    if (next.added < LEAST_ADDED && chosen.length > 0) break
    if (next.added < best * LEAST_SHARE || next.added === 0) break
    best = Math.max(best, next.added)
    chosen.push(next.sentence)
    for (const key of next.keys) open.delete(key)
  }
  return chosen
}
