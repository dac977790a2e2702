/** How alike two articles are: shared words by rarity, time apart, vectors where there are any, vetoes. Pure. */
import type { Vocabulary } from '../vocabulary.ts'
import type { Features } from './features.ts'
import type { Rarity } from './rarity.ts'
import { type Veto, vetoOf } from './vetoes.ts'

/** An article as clustering sees it. */
export interface Item {
  id: number
  /** Milliseconds since 1970 of its publication, as lists order it. */
  at: number
  features: Features
  /** Unit vector, or null where there is none. */
  vector: readonly number[] | null
}

/** An item with its words weighed. */
export interface Weighed extends Item {
  all: WeighedTerms
  /** Only the terms that mean the same in every language. */
  portable: WeighedTerms
}

export interface WeighedTerms {
  weights: Map<string, number>
  norm: number
}

export interface Likeness {
  /** From -1, vetoed, through 0, nothing in common, to 1. */
  score: number
  veto: Veto | null
}

/** Reports further apart in time than this are never compared. */
export const WINDOW_MS = 96 * 3_600_000
/** Reports this close in time lose nothing; after it, likeness halves each time as many hours as HALF have gone. */
const NEAR_HOURS = 10
const HALF_HOURS = 20
const TEXT_WEIGHT = 0.7
const VECTOR_SHARE = 0.35
const VETOED = -0.6

export function weigh(item: Item, rarity: Rarity): Weighed {
  const { title, text, titleWords, textWords } = item.features
  const portable = weights(rarity, title, text)
  const all = new Map([...portable, ...weights(rarity, titleWords, textWords)])
  return { ...item, all: normed(all), portable: normed(portable) }
}

function weights(rarity: Rarity, title: string[], text: string[]): Map<string, number> {
  const weighed = new Map<string, number>()
  for (const term of text) weighed.set(term, TEXT_WEIGHT * rarity(term))
  for (const term of title) weighed.set(term, rarity(term))
  return weighed
}

function normed(weighed: Map<string, number>): WeighedTerms {
  let sum = 0
  for (const weight of weighed.values()) sum += weight * weight
  return { weights: weighed, norm: Math.sqrt(sum) }
}

/** `vectorFloor`: cosine of two unrelated articles under the model in use, or null to leave vectors out. */
export function likenessOf(
  vocabulary: Vocabulary,
  a: Weighed,
  b: Weighed,
  vectorFloor: number | null = null,
): Likeness {
  const apart = Math.abs(a.at - b.at)
  if (apart > WINDOW_MS) return { score: 0, veto: null }
  const words = cosineOfTerms(a, b)
  const meaning = vectorFloor === null ? null : cosineOfVectors(a.vector, b.vector, vectorFloor)
  const likeness = meaning === null ? words : (1 - VECTOR_SHARE) * words + VECTOR_SHARE * meaning
  if (likeness <= 0) return { score: 0, veto: null }
  const veto = vetoOf(vocabulary, a.features, b.features)
  return veto ? { score: VETOED, veto } : { score: likeness * decay(apart), veto: null }
}

const decay = (ms: number) => 1 / (1 + Math.max(0, ms / 3_600_000 - NEAR_HOURS) / HALF_HOURS)

/** Articles in different languages are compared by what means the same in both. */
function sidesOf(a: Weighed, b: Weighed): [WeighedTerms, WeighedTerms] {
  return a.features.language === b.features.language ? [a.all, b.all] : [a.portable, b.portable]
}

function cosineOfTerms(a: Weighed, b: Weighed): number {
  const [one, two] = sidesOf(a, b)
  const [small, large] = one.weights.size < two.weights.size ? [one, two] : [two, one]
  let dot = 0
  for (const [term, weight] of small.weights) dot += weight * (large.weights.get(term) ?? 0)
  return dot > 0 ? dot / (one.norm * two.norm) : 0
}

function cosineOfVectors(a: readonly number[] | null, b: readonly number[] | null, floor: number): number | null {
  if (!a || !b || a.length !== b.length) return null
  const cosine = dotOf(a, b)
  return Math.max(0, (cosine - floor) / Math.max(0.05, 1 - floor))
}

export function dotOf(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] ?? 0) * (b[i] ?? 0)
  return dot
}

/** Cosine that two unrelated articles have under this model: the median over a sample; null for too small a sample. */
export function vectorFloorOf(vectors: readonly (readonly number[])[]): number | null {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => dotOf(a, b))).sort((a, b) => a - b)
  return cosines.length < 28 ? null : (cosines[cosines.length >> 1] ?? null)
}

/** The words that two articles share, most telling first. */
export function sharedTerms(a: Weighed, b: Weighed, max = 8): string[] {
  const [one, two] = sidesOf(a, b)
  return [...one.weights]
    .map(([term, weight]) => ({ term, weight: weight * (two.weights.get(term) ?? 0) }))
    .filter(({ weight }) => weight > 0.02)
    .sort((x, y) => y.weight - x.weight)
    .slice(0, max)
    .map(({ term }) => term)
}
