/** Visits to sources: the state before one, and its result, written all or nothing. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { VisitRecord } from '../../domain/feeds/ingest.ts'
import { type Changes, saveChanges } from '../articles/articles.ts'
import { type Database, type Db, publishing, type Trx } from '../database/database.ts'
import type { FeedTable, FetchTable } from '../database/tables/feeds.ts'
import { type Feed, unknownFeed } from './feeds.ts'

/** What is on record after a visit. */
export interface Outcome {
  attempt: Omit<Insertable<FetchTable>, 'feed_id'>
  /** A new address that another source already has is ignored. */
  feed: Updateable<FeedTable>
}

export interface Counts {
  created: number
  updated: number
}

/** A source, and when its newest articles were published, for its cadence. Throws `not_found`. */
export async function startVisit({ db }: Database, id: number): Promise<{ feed: Feed; times: Date[] }> {
  const row = await db
    .selectFrom('feeds')
    .selectAll()
    .select(
      sql<Date[]>`array(
        select sort_at from articles where feed_id = feeds.id and status = 'published' order by sort_at desc limit 100
      )`.as('times'),
    )
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  if (!row) throw unknownFeed(id)
  const { times, ...feed } = row
  return { feed, times }
}

/** Stores the result of a visit; `record` makes it from the numbers of new and changed articles. */
export async function saveVisit(
  database: Database,
  feedId: number,
  changes: Changes | null,
  record: (counts: Counts) => Outcome,
  now: Date,
): Promise<Counts> {
  if (changes)
    return publishing(database, async (trx) => {
      const counts = await saveChanges(trx, feedId, changes, now)
      await insertVisit(trx, feedId, record(counts))
      return counts
    })
  const nothing = { created: 0, updated: 0 }
  const outcome = record(nothing)
  const { status, title, url } = outcome.feed
  const visible = [status, title, url].some((value) => value !== undefined)
  if (visible) await publishing(database, (trx) => insertVisit(trx, feedId, outcome))
  else await insertVisit(database.db, feedId, outcome)
  return nothing
}

async function insertVisit(db: Db | Trx, feedId: number, { attempt, feed }: Outcome): Promise<void> {
  const { url, ...rest } = feed
  const free = sql<string>`case when exists (select 1 from feeds other where other.url = ${url}) then url else ${url} end`
  await db
    .with('visit', (qc) => qc.insertInto('fetches').values({ ...attempt, feed_id: feedId }))
    .updateTable('feeds')
    .set({ ...rest, ...(url === undefined ? {} : { url: free }) })
    .where('id', '=', feedId)
    .execute()
}

/** The id of the newest visit of all, 0 where there was none. */
export async function lastVisitId({ db }: Database): Promise<number> {
  const row = await db
    .selectFrom('fetches')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The newest visit to each of the feeds among those with a higher id than `after`. */
export async function listVisitsAfter({ db }: Database, feedIds: number[], after: number): Promise<VisitRecord[]> {
  const { rows } = await sql<VisitRecord>`
    select distinct on (v.feed_id) v.feed_id as "feedId", f.title, v.outcome, v.items_new as created,
      v.items_updated as updated, case when v.outcome = 'failed' then v.error end as error, v.cause
    from fetches v join feeds f on f.id = v.feed_id
    where v.id > ${after} and v.feed_id = any(${feedIds}::integer[])
    order by v.feed_id, v.id desc`.execute(db)
  return rows
}
