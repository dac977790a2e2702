/** Delivers to webhooks what waits for them: changes in the order of the log, alerts in the order of their time. */
import { isConfirmed } from '../../domain/alerts/rule.ts'
import { passes } from '../../domain/webhooks/webhook.ts'
import { endWebhookAlert, findWaitingAlert, type WaitingAlert } from '../../store/webhooks/alerts.ts'
import {
  advanceWebhook,
  type DueWebhook,
  leaseWebhooks,
  postponeWebhook,
  releaseWebhook,
  renewLease,
} from '../../store/webhooks/webhooks.ts'
import type { Deliverer } from '../deliveries/pool.ts'
import { type Posting, postMessage, type Told, type WebhookMessage } from './post.ts'

interface ChangeMessage {
  cursor: string
  at: string
  type: string
  object: unknown
}

interface Deliveries extends Posting {
  /** Changes after a cursor; without one where the log ends. 'gone' for a cursor that leads nowhere. */
  changes(after: string | null): Promise<{ data: ChangeMessage[]; next: string; hasMore: boolean } | 'gone'>
  /** An event as it is now; null where readers see it no more. */
  eventOf(id: number): Promise<{ source_count: number } | null>
}

/** With a long backlog another has its turn after so long. */
const TURN_MS = 10_000

const ANSWERED: Record<Told, boolean | null> = { taken: true, refused: true, unanswered: false, ended: null }

export const webhookDeliverer = (deliveries: Deliveries): Deliverer<DueWebhook> => ({
  take: (most) => leaseWebhooks(deliveries.database, deliveries.clock.now(), most),
  receiverOf: ({ url }) => new URL(url).host,
  deliver: async (webhook) => ANSWERED[await deliver(deliveries, webhook)],
  postpone: (webhook, until) => postponeWebhook(deliveries.database, webhook, until),
})

async function deliver(deliveries: Deliveries, webhook: DueWebhook): Promise<Told> {
  const { database, clock } = deliveries
  if (!(await renewLease(database, webhook, clock.now()))) return 'ended'
  const deliverAll = { changes: deliverChanges, alerts: deliverAlerts }[webhook.kind]
  const end = performance.now() + TURN_MS
  const told = await deliverAll(deliveries, webhook, () => performance.now() > end)
  if (told === 'taken') await releaseWebhook(database, webhook)
  return told
}

type DeliverAll = (deliveries: Deliveries, webhook: DueWebhook, isOver: () => boolean) => Promise<Told>

const deliverChanges: DeliverAll = async (deliveries, webhook, isOver) => {
  const { database, clock, log } = deliveries
  for (let cursor = webhook.cursor, more = true; more && !isOver(); ) {
    const batch = await deliveries.changes(cursor)
    if (batch === 'gone') {
      log.warn({ webhook: webhook.id }, 'a webhook was away for longer than changes are kept: it goes on from now')
      cursor = null
      continue
    }
    for (const change of batch.data) {
      const told = passes(webhook, change) ? await sendChange(deliveries, webhook, change) : 'taken'
      if (told !== 'taken' || isOver()) return told
    }
    const done = { cursor: batch.next, sent: 0, now: clock.now() }
    if (batch.next !== cursor && !(await advanceWebhook(database.db, webhook, done))) return 'ended'
    cursor = batch.next
    more = batch.hasMore
  }
  return 'taken'
}

async function sendChange(deliveries: Deliveries, webhook: DueWebhook, change: ChangeMessage): Promise<Told> {
  const { cursor, type, at } = change
  const told = await postMessage(deliveries, webhook, { id: cursor, type, at, data: change })
  if (told !== 'taken') return told
  const done = { cursor, sent: 1, now: deliveries.clock.now() }
  return (await advanceWebhook(deliveries.database.db, webhook, done)) ? 'taken' : 'ended'
}

const deliverAlerts: DeliverAll = async (deliveries, webhook, isOver) => {
  const { database, clock } = deliveries
  while (!isOver()) {
    const alert = await findWaitingAlert(database.db, webhook.id, clock.now())
    if (!alert) break
    const event = await deliveries.eventOf(alert.eventId)
    const holds = event !== null && isConfirmed(event.source_count, webhook.minSources ?? 1)
    const told = holds ? await postMessage(deliveries, webhook, alertMessage(alert, event)) : 'taken'
    if (told !== 'taken') return told
    if (!(await endWebhookAlert(database, webhook, alert.id, holds ? 'sent' : 'dropped', clock.now()))) return 'ended'
  }
  return 'taken'
}

function alertMessage({ id, eventId, at: when }: WaitingAlert, object: unknown): WebhookMessage {
  const at = when.toISOString()
  return { id: `alert-${id}`, type: 'alert', at, data: { type: 'alert', id: eventId, at, object } }
}
