/** Layout of the front page: the day in a minute, the lead, the first ten, the rest. Pure. */

import { lastReport, pickLeading } from '../../../news/events/queries/front.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { Site } from '../../../platform/site/site.ts'
import { dayIn } from '../../../platform/time/days.ts'

/** Over what time the events in a minute are chosen: a key below `front.minute_`. */
export type MinuteSpan = 'today' | 'day' | 'latest'

export interface FrontChoice {
  /** The lead belongs to it, and is shown separately. */
  minute: { span: MinuteSpan; events: EventView[] }
  lead: EventView
  /** The next in rank of what the minute does not have. */
  cards: EventView[]
  /** Those after them. */
  rows: EventView[]
  /** All others, newest first. */
  earlier: EventView[]
}

/** Within these 24 hours each time of day comes once. */
export const isOfLastDay = (event: EventView, now: Date): boolean =>
  now.getTime() - lastReport(event).getTime() < 86_400_000

const cardCount = 3
const rowCount = 6
const maxEarlier = 50
/** A source that dates nothing must not fill the page. */
const maxUndated = 9
const minInMinute = 5
const maxInMinute = 7
/** Of one publisher: rows among the first ten, and rows one after the other on a day. */
const maxOfOne = 2
const firstTen = 10
const maxInARow = 3

/** Null where there is no event. What has no date may be old news found today: it comes after all that is dated. */
export function chooseFront(events: EventView[], now: Date, site: Site): FrontChoice | null {
  const dated = events.filter(isDated)
  const ranked = oncePerStory(pickLeading(dated.length > 0 ? dated : events, events.length, now).leading)
  const lead = ranked.find((event) => !isOpinion(event)) ?? ranked[0]
  if (!lead) return null
  const pool = spread([lead, ...ranked.filter((event) => event !== lead)], events)
  const minute = chooseMinute(pool, lead, now, site)
  const reported = new Set([lead, ...minute.events])
  const cards = pool.filter((event) => !reported.has(event)).slice(0, cardCount)
  const selected = new Set([...reported, ...cards])
  const rows = pool.filter((event) => !selected.has(event)).slice(0, rowCount)
  for (const event of rows) selected.add(event)
  const rest = events.filter((event) => !selected.has(event))
  const undated = rest.filter((event) => !isDated(event)).slice(0, maxUndated)
  const earlier = [...rest.filter(isDated).slice(0, maxEarlier), ...undated]
  return { minute, lead, cards, rows, earlier: alternate(earlier, site) }
}

const isOpinion = ({ entries }: EventView): boolean => entries.every(({ kind }) => kind === 'opinion')

/** Rank decides, but of one publisher only two are among the first ten: before a third, earlier news of others. */
function spread(ranked: EventView[], all: EventView[]): EventView[] {
  const first: EventView[] = []
  const counts = new Map<string, number>()
  for (const event of new Set([...ranked, ...all])) {
    const { publisher } = event.lead
    const count = counts.get(publisher) ?? 0
    if (first.length === firstTen || count === maxOfOne) continue
    counts.set(publisher, count + 1)
    first.push(event)
  }
  return [...first, ...ranked.filter((event) => !first.includes(event))]
}

/** Events by time, where a fourth one in a row of a publisher lets another of its day pass. */
function alternate(events: EventView[], site: Site): EventView[] {
  const days = Map.groupBy(events, (event) => (isDated(event) ? dayIn(event.firstPublishedAt, site.timezone) : ''))
  return [...days.values()].flatMap((waiting) => {
    const shown: EventView[] = []
    while (waiting.length > 0) {
      const last = shown.slice(-maxInARow).map(({ lead }) => lead.publisher)
      const isFull = (event: EventView) =>
        last.length === maxInARow && last.every((publisher) => publisher === event.lead.publisher)
      const next = Math.max(
        0,
        waiting.findIndex((event) => !isFull(event)),
      )
      shown.push(...waiting.splice(next, 1))
    }
    return shown
  })
}

export const isDated = ({ entries }: EventView): boolean => entries.some(({ publishedAt }) => publishedAt !== null)

/** The best of each story; `events` in the order of rank. */
function oncePerStory(events: EventView[]): EventView[] {
  const seen = new Set<number>()
  return events.filter(({ story }) => story === null || (!seen.has(story.id) && seen.add(story.id)))
}

/**
 * With the lead, today's events where there are enough; else those of the last 24 hours; else the latest. At most half of all,
 * so that something is left for the page below. `pool` in the order of rank, the result by time.
 */
function chooseMinute(pool: EventView[], lead: EventView, now: Date, site: Site): FrontChoice['minute'] {
  const max = Math.min(maxInMinute, Math.max(minInMinute, Math.floor(pool.length / 2)))
  const besideLead = (events: EventView[]) =>
    events
      .filter((event) => event !== lead)
      .slice(0, max - 1)
      .toSorted((a, b) => lastReport(b).getTime() - lastReport(a).getTime())
  const today = pool.filter((event) => dayIn(lastReport(event), site.timezone) === dayIn(now, site.timezone))
  if (today.length >= minInMinute && today.includes(lead)) return { span: 'today', events: besideLead(today) }
  const day = pool.filter((event) => isOfLastDay(event, now))
  if (day.length >= minInMinute && day.includes(lead)) return { span: 'day', events: besideLead(day) }
  return { span: 'latest', events: besideLead(pool) }
}
