/** One reader's edition: shared events that they follow, in an order whose reason is shown at each row. Pure. */

import { type Inflection, UNINFLECTED } from '../../../platform/languages/inflection.ts'
import { findPhrases, indexPhrases, type PhraseIndex, parsePhrase } from '../../../platform/text/phrases.ts'
import { type Follow, type FollowKind, nameOf, type Profile } from '../../accounts/rules/profile.ts'
import { datedFirst } from '../../articles/rules/dated-first.ts'

/** Data of an event for an edition; the same for all readers. */
export interface EditionEvent {
  id: number
  /** Text in which muted words are looked for: titles and summaries as they are shown. */
  text: string
  /** Instant at which we first had it; later than for anything before it. */
  reportedAt: Date
  firstAt: Date
  lastAt: Date
  /** Of its articles, the earliest date that is known. */
  publishedAt: Date | null
  /** Independent publishers. */
  sourceCount: number
  /** Of its articles. */
  kinds: string[]
  tagIds: number[]
  feedIds: number[]
  storyId: number | null
}

export interface EditionRow {
  eventId: number
  /** The follows that brought it, the strongest first. */
  matchedFollows: Follow[]
  sourceCount: number
  reportedAt: Date
  firstAt: Date
  lastAt: Date
  publishedAt: Date | null
}

/** Events by what can be followed, searches aside: made once for all readers. */
export interface EditionIndex {
  byFollow: Map<string, EditionEvent[]>
}

/** By the search as it was written, the ids of the events that it finds. */
export type FoundBySearch = ReadonlyMap<string, readonly number[]>

export function indexEdition(events: EditionEvent[]): EditionIndex {
  const byFollow = new Map<string, EditionEvent[]>()
  for (const event of events)
    for (const follow of followsThatFind(event)) {
      const name = nameOf(follow)
      const existing = byFollow.get(name)
      if (existing) existing.push(event)
      else byFollow.set(name, [event])
    }
  return { byFollow }
}

/** Events that one follow finds; a search is no part of the index, which all readers share. */
function eventsOf({ byFollow }: EditionIndex, follow: Follow, searches: FoundBySearch): EditionEvent[] {
  if (follow.kind !== 'search') return byFollow.get(nameOf(follow)) ?? []
  const ids = searches.get(follow.key) ?? []
  return ids.flatMap((id) => byFollow.get(nameOf({ kind: 'event', key: String(id) })) ?? [])
}

/** All that brings an event into an edition, searches aside. */
export const followsThatFind = (event: EditionEvent): Follow[] => [
  { kind: 'event', key: String(event.id) },
  ...(event.storyId === null ? [] : [{ kind: 'story' as const, key: String(event.storyId) }]),
  ...event.tagIds.map((id) => ({ kind: 'tag' as const, key: String(id) })),
  ...event.feedIds.map((id) => ({ kind: 'source' as const, key: String(id) })),
]

/** Nearness of a follow to one event: the event itself is nearer than all that a source writes. */
const WEIGHTS: Record<FollowKind, number> = { event: 5, story: 4, search: 3, tag: 2, source: 1 }
const HALF_LIFE_HOURS = 18

/**
 * Events reported on, or found, since an instant that the profile follows and does not mute. Each follow that finds an event
 * weighs, so does each further publisher. The sum halves every 18 hours since the event was last reported on.
 */
export function buildEdition(
  index: EditionIndex,
  profile: Profile,
  {
    now,
    since,
    inflection = UNINFLECTED,
    searches = new Map(),
  }: { now: Date; since?: Date | undefined; inflection?: Inflection; searches?: FoundBySearch },
): EditionRow[] {
  const found = new Map<EditionEvent, Follow[]>()
  for (const follow of profile.follows)
    for (const event of eventsOf(index, follow, searches)) {
      if (since && !isNewSince(event, since)) continue
      const matched = found.get(event)
      if (matched) matched.push(follow)
      else found.set(event, [follow])
    }
  const isMuted = muting(profile, inflection)
  const weighed = [...found]
    .filter(([event, matched]) => !isMuted(event, matched))
    .map(([event, matched]) => ({ event, matched, weight: weightOf(event, matched, now) }))
    .sort((a, b) => b.weight - a.weight || b.event.id - a.event.id)
  return datedFirst(weighed.map(({ event, matched }) => toRow(event, matched)))
}

/** A source is read some time after it publishes: what was published up to a day before may be found since. */
const FOUND_WITHIN_MS = 86_400_000

const isNewSince = ({ lastAt, reportedAt }: EditionEvent, since: Date) =>
  lastAt >= since || (reportedAt > since && lastAt.getTime() >= since.getTime() - FOUND_WITHIN_MS)

const toRow = (
  { id, sourceCount, reportedAt, firstAt, lastAt, publishedAt }: EditionEvent,
  matched: Follow[],
): EditionRow => ({
  eventId: id,
  matchedFollows: matched.toSorted((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind]),
  sourceCount,
  reportedAt,
  firstAt,
  lastAt,
  publishedAt,
})

function weightOf(event: EditionEvent, matched: Follow[], now: Date): number {
  const followed = matched.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0)
  const hours = Math.max(0, now.getTime() - event.lastAt.getTime()) / 3_600_000
  return followed * Math.log2(1 + event.sourceCount) * 0.5 ** (hours / HALF_LIFE_HOURS)
}

/** All events that the profile does not mute, for who follows nothing yet; reported on last, first. */
export function completeEdition(events: EditionEvent[], profile: Profile, inflection: Inflection): EditionRow[] {
  const isMuted = muting(profile, inflection)
  return datedFirst(events.filter((event) => !isMuted(event)).map((event) => toRow(event, [])))
}

/**
 * True when a profile mutes an event. A word mutes by occurring in the shown text; a source or a kind when all of the
 * event's articles are of muted ones. An event that is followed by itself is shown whatever is muted.
 */
export function muting(
  { mutes }: Pick<Profile, 'mutes'>,
  inflection: Inflection = UNINFLECTED,
): (event: EditionEvent, matched?: Follow[]) => boolean {
  if (mutes.length === 0) return () => false
  const keysOf = (kind: string) => new Set(mutes.filter((mute) => mute.kind === kind).map(({ key }) => key))
  const [sources, kinds, words] = [keysOf('source'), keysOf('kind'), indexWords(keysOf('word'), inflection)]
  const all = <T>(items: T[], muted: Set<string>) =>
    muted.size > 0 && items.length > 0 && items.every((item) => muted.has(String(item)))
  return (event, matched = []) =>
    !matched.some(({ kind }) => kind === 'event') &&
    (all(event.feedIds, sources) ||
      all(event.kinds, kinds) ||
      (words.size > 0 && findPhrases(words, event.text).length > 0))
}

const indexWords = (words: Set<string>, inflection: Inflection): PhraseIndex<true> =>
  indexPhrases([...words].map((word) => ({ ...parsePhrase(word, true as const, inflection), exact: false })))
