/** Webhooks, each a stream: changes in the order of the log, alerts in the order of their time, at least once. */
import type { Logger } from 'pino'
import { isConfirmed } from '../../domain/alerts/rule.ts'
import { streamBackoff } from '../../domain/delivery/backoff.ts'
import { registrableDomain } from '../../domain/text/url.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { webhookHeaders } from '../../domain/webhooks/signature.ts'
import { passes } from '../../domain/webhooks/webhook.ts'
import type { Poster } from '../../feeds/fetch/post.ts'
import type { Database } from '../../store/database/database.ts'
import { endWebhookAlert, findWaitingAlert, type WebhookAlert } from '../../store/webhooks/webhook-alerts.ts'
import {
  advanceWebhook,
  type DueWebhook,
  leaseWebhooks,
  listDueWebhooks,
  suspendWebhook,
  type WebhookOwner,
} from '../../store/webhooks/webhooks.ts'
import type { Channel, Delivery, Outcome } from '../outbox-channel.ts'

interface ChangeMessage {
  cursor: string
  at: string
  type: string
  object: unknown
}

interface Webhooks {
  database: Database
  clock: Clock
  log: Logger
  /** The addresses of readers are a stranger's, bounded by domain. */
  owner: WebhookOwner
  poster: Poster
  /** Changes after a cursor; without one where the log ends. 'gone' for a cursor that leads nowhere. */
  changes(after: string | null): Promise<{ data: ChangeMessage[]; next: string; hasMore: boolean } | 'gone'>
  /** An event as it is now; null where readers see it no more, or it has left the topic. */
  eventOf(id: number): Promise<{ source_count: number } | null>
  /** By a reader's mutes as they are now. */
  isMuted(userId: number, eventId: number): Promise<boolean>
}

/** With a long backlog another has its turn after so long. */
const TURN_MS = 10_000

export const webhookChannel = (parts: Webhooks): Channel<Delivery & { webhook: DueWebhook }> => ({
  lease: (max) => leaseWebhooks(parts.database, parts.owner, parts.clock.now(), max),
  prepare: async (rows) =>
    (await listDueWebhooks(parts.database, rows)).map((webhook) => ({ rows: [webhook.row], webhook })),
  receiverOf: ({ webhook: { url } }) => (parts.owner === 'readers' ? registrableDomain(url) : new URL(url).host),
  send: ({ webhook }) => {
    const end = performance.now() + TURN_MS
    return SENDERS[webhook.kind](parts, webhook, () => performance.now() > end)
  },
  backoff: streamBackoff,
  giveUp: async ({ webhook: { id } }, { error }) => {
    await suspendWebhook(parts.database, id)
    parts.log.warn({ webhook: id, error }, 'webhook paused')
  },
})

type SendAll = (parts: Webhooks, webhook: DueWebhook, isOver: () => boolean) => Promise<Outcome>

const sendChanges: SendAll = async (parts, webhook, isOver) => {
  const { database, clock, log } = parts
  for (let cursor = webhook.cursor, more = true; more && !isOver(); ) {
    const batch = await parts.changes(cursor)
    if (batch === 'gone') {
      log.warn(
        { webhook: webhook.id },
        'a webhook was unreachable for longer than changes are stored: it goes on from now',
      )
      cursor = null
      continue
    }
    for (const change of batch.data) {
      const outcome = passes(webhook, change) ? await sendChange(parts, webhook, change) : 'sent'
      if (outcome !== 'sent' || isOver()) return outcome
    }
    const done = { cursor: batch.next, sent: 0, now: clock.now() }
    if (batch.next !== cursor && !(await advanceWebhook(database.db, webhook, done))) return 'ended'
    cursor = batch.next
    more = batch.hasMore
  }
  return 'sent'
}

async function sendChange(parts: Webhooks, webhook: DueWebhook, change: ChangeMessage): Promise<Outcome> {
  const { cursor, type, at } = change
  const outcome = await post(parts, webhook, { id: cursor, type, at, data: change })
  if (outcome !== 'sent') return outcome
  const done = { cursor, sent: 1, now: parts.clock.now() }
  return (await advanceWebhook(parts.database.db, webhook, done)) ? 'sent' : 'ended'
}

const sendAlerts: SendAll = async (parts, webhook, isOver) => {
  const { database, clock } = parts
  while (!isOver()) {
    const alert = await findWaitingAlert(database.db, webhook.id, clock.now())
    if (!alert) break
    const event = await currentEvent(parts, webhook, alert)
    const outcome = event ? await post(parts, webhook, alertMessage(alert, event)) : 'sent'
    if (outcome !== 'sent') return outcome
    if (!(await endWebhookAlert(database, webhook, alert.id, event ? 'sent' : 'dropped', clock.now()))) return 'ended'
  }
  return 'sent'
}

/** Null where too few sources tell it by now, or its reader has muted it. */
async function currentEvent(parts: Webhooks, webhook: DueWebhook, { eventId, minSources, muter }: WebhookAlert) {
  const event = await parts.eventOf(eventId)
  if (!event || !isConfirmed(event.source_count, minSources ?? webhook.minSources ?? 1)) return null
  return muter !== null && (await parts.isMuted(muter, eventId)) ? null : event
}

const SENDERS = { changes: sendChanges, alerts: sendAlerts }

function alertMessage({ id, eventId, at: when }: WebhookAlert, object: unknown): Message {
  const at = when.toISOString()
  return { id: `alert-${id}`, type: 'alert', at, data: { type: 'alert', id: eventId, at, object } }
}

interface Message {
  /** The same each time that it is sent. */
  id: string
  type: string
  at: string
  data: unknown
}

/** 410 disables the webhook (Standard Webhooks, "Disabling"). */
async function post({ clock, poster }: Webhooks, { url, secret }: DueWebhook, message: Message): Promise<Outcome> {
  const { id, type, at, data } = message
  const body = JSON.stringify({ type, timestamp: at, data })
  const headers = { 'content-type': 'application/json', ...webhookHeaders(secret, id, clock.now(), body) }
  const { status, error, retryAfter } = await poster.send(url, { body, headers })
  if (status >= 200 && status < 300) return 'sent'
  const failed = { error: error ?? `HTTP ${status}`, final: status === 410, unanswered: status === 0 }
  return { ...failed, requestedMs: retryAfter }
}
