/** Reads and writes of events for clustering: the inverted index of its window, memberships, and what operators decided. */
import { sql } from 'kysely'
import type { Features } from '../domain/clustering/features.ts'
import { type Item, WINDOW_MS } from '../domain/clustering/likeness.ts'
import type { Hit, QueryTerm } from '../domain/clustering/lookup.ts'
import { dayOf } from '../domain/clustering/rarity.ts'
import type { EventState, Membership, Rulings } from '../domain/clustering/regroup.ts'
import type { Database, Trx } from './database.ts'

/** One process at a time decides about events. */
export const lockEvents = (trx: Trx) => sql`select pg_advisory_xact_lock(7263, 1)`.execute(trx)

export interface Waiting {
  id: number
  title: string
  text: string
  language: string | null
  at: Date
  eventId: number | null
  removed: boolean
}

/** Articles that clustering has not seen as they are now, oldest first. */
export async function listUnclustered(trx: Trx, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, title, excerpt as text, language, sort_at as at, event_id as "eventId", status = 'removed' as removed
    from articles where cluster_state = 'pending' and status <> 'pending'
    order by sort_at, id limit ${limit}`.execute(trx)
  return rows
}

export async function saveFeatures(
  trx: Trx,
  articles: { id: number; at: Date; features: Features; terms: string[] }[],
): Promise<void> {
  if (articles.length === 0) return
  const ids = articles.map(({ id }) => id)
  await trx.deleteFrom('article_postings').where('article_id', 'in', ids).execute()
  await trx
    .insertInto('article_features')
    .values(articles.map(({ id, at, features }) => ({ article_id: id, at, features: JSON.stringify(features) })))
    .onConflict((oc) =>
      oc.column('article_id').doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        features: eb.ref('excluded.features'),
        looked_again: false,
      })),
    )
    .execute()
  const postings = articles.flatMap(({ id, at, terms }) => terms.map((term) => ({ term, at, id })))
  await sql`
    insert into article_postings (term, at, article_id)
    select * from unnest(${postings.map((p) => p.term)}::text[], ${postings.map((p) => p.at)}::timestamptz[],
      ${postings.map((p) => p.id)}::bigint[]) on conflict do nothing`.execute(trx)
  const days = [...postings, ...articles.map(({ at }) => ({ term: '', at }))]
  await sql`
    insert into term_days (term, day)
    select distinct * from unnest(${days.map((d) => d.term)}::text[], ${days.map((d) => dayOf(d.at.getTime()))}::integer[])
    on conflict do nothing`.execute(trx)
}

/** Days on which each of the terms was seen; under '' every day. */
export async function listTermDays(trx: Trx, terms: string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ term: string; days: number[] }>`
    select term, array_agg(day) as days from term_days where term = any(${terms}::text[]) group by term`.execute(trx)
  return new Map(rows.map((row) => [row.term, row.days]))
}

/**
 * Articles in events, within the window around `at`, that share the most telling terms with the one that arrives. Sizes
 * are counted here, since those of the events' rows are written only when the batch is done.
 */
export async function findHits(trx: Trx, terms: QueryTerm[], at: Date, except: number, limit: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select p.article_id as "articleId", m.event_id as "eventId", sum(q.weight * q.weight) as overlap,
      (select count(*)::integer from event_members o where o.event_id = m.event_id) as "eventSize"
    from unnest(${terms.map((t) => t.term)}::text[], ${terms.map((t) => t.weight)}::float8[]) q(term, weight)
    join article_postings p on p.term = q.term
      and p.at between ${new Date(at.getTime() - WINDOW_MS)} and ${new Date(at.getTime() + WINDOW_MS)}
    join event_members m on m.article_id = p.article_id
    where p.article_id <> ${except}
    group by p.article_id, m.event_id order by overlap desc, p.article_id limit ${limit}`.execute(trx)
  return rows
}

/** The events with their members, or with an even sample of those where there are more than `sample`. */
export async function listEventStates(trx: Trx, eventIds: number[], sample: number): Promise<EventState[]> {
  if (eventIds.length === 0) return []
  const { rows } = await sql<{ event_id: number; size: number; id: number; at: Date; features: Features }>`
    with members as (
      select m.event_id, f.article_id as id, f.at, f.features,
        row_number() over (partition by m.event_id order by f.at, f.article_id) - 1 as n,
        count(*) over (partition by m.event_id) as size
      from event_members m join article_features f on f.article_id = m.article_id
      where m.event_id = any(${eventIds}::bigint[])
    )
    select event_id, size, id, at, features from members
    where size <= ${sample} or n in (
      select floor(i * (size - 1) / (${sample}::float8 - 1)) from generate_series(0, ${sample}::int - 1) i)`.execute(
    trx,
  )
  return eventIds.flatMap((id) => {
    const own = rows.filter((row) => row.event_id === id)
    const members = own.map((row): Item => ({ id: row.id, at: row.at.getTime(), features: row.features, vector: null }))
    return own[0] ? [{ id, size: own[0].size, members }] : []
  })
}

/** Articles that the window has passed and that were decided only once, oldest first, with the event they stand in. */
export async function listLeaving(trx: Trx, limit: number): Promise<{ item: Item; eventId: number }[]> {
  const { rows } = await sql<{ id: number; at: Date; features: Features; event_id: number }>`
    select f.article_id as id, f.at, f.features, m.event_id
    from article_features f join event_members m on m.article_id = f.article_id
    where not f.looked_again
      and f.at <= (select max(at) from article_features) - ${WINDOW_MS / 1000} * interval '1 second'
    order by f.at, f.article_id limit ${limit}`.execute(trx)
  return rows.map(({ id, at, features, event_id }) => ({
    item: { id, at: at.getTime(), features, vector: null },
    eventId: event_id,
  }))
}

