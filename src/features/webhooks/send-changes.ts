/** Changes to the operator's webhooks, in the order of the log. */
import { sql } from 'kysely'
import type { Services } from '../../app/services.ts'
import type { Ctx } from '../../ctx.ts'
import { formatCursor, parseCursor } from '../../news/changes/change-types.ts'
import { loadChanges } from '../../news/changes/resource.ts'
import { END_OF_LOG } from '../../news/changes/writes/changes.ts'
import { AppError } from '../../platform/errors.ts'
import type { Outcome } from '../../platform/outbox/outbox-channel.ts'
import { deliverSigned, type WebhookDeps, webhookChannel } from '../../platform/outbox/webhook-stream.ts'
import { advanceWebhook, type DueWebhook, leaseWebhooks } from '../../platform/outbox/webhook-streams.ts'
import { settingsOf } from './store.ts'
import { passes } from './webhook.ts'

const BATCH = 50

export function changesChannel(services: Services, ctx: Ctx) {
  const { database, clock } = services
  const isDue = sql`w.kind = 'changes' and w.user_id is null and w.cursor is distinct from ${END_OF_LOG}`
  return webhookChannel(services, {
    lease: (max) => leaseWebhooks(database, isDue, clock.now(), max),
    receiverOf: (url) => new URL(url).host,
    send: (webhook, isOver) => sendChanges(services, (after) => changesAfter(ctx, after), webhook, isOver),
  })
}

interface Batch {
  data: { cursor: string; at: string; type: string; object: unknown }[]
  next: string
  hasMore: boolean
}

/** Without a cursor from where the log ends. 'gone' for a cursor that leads nowhere. */
async function changesAfter(ctx: Ctx, cursor: string | null): Promise<Batch | 'gone'> {
  const after = cursor === null ? undefined : parseCursor(cursor)
  try {
    const { data, next, hasMore } = await loadChanges(ctx, { after, limit: BATCH })
    return { data, next: formatCursor(next), hasMore }
  } catch (error) {
    if (error instanceof AppError && error.code === 'gone') return 'gone'
    throw error
  }
}

async function sendChanges(
  deps: WebhookDeps,
  read: (cursor: string | null) => Promise<Batch | 'gone'>,
  webhook: DueWebhook,
  isOver: () => boolean,
): Promise<Outcome> {
  const { database, clock, log } = deps
  const filter = settingsOf(webhook)
  for (let cursor = webhook.cursor, more = true; more && !isOver(); ) {
    const batch = await read(cursor)
    if (batch === 'gone') {
      log.warn(
        { webhook: webhook.id },
        'a webhook was unreachable for longer than changes are stored: it goes on from now',
      )
      cursor = null
      continue
    }
    for (const change of batch.data) {
      const outcome = passes(filter, change) ? await sendChange(deps, webhook, change) : 'sent'
      if (outcome !== 'sent' || isOver()) return outcome
    }
    const done = { cursor: batch.next, sent: 0, now: clock.now() }
    if (batch.next !== cursor && !(await advanceWebhook(database.db, webhook, done))) return 'ended'
    cursor = batch.next
    more = batch.hasMore
  }
  return 'sent'
}

async function sendChange(deps: WebhookDeps, webhook: DueWebhook, change: Batch['data'][number]): Promise<Outcome> {
  const { cursor, type, at } = change
  const outcome = await deliverSigned(deps, webhook, { id: cursor, type, at, data: change })
  if (outcome !== 'sent') return outcome
  const done = { cursor, sent: 1, now: deps.clock.now() }
  return (await advanceWebhook(deps.database.db, webhook, done)) ? 'sent' : 'ended'
}
