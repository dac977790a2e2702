/** Rows of the operator's webhooks, and the position of every webhook in its stream. */
import { type Selectable, sql } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import type { ActionName, Outcome } from '../../domain/operator.ts'
import type { Webhook, WebhookSettings } from '../../domain/webhooks/webhook.ts'
import type { ActorDatabase, Database, Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { type ActionRecord, auditedAction } from '../operator/log.ts'
import { leaseFrom, leaseRows, type OutboxRow, openStream } from '../outbox/rows.ts'

type Row = Selectable<Schema['webhooks']>

/** Cursor of the log of changes as it ends now. */
export const END_OF_LOG = sql<string>`(
  select l.epoch || '-' || coalesce((select max(position) from changes), l.forgotten_to) from change_log l)`

/** It receives what happens from now on. */
export async function insertWebhook(
  database: ActorDatabase,
  webhook: WebhookSettings & { url: string; secret: string },
  now: Date,
): Promise<number> {
  const { url, secret, kind, quiet, types, tag, minSources, feedId } = webhook
  let id = 0
  await auditedAction(database, now, async (trx) => {
    const hours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }
    const filter = { kind, types, tag, min_sources: minSources, feed_id: feedId, ...hours }
    const row = await trx
      .insertInto('webhooks')
      .values({ url, secret, ...filter, created_at: now, cursor: END_OF_LOG })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = row.id
    await openStream(trx, { webhook_id: id }, now)
    return { ...recordOf(row.id, url, 'webhook_added'), after: { url: withoutSecrets(url) } }
  })
  return id
}

/** An address may carry a token of the receiver's. */
const withoutSecrets = (url: string): string => new URL(url).origin

const recordOf = (id: number, url: string, action: ActionName): ActionRecord => ({
  action,
  target: `webhook:${id}`,
  subject: withoutSecrets(url),
  before: {},
  after: {},
  undo: null,
})

export async function listWebhooks({ db }: Database): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('outbox', (join) => join.onRef('webhook_id', '=', 'webhooks.id').on('channel', '=', 'webhook'))
    .selectAll('webhooks')
    .select(['failing_since as failingSince', 'error as lastError'])
    .where('user_id', 'is', null)
    .orderBy('webhooks.id')
    .execute()
  return rows.map((row) => ({
    ...settingsOf(row),
    id: row.id,
    url: row.url,
    state: row.state,
    failingSince: row.failingSince,
    lastError: row.lastError,
    delivered: row.delivered,
    deliveredAt: row.delivered_at,
  }))
}

/** With what signs its messages. Throws `not_found`. */
export async function getWebhook({ db }: Database, id: number): Promise<{ url: string; secret: string }> {
  const row = await db
    .selectFrom('webhooks')
    .select(['url', 'secret'])
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknown(id)
  return row
}

/** That an operator has tried it, and what it answered. */
export const recordTrial = (
  database: ActorDatabase,
  { id, url }: { id: number; url: string },
  answer: string,
  now: Date,
) => auditedAction(database, now, async () => ({ ...recordOf(id, url, 'webhook_tried'), after: { answer } }))

const settingsOf = (row: Row): WebhookSettings => ({
  kind: row.kind,
  quiet: row.quiet_from === null ? null : { from: row.quiet_from, until: row.quiet_until ?? 0 },
  types: row.types,
  tag: row.tag,
  minSources: row.min_sources,
  feedId: row.feed_id,
})

/** Throws `not_found`. */
export const removeWebhook = (database: ActorDatabase, id: number, now: Date): Promise<Outcome> =>
  auditedAction(database, now, async (trx) => {
    const row = await trx
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .returning('url')
      .executeTakeFirst()
    if (!row) throw unknown(id)
    return recordOf(id, row.url, 'webhook_removed')
  })

/** From where it stopped. Throws `not_found`. */
export const resumeWebhook = (database: ActorDatabase, id: number, now: Date): Promise<Outcome> =>
  switchWebhook(database, id, now, { action: 'webhook_resumed', state: 'active' })

/** Throws `not_found`. */
export const pauseWebhook = (database: ActorDatabase, id: number, now: Date): Promise<Outcome> =>
  switchWebhook(database, id, now, { action: 'webhook_paused', state: 'paused' })

/** The holder of its stream sends nothing more. */
const switchWebhook = (
  database: ActorDatabase,
  id: number,
  now: Date,
  { action, state }: { action: ActionName; state: Row['state'] },
): Promise<Outcome> =>
  auditedAction(database, now, async (trx) => {
    const row = await trx
      .selectFrom('webhooks')
      .select(['url', 'state'])
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknown(id)
    await trx.updateTable('webhooks').set({ state }).where('id', '=', id).execute()
    if (state === 'active') await openStream(trx, { webhook_id: id }, now)
    else await trx.updateTable('outbox').set({ leased_until: null }).where('webhook_id', '=', id).execute()
    return row.state === state ? null : recordOf(id, row.url, action)
  })

const unknown = (id: number) =>
  new AppError('not_found', `There is no webhook ${id}. "karnhuset webhooks list" shows them.`)

/** A webhook whose stream is leased. */
export interface DueWebhook extends WebhookSettings {
  row: OutboxRow
  id: number
  url: string
  secret: string
  cursor: string | null
}

export type WebhookOwner = 'operator' | 'readers'

/** Active ones of the operator or of readers, for which something waits. */
export function leaseWebhooks(database: Database, owner: WebhookOwner, now: Date, limit: number): Promise<OutboxRow[]> {
  const isDue = sql`exists (
    select from webhooks w where w.id = o.webhook_id and w.state = 'active' and (w.user_id is null) = ${owner === 'operator'} and case w.kind
      when 'changes' then w.cursor is distinct from ${END_OF_LOG}
      else exists (
        select from outbox a
        where a.webhook_id = w.id and a.channel = 'webhook_alert' and a.state = 'waiting' and a.try_at <= ${now}) end)`
  return leaseRows(database, 'webhook', now, limit, isDue)
}

export async function listDueWebhooks({ db }: Database, leased: OutboxRow[]): Promise<DueWebhook[]> {
  const ids = leased.map(({ receiver }) => receiver)
  const found = await db.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute()
  return leased.flatMap((row) => {
    const webhook = found.find(({ id }) => id === row.receiver)
    if (!webhook) return []
    const { id, url, secret, cursor } = webhook
    return { ...settingsOf(webhook), row, id, url, secret, cursor }
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
