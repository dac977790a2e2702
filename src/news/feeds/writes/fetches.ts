/** Visits to sources: the state before one, and its result, written all or nothing. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { type Database, type Db, publishing, type Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { type Changes, saveChanges } from '../../articles/writes/articles.ts'
import type { FetchReport } from '../rules/ingest-report.ts'
import { type Feed, unknownFeed } from './feeds.ts'

/** State on record after a fetch. */
export interface Outcome {
  attempt: Omit<Insertable<Schema['fetches']>, 'feed_id'>
  /** A new address that another source already has is ignored. */
  feed: Updateable<Schema['feeds']>
}

export interface Counts {
  created: number
  updated: number
}

export interface FetchStart {
  feed: Feed
  /** Publication of its newest articles, for its cadence. */
  times: Date[]
  /** Something that its hub has pushed waits. */
  isPushed: boolean
}

/** All that is read before a visit. Throws `not_found`. */
export async function startFetch({ db }: Database, id: number): Promise<FetchStart> {
  const row = await db
    .selectFrom('feeds')
    .selectAll()
    .select(
      sql<Date[]>`array(
        select sort_at from articles where feed_id = feeds.id and status = 'published' order by sort_at desc limit 100
      )`.as('times'),
    )
    .select((eb) => eb.exists(eb.selectFrom('feed_pushes').where('feed_id', '=', id)).as('isPushed'))
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  if (!row) throw unknownFeed(id)
  const { times, isPushed, ...feed } = row
  return { feed, times, isPushed: Boolean(isPushed) }
}

/**
 * Stores the result of fetching `feed`, which is as it was at its start; `record` makes it from the numbers of new and
 * changed articles. Where an operator has edited the source since, its row stays so, and is fetched again. Nothing is
 * stored for one that was removed.
 */
export async function saveFetch(
  database: Database,
  feed: Feed,
  changes: Changes | null,
  record: (counts: Counts) => Outcome,
  now: Date,
): Promise<Counts> {
  const nothing = { created: 0, updated: 0 }
  if (changes)
    return publishing(database, async (trx) => {
      if (await isRemoved(trx, feed.id)) return nothing
      const counts = await saveChanges(trx, feed.id, changes, now)
      await insertFetch(trx, feed, record(counts))
      return counts
    })
  const outcome = record(nothing)
  const { status, title, url } = outcome.feed
  const visible = [status, title, url].some((value) => value !== undefined)
  if (visible) await publishing(database, (trx) => insertFetch(trx, feed, outcome))
  else await insertFetch(database.db, feed, outcome)
  return nothing
}

/** Publishing transactions wait for each other, so that it cannot be removed from here on. */
async function isRemoved(trx: Trx, feedId: number): Promise<boolean> {
  const feed = await trx.selectFrom('feeds').select('status').where('id', '=', feedId).executeTakeFirst()
  return feed?.status === 'removed'
}

/** Columns that operators set, and visits too, at least in part. */
const EDITED = ['url', 'title', 'publisher', 'language', 'own_interval_minutes', 'secret', 'status'] as const

async function insertFetch(db: Db | Trx, before: Feed, { attempt, feed }: Outcome): Promise<void> {
  const { url, ...rest } = feed
  const free = sql<string>`case when exists (select 1 from feeds other where other.url = ${url}) then url else ${url} end`
  await db
    .with('visit', (qc) => qc.insertInto('fetches').values({ ...attempt, feed_id: before.id }))
    .updateTable('feeds')
    .set({ ...rest, ...(url === undefined ? {} : { url: free }) })
    .where('id', '=', before.id)
    .where((eb) => eb.and(EDITED.map((column) => eb(column, 'is not distinct from', before[column]))))
    .execute()
}

/** The id of the newest visit of all, 0 where there was none. */
export async function lastFetchId({ db }: Database): Promise<number> {
  const row = await db
    .selectFrom('fetches')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The newest visit to each of the feeds among those with a higher id than `after`. */
export async function listFetchesAfter({ db }: Database, feedIds: number[], after: number): Promise<FetchReport[]> {
  const { rows } = await sql<FetchReport>`
    select distinct on (v.feed_id) v.feed_id as "feedId", f.title, v.outcome, v.items_new as created,
      v.items_updated as updated, case when v.outcome = 'failed' then v.error end as error, v.cause
    from fetches v join feeds f on f.id = v.feed_id
    where v.id > ${after} and v.feed_id = any(${feedIds}::integer[])
    order by v.feed_id, v.id desc`.execute(db)
  return rows
}
