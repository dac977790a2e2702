/** Delivers to webhooks what waits for them: changes in the order of the log, alerts in the order of their time. */
import { isConfirmed } from '../../domain/alerts/rule.ts'
import { passes } from '../../domain/webhooks/webhook.ts'
import { endWebhookAlert, findWaitingAlert, type WaitingAlert } from '../../store/webhooks/alerts.ts'
import { advanceWebhook, type DueWebhook, leaseWebhooks, releaseWebhook } from '../../store/webhooks/webhooks.ts'
import { type Posting, postMessage, type WebhookMessage } from './post.ts'

export interface ChangeMessage {
  cursor: string
  at: string
  type: string
  object: unknown
}

export interface Deliveries extends Posting {
  /** Changes after a cursor; without one where the log ends. 'gone' for a cursor that leads nowhere. */
  changes(after: string | null): Promise<{ data: ChangeMessage[]; next: string; hasMore: boolean } | 'gone'>
  /** An event as it is now; null where readers see it no more. */
  eventOf(id: number): Promise<{ source_count: number } | null>
}

/** One look at all webhooks that are due. */
export async function deliverDue(deliveries: Deliveries): Promise<void> {
  const due = await leaseWebhooks(deliveries.database, deliveries.clock.now())
  await Promise.all(due.map((webhook) => deliver(deliveries, webhook)))
}

async function deliver(deliveries: Deliveries, webhook: DueWebhook): Promise<void> {
  const { database, log } = deliveries
  const deliverAll = { changes: deliverChanges, alerts: deliverAlerts }[webhook.kind]
  try {
    if (await deliverAll(deliveries, webhook)) await releaseWebhook(database, webhook.id)
  } catch (error) {
    // The lease ends by itself, and another look is taken.
    log.warn({ err: error, webhook: webhook.id }, 'a webhook could not be told')
  }
}

/** False where it failed and the next try is set. */
async function deliverChanges(deliveries: Deliveries, webhook: DueWebhook): Promise<boolean> {
  const { database, clock, log } = deliveries
  for (let cursor = webhook.cursor, more = true; more; ) {
    const batch = await deliveries.changes(cursor)
    if (batch === 'gone') {
      log.warn({ webhook: webhook.id }, 'a webhook was away for longer than changes are kept: it goes on from now')
      cursor = null
      continue
    }
    for (const change of batch.data) if (!(await sendChange(deliveries, webhook, change))) return false
    if (batch.next !== cursor)
      await advanceWebhook(database.db, webhook.id, { cursor: batch.next, sent: 0, now: clock.now() })
    cursor = batch.next
    more = batch.hasMore
  }
  return true
}

async function sendChange(deliveries: Deliveries, webhook: DueWebhook, change: ChangeMessage): Promise<boolean> {
  if (!passes(webhook, change)) return true
  const { cursor, type, at } = change
  if (!(await postMessage(deliveries, webhook, { id: cursor, type, at, data: change }))) return false
  await advanceWebhook(deliveries.database.db, webhook.id, { cursor, sent: 1, now: deliveries.clock.now() })
  return true
}

/** False where it failed and the next try is set. */
async function deliverAlerts(deliveries: Deliveries, webhook: DueWebhook): Promise<boolean> {
  const { database, clock } = deliveries
  for (;;) {
    const alert = await findWaitingAlert(database.db, webhook.id, clock.now())
    if (!alert) return true
    const event = await deliveries.eventOf(alert.eventId)
    const holds = event !== null && isConfirmed(event.source_count, webhook.minSources ?? 1)
    if (holds && !(await postMessage(deliveries, webhook, alertMessage(alert, event)))) return false
    const state = holds ? 'sent' : 'dropped'
    await endWebhookAlert(database, { id: alert.id, webhookId: webhook.id }, state, clock.now())
  }
}

function alertMessage({ id, eventId, at: when }: WaitingAlert, object: unknown): WebhookMessage {
  const at = when.toISOString()
  return { id: `alert-${id}`, type: 'alert', at, data: { type: 'alert', id: eventId, at, object } }
}