export async function markLookedAgain(trx: Trx, articleIds: number[]): Promise<void> {
  if (articleIds.length === 0) return
  await trx.updateTable('article_features').set({ looked_again: true }).where('article_id', 'in', articleIds).execute()
}

/** Events that hold an article which an operator has said to be the same happening as this one. */
export async function listRuledEvents(trx: Trx, articleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.event_id as id from event_decisions d
    join event_members m on m.article_id = case when d.article_a = ${articleId} then d.article_b else d.article_a end
    where ${articleId} in (d.article_a, d.article_b) and d.same order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** What operators decided about pairs of these articles. */
export async function listRulings(trx: Trx, articleIds: number[]): Promise<Rulings> {
  const rows = await trx
    .selectFrom('event_decisions')
    .select(['article_a', 'article_b', 'same'])
    .where('article_a', 'in', articleIds)
    .where('article_b', 'in', articleIds)
    .execute()
  const pairs = (same: boolean) =>
    rows.filter((row) => row.same === same).map((row): [number, number] => [row.article_a, row.article_b])
  return { same: pairs(true), apart: pairs(false) }
}

export async function insertEvent(trx: Trx, at: Date, now: Date): Promise<number> {
  const row = await trx
    .insertInto('events')
    .values({ created_at: now, first_at: at, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Puts articles into an event, out of whichever they were in, with the reason. */
export async function saveMembers(
  trx: Trx,
  eventId: number,
  members: Membership[],
  decidedBy: 'likeness' | 'operator',
  now: Date,
): Promise<void> {
  if (members.length === 0) return
  await trx
    .insertInto('event_members')
    .values(
      members.map((member) => ({
        article_id: member.articleId,
        event_id: eventId,
        decided_by: member.score === null && decidedBy === 'likeness' ? ('first' as const) : decidedBy,
        score: member.score,
        reason: JSON.stringify({ nearest: member.nearest, shared: member.shared }),
        at: now,
      })),
    )
    .onConflict((oc) =>
      oc.column('article_id').doUpdateSet((eb) => ({
        event_id: eb.ref('excluded.event_id'),
        decided_by: eb.ref('excluded.decided_by'),
        score: eb.ref('excluded.score'),
        reason: eb.ref('excluded.reason'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute()
}

/** Everything of the absorbed events goes to `into`; their ids lead there. */
export async function absorbEvents(trx: Trx, into: number, absorbed: number[]): Promise<void> {
  if (absorbed.length === 0) return
  await trx.updateTable('event_members').set({ event_id: into }).where('event_id', 'in', absorbed).execute()
  await sql`
    update story_events set event_id = ${into}
    where event_id = (select min(event_id) from story_events where event_id = any(${absorbed}::bigint[]))
      and not exists (select 1 from story_events where event_id = ${into})`.execute(trx)
  await trx.updateTable('events').set({ merged_into: into }).where('merged_into', 'in', absorbed).execute()
  await trx.updateTable('events').set({ merged_into: into }).where('id', 'in', absorbed).execute()
}

export async function removeMembers(trx: Trx, articleIds: number[]): Promise<void> {
  if (articleIds.length === 0) return
  await trx.deleteFrom('event_members').where('article_id', 'in', articleIds).execute()
}

/**
 * Counts and times of these events from their members, and what their articles say of them. Publishers count once: the
 * source's registrable domain, or the one that a syndicated article credits.
 */
export async function refreshEvents(trx: Trx, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    update events e set
      articles_count = coalesce(c.n, 0), source_count = greatest(1, coalesce(c.sources, 0)),
      first_at = coalesce(c.first_at, e.first_at), last_at = coalesce(c.last_at, e.last_at), story_state = 'pending'
    from unnest(${eventIds}::bigint[]) w(id)
    left join lateral (
      select count(*)::integer as n, min(a.sort_at) as first_at, max(a.sort_at) as last_at,
        count(distinct coalesce(a.credited_publisher, f.publisher))::integer as sources
      from event_members m join articles a on a.id = m.article_id join feeds f on f.id = a.feed_id where m.event_id = w.id
    ) c on true
    where e.id = w.id`.execute(trx)
  await sql`
    update articles a set event_id = m.event_id, source_count = e.source_count
    from event_members m join events e on e.id = m.event_id
    where m.article_id = a.id and m.event_id = any(${eventIds}::bigint[])
      and (a.event_id, a.source_count) is distinct from (m.event_id, e.source_count)`.execute(trx)
}

export async function markClustered(trx: Trx, articleIds: number[]): Promise<void> {
  await sql`
    update articles a set cluster_state = 'done',
      event_id = (select event_id from event_members m where m.article_id = a.id),
      source_count = case when exists (select 1 from event_members m where m.article_id = a.id) then a.source_count else 1 end
    where id = any(${articleIds}::bigint[])`.execute(trx)
}

/** The index keeps what a window may still reach; words' days are kept for a quarter of a year. */
export async function forgetOldPostings(database: Database, now: Date): Promise<void> {
  await sql`delete from article_postings where at < ${new Date(now.getTime() - 4 * WINDOW_MS)}`.execute(database.db)
  await sql`delete from term_days where day < ${dayOf(now.getTime()) - 90}`.execute(database.db)
}
