/** Decides which event continues a storyline, which storylines have become one, and which have split. Pure. */

import {
  type AnchoredEvent,
  anchorsThrough,
  type CoreEntities,
  findCoreEntities,
  type IsRare,
  THROUGH,
} from './core-entities.ts'
import {
  centroid,
  groupEvents,
  MIN_SIMILARITY,
  meanSimilarity,
  OPENING,
  type Scale,
  STORY_WINDOW_MS,
  similarity,
  similarityWithin,
} from './story-rules.ts'

/** Similarity (cosine over weighed terms) that an event with one anchor of a storyline has to all of it. */
const JOIN = 0.4
/** Mean similarity of events that share a name and a word, when they open a storyline. */
const OPEN = 0.1
/** Mean similarity of the events of two storylines that are one. */
const MERGE = 0.3
/** Parts of a storyline less similar than this have split. */
const CANNOT_LINK = 0.12

/** True when events that share a name and a word are of one storyline. */
export const areSimilar =
  <Event extends AnchoredEvent>(scale: Scale<Event>) =>
  (events: Event[]): boolean =>
    similarityWithin(scale, events) >= OPEN

export interface Joining {
  score: number
  anchors: number[]
}

/**
 * Reason why an event continues a storyline: two anchors that it shares with a good part of it, or one and real
 * similarity; else null.
 */
export function joinStoryline<Event extends AnchoredEvent>(
  scale: Scale<Event>,
  isRare: IsRare,
  event: Event,
  members: Event[],
): Joining | null {
  const last = endOf(members)
  const recent = members.filter((member) => last - member.lastAt <= STORY_WINDOW_MS)
  const score = similarity(scale(event), centroid(scale, recent))
  if (score < MIN_SIMILARITY) return null
  const shared = findCoreEntities([...recent, event], isRare, areSimilar(scale), event)
  if (shared && shared.events.length > recent.length * THROUGH) return { score, anchors: shared.pair }
  const ofMembers = score >= JOIN && findCoreEntities(recent, isRare, areSimilar(scale))
  const anchor =
    ofMembers && anchorsThrough(recent, isRare, ofMembers.pair).find((each) => event.leading.includes(each))
  return anchor ? { score, anchors: [anchor] } : null
}

/**
 * True when two storylines have become one: their events are as similar as those of one, and share the same anchors.
 */
export function isOneStoryline<Event extends AnchoredEvent>(
  scale: Scale<Event>,
  isRare: IsRare,
  a: Event[],
  b: Event[],
): boolean {
  const shared = new Set(findCoreEntities([...a, ...b], isRare, areSimilar(scale))?.events)
  const hang = (events: Event[]) => events.filter((event) => shared.has(event)).length * 2 > events.length
  return hang(a) && hang(b) && meanSimilarity(scale, a, b) >= MERGE
}

/**
 * Parts of a story that have split, each enough for a story of its own; empty while it is one storyline. With one part,
 * the subject has moved on: that part is the later one.
 */
export function partsOf<Event extends AnchoredEvent>(
  scale: Scale<Event>,
  isRare: IsRare,
  events: Event[],
): CoreEntities<Event>[] {
  if (events.length < OPENING.events * 2) return []
  const viable = groupEvents(scale, events, CANNOT_LINK).flatMap((group) => {
    const coreEntities = findCoreEntities(group, isRare, areSimilar(scale))
    return coreEntities ? { pair: coreEntities.pair, events: group } : []
  })
  if (viable.length < 2) return []
  const ordered = viable.sort((a, b) => startOf(a.events) - startOf(b.events))
  const sequential = ordered.every((part, i) => i === 0 || startOf(part.events) > endOf(ordered[i - 1]?.events ?? []))
  return sequential ? ordered.slice(1) : ordered
}

const startOf = (events: AnchoredEvent[]) => Math.min(...events.map((event) => event.firstAt))
const endOf = (events: AnchoredEvent[]) => Math.max(...events.map((event) => event.lastAt))
