/** A day's edition: the events that were first reported on one day of the site's calendar, most sources first. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Site } from '../../../platform/site/site.ts'
import { dayIn, daySpan, isDay } from '../../../platform/time/days.ts'
import { hydrateEvents } from './events.ts'
import type { DayView, NewsOfDay } from './views.ts'

/** An edition has an end: so many events at most. */
const MAX_EVENTS = 100

type Calendar = Pick<Site, 'language' | 'timezone'>

interface Options {
  site: Calendar
  now: Date
  limit?: number
}

/** Without events where the day had no news, is still to come, or is none. */
export async function findDay(db: ReadDb, text: string, { site, now, limit = MAX_EVENTS }: Options): Promise<DayView> {
  if (!isDay(text)) return { day: null, events: [], total: 0, previous: await newestDay(db, { site, now }), next: null }
  const { from, until } = daySpan(text, site.timezone)
  const within = sql`e.first_at >= ${from} and e.first_at < ${until} and e.first_at <= ${now}`
  const { rows } = await sql<{ id: number; total: number }>`
    select e.id, count(*) over ()::integer as total from shown_events e where ${within} and ${isNews}
    order by e.source_count desc, e.articles_count desc, e.first_at desc, e.id desc limit ${limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return {
    day: text,
    events: await hydrateEvents(db, ids, site.language),
    total: rows[0]?.total ?? 0,
    previous: await nearestDay(db, sql`e.first_at < ${from} and e.first_at <= ${now}`, 'desc', site),
    next: await nearestDay(db, sql`e.first_at >= ${until} and e.first_at <= ${now}`, 'asc', site),
  }
}

/** Null for a day without news. */
export async function findNews(db: ReadDb, text: string, options: Options): Promise<NewsOfDay | null> {
  const { day, ...view } = await findDay(db, text, options)
  return day === null || view.events.length === 0 ? null : { ...view, day }
}

/** Null while there is no news. */
export const newestDay = (db: ReadDb, { site, now }: Options): Promise<string | null> =>
  nearestDay(db, sql`e.first_at <= ${now}`, 'desc', site)

/** Days with news, newest first, found from one to the one before it. */
export async function listDays(db: ReadDb, { site, now, limit = 30 }: Options): Promise<string[]> {
  const days: string[] = []
  let day = await newestDay(db, { site, now })
  while (day !== null && days.length < limit) {
    days.push(day)
    day = await nearestDay(db, sql`e.first_at < ${daySpan(day, site.timezone).from}`, 'desc', site)
  }
  return days
}

/** About the topic, and with a date: what has none may be old news found today. */
const isNews = sql`e.relevant > 0 and exists (
  select from shown_articles d where d.event_id = e.id and d.published_at is not null)`

async function nearestDay(
  db: ReadDb,
  condition: RawBuilder<unknown>,
  order: 'asc' | 'desc',
  { timezone }: Calendar,
): Promise<string | null> {
  const { rows } = await sql<{ at: Date }>`
    select e.first_at as at from shown_events e where ${condition} and ${isNews}
    order by e.first_at ${sql.raw(order)} limit 1`.execute(db)
  return rows[0] ? dayIn(rows[0].at, timezone) : null
}
