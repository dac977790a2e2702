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

/** `ended`: it was paused or removed meanwhile, or is another process's. */
export type Told = 'taken' | 'refused' | 'unanswered' | 'ended'

/** For what is not taken the next try is set. */
export async function postMessage(
  { database, clock, log, poster }: Posting,
  webhook: DueWebhook,
  { id, type, at, data }: WebhookMessage,
): Promise<Told> {
  const body = JSON.stringify({ type, timestamp: at, data })
  const headers = { 'content-type': 'application/json', ...webhookHeaders(webhook.secret, id, clock.now(), body) }
  const posted = await poster.send(webhook.url, { body, headers })
  if (posted.status >= 200 && posted.status < 300) return 'taken'
  const failure = failureOf(webhook, posted, clock.now())
  await failWebhook(database, webhook, failure)
  if (failure.paused) log.warn({ webhook: webhook.id, error: failure.error }, 'webhook paused')
  return posted.status === 0 ? 'unanswered' : 'refused'
}

/** 410 says that nobody is there any more (Standard Webhooks, "Disabling"). */
function failureOf({ tries, failingSince }: DueWebhook, { status, error, retryAfter }: Posted, now: Date) {
  const since = failingSince ?? now
  return {
    error: error ?? `HTTP ${status}`,
    tries: tries + 1,
    since,
    nextAt: new Date(now.getTime() + retryAfterMs(tries + 1, retryAfter)),
    paused: status === 410 || isGivenUp(since, now),
  }
}
