/** Decides what new and changed events make of the stories, on the index in memory. Pure. */

import { dayOf } from '../../../platform/text/rarity.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { type CoreEntities, findCoreEntities, type IsRare, TOLERANCE } from './core-entities.ts'
import type { IndexedEvent, StoryIndex } from './story-index.ts'
import { centroid, lifeOf, MIN_SIMILARITY, type Scale, STORY_WINDOW_MS, similarity } from './story-rules.ts'
import { areSimilar, isOneStoryline, joinStoryline, partsOf } from './storyline.ts'

/** Minimum similarity of a new storyline to an old one that it succeeds. */
const SUCCESSION = 0.3

export interface Link {
  storyId: number
  score: number | null
  reason: Record<string, unknown>
}

export interface Deciding {
  index: StoryIndex
  scale: Scale<IndexedEvent>
  /** Events that are still to be decided: invisible before their turn, so that their order alone counts. */
  undecided: Set<IndexedEvent>
  now: number
  /** Stories that were opened, by their provisional numbers, with their predecessors. */
  opened: Map<number, number | null>
  links: Map<number, Link>
  merged: { into: number; from: number }[]
  /** Stories with an event that is new or changed, and which of theirs. */
  touched: Map<number, Set<IndexedEvent>>
  /** Dissolved stories, with the events that they had. */
  dissolved: Map<number, IndexedEvent[]>
}

/** To be made when all of `events` are in the index. `lessened` are stories that may have lost one of theirs. */
export function startDeciding(
  lexicon: Lexicon,
  index: StoryIndex,
  events: IndexedEvent[],
  now: number,
  lessened: number[] = [],
): Deciding {
  const undecided = new Set(events.filter(({ storyId }) => storyId === null))
  const deciding: Deciding = {
    index,
    scale: index.scale(lexicon, dayOf(now)),
    undecided,
    now,
    opened: new Map(),
    links: new Map(),
    merged: [],
    touched: new Map(lessened.map((id) => [id, new Set()])),
    dissolved: new Map(),
  }
  for (const event of events) touch(deciding, event)
  return deciding
}

function touch({ touched }: Deciding, event: IndexedEvent): void {
  if (event.storyId === null) return
  touched.set(event.storyId, (touched.get(event.storyId) ?? new Set()).add(event))
}

/** An event joins the storyline that it continues best, or opens one with those that are alone. */
export function joinOrOpen(deciding: Deciding, event: IndexedEvent): void {
  deciding.undecided.delete(event)
  const near = listNear(deciding, event)
  const isRare = deciding.index.isRare(event.firstAt)
  if (!joinBest(deciding, isRare, event, near)) openAround(deciding, isRare, event, near)
}

function joinBest(deciding: Deciding, isRare: IsRare, event: IndexedEvent, near: IndexedEvent[]): boolean {
  const { index, scale } = deciding
  const [best] = [...new Set(near.flatMap(({ storyId }) => storyId ?? []))]
    .filter((id) => lifeOf(index.lastAt(id), event.firstAt) !== 'past')
    .flatMap((id) => {
      const joining = joinStoryline(scale, isRare, event, index.members(id))
      return joining ? { id, ...joining } : []
    })
    .sort((a, b) => b.anchors.length - a.anchors.length || b.score - a.score || a.id - b.id)
  if (!best) return false
  const anchors = best.anchors.map((anchor) => index.writtenAs(anchor))
  link(deciding, event, { storyId: best.id, score: best.score, reason: { joined_by: anchors } })
  return true
}

/** Other events that share two anchors with it or are somewhat similar, in the order of their time. */
function listNear({ index, scale, undecided }: Deciding, event: IndexedEvent): IndexedEvent[] {
  const vector = scale(event)
  const similar = [...index.near(vector, MIN_SIMILARITY)].filter(
    (other) => similarity(scale(other), vector) > MIN_SIMILARITY,
  )
  const near = [...new Set([...similar, ...index.anchoredLike(event)])].filter(
    (other) =>
      other !== event &&
      !undecided.has(other) &&
      Math.min(Math.abs(event.firstAt - other.firstAt), Math.abs(event.firstAt - other.lastAt)) <= STORY_WINDOW_MS,
  )
  return near.sort(byTime)
}

