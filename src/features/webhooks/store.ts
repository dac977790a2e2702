/** Rows of the operator's webhooks. Each act is in the log with its actor. */
import type { Selectable } from 'kysely'
import type { ActionName, Outcome } from '../../news/actions/rules/actions.ts'
import { type ActionRecord, auditedAction } from '../../news/actions/writes/log.ts'
import { END_OF_LOG } from '../../news/changes/writes/changes.ts'
import type { ActorDatabase, Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { AppError } from '../../platform/errors.ts'
import { openStream } from '../../platform/outbox/rows.ts'
import type { Webhook, WebhookSettings } from './webhook.ts'

type Row = Selectable<Schema['webhooks']>

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

export const settingsOf = (row: Row): WebhookSettings => ({
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
