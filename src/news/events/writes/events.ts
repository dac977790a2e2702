/** Writes of events, by clustering and operators: memberships, counts, one event taken up in another. */
import { sql } from 'kysely'
import { rowsParameter, type Trx } from '../../../platform/database/database.ts'
import type { Membership } from '../clustering/regroup.ts'
import { stateOf } from './cluster-reads.ts'

/** `splitFrom`: the event that it is taken out of. */
export async function insertEvent(trx: Trx, at: Date, now: Date, splitFrom: number | null = null): Promise<number> {
  const row = await trx
    .insertInto('events')
    .values({ created_at: now, first_at: at, last_at: at, split_from: splitFrom })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Puts articles into events, out of whichever they were in, with the reason. */
export async function saveMembers(trx: Trx, members: (Membership & { eventId: number })[], now: Date): Promise<void> {
  if (members.length === 0) return
  await sql`
    insert into event_members (article_id, event_id, decided_by, score, reason, at)
    select m."articleId", m."eventId", m."decidedBy", m.score, m.reason, ${now}
    from jsonb_to_recordset(${rowsParameter(members)}::jsonb)
      m("articleId" bigint, "eventId" bigint, "decidedBy" text, score double precision, reason jsonb)
    on conflict (article_id) do update set event_id = excluded.event_id, decided_by = excluded.decided_by,
      score = excluded.score, reason = excluded.reason, at = excluded.at
    where (event_members.event_id, event_members.decided_by, event_members.score, event_members.reason)
      is distinct from (excluded.event_id, excluded.decided_by, excluded.score, excluded.reason)`.execute(trx)
}

/** Everything of the absorbed events goes to others, none of which is itself absorbed; their ids lead there. */
export async function absorbEvents(trx: Trx, absorbed: { from: number; into: number }[]): Promise<void> {
  if (absorbed.length === 0) return
  const pairs = sql`
    unnest(${absorbed.map(({ from }) => from)}::bigint[], ${absorbed.map(({ into }) => into)}::bigint[]) x(gone, heir)`
  await sql`update event_members m set event_id = x.heir from ${pairs} where m.event_id = x.gone`.execute(trx)
  await sql`
    update story_events s set event_id = l.heir
    from (select heir, min(s.event_id) as event_id from ${pairs} join story_events s on s.event_id = x.gone group by heir) l
    where s.event_id = l.event_id and not exists (select from story_events o where o.event_id = l.heir)`.execute(trx)
  await sql`
    update events e set merged_into = x.heir from ${pairs} where e.id = x.gone or e.merged_into = x.gone`.execute(trx)
}

/** Brings these events up to date with their members, and their articles with them. */
export async function refreshEvents(trx: Trx, eventIds: number[]): Promise<void> {
  await countEvents(trx, eventIds)
  await showEvents(trx, eventIds, [])
}

/**
 * Counts and times of these events from their members. Publishers count once: the source's registrable domain, or the one
 * that a syndicated article credits.
 */
export async function countEvents(trx: Trx, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    update events e set
      articles_count = coalesce(c.n, 0), source_count = greatest(1, coalesce(c.sources, 0)),
      first_at = coalesce(c.first_at, e.first_at), last_at = coalesce(c.last_at, e.last_at), story_state = 'pending', text_state = 'pending',
      text_after = null
    from unnest(${eventIds}::bigint[]) w(id)
    left join lateral (
      select count(*)::integer as n, min(a.sort_at) as first_at, max(a.sort_at) as last_at,
        count(distinct coalesce(a.credited_publisher, f.publisher))::integer as sources
      from event_members m join articles a on a.id = m.article_id join feeds f on f.id = a.feed_id where m.event_id = w.id
    ) c on true
    where e.id = w.id`.execute(trx)
}

/** Tells the articles of these events what the events say of them; those in `seen` have been decided, unless they changed. */
export async function showEvents(trx: Trx, eventIds: number[], seen: { id: number; state: string }[]): Promise<void> {
  await sql`
    update articles a set event_id = x.event_id, source_count = coalesce(x.source_count, 1),
      cluster_state = case when x.state = ${stateOf('a')} then 'done' else a.cluster_state end
    from (
      select coalesce(m.article_id, s.id) as id, m.event_id, m.source_count, s.state
      from (
        select m.article_id, m.event_id, e.source_count
        from (select id, source_count from events where id = any(${eventIds}::bigint[]) offset 0) e
        join event_members m on m.event_id = e.id
      ) m
      full join unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ state }) => state)}::text[]) s(id, state)
        on s.id = m.article_id
    ) x
    where a.id = x.id
      and (x.state is not null or (a.event_id, a.source_count) is distinct from (x.event_id, x.source_count))`.execute(
    trx,
  )
}