const byTime = (a: IndexedEvent, b: IndexedEvent) => a.firstAt - b.firstAt || a.id - b.id

function link(deciding: Deciding, event: IndexedEvent, to: Link): void {
  deciding.index.link(event, to.storyId)
  deciding.links.set(event.id, to)
  touch(deciding, event)
}

/** Opens a story when the event completes a storyline of those that are alone; others that continue it join at once. */
function openAround(deciding: Deciding, isRare: IsRare, event: IndexedEvent, near: IndexedEvent[]): void {
  const alone = near.filter(
    ({ storyId, firstAt }) => storyId === null && Math.abs(firstAt - event.firstAt) <= STORY_WINDOW_MS,
  )
  const around = [...alone, event].sort(byTime)
  const coreEntities = findCoreEntities(around, isRare, areSimilar(deciding.scale), event)
  if (!coreEntities) return
  const storyId = open(deciding, coreEntities, findPredecessor(deciding, coreEntities.events))
  for (const other of around)
    if (other.storyId === null) joinBest(deciding, isRare, other, deciding.index.members(storyId))
}

function open(deciding: Deciding, { pair, events }: CoreEntities<IndexedEvent>, predecessor: number | null): number {
  const { index, opened } = deciding
  const storyId = index.newStory()
  opened.set(storyId, predecessor)
  const reason = { opened: events.length, joined_by: pair.map((anchor) => index.writtenAs(anchor)) }
  for (const event of events) link(deciding, event, { storyId, score: null, reason })
  return storyId
}

/** The story too old to be revived that the new one is most like. */
function findPredecessor({ index, scale }: Deciding, group: IndexedEvent[]): number | null {
  const start = Math.min(...group.map((event) => event.firstAt))
  const common = centroid(scale, group)
  const near = new Set([...index.near(common, SUCCESSION)].flatMap(({ storyId }) => storyId ?? []))
  const [best] = [...near]
    .filter((id) => lifeOf(index.lastAt(id), start) === 'past')
    .map((id) => ({ id, score: similarity(common, centroid(scale, index.members(id))) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
  return best && best.score >= SUCCESSION ? best.id : null
}

/** Parts of touched stories that have gone their own ways each get a story of their own. */
export function split(deciding: Deciding): void {
  const { index, scale, now } = deciding
  for (const storyId of [...deciding.touched.keys()].sort((a, b) => a - b)) {
    if (lifeOf(index.lastAt(storyId), now) !== 'active') continue
    const members = index.members(storyId)
    // An operator has decided that they belong together.
    if (members.some((event) => event.byOperator)) continue
    for (const part of partsOf(scale, index.isRare(index.lastAt(storyId)), members)) open(deciding, part, storyId)
  }
}

/** Storylines that have become one are joined; the older number stays. Only what changed can have come near another. */
export function merge(deciding: Deciding): void {
  const { index, scale, now } = deciding
  const isActive = (id: number) => lifeOf(index.lastAt(id), now) === 'active'
  for (const [storyId, changed] of [...deciding.touched].sort(([a], [b]) => a - b)) {
    const others = new Set(
      [...changed].flatMap((event) => listNear(deciding, event).flatMap((near) => near.storyId ?? [])),
    )
    for (const other of [...others].sort((a, b) => a - b)) {
      const [one, two] = [index.members(storyId), index.members(other)]
      if (other === storyId || one.length === 0 || two.length === 0 || !isActive(storyId) || !isActive(other)) continue
      if (!isOneStoryline(scale, index.isRare(index.lastAt(storyId)), one, two)) continue
      const pair = { into: Math.min(storyId, other), from: Math.max(storyId, other) }
      deciding.merged.push(pair)
      index.move(pair.from, pair.into)
      if (pair.from === storyId) break
    }
  }
}

/** A story without common anchors is dissolved. An operator's stays. */
export function dissolve({ index, scale, touched, dissolved }: Deciding): void {
  for (const storyId of [...touched.keys()].sort((a, b) => a - b)) {
    const members = index.members(storyId)
    if (members.length === 0 || members.some(({ byOperator }) => byOperator)) continue
    if (findCoreEntities(members, index.isRare(index.lastAt(storyId), TOLERANCE), areSimilar(scale))) continue
    dissolved.set(storyId, members)
    for (const event of members) index.link(event, null)
  }
}
