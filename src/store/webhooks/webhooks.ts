/** Webhooks: their rows, the lease under which one process delivers, and how far each has come. */

import { type Selectable, sql, type Updateable } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import type { ActionName, Outcome } from '../../domain/operator.ts'
import { LONGEST_RETRY_MS } from '../../domain/webhooks/retries.ts'
import type { Webhook, WebhookSettings } from '../../domain/webhooks/webhook.ts'
import type { Database, Db } from '../database/database.ts'
import { hasCome } from '../database/has-come.ts'
import type { Schema } from '../database/schema.ts'
import { type ActionRecord, act } from '../operator/log.ts'

type Row = Selectable<Schema['webhooks']>

const END_OF_LOG = sql<string>`(
  select l.epoch || '-' || coalesce((select max(position) from changes), l.forgotten_to) from change_log l)`

/** It is told of what happens from now on. */
export async function insertWebhook(
  database: Database,
  webhook: WebhookSettings & { url: string; secret: string },
  now: Date,
): Promise<number> {
  const { url, secret, kind, quiet, types, tag, minSources, feedId } = webhook
  let id = 0
  await act(database, now, async (trx) => {
    const hours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }
    const filter = { kind, types, tag, min_sources: minSources, feed_id: feedId, ...hours }
    const row = await trx
      .insertInto('webhooks')
      .values({ url, secret, ...filter, created_at: now, next_at: now, cursor: END_OF_LOG })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = row.id
    return { ...recordOf(row.id, url, 'webhook_added'), after: { url: withoutSecrets(url) } }
  })
  return id
}

/** An address may carry a token of the receiver's. */
const withoutSecrets = (url: string): string => new URL(url).origin

const recordOf = (id: number, url: string, action: ActionName): ActionRecord => ({
  ...{ action, target: `webhook:${id}`, subject: withoutSecrets(url), before: {}, after: {}, undo: null },
})

export async function listWebhooks({ db }: Database): Promise<Webhook[]> {
  return (await db.selectFrom('webhooks').selectAll().orderBy('id').execute()).map(toWebhook)
}

/** With what signs its messages. Throws `not_found`. */
export async function getWebhook({ db }: Database, id: number): Promise<{ url: string; secret: string }> {
  const row = await db.selectFrom('webhooks').select(['url', 'secret']).where('id', '=', id).executeTakeFirst()
  if (!row) throw unknown(id)
  return row
}

/** That an operator has tried it, and what it answered. */
export const recordTrial = (database: Database, { id, url }: { id: number; url: string }, answer: string, now: Date) =>
  act(database, now, async () => ({ ...recordOf(id, url, 'webhook_tried'), after: { answer } }))

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  kind: row.kind,
  quiet: row.quiet_from === null ? null : { from: row.quiet_from, until: row.quiet_until ?? 0 },
  types: row.types,
  tag: row.tag,
  minSources: row.min_sources,
  feedId: row.feed_id,
  state: row.state,
  failingSince: row.failing_since,
  lastError: row.last_error,
  delivered: row.delivered,
  deliveredAt: row.delivered_at,
})

/** Throws `not_found`. */
export const removeWebhook = (database: Database, id: number, now: Date): Promise<Outcome> =>
  act(database, now, async (trx) => {
    const row = await trx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    if (!row) throw unknown(id)
    return recordOf(id, row.url, 'webhook_removed')
  })

/** From where it stopped. Throws `not_found`. */
export const resumeWebhook = (database: Database, id: number, now: Date): Promise<Outcome> =>
  switchWebhook(database, id, now, {
    action: 'webhook_resumed',
    set: { state: 'active', tries: 0, failing_since: null, last_error: null, next_at: now, leased_until: null },
  })

/** Throws `not_found`. */
export const pauseWebhook = (database: Database, id: number, now: Date): Promise<Outcome> =>
  switchWebhook(database, id, now, { action: 'webhook_paused', set: { state: 'paused', leased_until: null } })

