/** Saved and read events of a person, and the time until which they had seen the news before this visit. */
import { sql } from 'kysely'
import { type Database, rowsParameter } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type EventMarks, type Mark, type Marked, type ReadMarkers, readingRules } from '../rules/read-markers.ts'
import { quotaLeft, quotas, requireQuota, withAccount } from './quotas.ts'

/** Events that were merged into another are taken for it; what is not there is left out. */
const existing = (eventIds: number[]) => sql`
  select distinct coalesce(h.id, e.id) as id from events e left join events h on h.id = e.merged_into
  where e.id = any(${eventIds}::bigint[]) and coalesce(h.merged_into, case when h.id is null then e.merged_into end) is null`

/** Throws `not_found` where none of the events is there, `unprocessable` for too many. */
export function saveEvents(database: Database, userId: number, eventIds: number[], now: Date): Promise<void> {
  return withAccount(database, userId, async (trx) => {
    const same = sql`event_id = any(${eventIds}::bigint[])`
    await requireQuota(trx, userId, quotas.saved, { same, adding: new Set(eventIds).size })
    const { numAffectedRows } = await sql`
      insert into saved_events (user_id, event_id, created_at) select ${userId}::bigint, id, ${now} from (${existing(eventIds)}) k
      on conflict (user_id, event_id) do update set created_at = saved_events.created_at`.execute(trx)
    if (!numAffectedRows && eventIds.length > 0) throw new AppError('not_found', 'There is no such event.')
  })
}

/**
 * Saves events at the times at which they were saved elsewhere: as many of the newest as the account has room for. Returns
 * how many were saved, and how many were not before.
 */
export const importSavedEvents = (
  database: Database,
  userId: number,
  events: { id: number; at: Date }[],
): Promise<{ added: number; fresh: number }> =>
  withAccount(database, userId, async (trx) => {
    const { rows } = await sql<{ added: number; fresh: number }>`
    with fresh as (
      select e.id, max(w.at) as at from jsonb_to_recordset(${rowsParameter(events)}::jsonb) w(id bigint, at timestamptz)
      join events e on e.id = w.id and e.merged_into is null
      where not exists (select from saved_events s where s.user_id = ${userId} and s.event_id = e.id) group by e.id
    ), added as (
      insert into saved_events (user_id, event_id, created_at) select ${userId}::bigint, id, at from fresh
      order by at desc, id desc
      limit ${await quotaLeft(trx, userId, quotas.saved)}
      on conflict do nothing returning 1)
    select (select count(*)::int from added) as added, (select count(*)::int from fresh) as fresh`.execute(trx)
    return rows[0] ?? { added: 0, fresh: 0 }
  })

export async function unsaveEvents({ db }: Database, userId: number, eventIds: number[]): Promise<void> {
  await sql`
    delete from saved_events where user_id = ${userId}
      and (event_id = any(${eventIds}::bigint[]) or event_id in (${existing(eventIds)}))`.execute(db)
}

/** Saved last, first. */
export async function savedEvents(
  { db }: Pick<Database, 'db'>,
  userId: number,
): Promise<{ eventId: number; at: Date }[]> {
  const { rows } = await sql<{ eventId: number; at: Date }>`
    select event_id as "eventId", created_at as at from saved_events where user_id = ${userId}
    order by created_at desc, event_id desc`.execute(db)
  return rows
}

/** Saved last, first: the given rows, and others for the rest. */
export async function savedRows<Row extends { eventId: number }>(
  database: Pick<Database, 'db'>,
  userId: number,
  rows: readonly Row[],
  other: (saved: { eventId: number; at: Date }) => Row,
): Promise<Row[]> {
  const given = new Map(rows.map((row) => [row.eventId, row]))
  return (await savedEvents(database, userId)).map((saved) => given.get(saved.eventId) ?? other(saved))
}

