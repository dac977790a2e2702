/**
 * Decides when an event becomes one that rules request, by its previous state, so that each change alerts once. Pure.
 */

import { nameOf } from '../../news/accounts/rules/profile.ts'
import { type EditionEvent, followsThatFind } from '../../news/editions/rules/edition.ts'
import { isNewsKind } from '../../news/topic/rules/kinds.ts'

/** An event as alerts know it; the same for all readers. */
export interface AlertEvent extends EditionEvent {
  /** The events that it was split from, if any, the nearest first. */
  splitFrom: number[]
  /** The other events of its story. */
  siblings: { id: number; firstAt: Date }[]
}

/** State of an event when rules were last checked against it. */
export interface AlertedState {
  sourceCount: number
  /** Names of the follows that found it, then or before. */
  names: string[]
}

/** Rules of a name match whose number of publishers is above `over` and not above the event's. */
export interface AlertTrigger {
  names: { name: string; over: number }[]
  /** A reader who was alerted of one of these is not alerted of this. */
  blockedBy: number[]
}

/** An event without recent reports raises no alert: an archive that is read, articles that are classified again. */
const CURRENT_MS = 86_400_000

/** Something new, unlike an opinion, a test, an offer or an instruction alone. */
const isNews = ({ kinds }: EditionEvent) => kinds.some(isNewsKind)

/** A story turns with an event that reports something new and began later than those already reported. */
const turnsFrom = (event: AlertEvent, sibling: { firstAt: Date }) => isNews(event) && sibling.firstAt < event.firstAt

/**
 * All that finds an event, the earlier events of its story among it: a reader who waits for one of them is alerted of
 * the story's turn.
 */
export function namesOfEvent(event: AlertEvent, searches: string[] = []): string[] {
  const earlier = event.siblings.filter((sibling) => turnsFrom(event, sibling))
  return [
    ...followsThatFind(event).map(nameOf),
    ...earlier.map(({ id }) => nameOf({ kind: 'event', key: String(id) })),
    ...searches.map((key) => nameOf({ kind: 'search', key })),
  ]
}

/** Null where nothing triggers. A story that was merged or split is not a new one for its events. */
export function triggerOf(
  event: AlertEvent,
  names: string[],
  previous: AlertedState | null,
  now: Date,
): AlertTrigger | null {
  if (now.getTime() - event.lastAt.getTime() > CURRENT_MS) return null
  const was = new Set(previous?.names)
  const hadStory = previous?.names.some(isStory) ?? false
  const over = (name: string) => (was.has(name) || (hadStory && isStory(name)) ? (previous?.sourceCount ?? 0) : 0)
  const matched = names.map((name) => ({ name, over: over(name) })).filter((each) => each.over < event.sourceCount)
  if (matched.length === 0) return null
  const before = event.siblings.filter((sibling) => !turnsFrom(event, sibling)).map(({ id }) => id)
  return { names: matched, blockedBy: [event.id, ...event.splitFrom, ...before] }
}

const isStory = (name: string) => name.startsWith('story:')

/** State of an event from now on. Counts do not fall, so that what comes and goes alerts once. */
export const reportedAs = (event: AlertEvent, names: string[], previous: AlertedState | null): AlertedState => ({
  sourceCount: Math.max(event.sourceCount, previous?.sourceCount ?? 0),
  names: [...new Set([...(previous?.names ?? []), ...names])],
})