const switchWebhook = (
  database: Database,
  id: number,
  now: Date,
  { action, set }: { action: ActionName; set: Updateable<Schema['webhooks']> },
): Promise<Outcome> =>
  act(database, now, async (trx) => {
    const row = await trx
      .selectFrom('webhooks')
      .select(['url', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknown(id)
    await trx.updateTable('webhooks').set(set).where('id', '=', id).execute()
    return row.state === set.state ? null : recordOf(id, row.url, action)
  })

const unknown = (id: number) =>
  new AppError('not_found', `There is no webhook ${id}. "karnhuset webhooks list" shows them.`)

export interface DueWebhook extends WebhookSettings {
  id: number
  url: string
  secret: string
  cursor: string | null
  tries: number
  failingSince: Date | null
  /** By which the process that delivers knows its lease. */
  leasedUntil: Date
}

/** Longer than one message may take; each renews it. */
const LEASE_MS = 20_000

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Whose lease it is still, or nobody's: it was paused or resumed meanwhile. */
const isMine = ({ id, leasedUntil }: Pick<DueWebhook, 'id' | 'leasedUntil'>) =>
  sql`id = ${id} and coalesce(leased_until, ${leasedUntil}) = ${leasedUntil}`

/**
 * Takes at most so many that are due, for a while: nobody else delivers to them meanwhile, and somebody does if we die. Who
 * was served longest ago is first.
 */
export async function leaseWebhooks({ db }: Database, now: Date, most: number): Promise<DueWebhook[]> {
  const leasedUntil = leaseFrom(now)
  const { rows } = await sql<Row>`
    update webhooks set leased_until = ${leasedUntil}
    where id in (
      select id from webhooks where state = 'active' and ${hasCome('next_at', now, LONGEST_RETRY_MS)} and ${hasCome('leased_until', now, LEASE_MS)}
        and case kind when 'changes' then cursor is distinct from ${END_OF_LOG} else exists (
          select from webhook_alerts a where a.webhook_id = webhooks.id and a.state = 'waiting' and a.send_at <= ${now}) end
      order by delivered_at nulls first, id limit ${most} for update skip locked)
    returning *`.execute(db)
  return rows.map((row) => ({
    ...toWebhook(row),
    secret: row.secret,
    cursor: row.cursor,
    tries: row.tries,
    leasedUntil,
  }))
}

/** Its turn has come. False where it was paused or removed, or is another's by now. */
export async function renewLease({ db }: Pick<Database, 'db'>, webhook: DueWebhook, now: Date): Promise<boolean> {
  const leasedUntil = leaseFrom(now)
  const { rows } = await sql`
    update webhooks set leased_until = ${leasedUntil}
    where id = ${webhook.id} and leased_until = ${webhook.leasedUntil} returning id`.execute(db)
  webhook.leasedUntil = leasedUntil
  return rows.length > 0
}

/**
 * It has taken everything up to `cursor`, where changes are told; `sent` of it were messages. The lease goes on: false where it
 * was paused or removed, or is another's by now, and nothing more is to be sent.
 */
export async function advanceWebhook(
  db: Db,
  webhook: DueWebhook,
  done: { cursor?: string; sent: number; now: Date },
): Promise<boolean> {
  const { cursor = null, sent, now } = done
  const leasedUntil = leaseFrom(now)
  const { rows } = await sql<{ held: boolean }>`
    update webhooks set cursor = coalesce(${cursor}, cursor), tries = 0, failing_since = null, last_error = null,
      delivered = delivered + ${sent}, delivered_at = case when ${sent} > 0 then ${now}::timestamptz else delivered_at end,
      leased_until = case when leased_until is not null then ${leasedUntil}::timestamptz end
    where ${isMine(webhook)} returning leased_until is not null as held`.execute(db)
  Object.assign(webhook, { leasedUntil, tries: 0, failingSince: null })
  return rows[0]?.held ?? false
}

export async function releaseWebhook({ db }: Database, webhook: DueWebhook): Promise<void> {
  await sql`update webhooks set leased_until = null where ${isMine(webhook)}`.execute(db)
}

/** It was not tried. */
export async function postponeWebhook({ db }: Database, webhook: DueWebhook, until: Date): Promise<void> {
  await sql`update webhooks set leased_until = null, next_at = ${until} where ${isMine(webhook)}`.execute(db)
}

export async function failWebhook(
  { db }: Database,
  webhook: DueWebhook,
  failure: { error: string; tries: number; since: Date; nextAt: Date; paused: boolean },
): Promise<void> {
  const { error, tries, since, nextAt, paused } = failure
  await sql`
    update webhooks set last_error = ${error}, tries = ${tries}, failing_since = ${since}, next_at = ${nextAt},
      leased_until = null, state = case when ${paused} then 'paused' else state end
    where ${isMine(webhook)}`.execute(db)
}
