/** Webhooks as streams of the outbox: which have something that waits, and how far each has come. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { leaseFrom, leaseRows, type OutboxRow } from './rows.ts'

/** A webhook whose stream is leased. */
export type DueWebhook = Selectable<Schema['webhooks']> & { row: OutboxRow }

/** Active ones, of `webhooks w`, for which something waits. */
export const leaseWebhooks = (database: Database, isDue: RawBuilder<unknown>, now: Date, limit: number) =>
  leaseRows(
    database,
    'webhook',
    now,
    limit,
    sql`exists (select from webhooks w where w.id = o.webhook_id and w.state = 'active' and ${isDue})`,
  )

export async function listDueWebhooks({ db }: Database, leased: OutboxRow[]): Promise<DueWebhook[]> {
  const ids = leased.map(({ receiver }) => receiver)
  const found = await db.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute()
  return leased.flatMap((row) => {
    const webhook = found.find(({ id }) => id === row.receiver)
    return webhook ? { ...webhook, row } : []
  })
}

/**
 * It has taken everything up to `cursor`, where changes are sent; `sent` of it were messages. The lease goes on: false
 * where it was paused or removed, or is another's by now, and nothing more is to be sent.
 */
export async function advanceWebhook(
  db: Db,
  { row, id }: DueWebhook,
  done: { cursor?: string; sent: number; now: Date },
): Promise<boolean> {
  const { cursor = null, sent, now } = done
  const leasedUntil = leaseFrom('webhook', now)
  const { rows } = await sql<{ held: boolean }>`
    with stream as (
      update outbox set tries = 0, failing_since = null, error = null,
        leased_until = case when leased_until is not null then ${leasedUntil}::timestamptz end
      where id = ${row.id} and coalesce(leased_until, ${row.leasedUntil}) = ${row.leasedUntil}
      returning leased_until is not null as held)
    update webhooks w set cursor = coalesce(${cursor}, cursor), delivered = delivered + ${sent},
      delivered_at = case when ${sent} > 0 then ${now}::timestamptz else delivered_at end
    from stream where w.id = ${id} returning stream.held`.execute(db)
  Object.assign(row, { leasedUntil, tries: 0, failingSince: null })
  return rows[0]?.held ?? false
}

/** It was given up. */
export async function suspendWebhook({ db }: Database, id: number): Promise<void> {
  await db.updateTable('webhooks').set({ state: 'paused' }).where('id', '=', id).execute()
}
