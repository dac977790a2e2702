/**
 * Core of a storyline: two anchors that its events share, independent of each other and rare among all events. Pure.
 */
import { mayOpen, type StoryEvent } from './story-rules.ts'

/** An event with its anchors by number, and those of them that are one thing. */
export interface AnchoredEvent extends StoryEvent {
  anchors: Int32Array
  names: Int32Array[]
  /** Anchors that its headlines name, and the other distinctive words of these. */
  leading: Int32Array
  words: Int32Array
}

export interface CoreEntities<Event> {
  pair: [number, number]
  events: Event[]
}

/** True when few of all events have an anchor without any of its companions. */
export type IsRare = (anchor: number, companions: readonly number[]) => boolean

/** An anchor that more of the other events have than this share is usual; in a small window, more than that many. */
const COMMON = { share: 0.09, events: 1 }
/** An existing storyline ends only when its anchors have become far too common. */
export const TOLERANCE = 2
/** Part of a storyline's events that share the anchors that run through it. */
export const THROUGH = 0.3
/** Pairs are sought among the anchors that most events of a group share. */
const MAX_ANCHORS = 40

export const isCommon = (events: number, total: number, tolerance = 1): boolean =>
  events > tolerance * Math.max(COMMON.events, COMMON.share * total)

/** True when no name of the event contains both. */
const areSeparate = ({ names }: AnchoredEvent, a: number, b: number): boolean =>
  !names.some((name) => name.includes(a) && name.includes(b))

/**
 * True when headlines name both, and most events' headlines one of them: a person who is only quoted below them is no
 * actor.
 */
function areNamed(events: AnchoredEvent[], a: number, b: number): boolean {
  const naming = (one: number) => events.filter(({ leading, words }) => leading.includes(one) || words.includes(one))
  const [withA, withB] = [naming(a), naming(b)]
  return withA.length > 0 && withB.length > 0 && new Set([...withA, ...withB]).size * 2 > events.length
}

/**
 * The two anchors that most of the events share, `around` among them, where these are enough for a storyline; else
 * null. One may be a word of the headlines, where the events that share it are similar.
 */
export function findCoreEntities<Event extends AnchoredEvent>(
  events: Event[],
  isRare: IsRare,
  areSimilar: (events: Event[]) => boolean,
  around?: Event,
): CoreEntities<Event> | null {
  const names = holdersOf(events, ({ anchors }) => anchors, around)
  // A name in one report is a word in another: "EU", "the Union".
  const words = holdersOf(events, (event) => Int32Array.of(...event.anchors, ...event.words), around)
  const areRare = (a: number, b: number) => isRare(a, [b]) && isRare(b, [a])
  return (
    bestPair(names, names, around, (_, a, b) => areRare(a, b)) ??
    bestPair(names, words, around, (both, a, b) => areSimilar(both) && areRare(a, b))
  )
}

type Holders<Event> = [anchor: number, events: Set<Event>][]

function bestPair<Event extends AnchoredEvent>(
  names: Holders<Event>,
  others: Holders<Event>,
  around: Event | undefined,
  accept: (events: Event[], a: number, b: number) => boolean,
): CoreEntities<Event> | null {
  let best: CoreEntities<Event> | null = null
  for (const [a, haveA] of names)
    for (const [b, haveB] of others) {
      if (a === b || Math.min(haveA.size, haveB.size) <= (best?.events.length ?? 0)) continue
      const both = [...haveA].filter((event) => haveB.has(event) && areSeparate(event, a, b))
      if (both.length <= (best?.events.length ?? 0) || (around && !both.includes(around))) continue
      if (mayOpen(both) && areNamed(both, a, b) && accept(both, a, b)) best = { pair: [a, b], events: both }
    }
  return best
}

/** The anchors that several of the events have, the most frequent first. */
function holdersOf<Event extends AnchoredEvent>(
  events: Event[],
  anchorsOf: (event: Event) => Int32Array,
  around?: Event,
): Holders<Event> {
  const wanted = around && anchorsOf(around)
  const holders = new Map<number, Set<Event>>()
  for (const event of events)
    for (const anchor of anchorsOf(event))
      if (!wanted || wanted.includes(anchor)) holders.set(anchor, (holders.get(anchor) ?? new Set()).add(event))
  return [...holders]
    .filter(([, have]) => have.size > 2)
    .sort((a, b) => b[1].size - a[1].size || a[0] - b[0])
    .slice(0, MAX_ANCHORS)
}

/**
 * Anchors that run through a storyline: a good part of its events have them, and few others, but for those with `pair`.
 */
export function anchorsThrough(events: AnchoredEvent[], isRare: IsRare, pair: readonly number[]): number[] {
  return holdersOf(events, ({ anchors }) => anchors).flatMap(([anchor, have]) => {
    const companions = pair.filter((other) => other !== anchor)
    return have.size >= events.length * THROUGH && isRare(anchor, companions) ? anchor : []
  })
}
