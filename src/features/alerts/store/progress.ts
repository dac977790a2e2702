/** Position of alerts in the log of changes, and the states of events at the last look. */
import { sql } from 'kysely'
import { type Database, type Db, rowsParameter } from '../../../platform/database/database.ts'
import type { AlertedState } from '../trigger.ts'

export interface ChangedEvents {
  ids: number[]
  /** Position that the log was read to; null where there is nothing to read. */
  until: { epoch: string; position: number } | null
}

/** Rows of the log that one look reads. */
const MAX_CHANGES = 500

/**
 * Events that have changed since the last look. An event that stories have not seen yet is waited for, two minutes at
 * most: stories decide whether a storyline turns.
 */
export async function listChangedEvents({ db }: Database): Promise<ChangedEvents> {
  const { rows } = await sql<{ epoch: string; position: number; event: number | null; waits: boolean }>`
    select l.epoch, c.position, case when c.kind = 'event' then c.id::bigint end as event,
      coalesce(c.kind = 'event' and c.at > now() - interval '2 minutes' and (
        select story_state = 'pending' from shown_events e
        where c.kind = 'event' and e.id = c.id::bigint), false) as waits
    from change_log l cross join lateral (
      select * from changes
      where position > coalesce((select position from alert_progress p where p.epoch = l.epoch), 0)
      order by position limit ${MAX_CHANGES}) c
    order by c.position`.execute(db)
  const waiting = rows.findIndex(({ waits }) => waits)
  const read = waiting < 0 ? rows : rows.slice(0, waiting)
  const last = read.at(-1)
  const ids = [...new Set(read.flatMap(({ event }) => event ?? []))]
  return { ids, until: last ? { epoch: last.epoch, position: last.position } : null }
}

export async function saveProgress({ db }: Database, until: NonNullable<ChangedEvents['until']>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('alert_progress').where('epoch', '<>', until.epoch).execute()
    await trx
      .insertInto('alert_progress')
      .values(until)
      .onConflict((oc) => oc.column('epoch').doUpdateSet({ position: until.position }))
      .execute()
  })
}

export async function findExisting(db: Db, eventIds: number[]): Promise<Map<number, AlertedState>> {
  const { rows } = await sql<AlertedState & { id: number }>`
    select event_id as id, source_count as "sourceCount", names from alert_events
    where event_id = any(${eventIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...existing }) => [id, existing]))
}

export async function saveReported(db: Db, states: (AlertedState & { eventId: number })[]): Promise<void> {
  const rows = states.map(({ eventId, sourceCount, names }) => ({
    event_id: eventId,
    source_count: sourceCount,
    names,
  }))
  await sql`
    insert into alert_events (event_id, source_count, names)
    select * from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as s(event_id bigint, source_count integer, names text[])
    on conflict (event_id) do update set source_count = excluded.source_count, names = excluded.names`.execute(db)
}
