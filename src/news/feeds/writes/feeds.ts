/** Sources: additions, and the ones that are due. */

import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Database, publishing } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { registrableDomain } from '../../../platform/text/url.ts'
import type { Reach } from '../rules/feed-health.ts'
import type { SourceSettings } from '../rules/source-settings.ts'

export type Feed = Selectable<Schema['feeds']>

/** Clock skew between machines that is tolerated. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000

export interface NewFeed {
  url: string
  title: string
  siteUrl: string | null
  language: string | null
  relevance: 'model' | 'all'
  extract: boolean
  publisher: string | null
  folder?: string | null
  /** Sealed headers with which it is asked. */
  secret?: Buffer | null
  /** The source's line in the list of sources, where it comes from one. */
  listed?: Listed | null
  publisherName?: string | null
}

/** Of a list of sources, what is applied to a source again when it changes there. */
export type Listed = Pick<
  SourceSettings,
  'url' | 'title' | 'publisher' | 'publisherName' | 'language' | 'relevance' | 'extract' | 'folder'
>

/** Adds the sources whose address is new, and returns them. Known ones, removed ones too, are unchanged. */
export async function addFeeds(database: Database, feeds: NewFeed[]): Promise<Feed[]> {
  if (feeds.length === 0) return []
  const urls = feeds.map((feed) => feed.url)
  const existing = await database.db.selectFrom('feeds').select('url').where('url', 'in', urls).execute()
  const fresh = feeds.filter((feed) => !existing.some((row) => row.url === feed.url))
  if (fresh.length === 0) return []
  return publishing(database, (trx) =>
    trx
      .insertInto('feeds')
      .values(fresh.map(toFeedInsert))
      .onConflict((oc) => oc.column('url').doNothing())
      .returningAll()
      .execute(),
  )
}

export const toFeedInsert = (feed: NewFeed): Insertable<Schema['feeds']> => ({
  url: feed.url,
  title: feed.title || feed.url,
  site_url: feed.siteUrl,
  language: feed.language,
  relevance: feed.relevance,
  extract: feed.extract,
  publisher: feed.publisher ?? registrableDomain(feed.siteUrl ?? feed.url),
  folder: feed.folder ?? null,
  secret: feed.secret ?? null,
  listed: feed.listed ? JSON.stringify(feed.listed) : null,
  publisher_name: feed.publisherName ?? null,
})

/** Every source that was not removed, by id. */
export async function listAllFeeds(database: Database): Promise<Feed[]> {
  return database.db.selectFrom('feeds').selectAll().where('status', '<>', 'removed').orderBy('id').execute()
}

export const unknownFeed = (id: number) =>
  new AppError('not_found', `There is no source with id ${id}. "karnhuset feeds list" shows them.`)

/** Throws `not_found`. */
export async function getFeed(database: Database, id: number): Promise<Feed> {
  const feed = await database.db
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  if (!feed) throw unknownFeed(id)
  return feed
}

/** Time at which each active source last answered or failed. */
export async function listReach({ db }: Database): Promise<(Reach & { id: number })[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(['id', 'publisher', 'last_success_at', 'last_fetched_at', 'failing_since', 'failure'])
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id, publisher, failure, ...at }) => ({
    id,
    publisher,
    failure,
    failingSince: at.failing_since,
    lastSuccessAt: at.last_success_at,
    lastFetchedAt: at.last_fetched_at,
  }))
}

/**
 * Sources to fetch now. With `requested`, an operator asks for a pass: then a healthy source is due whatever its schedule,
 * and only the publisher's Retry-After and the back-off are obeyed (`hold_until`).
 */
export async function listDueFeedIds(database: Database, now: Date, requested = false): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from feeds where ${isDue(now, requested)} order by next_fetch_at, id`.execute(database.db)
  return rows.map(({ id }) => id)
}

function isDue(now: Date, requested: boolean) {
  // A visit in the future: the clock was ahead and has been set back, so the stored times are invalid.
  const clockSkew = new Date(now.getTime() + MAX_CLOCK_SKEW_MS)
  return sql`status = 'active' and (last_fetched_at > ${clockSkew}
    or (hold_until is null or hold_until <= ${now}) and (${requested} or next_fetch_at <= ${now}))`
}

/** The time for its next visit has come. */
export const isFetchDue = ({ last_fetched_at: last, next_fetch_at: next }: Feed, now: Date): boolean =>
  next <= now || (last !== null && last.getTime() > now.getTime() + MAX_CLOCK_SKEW_MS)

/** Makes sources due, whatever their schedule. */
export async function requestFetches({ db }: Database, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ next_fetch_at: now })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('next_fetch_at', '>', now)
    .execute()
}

/** So many jobs are worth adding at a time, and of one host, which its politeness delay makes wait. */
const [MAX_DUE, MAX_DUE_OF_HOST] = [500, 15]

/**
 * Sources for the queue, round robin over their hosts, of each no more than it can be asked for soon. Those that answered the
 * last time are apart, since one that hangs holds its place for half a minute.
 */
export async function listDueByHost({ db }: Database, now: Date): Promise<{ answering: number[]; others: number[] }> {
  const { rows } = await sql<{ id: number; answers: boolean }>`
    select id, answers from (
      select id, next_fetch_at, errors_in_row = 0 and last_success_at is not null as answers,
        row_number() over (partition by split_part(url, '/', 3), errors_in_row = 0 and last_success_at is not null
          order by next_fetch_at, id) as turn
      from feeds where ${isDue(now, false)}) due
    where turn <= ${MAX_DUE_OF_HOST} order by answers desc, turn, next_fetch_at, id limit ${MAX_DUE}`.execute(db)
  const [answering, others] = [rows.filter(({ answers }) => answers), rows.filter(({ answers }) => !answers)]
  return { answering: answering.map(({ id }) => id), others: others.map(({ id }) => id) }
}

/** True while the publisher's Retry-After (HTTP 429) forbids even a visit that an operator requests. */
export async function isBlockedByPublisher({ db }: Database, feed: Feed, now: Date): Promise<boolean> {
  if (!feed.hold_until || feed.hold_until <= now) return false
  const last = await db
    .selectFrom('fetches')
    .select('http_status')
    .where('feed_id', '=', feed.id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.http_status === 429
}

/** Deletes attempts older than 30 days. */
export async function purgeOldFetches(database: Database, now: Date): Promise<void> {
  await sql`delete from fetches where at < ${new Date(now.getTime() - 30 * 86_400_000)}`.execute(database.db)
}
