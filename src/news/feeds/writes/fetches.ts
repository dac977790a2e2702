/** Visits to sources: the state before one, and its result, written all or nothing. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { type Database, type Db, publishing, rowsParameter, type Trx } from '../../../platform/database/database.ts'
import { gather } from '../../../platform/database/gather.ts'
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

/** Reads and records of visits that go on side by side: one statement for those of the same moment. */
export interface Visits {
  /** All that is read before a visit. Throws `not_found`. */
  start(feedId: number): Promise<FetchStart>
  /** Does the work of a visit: the records of others wait for its own, and a visit alone waits for none. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** The result of a visit that changed nothing that readers see. */
  record(visit: Visit): Promise<void>
}

/** A feed as it was before a visit, and what the visit leaves on record. */
interface Visit {
  before: Feed
  outcome: Outcome
}

/** A visit takes longer, and no reader waits for the record of one that brought nothing. */
const TOGETHER_MS = { starts: 10, records: 200 }

export function createVisits(database: Database): Visits {
  const start = gather((ids: number[]) => readStarts(database, ids), TOGETHER_MS.starts)
  let running = 0
  return {
    start: async (id) => found(id, await start(id)),
    async during(work) {
      running++
      try {
        return await work()
      } finally {
        running--
      }
    },
    record: gather(
      async (visits: Visit[]) => {
        await insertFetches(database.db, visits)
        return visits.map(() => undefined)
      },
      TOGETHER_MS.records,
      () => running,
    ),
  }
}

/** As `start` of {@link Visits}, alone. */
export async function startFetch(database: Database, id: number): Promise<FetchStart> {
  const [start] = await readStarts(database, [id])
  return found(id, start)
}

function found(id: number, start: FetchStart | undefined): FetchStart {
  if (!start) throw unknownFeed(id)
  return start
}

/** In the order of the ids; undefined for a feed that is not there. */
async function readStarts({ db }: Database, ids: number[]): Promise<(FetchStart | undefined)[]> {
  const rows = await db
    .selectFrom('feeds')
    .selectAll()
    .select(
      sql<Date[]>`array(
        select sort_at from articles where feed_id = feeds.id and status = 'published' order by sort_at desc limit 100
      )`.as('times'),
    )
    .select((eb) => eb.exists(eb.selectFrom('feed_pushes').whereRef('feed_id', '=', 'feeds.id')).as('isPushed'))
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('status', '<>', 'removed')
    .execute()
  const starts = new Map(
    rows.map(({ times, isPushed, ...feed }) => [feed.id, { feed, times, isPushed: Boolean(isPushed) }]),
  )
  return ids.map((id) => starts.get(id))
}

/**
 * Stores the result of fetching `feed`, which is as it was at its start; `record` makes it from the numbers of new and
 * changed articles. Where an operator has edited the source since, its row stays so, and is fetched again. Nothing is
 * stored for one that was removed.
 */
export async function saveFetch(
  { database, visits }: { database: Database; visits: Visits },
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
      await insertFetches(trx, [{ before: feed, outcome: record(counts) }])
      return counts
    })
  const outcome = record(nothing)
  const { status, title, url } = outcome.feed
  const visible = [status, title, url].some((value) => value !== undefined)
  const visit = { before: feed, outcome }
  if (visible) await publishing(database, (trx) => insertFetches(trx, [visit]))
  else await visits.record(visit)
  return nothing
}

/** Publishing transactions wait for each other, so that it cannot be removed from here on. */
async function isRemoved(trx: Trx, feedId: number): Promise<boolean> {
  const feed = await trx.selectFrom('feeds').select('status').where('id', '=', feedId).executeTakeFirst()
  return feed?.status === 'removed'
}

/** Columns that operators set, and visits too, at least in part. */
const EDITED = ['url', 'title', 'publisher', 'language', 'own_interval_minutes', 'secret', 'status'] as const

/** Columns of a row of `fetches` that a visit leaves as they are by default. */
const DEFAULTS = { http_status: null, bytes: 0, ms: 0, items_new: 0, items_updated: 0, error: null, cause: null }

/** One statement, however many they are. Columns that a visit does not set stay as they are. */
async function insertFetches(db: Db | Trx, visits: Visit[]): Promise<void> {
  const rows = visits.map(({ before, outcome: { attempt, feed } }) => ({
    attempt: { ...DEFAULTS, ...attempt, feed_id: before.id },
    before: Object.fromEntries(EDITED.map((column) => [column, asJson(before[column])])),
    after: feed,
  }))
  const columns = [...new Set(visits.flatMap(({ outcome }) => Object.keys(outcome.feed)))]
  const nextOf = (column: string) =>
    column === 'url'
      ? sql`case when exists (select from feeds other where other.url = next.url) then feeds.url else next.url end`
      : sql.ref(`next.${column}`)
  const isAsBefore = EDITED.map(
    (column) => sql`${sql.ref(`feeds.${column}`)} is not distinct from ${sql.ref(`b.${column}`)}`,
  )
  await sql`
    with given as materialized (
      select attempt, before, after from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as g(attempt jsonb, before jsonb, after jsonb)
    ), visit as (
      insert into fetches (feed_id, at, outcome, http_status, bytes, ms, items_new, items_updated, error, cause)
      select f.feed_id, f.at, f.outcome, f.http_status, f.bytes, f.ms, f.items_new, f.items_updated, f.error, f.cause
      from given, jsonb_populate_record(null::fetches, given.attempt) f
    )
    update feeds set (${sql.join(columns.map((column) => sql.ref(column)))}) = (
      select ${sql.join(columns.map(nextOf))} from jsonb_populate_record(feeds, given.after) next
    )
    from given, jsonb_populate_record(null::feeds, given.before) b
    where feeds.id = (given.attempt->>'feed_id')::integer and ${sql.join(isAsBefore, sql` and `)}`.execute(db)
}

/** As PostgreSQL reads it from JSON. */
const asJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

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
