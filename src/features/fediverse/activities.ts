/** Activities for the fediverse, in order, and the position of each inbox in its stream. */
import { sql } from 'kysely'
import { type Database, type Trx, transaction } from '../../platform/database/database.ts'
import { leaseFrom, leaseRows, type OutboxRow } from '../../platform/outbox/rows.ts'

export interface NewActivity {
  /** Identifier of the actor that signs. */
  actor: string
  /** Identifiers of the actors whose followers get it. */
  audience: string[]
  /** The only inbox that gets it, in place of those. */
  inboxId?: number
  content: object
}

/** One transaction at a time, so that ids are in the order of commits and no stream passes one that is not there yet. */
export const lockActivities = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('fediverse', 0))`.execute(trx)

/** Behind `lockActivities`. */
export async function insertActivity(trx: Trx, activity: NewActivity, now: Date): Promise<void> {
  const { actor, audience, inboxId = null, content } = activity
  await sql`
    with a as (
      insert into fediverse_activities (actor, audience, inbox_id, content, at)
      values (${actor}, ${audience}, ${inboxId}, ${JSON.stringify(content)}, ${now}) returning id
    )
    update fediverse_inboxes i set due = a.id from a
    where case when ${inboxId}::bigint is null
      then i.id in (select inbox_id from fediverse_followers where actor = any(${audience}::text[]))
      else i.id = ${inboxId} end`.execute(trx)
}

export interface DueInbox {
  row: OutboxRow
  id: number
  url: string
  host: string
  taken: number
}

/** Inboxes for which something waits. */
export function leaseInboxes(database: Database, now: Date, limit: number): Promise<OutboxRow[]> {
  const isDue = sql`exists (select from fediverse_inboxes i where i.id = o.fediverse_inbox_id and i.due > i.taken)`
  return leaseRows(database, 'fediverse', now, limit, isDue)
}

export async function listDueInboxes({ db }: Database, leased: OutboxRow[]): Promise<DueInbox[]> {
  const ids = leased.map(({ receiver }) => receiver)
  const columns = ['id', 'url', 'host', 'taken'] as const
  const found = new Map(
    (await db.selectFrom('fediverse_inboxes').select(columns).where('id', 'in', ids).execute()).map((one) => [
      one.id,
      one,
    ]),
  )
  return leased.flatMap((row) => {
    const inbox = found.get(row.receiver)
    return inbox ? { row, ...inbox } : []
  })
}

export interface Activity {
  id: number
  actor: string
  content: object
}

/** The next for an inbox, oldest first; null where it has taken all that concerns it, up to `due`. */
export async function nextActivity(
  { db }: Database,
  { id, taken }: DueInbox,
): Promise<{ activity: Activity | null; due: number }> {
  const { rows } = await sql<Activity & { due: number }>`
    select i.due, a.id, a.actor, a.content from fediverse_inboxes i left join lateral (
      select id, actor, content from fediverse_activities a
      where a.id > ${taken} and a.id <= i.due
        and (a.inbox_id = i.id or a.inbox_id is null and exists (
          select from fediverse_followers f where f.inbox_id = i.id and f.actor = any(a.audience) and f.since < a.id))
      order by a.id limit 1
    ) a on true
    where i.id = ${id}`.execute(db)
  const [{ due, ...activity } = { due: taken, id: null }] = rows
  return { activity: activity.id === null ? null : (activity as Activity), due }
}

/**
 * It has taken everything up to an activity. The lease goes on: false where it is another's by now, or the inbox was removed,
 * and nothing more is to be sent.
 */
export async function advanceInbox({ db }: Database, inbox: DueInbox, taken: number, now: Date): Promise<boolean> {
  const { row, id } = inbox
  const leasedUntil = leaseFrom('fediverse', now)
  const { rows } = await sql`
    with stream as (
      update outbox set tries = 0, failing_since = null, error = null, leased_until = ${leasedUntil}
      where id = ${row.id} and leased_until = ${row.leasedUntil} returning id)
    update fediverse_inboxes i set taken = ${taken} from stream where i.id = ${id} returning i.id`.execute(db)
  Object.assign(row, { leasedUntil, tries: 0, failingSince: null })
  inbox.taken = taken
  return rows.length > 0
}

/** With its followers: its server takes nothing any more. */
export async function removeInbox({ db }: Database, id: number): Promise<void> {
  await db.deleteFrom('fediverse_inboxes').where('id', '=', id).execute()
}

/** Of servers that the operator blocks, by a test of the host. */
export async function removeInboxes(database: Database, isBlocked: (host: string) => boolean): Promise<void> {
  await transaction(database, async (trx) => {
    const inboxes = await trx.selectFrom('fediverse_inboxes').select(['id', 'url']).execute()
    const blocked = inboxes.filter(({ url }) => isBlocked(new URL(url).hostname)).map(({ id }) => id)
    if (blocked.length > 0) await trx.deleteFrom('fediverse_inboxes').where('id', 'in', blocked).execute()
  })
}
