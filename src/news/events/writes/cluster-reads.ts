/** Reads of clustering: the articles that wait, and the content of its index in memory. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Features, MAX_READ } from '../clustering/pair-features.ts'
import type { PairOverride } from '../clustering/regroup.ts'
import { WINDOW_MS } from '../clustering/similarity.ts'
import type { Item } from '../clustering/weighing.ts'

export interface Waiting {
  id: number
  title: string
  excerpt: string
  /** The beginning of the original, or null where none is kept. */
  original: string | null
  language: string | null
  publisher: string
  at: Date
  eventId: number | null
  removed: boolean
  /** Fingerprint of the text that was read: an article that has changed by the time of the decision goes on waiting. */
  state: string
}

/** Of a row of articles; its original changes with the hash of the feed's text, or with the text of its page. */
export const stateOf = (alias: string) =>
  sql<string>`md5(row(${sql.raw(
    ['title', 'excerpt', 'language', 'sort_at', 'content_hash', 'extract_state']
      .map((column) => `${alias}.${column}`)
      .join(', '),
  )}, ${sql.ref(`${alias}.status`)} = 'removed',
    (select length(t.text) from article_texts t where t.article_id = ${sql.ref(`${alias}.id`)} and t.origin = 'page'))::text)`

/** The beginning of the fullest text that is kept of an article, or null. */
export const originalOf = (alias: string) => sql<string | null>`(
  select left(t.text, ${MAX_READ}) from article_texts t where t.article_id = ${sql.ref(`${alias}.id`)}
  order by length(t.text) desc limit 1)`

/** The publisher that is credited, else that of the feed. */
const publisherOf = (alias: string) => sql<string>`(
  select coalesce(${sql.ref(`${alias}.credited_publisher`)}, p.publisher) from feeds p where p.id = ${sql.ref(`${alias}.feed_id`)})`

/** Articles that clustering has not seen as they are now, oldest first. */
export async function listUnclustered(db: Db, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, title, excerpt, ${originalOf('a')} as original, language, ${publisherOf('a')} as publisher,
      sort_at as at, event_id as "eventId", status = 'removed' as removed, ${stateOf('a')} as state
    from articles a where cluster_state = 'pending' and status <> 'pending'
    order by sort_at, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Articles since `since` that the window has passed and that were decided only once, oldest first. `newest` is about to
 * come in.
 */
export async function listLeaving(
  db: Db,
  since: Date,
  newest: Date | null,
  limit: number,
): Promise<{ id: number; at: Date }[]> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select f.article_id as id, f.at from article_features f
    where not f.looked_again and f.at >= ${since}
      and f.at <= greatest((select max(at) from article_features), ${newest}::timestamptz)
        - ${WINDOW_MS / 1000} * interval '1 second'
      and exists (select from event_members m where m.article_id = f.article_id)
    order by f.at, f.article_id limit ${limit}`.execute(db)
  return rows
}

export interface Placed {
  item: Item
  eventId: number
}

/** Articles between two instants, counted up to `limit`. */
export async function countPlaced(db: Db, { from, to }: { from: number; to: number }, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from article_features where at between ${new Date(from)} and ${new Date(to)} limit ${limit}) f`.execute(db)
  return rows[0]?.n ?? 0
}

/** The whole of each event that has a member between two instants, or one of these articles; the newest `limit` members. */
export async function listPlaced(
  db: Db,
  { from, to, ids, limit }: { from: number; to: number; ids: number[]; limit: number },
): Promise<Placed[]> {
  const { rows } = await sql<{
    id: number
    at: Date
    features: Features
    publisher: string
    settled: boolean
    eventId: number
  }>`
    with near as (
      select m.event_id from (
        select article_id from article_features where at between ${new Date(from)} and ${new Date(to)}
        order by at desc limit ${limit}
      ) f join event_members m using (article_id)
      union select event_id from event_members where article_id = any(${ids}::bigint[])
    )
    select f.article_id as id, f.at, f.features, f.looked_again as settled, ${publisherOf('a')} as publisher, m.event_id as "eventId"
    from near join event_members m using (event_id) join article_features f using (article_id)
    join articles a on a.id = f.article_id`.execute(db)
  return rows.map(({ at, eventId, ...item }) => ({ item: { ...item, at: at.getTime() }, eventId }))
}

/** Manual overrides between any of these articles and any other. */
export async function listManualOverrides(db: Db, articleIds: number[]): Promise<PairOverride[]> {
  if (articleIds.length === 0) return []
  const { rows } = await sql<{ a: number; b: number; same: boolean; by: PairOverride['by'] }>`
    select article_a as a, article_b as b, same, decided_by as by from event_decisions
    where article_a = any(${articleIds}::bigint[]) or article_b = any(${articleIds}::bigint[])`.execute(db)
  return rows.map(({ a, b, same, by }) => ({ pair: [a, b], same, by }))
}
