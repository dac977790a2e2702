/** One message to a webhook: signed, and where it is not taken the next try is set until a day has passed. */
import type { Logger } from 'pino'
import type { Clock } from '../../domain/time/clock.ts'
import { isGivenUp, retryAfterMs } from '../../domain/webhooks/retries.ts'
import { webhookHeaders } from '../../domain/webhooks/signature.ts'
import type { Posted, Poster } from '../../feeds/fetch/post.ts'
import type { Database } from '../../store/database/database.ts'
import { type DueWebhook, failWebhook } from '../../store/webhooks/webhooks.ts'

export interface Posting {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
}

export interface WebhookMessage {
  /** The same each time that it is sent. */
  id: string
  type: string
  at: string
  data: unknown
}

/** Whether it was taken. */
export async function postMessage(
  { database, clock, log, poster }: Posting,
  webhook: DueWebhook,
  { id, type, at, data }: WebhookMessage,
): Promise<boolean> {
  const body = JSON.stringify({ type, timestamp: at, data })
  const headers = { 'content-type': 'application/json', ...webhookHeaders(webhook.secret, id, clock.now(), body) }
  const posted = await poster.send(webhook.url, { body, headers })
  if (posted.status >= 200 && posted.status < 300) {
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
