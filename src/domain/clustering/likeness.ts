/** How alike two articles are: shared words by rarity, time apart, vectors where there are any, vetoes. Pure. */
import type { Vocabulary } from '../vocabulary.ts'
import type { Features } from './features.ts'
import type { Lexicon } from './lexicon.ts'
import { type Background, dayOf, type Rarity, rarityOn } from './rarity.ts'
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
/** Reports this close in time lose nothing; HALF hours later half of their likeness is left, twice that later a third. */
const NEAR_HOURS = 10
const HALF_HOURS = 18
const TEXT_WEIGHT = 0.7
const VECTOR_SHARE = 0.25
const VETOED = -0.4

/** Weighs items by what was known on a day, each once. */
export type Scales = (item: Item, day: number) => Weighed

export function scalesFor(lexicon: Lexicon, background: Background): Scales {
  const rarities = new Map<number, Rarity>()
  const weighed = new Map<string, Weighed>()
  return (item, day) => {
    const key = `${item.id} ${day}`
    const kept = weighed.get(key)
    if (kept) return kept
    const rarity = rarities.get(day) ?? rarityOn(lexicon, background, day)
    rarities.set(day, rarity)
    const made = weigh(item, rarity)
    weighed.set(key, made)
    return made
  }
}

function weigh(item: Item, rarity: Rarity): Weighed {
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

/** What likeness rests on beside the two articles. */
export interface Grounds {
  vocabulary: Vocabulary
  scales: Scales
  /** Cosine of two unrelated articles under the model in use, or null to leave vectors out. */
  vectorFloor: number | null
}

/** Both are weighed as on the day of the earlier one, so that likeness is the same whichever came in first. */
export function likenessOf({ vocabulary, scales, vectorFloor }: Grounds, a: Item, b: Item): Likeness {
  const apart = Math.abs(a.at - b.at)
  if (apart > WINDOW_MS) return { score: 0, veto: null }
  const day = dayOf(Math.min(a.at, b.at))
  const words = cosineOfTerms(scales(a, day), scales(b, day))
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

function dotOf(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] ?? 0) * (b[i] ?? 0)
  return dot
}

/** How many recent vectors make a sample. */
export const VECTOR_SAMPLE = 24

/** Cosine that two unrelated articles have under this model: the median over a sample; null for too small a sample. */
export function vectorFloorOf(vectors: readonly (readonly number[])[]): number | null {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => dotOf(a, b))).sort((a, b) => a - b)
  return cosines.length < 28 ? null : (cosines[cosines.length >> 1] ?? null)
}

/** The words that two articles share, most telling first. */
export function sharedTerms({ scales }: Grounds, a: Item, b: Item, max = 8): string[] {
  const day = dayOf(Math.min(a.at, b.at))
  const [one, two] = sidesOf(scales(a, day), scales(b, day))
  return [...one.weights]
    .map(([term, weight]) => ({ term, weight: weight * (two.weights.get(term) ?? 0) }))
    .filter(({ weight }) => weight > 0.02)
    .sort((x, y) => y.weight - x.weight)
    .slice(0, max)
    .map(({ term }) => term)
}
