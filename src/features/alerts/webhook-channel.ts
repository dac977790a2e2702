/** Alerts to webhooks, in the order of their time. */

import { isConfirmed } from '../../news/events/rules/confirmed.ts'
import type { Outcome } from '../../platform/outbox/outbox-channel.ts'
import {
  deliverSigned,
  type SignedMessage,
  type WebhookDeps,
  webhookChannel,
} from '../../platform/outbox/webhook-stream.ts'
import type { DueWebhook } from '../../platform/outbox/webhook-streams.ts'
import { registrableDomain } from '../../platform/text/url.ts'
import {
  endWebhookAlert,
  findWaitingAlert,
  leaseAlerted,
  type WebhookAlert,
  type WebhookOwner,
} from './store/webhook-alerts.ts'

interface AlertDeps extends WebhookDeps {
  /** The addresses of readers are a stranger's, bounded by domain. */
  owner: WebhookOwner
  /** An event as it is now; null where readers see it no more, or it has left the topic. */
  eventOf(id: number): Promise<{ source_count: number } | null>
  /** By a reader's mutes as they are now. */
  isMuted(userId: number, eventId: number): Promise<boolean>
}

export const webhookAlertChannel = (deps: AlertDeps) =>
  webhookChannel(deps, {
    lease: (max) => leaseAlerted(deps.database, deps.owner, deps.clock.now(), max),
    receiverOf: (url) => (deps.owner === 'readers' ? registrableDomain(url) : new URL(url).host),
    send: (webhook, isOver) => sendAlerts(deps, webhook, isOver),
  })

async function sendAlerts(deps: AlertDeps, webhook: DueWebhook, isOver: () => boolean): Promise<Outcome> {
  const { database, clock } = deps
  while (!isOver()) {
    const alert = await findWaitingAlert(database.db, webhook.id, clock.now())
    if (!alert) break
    const event = await currentEvent(deps, webhook, alert)
    const outcome = event ? await deliverSigned(deps, webhook, alertMessage(alert, event)) : 'sent'
    if (outcome !== 'sent') return outcome
    if (!(await endWebhookAlert(database, webhook, alert.id, event ? 'sent' : 'dropped', clock.now()))) return 'ended'
  }
  return 'sent'
}

/** Null where too few sources tell it by now, or its reader has muted it. */
async function currentEvent(deps: AlertDeps, webhook: DueWebhook, { eventId, minSources, muter }: WebhookAlert) {
  const event = await deps.eventOf(eventId)
  if (!event || !isConfirmed(event.source_count, minSources ?? webhook.min_sources ?? 1)) return null
  return muter !== null && (await deps.isMuted(muter, eventId)) ? null : event
}

function alertMessage({ id, eventId, at: when }: WebhookAlert, object: unknown): SignedMessage {
  const at = when.toISOString()
  return { id: `alert-${id}`, type: 'alert', at, data: { type: 'alert', id: eventId, at, object } }
}
