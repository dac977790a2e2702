/** Health of the sources, for the status page, the console, commands, numbers and notices. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { daySpan, lastDays } from '../../../platform/time/days.ts'
import { type HealthRecord, healthOf, healthStates, isOffline, type Reach } from '../../feeds/rules/feed-health.ts'
import { newestArticleOfFeed } from '../../sources/queries/list-feeds.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from '../../sources/queries/publishers.ts'
import type { SourceHealthView, SourceState, StandIns } from './views.ts'

const DAY_MS = 86_400_000

interface Row extends PublisherRow, Omit<HealthRecord, 'status'> {
  id: number
  title: string
  url: string
  folder: string | null
  language: string | null
  status: 'active' | 'paused' | 'gone'
  reason: string | null
  lastError: string | null
  nextFetchAt: Date
  standIns: StandIns | null
}

/**
 * Every source that is or was read, those with an error state first; `filterSources` puts them in the order of their
 * names as well.
 */
export async function listSourceStates(db: ReadDb, now: Date): Promise<SourceState[]> {
  const { rows } = await sql<Row>`
    select f.id, f.title, coalesce(f.site_url, f.url) as url, f.folder, f.language, f.status, f.status_reason as reason,
      f.last_error as "lastError", f.last_fetched_at as "lastFetchedAt", f.last_success_at as "lastSuccessAt",
      f.last_new_at as "lastNewAt", f.next_fetch_at as "nextFetchAt", f.created_at as "createdAt", f.failure,
      f.failing_since as "failingSince", f.errors_in_row as "errorsInRow", f.usual_gap_minutes as "usualGapMinutes",
      f.longest_gap_minutes as "longestGapMinutes", f.answer_ms as "answerMs", f.republished_at as "republishedAt",
      f.redirect_url as "redirectUrl", f.redirect_since as "redirectSince", ${publisherColumns},
      ${standInsOfFeed(now)} as "standIns"
    from feeds f left join ${publisherOfFeed} where f.status <> 'removed' order by f.id`.execute(db)
  const offline = isOffline(rows.filter(({ status }) => status === 'active'))
  return rows.map((row) => toState(row, now, offline)).sort((a, b) => need(a) - need(b))
}

/** Not those of articles that were found more than 30 days ago. */
const standInsOfFeed = (now: Date) => sql`(
  select case when count(*) > 0 then json_build_object('n', count(*), 'url', (array_agg(a.url order by a.id desc))[1],
    'reason', (array_agg(a.extract_reason order by a.id desc))[1]) end
  from articles a where a.feed_id = f.id and a.extract_state = 'refused' and a.extract_reason like 'Not the article:%'
    and a.discovered_at > ${new Date(now.getTime() - 30 * DAY_MS)})`

const need = ({ state }: SourceState) => healthStates.indexOf(state)

function toState(row: Row, now: Date, offline: boolean): SourceState {
  const health = healthOf(row, now, offline)
  const { id, title, url, folder, language, lastFetchedAt, lastSuccessAt, lastNewAt, errorsInRow, standIns } = row
  return {
    publisher: toPublisher(row),
    id,
    title,
    url,
    folder,
    language,
    lastFetchedAt,
    lastSuccessAt,
    lastNewAt,
    errorsInRow,
    standIns,
    ...health,
    reason: row.reason ?? (health.cause ? row.lastError : null),
    nextFetchAt: row.status === 'active' ? row.nextFetchAt : null,
  }
}

type Day = SourceHealthView['days'][number]

/**
 * The same sources with their newest articles, and the last 30 days of each in the calendar of `timeZone`; visits that our
 * own network failed do not count. Meant for one page of sources.
 */
export async function withDays(
  db: ReadDb,
  sources: SourceState[],
  now: Date,
  timeZone: string,
): Promise<SourceHealthView[]> {
  const calendar = lastDays(now, timeZone, 30)
  const { from } = daySpan(calendar[0] as string, timeZone)
  const ids = sources.map(({ id }) => id)
  const newest = await newestArticles(db, ids)
  const { rows } = await sql<Day & { id: number }>`
    select feed_id as id, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      count(*) filter (where outcome <> 'failed')::integer as ok,
      count(*) filter (where outcome = 'failed' and cause is distinct from 'offline')::integer as failed,
      sum(items_new)::integer as fresh
    from fetches where feed_id = any(${ids}::integer[]) and at >= ${from}
    group by feed_id, day`.execute(db)
  const existing = new Map(rows.map(({ id, ...day }) => [`${id} ${day.day}`, day]))
  return sources.map((source) => ({
    ...source,
    newestArticleAt: newest.get(source.id) ?? null,
    days: calendar.map((day) => existing.get(`${source.id} ${day}`) ?? { day, ok: 0, failed: 0, fresh: 0 }),
  }))
}

async function newestArticles(db: ReadDb, feedIds: number[]): Promise<Map<number, Date | null>> {
  const { rows } = await sql<{ id: number; at: Date | null }>`
    select f.id, ${newestArticleOfFeed} as at from feeds f where f.id = any(${feedIds}::integer[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

export interface ReadingState {
  /** Active sources; those that have been tried; those whose last attempt failed; those that have failed for hours. */
  feeds: number
  tried: number
  failed: number
  failing: number
  /** This machine's own network is away. */
  offline: boolean
  articlesFound: number
  readAt: Date | null
}

/** Failures in a row after which the front page reports a source. */
const REPORTED_AFTER = 3

/** Progress of the first pass over the sources. */
export async function readingState(db: ReadDb): Promise<ReadingState> {
  const { rows } = await sql<Reach & { errorsInRow: number }>`
    select publisher, failure, errors_in_row as "errorsInRow", failing_since as "failingSince",
      last_success_at as "lastSuccessAt", last_fetched_at as "lastFetchedAt"
    from feeds where status = 'active'`.execute(db)
  const found = await sql<{ n: number }>`select count(*) as n from (select 1 from articles limit 10000) a`.execute(db)
  const count = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length
  const successes = rows.flatMap(({ lastSuccessAt }) => lastSuccessAt?.getTime() ?? [])
  return {
    feeds: rows.length,
    tried: count(({ lastFetchedAt }) => lastFetchedAt !== null),
    // While our own network is away no error is counted.
    failed: count(({ failure }) => failure !== null),
    failing: count(({ errorsInRow, failure }) => errorsInRow >= REPORTED_AFTER && failure !== 'offline'),
    offline: isOffline(rows),
    articlesFound: found.rows[0]?.n ?? 0,
    readAt: successes.length > 0 ? new Date(Math.max(...successes)) : null,
  }
}
