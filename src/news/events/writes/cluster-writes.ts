/** Writes of a batch of clustering: each kind in one statement for all of its articles. */
import { sql } from 'kysely'
import { rowsParameter, type Trx } from '../../../platform/database/database.ts'
import { decideByEvents } from '../../articles/writes/event-relevance.ts'
import type { Features } from '../clustering/pair-features.ts'
import type { Membership } from '../clustering/regroup.ts'
import { absorbEvents, countEvents, saveMembers, showEvents } from './events.ts'

export interface Batch {
  /** Articles as they were read, whatever became of them. */
  seen: { id: number; state: string }[]
  removed: number[]
  features: { id: number; at: Date; features: Features }[]
  decidedAgain: number[]
  /** Events that were made, by their provisional numbers, and when they begin. */
  made: { id: number; at: Date }[]
  absorbed: { from: number; into: number }[]
  members: (Membership & { eventId: number })[]
  /** Events whose counts may be otherwise. */
  touched: number[]
}

/** Stores what a batch decided; returns the numbers of the events that were made. */
export async function saveBatch(trx: Trx, batch: Batch, now: Date): Promise<Map<number, number>> {
  await saveFeatures(trx, batch)
  const numbers = await insertEvents(trx, batch.made, now)
  const numberOf = (id: number) => numbers.get(id) ?? id
  const touched = batch.touched.map(numberOf)
  const members = batch.members.map((member) => ({ ...member, eventId: numberOf(member.eventId) }))
  const origins = await originsOf(trx, [...numbers.values()], members)
  if (batch.removed.length > 0) await trx.deleteFrom('event_members').where('article_id', 'in', batch.removed).execute()
  await absorbEvents(
    trx,
    batch.absorbed.map(({ from, into }) => ({ from, into: numberOf(into) })),
  )
  await saveMembers(trx, members, now)
  await noteSplits(trx, origins)
  await countEvents(trx, touched)
  await showEvents(trx, touched, batch.seen)
  await decideByEvents(trx, touched)
  return numbers
}

interface Origin {
  eventId: number
  was: number
}

/** For each event that was made of articles from another: the former event of its oldest article. */
async function originsOf(
  trx: Trx,
  made: number[],
  members: { articleId: number; eventId: number }[],
): Promise<Origin[]> {
  const moved = members.filter(({ eventId }) => made.includes(eventId))
  if (moved.length === 0) return []
  const { rows } = await sql<Origin>`
    select distinct on (x.event_id) x.event_id as "eventId", m.event_id as was
    from unnest(${moved.map(({ articleId }) => articleId)}::bigint[], ${moved.map(({ eventId }) => eventId)}::bigint[])
      x(article_id, event_id)
    join event_members m using (article_id) join articles a on a.id = x.article_id
    order by x.event_id, a.sort_at, a.id`.execute(trx)
  return rows
}

/** An event is split from another that goes on without it. */
async function noteSplits(trx: Trx, origins: Origin[]): Promise<void> {
  if (origins.length === 0) return
  await sql`
    update events e set split_from = x.was
    from unnest(${origins.map(({ eventId }) => eventId)}::bigint[], ${origins.map(({ was }) => was)}::bigint[]) x(id, was)
    where e.id = x.id and exists (select from event_members m where m.event_id = x.was)`.execute(trx)
}

async function saveFeatures(trx: Trx, { features, decidedAgain }: Batch): Promise<void> {
  if (features.length > 0)
    await sql`
      insert into article_features (article_id, at, features)
      select id, at, features from json_to_recordset(${rowsParameter(features)}::json) x(id bigint, at timestamptz, features jsonb)
      on conflict (article_id) do update
      set at = excluded.at, features = excluded.features, looked_again = false`.execute(trx)
  if (decidedAgain.length > 0)
    await trx
      .updateTable('article_features')
      .set({ looked_again: true })
      .where('article_id', 'in', decidedAgain)
      .execute()
}

/** Numbers follow the order of making. */
async function insertEvents(trx: Trx, made: Batch['made'], now: Date): Promise<Map<number, number>> {
  if (made.length === 0) return new Map()
  const ordered = made.toSorted((a, b) => a.id - b.id)
  const { rows } = await sql<{ id: number }>`
    insert into events (created_at, first_at, last_at)
    select ${now}, at, at from unnest(${ordered.map(({ at }) => at)}::timestamptz[]) with ordinality x(at, n)
    order by n returning id`.execute(trx)
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  return new Map(ordered.map(({ id }, i) => [id, ids[i] as number]))
}
