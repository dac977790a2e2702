/** A WebSub hub for the feeds of this site: verifies who subscribes, and delivers a feed when it has changed. */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError } from '../../domain/errors.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { isGivenUp, retryAfterMs } from '../../domain/webhooks/retries.ts'
import { type SubscriptionRequest, signContent, verificationUrl } from '../../domain/websub/subscription.ts'
import type { Poster } from '../../feeds/fetch/post.ts'
import type { Database } from '../../store/database/database.ts'
import {
  countSubscriptions,
  type DueSubscription,
  leaseSubscriptions,
  listTopics,
  removeSubscription,
  saveSubscription,
  settleSubscription,
} from '../../store/websub/subscriptions.ts'

export interface Content {
  body: string
  type: string
  /** Equal for equal content. */
  hash: string
}

interface HubParts {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
  /** Address of the hub itself. */
  url: string
  /** The feed at this address; null for what is no feed of this site. */
  content(topic: string): Promise<Content | null>
}

const MOST_SUBSCRIPTIONS = 1000
/** A feed that changes all the time is sent whole at most this often. */
const EVERY_MS = 30_000

export interface Hub {
  /** Throws `bad_request` for a topic that is no feed of this site. Then verifies, and keeps what was meant. */
  request(request: SubscriptionRequest): Promise<{ verified: Promise<boolean> }>
  deliver(): Promise<void>
}

export const createHub = (parts: HubParts): Hub => ({
  request: async (request) => {
    const content = await parts.content(request.topic)
    if (!content) throw new AppError('bad_request', 'hub.topic is no feed of this site.')
    if (request.mode === 'subscribe' && (await countSubscriptions(parts.database)) >= MOST_SUBSCRIPTIONS)
      throw new AppError('unavailable', 'The hub has as many subscriptions as it can serve.', { retryAfter: 86_400 })
    const verified = verify(parts, request, content).catch((error) => {
      parts.log.warn({ err: error }, 'a subscription could not be verified')
      return false
    })
    return { verified }
  },
  deliver: async () => {
    for (const topic of await listTopics(parts.database, parts.clock.now())) await deliverTopic(parts, topic)
  },
})

/** The subscriber must give the challenge back (WebSub, 5.3.1). */
async function verify(parts: HubParts, request: SubscriptionRequest, content: Content): Promise<boolean> {
  const challenge = randomBytes(24).toString('base64url')
  const answer = await parts.poster.send(verificationUrl(request, challenge), { method: 'GET' })
  if (answer.status < 200 || answer.status >= 300 || answer.text !== challenge) return false
  if (request.mode === 'subscribe') await saveSubscription(parts.database, request, content.hash, parts.clock.now())
  else await removeSubscription(parts.database, request.topic, request.callback)
  return true
}

async function deliverTopic(parts: HubParts, topic: string): Promise<void> {
  const content = await parts.content(topic)
  if (!content) return
  const due = await leaseSubscriptions(parts.database, topic, content.hash, parts.clock.now())
  await Promise.all(due.map((subscription) => deliverTo(parts, subscription, content)))
}

async function deliverTo(parts: HubParts, subscription: DueSubscription, content: Content): Promise<void> {
  const { database, clock, poster, url } = parts
  const { topic, callback, secret } = subscription
  const headers = {
    'content-type': content.type,
    link: `<${url}>; rel="hub", <${topic}>; rel="self"`,
    ...(secret === null ? {} : { 'x-hub-signature': signContent(secret, content.body) }),
  }
  const { status } = await poster.send(callback, { body: content.body, headers })
  const now = clock.now()
  if (status === 410) return removeSubscription(database, topic, callback)
  if (status >= 200 && status < 300) {
    const next = {
      content_hash: content.hash,
      next_at: new Date(now.getTime() + EVERY_MS),
      tries: 0,
      failing_since: null,
    }
    return settleSubscription(database, subscription, next)
  }
  const since = subscription.failing_since ?? now
  if (isGivenUp(since, now)) return removeSubscription(database, topic, callback)
  const tries = subscription.tries + 1
  const next_at = new Date(now.getTime() + retryAfterMs(tries))
  return settleSubscription(database, subscription, { next_at, tries, failing_since: since })
}
