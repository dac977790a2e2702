/** Webhooks, each a stream of signed messages in their order, at least once. Senders decide on what is sent. */
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Poster } from '../fetch/post.ts'
import type { Clock } from '../time/clock.ts'
import { streamBackoff } from './backoff.ts'
import type { Channel, Delivery, Outcome } from './outbox-channel.ts'
import type { OutboxRow } from './rows.ts'
import { webhookHeaders } from './webhook-signature.ts'
import { type DueWebhook, listDueWebhooks, suspendWebhook } from './webhook-streams.ts'

export interface WebhookDeps {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
}

interface Sender {
  lease(max: number): Promise<OutboxRow[]>
  /** Limits and failures count together for one receiver. */
  receiverOf(url: string): string
  /** Everything that waits, in its order, until `isOver`. */
  send(webhook: DueWebhook, isOver: () => boolean): Promise<Outcome>
}

/** With a long backlog another has its turn after so long. */
const TURN_MS = 10_000

export const webhookChannel = (
  { database, log }: WebhookDeps,
  { lease, receiverOf, send }: Sender,
): Channel<Delivery & { webhook: DueWebhook }> => ({
  lease,
  prepare: async (rows) => (await listDueWebhooks(database, rows)).map((webhook) => ({ rows: [webhook.row], webhook })),
  receiverOf: ({ webhook: { url } }) => receiverOf(url),
  send: ({ webhook }) => {
    const end = performance.now() + TURN_MS
    return send(webhook, () => performance.now() > end)
  },
  backoff: streamBackoff,
  giveUp: async ({ webhook: { id } }, { error }) => {
    await suspendWebhook(database, id)
    log.warn({ webhook: id, error }, 'webhook paused')
  },
})

export interface SignedMessage {
  /** The same each time that it is sent. */
  id: string
  type: string
  at: string
  data: unknown
}

type Receiver = Pick<DueWebhook, 'url' | 'secret'>

export function postSigned(
  { clock, poster }: Pick<WebhookDeps, 'clock' | 'poster'>,
  { url, secret }: Receiver,
  { id, type, at, data }: SignedMessage,
) {
  const body = JSON.stringify({ type, timestamp: at, data })
  const headers = { 'content-type': 'application/json', ...webhookHeaders(secret, id, clock.now(), body) }
  return poster.send(url, { body, headers })
}

/** 410 disables the webhook (Standard Webhooks, "Disabling"). */
export async function deliverSigned(...args: Parameters<typeof postSigned>): Promise<Outcome> {
  const { status, error, retryAfter } = await postSigned(...args)
  if (status >= 200 && status < 300) return 'sent'
  const failed = { error: error ?? `HTTP ${status}`, final: status === 410, unanswered: status === 0 }
  return { ...failed, requestedMs: retryAfter }
}
