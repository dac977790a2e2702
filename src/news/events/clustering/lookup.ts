/** Candidate events of an arriving article: the terms that look them up, and the choice among them. Pure. */
import { dayOf } from '../../../platform/text/rarity.ts'
import type { Item, Scales } from './weighing.ts'

/** A term by its number, and how much it tells in the arriving article. */
export interface QueryTerm {
  term: number
  weight: number
}

/** An article that shares terms with the arriving one. */
export interface Hit {
  eventId: number
  /** Sum of the squared weights of the shared terms. */
  overlap: number
}

const MAX_QUERY_TERMS = 20
export const MAX_HITS = 120
const MAX_EVENTS = 5

/** The arriving article's most distinctive terms. */
export function queryTermsOf(scales: Scales, article: Item): QueryTerm[] {
  const kinds = (['all', 'portable'] as const).map((kind) => scales.weigh(article, dayOf(article.at), kind))
  const weightOf = new Map(
    kinds.flatMap(({ terms, weights }) => Array.from(terms, (term, i) => [term, weights[i] ?? 0])),
  )
  return Array.from(weightOf, ([term, weight]) => ({ term, weight }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (scales.nameOf(a.term) < scales.nameOf(b.term) ? -1 : 1))
    .slice(0, MAX_QUERY_TERMS)
}

/** The events whose members share most with the arriving article, on average over all their members. */
export function chooseEvents(hits: Hit[], sizeOf: (eventId: number) => number): number[] {
  return [...Map.groupBy(hits, ({ eventId }) => eventId)]
    .map(([id, ofEvent]) => ({ id, mean: ofEvent.reduce((sum, { overlap }) => sum + overlap, 0) / sizeOf(id) }))
    .sort((a, b) => b.mean - a.mean || a.id - b.id)
    .slice(0, MAX_EVENTS)
    .map(({ id }) => id)
}
