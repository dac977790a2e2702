/** Comparing many articles with each other, each pair once, and a report on the nearest. Pure. */

import type { Nearest } from './reason.ts'
import { type Grounds, sidesOf, similarityOf } from './similarity.ts'
import { commonOf, type Item } from './weighing.ts'

/** Similarity of two articles as one number, the same both ways. */
export type Compare = (a: Item, b: Item) => number

export interface Comparison {
  similarity: Compare
  /** Relation of `a` to its nearest, `b`. */
  nearness(a: Item, b: Item): Nearest
}

/** Holds as long as its grounds: what was compared is not compared again. */
export function comparisonOn(grounds: Grounds): Comparison {
  return { similarity: comparing(grounds), nearness: (a, b) => nearnessOf(grounds, a, b) }
}

function comparing(grounds: Grounds): Compare {
  const cache = new Map<number, Map<number, number>>()
  return (a, b) => {
    const [one, two] = a.id < b.id ? [a, b] : [b, a]
    const row = cache.get(one.id) ?? new Map<number, number>()
    if (row.size === 0) cache.set(one.id, row)
    const cached = row.get(two.id)
    if (cached !== undefined) return cached
    const { score } = similarityOf(grounds, one, two)
    row.set(two.id, score)
    return score
  }
}

function nearnessOf(grounds: Grounds, a: Item, b: Item): Nearest {
  const { score, words, vectors } = similarityOf(grounds, a, b)
  return {
    article: b.id,
    likeness: round(score),
    words: round(words),
    vectors: vectors === null ? null : round(vectors),
    hours: Math.round(Math.abs(a.at - b.at) / 360_000) / 10,
    shared: sharedTerms(grounds, a, b),
  }
}

export const round = (score: number): number => Math.round(score * 1000) / 1000

const MAX_SHARED = 8
const MIN_SHARED = 0.02

function sharedTerms({ scales }: Grounds, a: Item, b: Item): string[] {
  return commonOf(...sidesOf(scales, a, b))
    .filter(({ weight }) => weight > MIN_SHARED)
    .map(({ term, weight }) => ({ name: scales.nameOf(term), weight }))
    .sort((x, y) => y.weight - x.weight || (x.name < y.name ? -1 : 1))
    .slice(0, MAX_SHARED)
    .map(({ name }) => name)
}
