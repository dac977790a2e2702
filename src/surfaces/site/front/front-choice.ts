/** What stands where on the front page: the day in a minute, the lead, the first ten, the rest. Pure. */
import type { Site } from '../../../domain/site/site.ts'
import { calendarDay } from '../../../html/times.ts'
import { takeLeading } from '../../../read/articles/front.ts'
import type { EventView } from '../../../read/events/views.ts'

/** Over what time the events in a minute are chosen: a key below `front.minute_`. */
export type MinuteSpan = 'today' | 'day' | 'latest'

export interface FrontChoice {
  minute: { span: MinuteSpan; events: EventView[] }
  lead: EventView
  /** The next in rank, with an image of their own. */
  cards: EventView[]
  /** Newest first. */
  rows: EventView[]
  /** All others, newest first. */
  earlier: EventView[]
}

const cardCount = 3
const rowCount = 6
const mostEarlier = 50
/** A source that dates nothing must not fill the page. */
const mostUndated = 9
const fewestInMinute = 5
const mostInMinute = 7

/** Null where there is no event. What has no date may be old news found today: it comes after all that is dated. */
export function chooseFront(events: EventView[], now: Date, site: Site): FrontChoice | null {
  const dated = events.filter(isDated)
  const pool = oncePerStory(takeLeading(dated.length > 0 ? dated : events, events.length, now).leading)
  const [lead, ...others] = pool
  if (!lead) return null
  const cards = others.slice(0, cardCount)
  const chosen = new Set([lead, ...cards])
  const fresh = new Set(pool)
  const rows = events.filter((event) => fresh.has(event) && !chosen.has(event)).slice(0, rowCount)
  for (const event of rows) chosen.add(event)
  const rest = events.filter((event) => !chosen.has(event))
  const undated = rest.filter((event) => !isDated(event)).slice(0, mostUndated)
  const earlier = [...rest.filter(isDated).slice(0, mostEarlier), ...undated]
  return { minute: chooseMinute(pool, now, site), lead, cards, rows, earlier }
}

export const isDated = ({ entries }: EventView): boolean => entries.some(({ publishedAt }) => publishedAt !== null)

/** The best of each story; `events` in the order of rank. */
function oncePerStory(events: EventView[]): EventView[] {
  const seen = new Set<number>()
  return events.filter(({ story }) => story === null || (!seen.has(story.id) && seen.add(story.id)))
}

const lastReport = ({ entries, lead }: EventView) => entries.at(-1)?.sortAt ?? lead.sortAt

/** Today's events where there are enough; else those of the last 24 hours; else the latest. `pool` in the order of rank. */
function chooseMinute(pool: EventView[], now: Date, site: Site): FrontChoice['minute'] {
  const today = pool.filter((event) => calendarDay(lastReport(event), site) === calendarDay(now, site))
  if (today.length >= fewestInMinute) return { span: 'today', events: today.slice(0, mostInMinute) }
  const day = pool.filter((event) => now.getTime() - lastReport(event).getTime() < 86_400_000)
  if (day.length >= fewestInMinute) return { span: 'day', events: day.slice(0, mostInMinute) }
  return { span: 'latest', events: pool.slice(0, mostInMinute) }
}
