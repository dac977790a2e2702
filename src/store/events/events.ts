/** Reads and writes of events for clustering: memberships, counts, one event taken up in another. */
import { sql } from 'kysely'
import type { Features } from '../../domain/clustering/features.ts'
import type { EventState, Membership } from '../../domain/clustering/regroup.ts'
import type { Item } from '../../domain/clustering/weighing.ts'
import { rowsParameter, type Trx } from '../database/database.ts'

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

/** The events with their members but one, or with an even sample of those where there are more than `sample`. */
export async function listEventStates(
  trx: Trx,
  eventIds: number[],
  sample: number,
  except: number,
): Promise<EventState[]> {
  if (eventIds.length === 0) return []
  const { rows } = await sql<{ event_id: number; size: number; id: number; at: Date; features: Features }>`
    with members as (
      select m.event_id, f.article_id as id, f.at, f.features,
        row_number() over (partition by m.event_id order by f.at, f.article_id) - 1 as n,
        count(*) over (partition by m.event_id) as size
      from event_members m join article_features f on f.article_id = m.article_id
      where m.event_id = any(${eventIds}::bigint[]) and m.article_id <> ${except}
    )
    select event_id, size, id, at, features from members
    where size <= ${sample} or n in (
      select floor(i * (size - 1) / (${sample}::float8 - 1)) from generate_series(0, ${sample}::int - 1) i)`.execute(
    trx,
  )
  return eventIds.flatMap((id) => {
    const own = rows.filter((row) => row.event_id === id)
    const members = own.map((row): Item => ({ id: row.id, at: row.at.getTime(), features: row.features }))
    return own[0] ? [{ id, size: own[0].size, members }] : []
  })
}

/** An article of each of the newest events: as unlike each other as news is. */
export async function listUnrelated(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.article_id as id from events e join lateral (
      select article_id from event_members where event_id = e.id order by article_id limit 1) m on true
    where e.merged_into is null order by e.id desc limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The event in which the article stands alone, which keeps its id. */
export async function findOwnEvent(trx: Trx, articleId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select m.event_id as id from event_members m where m.article_id = ${articleId} and not exists (
      select 1 from event_members o where o.event_id = m.event_id and o.article_id <> m.article_id)`.execute(trx)
  return rows[0]?.id ?? null
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
export async function saveMembers(trx: Trx, eventId: number, members: Membership[], now: Date): Promise<void> {
  if (members.length === 0) return
  // As one parameter: an event may have hundreds, and is saved again with each that joins.
  const rows = rowsParameter(members)
  await sql`
    insert into event_members (article_id, event_id, decided_by, score, reason, at)
    select m."articleId", ${eventId}, m."decidedBy", m.score, m.reason, ${now}
    from jsonb_to_recordset(${rows}::jsonb) m("articleId" bigint, "decidedBy" text, score double precision, reason jsonb)
    on conflict (article_id) do update set event_id = excluded.event_id, decided_by = excluded.decided_by,
      score = excluded.score, reason = excluded.reason, at = excluded.at
    where (event_members.event_id, event_members.decided_by, event_members.score, event_members.reason)
      is distinct from (excluded.event_id, excluded.decided_by, excluded.score, excluded.reason)`.execute(trx)
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
    update articles a set event_id = x.event_id, source_count = x.source_count
    from (
      select m.article_id, m.event_id, w.source_count
      from (select id, source_count from events where id = any(${eventIds}::bigint[]) offset 0) w
      join event_members m on m.event_id = w.id
    ) x
    where a.id = x.article_id and (a.event_id, a.source_count) is distinct from (x.event_id, x.source_count)`.execute(
    trx,
  )
}

export async function markClustered(trx: Trx, articleIds: number[]): Promise<void> {
  await sql`
    update articles a set cluster_state = 'done',
      event_id = (select event_id from event_members m where m.article_id = a.id),
      source_count = case when exists (select 1 from event_members m where m.article_id = a.id) then a.source_count else 1 end
    where id = any(${articleIds}::bigint[])`.execute(trx)
}
