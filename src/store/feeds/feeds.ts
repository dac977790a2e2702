/** Sources: adding them, and which are due. */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import type { Reach } from '../../domain/feeds/feed-health.ts'
import type { SourceSettings } from '../../domain/feeds/source-settings.ts'
import { registrableDomain } from '../../domain/text/url.ts'
import { type Database, publishing } from '../database/database.ts'
import type { FeedTable } from '../database/tables/feeds.ts'

export type Feed = Selectable<FeedTable>

/** Clock skew between machines that is tolerated. */
const MOST_CLOCK_SKEW_MS = 10 * 60_000

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
  /** What the list of sources says of it, where it comes from one. */
  listed?: Listed | null
  publisherName?: string | null
}

/** Of a list of sources, what is applied to a source again when it changes there. */
export type Listed = Pick<
  SourceSettings,
  'title' | 'publisher' | 'publisherName' | 'language' | 'relevance' | 'extract' | 'folder'
>

/** Adds the sources whose address is new, and returns them. Known ones, removed ones too, are unchanged. */
export async function addFeeds(database: Database, feeds: NewFeed[]): Promise<Feed[]> {
  if (feeds.length === 0) return []
  const urls = feeds.map((feed) => feed.url)
  const known = await database.db.selectFrom('feeds').select('url').where('url', 'in', urls).execute()
  const fresh = feeds.filter((feed) => !known.some((row) => row.url === feed.url))
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

export const toFeedInsert = (feed: NewFeed): Insertable<FeedTable> => ({
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

/** When each active source last answered or failed. */
export async function listReach({ db }: Database): Promise<(Reach & { id: number })[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(['id', 'publisher', 'last_success_at', 'last_fetched_at', 'failing_since', 'failure'])
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id, publisher, failure, ...at }) => ({
    ...{ id, publisher, failure, failingSince: at.failing_since },
    ...{ lastSuccessAt: at.last_success_at, lastFetchedAt: at.last_fetched_at },
  }))
}

/**
 * Sources to fetch now. With `requested`, an operator asks for a pass: then a healthy source is due whatever its schedule,
 * and only the publisher's Retry-After and the back-off are obeyed (`hold_until`).
 */
export async function listDueFeedIds(database: Database, now: Date, requested = false): Promise<number[]> {
  const clockSkew = new Date(now.getTime() + MOST_CLOCK_SKEW_MS)
  const rows = await database.db
    .selectFrom('feeds')
    .select('id')
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb.and([
          eb.or([eb('hold_until', 'is', null), eb('hold_until', '<=', now)]),
          requested ? eb.lit(true) : eb('next_fetch_at', '<=', now),
        ]),
        // A visit in the future: the clock was ahead and has been set back, so the stored times are invalid.
        eb('last_fetched_at', '>', clockSkew),
      ]),
    )
    .orderBy('next_fetch_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** True while the publisher's Retry-After (HTTP 429) forbids even a visit that an operator requests. */
export async function isHeldByPublisher({ db }: Database, feed: Feed, now: Date): Promise<boolean> {
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
export async function forgetOldFetches(database: Database, now: Date): Promise<void> {
  await sql`delete from fetches where at < ${new Date(now.getTime() - 30 * 86_400_000)}`.execute(database.db)
}
