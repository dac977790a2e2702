/** Health of the sources, for the public status page, the console and the page of the first start. */
import { sql } from 'kysely'
import { failingAfter, healthOf } from '../../domain/feeds/feed-health.ts'
import type { ReadDb } from '../articles/articles.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from '../articles/publishers.ts'
import type { SourceHealthView } from '../articles/views.ts'

const dayMs = 86_400_000

interface Row extends PublisherRow {
  id: number
  title: string
  url: string
  status: 'active' | 'paused' | 'gone'
  status_reason: string | null
  last_error: string | null
  last_fetched_at: Date | null
  last_success_at: Date | null
  last_new_at: Date | null
  next_fetch_at: Date
  created_at: Date
  errors_in_row: number
  usual_gap_minutes: number | null
  days: SourceHealthView['days'] | null
}

/** Every source that is or was read, those in trouble first, with its last 30 days in the calendar of `timeZone`. */
export async function listSourceHealth(db: ReadDb, now: Date, timeZone: string): Promise<SourceHealthView[]> {
  const since = new Date(now.getTime() - 29 * dayMs)
  const { rows } = await sql<Row>`
    with days as (
      select feed_id, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        count(*) filter (where outcome <> 'failed')::integer as ok,
        count(*) filter (where outcome = 'failed')::integer as failed, sum(items_new)::integer as fresh
      from fetches where at >= date_trunc('day', ${since}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}
      group by feed_id, day
    )
    select f.id, f.title, coalesce(f.site_url, f.url) as url, f.status, f.status_reason, f.last_error, f.last_fetched_at,
      f.last_success_at, f.last_new_at, f.next_fetch_at, f.created_at, f.errors_in_row, f.usual_gap_minutes, ${publisherColumns},
      (select json_agg(json_build_object('day', d.day, 'ok', d.ok, 'failed', d.failed, 'fresh', d.fresh) order by d.day)
       from days d where d.feed_id = f.id) as days
    from feeds f left join ${publisherOfFeed} where f.status <> 'removed' order by lower(f.title), f.id`.execute(db)
  const calendar = lastDays(now, timeZone)
  return rows.map((row) => toView(row, now, calendar)).sort((a, b) => trouble(b) - trouble(a))
}

const order: SourceHealthView['state'][] = ['healthy', 'new', 'paused', 'stale', 'gone', 'failing']
const trouble = (source: SourceHealthView) => (source.state === 'new' ? 0 : order.indexOf(source.state))

function toView(row: Row, now: Date, calendar: string[]): SourceHealthView {
  const state = stateOf(row, now)
  const known = new Map(row.days?.map((day) => [day.day, day]))
  return {
    id: row.id,
    title: row.title,
    publisher: toPublisher(row),
    url: row.url,
    state,
    reason: row.status_reason ?? (state === 'failing' ? row.last_error : null),
    lastFetchedAt: row.last_fetched_at,
    lastSuccessAt: row.last_success_at,
    lastNewAt: row.last_new_at,
    nextFetchAt: row.status === 'active' ? row.next_fetch_at : null,
    errorsInRow: row.errors_in_row,
    days: calendar.map((day) => known.get(day) ?? { day, ok: 0, failed: 0, fresh: 0 }),
  }
}

function stateOf(row: Row, now: Date): SourceHealthView['state'] {
  if (row.status === 'active' && row.last_fetched_at === null) return 'new'
  const health = healthOf(
    {
      status: row.status,
      errorsInRow: row.errors_in_row,
      lastNewAt: row.last_new_at,
      usualGapMinutes: row.usual_gap_minutes,
      createdAt: row.created_at,
    },
    now,
  )
  return health === 'ok' ? 'healthy' : health
}

/** The last 30 calendar days, oldest first, as YYYY-MM-DD. */
function lastDays(now: Date, timeZone: string): string[] {
  const calendar = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  const today = Date.parse(calendar.format(now))
  return Array.from({ length: 30 }, (_, i) => new Date(today - (29 - i) * dayMs).toISOString().slice(0, 10))
}

export interface ReadingState {
  /** Active sources; those that have been tried; those whose last attempt failed; those in trouble. */
  feeds: number
  tried: number
  failed: number
  failing: number
  articlesFound: number
  readAt: Date | null
}

/** Progress of the first pass over the sources, in one query. */
export async function readingState(db: ReadDb): Promise<ReadingState> {
  const { rows } = await sql<ReadingState>`
    select count(*)::integer as feeds, count(last_fetched_at)::integer as tried,
      count(*) filter (where errors_in_row > 0)::integer as failed,
      count(*) filter (where errors_in_row >= ${failingAfter})::integer as failing,
      (select count(*) from (select 1 from articles limit 10000) a)::integer as "articlesFound",
      max(last_success_at) as "readAt"
    from feeds where status = 'active'`.execute(db)
  return rows[0] ?? { feeds: 0, tried: 0, failed: 0, failing: 0, articlesFound: 0, readAt: null }
}
