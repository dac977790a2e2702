/**
 * Similarity of two articles: shared words by rarity, hours and publishers between them, vectors where there are any,
 * vetoes. Pure.
 */
import { dayOf } from '../../../platform/text/rarity.ts'
import type { Tuning } from './tuning.ts'
import { vetoOf } from './vetoes.ts'
import { cosineOf, type Item, type Scales, type WeighedTerms } from './weighing.ts'

export interface Similarity {
  /** From -1, vetoed, through 0, nothing in common, to 1. */
  score: number
  /** Components of the score: cosine of the words, and above the floor that of the vectors, if both have one. */
  words: number
  vectors: number | null
}

/** Reports further apart in time than this are never compared. */
export const WINDOW_MS = 96 * 3_600_000
const VETOED = -0.4

/** Context of similarity beside the two articles. */
export interface Grounds {
  scales: Scales
  tuning: Tuning
  /** Null where there are none. */
  vectors: Vectors | null
}

/** Unit vectors of one embedding model. */
export interface Vectors {
  of(articleId: number): ArrayLike<number> | undefined
  /** Cosine of two unrelated articles under this model. */
  floor: number
}

/** Both are weighed as on the day of the earlier one, so that similarity is the same whichever came in first. */
export function similarityOf(grounds: Grounds, a: Item, b: Item): Similarity {
  const { vectors, tuning } = grounds
  const distanceMs = Math.abs(a.at - b.at)
  if (distanceMs > WINDOW_MS || a.features.roundup || b.features.roundup) return { score: 0, words: 0, vectors: null }
  const words = wordsOf(grounds, a, b)
  const semantic = vectors && semanticSimilarity(vectors, a, b)
  const similarity = semantic === null ? words : (1 - tuning.vectorShare) * words + tuning.vectorShare * semantic
  const left =
    decay(tuning, distanceMs) * (isSamePublisher(a, b) && similarity < tuning.copy ? tuning.samePublisher : 1)
  const isVetoed = tuning.vetoes && similarity > 0 && vetoOf(a.features, b.features) !== null
  return { score: isVetoed ? VETOED : similarity * left, words, vectors: semantic }
}

/** A publisher seldom reports one event twice, and words things its own way. */
export const isSamePublisher = (a: Item, b: Item) => a.publisher !== null && a.publisher === b.publisher

/** Cosine of the words and, where both have any, of the groups of letters in them. */
function wordsOf({ scales, tuning }: Grounds, a: Item, b: Item): number {
  const words = cosineOf(...sidesOf(scales, a, b), isForeign(a, b) ? tuning.foreignNorm : 0)
  const day = dayOf(Math.min(a.at, b.at))
  const [one, two] = [scales.weigh(a, day, 'grams'), scales.weigh(b, day, 'grams')]
  if (one.terms.length === 0 || two.terms.length === 0) return words
  return (1 - tuning.gramShare) * words + tuning.gramShare * cosineOf(one, two)
}

const decay = ({ nearHours, halfHours }: Tuning, ms: number) =>
  1 / (1 + Math.max(0, ms / 3_600_000 - nearHours) / halfHours)

/** Two articles of unknown language are taken to be in the same. */
function isForeign(a: Item, b: Item): boolean {
  const [one, two] = [a.features.language, b.features.language]
  return one !== null && two !== null && one !== two
}

/** Articles in different languages are compared by what means the same in both. */
export function sidesOf(scales: Scales, a: Item, b: Item): [WeighedTerms, WeighedTerms] {
  const day = dayOf(Math.min(a.at, b.at))
  const kind = isForeign(a, b) ? 'portable' : 'all'
  return [scales.weigh(a, day, kind), scales.weigh(b, day, kind)]
}

/** From 0, no more than unrelated articles have, to 1; null where either has no vector. */
function semanticSimilarity({ of, floor }: Vectors, a: Item, b: Item): number | null {
  const [one, two] = [of(a.id), of(b.id)]
  if (!one || !two || one.length !== two.length) return null
  return Math.max(0, (dotOf(one, two) - floor) / Math.max(0.05, 1 - floor))
}

function dotOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] as number) * (b[i] as number)
  return dot
}

/** Number of recent vectors in a sample. */
export const VECTOR_SAMPLE = 24

/** Cosine that two unrelated articles have under this model: the median over a sample; null for too small a sample. */
export function vectorFloorOf(vectors: readonly ArrayLike<number>[]): number | null {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => dotOf(a, b))).sort((a, b) => a - b)
  return cosines.length < 28 ? null : (cosines[cosines.length >> 1] ?? null)
}
