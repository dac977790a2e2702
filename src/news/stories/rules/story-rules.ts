/**
 * Rules of stories: the events that are one storyline, and the times at which one opens, sleeps, wakes and splits.
 * Pure.
 */
import { dayOf } from '../../../platform/text/rarity.ts'

const DAY = 86_400_000

/** Age up to which a storyline is compared with a new event. */
export const STORY_WINDOW_MS = 45 * DAY
/** A story without a new article for this long is dormant. */
export const DORMANT_AFTER_MS = 10 * DAY
/** A dormant story that comes to life later than this is not revived: a new one follows it. */
export const REVIVAL_MS = 60 * DAY

export const OPENING = { events: 3, publishers: 2, days: 2 }

/** An event as the rules see it. */
export interface StoryEvent {
  id: number
  firstAt: number
  lastAt: number
  publishers: string[]
  /** It reports something new; opinions, tests, deals and instructions alone do not, and open no story. */
  isNews: boolean
}

/** Terms by their numbers, ascending, with weights: of length 1. */
export interface Vector {
  terms: Int32Array
  weights: Float64Array
}

/** Weighs an event's terms by how rare they are. */
export type Scale<Event extends StoryEvent> = (event: Event) => Vector

export function unit(terms: Int32Array, weights: Float64Array): Vector {
  let sum = 0
  for (const weight of weights) sum += weight * weight
  const norm = Math.sqrt(sum) || 1
  return { terms, weights: weights.map((weight) => weight / norm) }
}

/** Cosine of the angle between two vectors. */
export function similarity(a: Vector, b: Vector): number {
  let [sum, i, j] = [0, 0, 0]
  while (i < a.terms.length && j < b.terms.length) {
    const gap = (a.terms[i] as number) - (b.terms[j] as number)
    if (gap === 0) sum += (a.weights[i++] as number) * (b.weights[j++] as number)
    else if (gap < 0) i++
    else j++
  }
  return sum
}

/** Common features of some events: the mean of their vectors. */
export function centroid<Event extends StoryEvent>(scale: Scale<Event>, events: Event[]): Vector {
  const sums = new Map<number, number>()
  for (const event of events) {
    const { terms, weights } = scale(event)
    for (const [i, term] of terms.entries()) sums.set(term, (sums.get(term) ?? 0) + (weights[i] as number))
  }
  const terms = Int32Array.from(sums.keys()).sort()
  return unit(
    terms,
    Float64Array.from(terms, (term) => sums.get(term) as number),
  )
}

/** Two events that are less alike than this have nothing to do with each other. */
export const MIN_SIMILARITY = 0.1

/** True when events are enough to open a story. */
export function mayOpen(all: StoryEvent[]): boolean {
  const events = all.filter((event) => event.isNews)
  const publishers = new Set(events.flatMap((event) => event.publishers))
  const days = new Set(events.map((event) => dayOf(event.firstAt)))
  return events.length >= OPENING.events && publishers.size >= OPENING.publishers && days.size >= OPENING.days
}

/** Similarity of two events; events too far apart in time count as unlike. */
const similar = <Event extends StoryEvent>(scale: Scale<Event>, a: Event, b: Event): number =>
  Math.abs(a.firstAt - b.firstAt) > STORY_WINDOW_MS ? 0 : similarity(scale(a), scale(b))

/** Mean similarity of each event of one group with each of the other. */
export function meanSimilarity<Event extends StoryEvent>(scale: Scale<Event>, a: Event[], b: Event[]): number {
  let sum = 0
  for (const x of a) for (const y of b) sum += similar(scale, x, y)
  return sum / (a.length * b.length)
}

/** Mean similarity of events with each other. */
export function similarityWithin<Event extends StoryEvent>(scale: Scale<Event>, events: Event[]): number {
  const sum = meanSimilarity(scale, events, events) * events.length ** 2 - events.length
  return sum / (events.length * (events.length - 1))
}

/** Groups by average similarity above a threshold, best pair first; each group at least two events. */
export function groupEvents<Event extends StoryEvent>(
  scale: Scale<Event>,
  events: Event[],
  threshold: number,
): Event[][] {
  const groups = events.map((event) => [event])
  // Of the likenesses between the events of two groups: they add up when groups are joined.
  const sums = events.map((a) => Float64Array.from(events, (b) => similar(scale, a, b)))
  const scoreOf = (i: number, j: number) => (sums[i]?.[j] ?? 0) / ((groups[i]?.length ?? 1) * (groups[j]?.length ?? 1))
  const open = new Set(events.keys())
  // The best partner of each group among those after it.
  const best = new Map<number, { with: number; score: number }>()
  const findBest = (i: number) => {
    best.delete(i)
    for (const j of open)
      if (j > i && scoreOf(i, j) > (best.get(i)?.score ?? threshold)) best.set(i, { with: j, score: scoreOf(i, j) })
  }
  for (const i of open) findBest(i)
  for (;;) {
    let [one, found] = [-1, { with: -1, score: threshold }]
    for (const [i, candidate] of best) if (candidate.score > found.score) [one, found] = [i, candidate]
    if (one < 0) return groups.filter((group, i) => open.has(i) && group.length > 1)
    const other = found.with
    open.delete(other)
    best.delete(other)
    groups[one]?.push(...(groups[other] ?? []))
    for (const j of open) {
      const sum = (sums[one]?.[j] ?? 0) + (sums[other]?.[j] ?? 0)
      ;(sums[one] as Float64Array)[j] = sum
      ;(sums[j] as Float64Array)[one] = sum
    }
    for (const i of open) if (i <= one || best.get(i)?.with === one || best.get(i)?.with === other) findBest(i)
  }
}

export type Life = 'active' | 'revivable' | 'past'

/** State at `now` of a story whose last article came at `lastAt`. */
export function lifeOf(lastAt: number, now: number): Life {
  if (now - lastAt < DORMANT_AFTER_MS) return 'active'
  return now - lastAt <= REVIVAL_MS ? 'revivable' : 'past'
}
