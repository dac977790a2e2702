/** One source as its operator sees it: its record and its latest fetches. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { reservationOfFeed } from '../../sources/queries/list-feeds.ts'
import type { FeedView } from '../../sources/queries/views.ts'

export interface FetchView {
  at: Date
  outcome: 'new' | 'unchanged' | 'failed'
  httpStatus: number | null
  bytes: number
  ms: number
  created: number
  updated: number
  error: string | null
}

export interface SourceDetail {
  id: number
  title: string
  url: string
  siteUrl: string | null
  language: string | null
  publisher: string
  status: 'active' | 'paused' | 'gone'
  reason: string | null
  intervalMinutes: number
  nextFetchAt: Date
  holdUntil: Date | null
  lastFetchedAt: Date | null
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  errorsInRow: number
  lastError: string | null
  /** Of the newest document that is known to have been parsed. */
  problems: string | null
  articles: number
  reservation: FeedView['reservation']
  fetches: FetchView[]
}

/** Null for a source that is not there or was removed. */
export async function findSource(db: ReadDb, id: number, fetches = 30): Promise<SourceDetail | null> {
  const { rows } = await sql<Omit<SourceDetail, 'fetches'>>`
    select id, title, url, site_url as "siteUrl", language, publisher, status, status_reason as reason,
      interval_minutes as "intervalMinutes", next_fetch_at as "nextFetchAt", hold_until as "holdUntil",
      last_fetched_at as "lastFetchedAt", last_success_at as "lastSuccessAt", last_new_at as "lastNewAt",
      errors_in_row as "errorsInRow", last_error as "lastError",
      (select count(*) from articles a where a.feed_id = f.id and a.status = 'published') as articles,
      (select v.error from fetches v where v.feed_id = f.id and v.outcome <> 'failed'
        and (v.error is not null or v.outcome = 'new') order by v.at desc, v.id desc limit 1) as problems,
      ${reservationOfFeed} as reservation
    from feeds f where id = ${id} and status <> 'removed'`.execute(db)
  const row = rows[0]
  if (!row) return null
  const latest = await sql<FetchView>`
    select at, outcome, http_status as "httpStatus", bytes, ms, items_new as created, items_updated as updated, error
    from fetches where feed_id = ${id} order by at desc, id desc limit ${fetches}`.execute(db)
  return { ...row, fetches: latest.rows }
}