/** Throws `not_found` where none of the events is there. */
export async function markRead(
  { db }: Database,
  userId: number,
  eventIds: number[],
  read: boolean,
  now: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into read_events (user_id, event_id, read, at) select ${userId}::bigint, id, ${read}, ${now} from (${existing(eventIds)}) k
    on conflict (user_id, event_id) do update set read = excluded.read, at = excluded.at`.execute(db)
  if (!numAffectedRows && eventIds.length > 0) throw new AppError('not_found', 'There is no such event.')
}

/** Throws `not_found` where none of the events is there, but for taking a saved one away. */
export function mark(database: Database, userId: number, { eventIds, as, on }: Mark, now: Date): Promise<void> {
  if (as === 'read') return markRead(database, userId, eventIds, on, now)
  return on ? saveEvents(database, userId, eventIds, now) : unsaveEvents(database, userId, eventIds)
}

/** Everything that was first reported until then is read; it never goes back. */
export async function markReadUntil({ db }: Database, userId: number, until: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      update users set read_until = ${until} where id = ${userId} and coalesce(read_until < ${until}, true)`.execute(
      trx,
    )
    await sql`
      delete from read_events r using events e
      where r.user_id = ${userId} and e.id = r.event_id and e.first_at <= ${until}`.execute(trx)
  })
}

/** Subset of the events that the person has read: those older than the retention of read markers are. */
export async function readAmong(
  { db }: Pick<Database, 'db'>,
  userId: number,
  eventIds: number[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e join users u on u.id = ${userId}
    left join read_events r on r.user_id = u.id and r.event_id = e.id
    where e.id = any(${eventIds}::bigint[]) and coalesce(r.read, e.first_at <= greatest(u.read_until, ${retainedSince(now)}))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those of the events that are read, and all that is saved, saved last first. */
export const markedAmong = async (
  database: Pick<Database, 'db'>,
  userId: number,
  eventIds: number[],
  now: Date,
): Promise<Marked> => ({
  read: await readAmong(database, userId, eventIds, now),
  saved: new Set((await savedEvents(database, userId)).map(({ eventId }) => eventId)),
})

/** Marks of the person on these events. */
export const marksAmong = async (
  database: Pick<Database, 'db'>,
  userId: number,
  eventIds: number[],
  now: Date,
): Promise<EventMarks> => ({
  ...(await markedAmong(database, userId, eventIds, now)),
  seenUntil: (await findReadMarkers(database, userId)).seenUntil,
})

/**
 * Marked events, and those first reported before all was read: read last, first. Events older than the retention of
 * read markers are no part of it.
 */
export async function listRead({ db }: Pick<Database, 'db'>, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select event_id as id, at from read_events where user_id = ${userId} and read order by at desc limit ${readingRules.maxShownRead})
    union all (
      select e.id, e.first_at from shown_events e
      where e.first_at <= (select read_until from users where id = ${userId})
        and not exists (select from read_events r where r.user_id = ${userId} and r.event_id = e.id)
      order by e.first_at desc limit ${readingRules.maxShownRead})
    order by at desc limit ${readingRules.maxShownRead}`.execute(db)
  return rows.map(({ id }) => id)
}

const retainedSince = (now: Date) => new Date(now.getTime() - readingRules.retentionDays * 86_400_000)

/**
 * Notes that the person is here, and answers until when they had seen the news when they came. A visit ends after half an
 * hour without a request.
 */
export async function noteVisit({ db }: Database, userId: number, now: Date): Promise<ReadMarkers> {
  const gap = new Date(now.getTime() - readingRules.visitMinutes * 60_000)
  const noted = new Date(now.getTime() - readingRules.noteMinutes * 60_000)
  await sql`
    update users set seen_until = case when visited_at < ${gap} then visited_at else seen_until end, visited_at = ${now}
    where id = ${userId} and coalesce(visited_at <= ${noted}, true)`.execute(db)
  return findReadMarkers({ db }, userId)
}

export async function findReadMarkers({ db }: Pick<Database, 'db'>, userId: number): Promise<ReadMarkers> {
  const user = await db
    .selectFrom('users')
    .select(['seen_until as seenUntil', 'read_until as readUntil'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ?? { seenUntil: null, readUntil: null }
}

/** Marks older than that say nothing: what is so old counts as read. */
export async function purgeOldReading({ db }: Database, now: Date): Promise<void> {
  await sql`
    delete from read_events r using events e where e.id = r.event_id
      and r.at < ${retainedSince(now)} and e.first_at < ${retainedSince(now)}`.execute(db)
}
