/** Delivers changes to webhooks: in order, one message a change, each again until it is taken or a day has passed. */
import type { Logger } from 'pino'
import type { Clock } from '../../domain/time/clock.ts'
import { isGivenUp, retryAfterMs } from '../../domain/webhooks/retries.ts'
import { webhookHeaders } from '../../domain/webhooks/signature.ts'
import { passes } from '../../domain/webhooks/webhook.ts'
import type { Posted, Poster } from '../../feeds/fetch/post.ts'
import type { Database } from '../../store/database/database.ts'
import {
  advanceWebhook,
  type DueWebhook,
  failWebhook,
  leaseWebhooks,
  releaseWebhook,
} from '../../store/webhooks/webhooks.ts'

export interface ChangeMessage {
  cursor: string
  at: string
  type: string
  object: unknown
}

export interface Deliveries {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
  /** Changes after a cursor; without one where the log ends. 'gone' for a cursor that leads nowhere. */
  changes(after: string | null): Promise<{ data: ChangeMessage[]; next: string; hasMore: boolean } | 'gone'>
}

/** One look at all webhooks that are due. */
export async function deliverDue(deliveries: Deliveries): Promise<void> {
  const due = await leaseWebhooks(deliveries.database, deliveries.clock.now())
  await Promise.all(due.map((webhook) => deliver(deliveries, webhook)))
}

async function deliver(deliveries: Deliveries, webhook: DueWebhook): Promise<void> {
  const { database, clock, log } = deliveries
  try {
    for (let cursor = webhook.cursor, more = true; more; ) {
      const batch = await deliveries.changes(cursor)
      if (batch === 'gone') {
        log.warn({ webhook: webhook.id }, 'a webhook was away for longer than changes are kept: it goes on from now')
        cursor = null
        continue
      }
      for (const change of batch.data) if (!(await sendOne(deliveries, webhook, change))) return
      if (batch.next !== cursor)
        await advanceWebhook(database, webhook.id, { cursor: batch.next, sent: 0, now: clock.now() })
      cursor = batch.next
      more = batch.hasMore
    }
    await releaseWebhook(database, webhook.id)
  } catch (error) {
    // The lease ends by itself, and another look is taken.
    log.warn({ err: error, webhook: webhook.id }, 'changes could not be delivered')
  }
}

/** False where it failed and the next try is set. */
async function sendOne(
  { database, clock, log, poster }: Deliveries,
  webhook: DueWebhook,
  change: ChangeMessage,
): Promise<boolean> {
  if (!passes(webhook, change)) return true
  const now = clock.now()
  const body = JSON.stringify({ type: change.type, timestamp: change.at, data: change })
  const headers = { 'content-type': 'application/json', ...webhookHeaders(webhook.secret, change.cursor, now, body) }
  const posted = await poster.send(webhook.url, { body, headers })
  if (posted.status >= 200 && posted.status < 300) {
    await advanceWebhook(database, webhook.id, { cursor: change.cursor, sent: 1, now: clock.now() })
    Object.assign(webhook, { tries: 0, failingSince: null })
    return true
  }
  const failure = failureOf(webhook, posted, clock.now())
  if (failure.paused) log.warn({ webhook: webhook.id, url: webhook.url, error: failure.error }, 'webhook paused')
  await failWebhook(database, webhook.id, failure)
  return false
}

/** 410 says that nobody is there any more (Standard Webhooks, "Disabling"). */
function failureOf({ tries, failingSince }: DueWebhook, { status, error }: Posted, now: Date) {
  const since = failingSince ?? now
  return {
    error: error ?? `HTTP ${status}`,
    tries: tries + 1,
    since,
    nextAt: new Date(now.getTime() + retryAfterMs(tries + 1)),
    paused: status === 410 || isGivenUp(since, now),
  }
}
