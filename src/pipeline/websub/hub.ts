/** A WebSub hub for the feeds of this site: verifies who subscribes, and delivers a feed when it has changed. */
import { randomBytes } from 'node:crypto'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { AppError } from '../../domain/errors.ts'
import { registrableDomain } from '../../domain/text/url.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { isGivenUp, retryAfterMs } from '../../domain/webhooks/retries.ts'
import { type SubscriptionRequest, signContent, verificationUrl } from '../../domain/websub/subscription.ts'
import type { Posted, Poster } from '../../feeds/fetch/post.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type DueSubscription,
  hasRoom,
  leaseSubscriptions,
  listTopics,
  removeSubscription,
  renewLease,
  saveSubscription,
  settleSubscription,
} from '../../store/websub/subscriptions.ts'
import type { Deliverer } from '../deliveries/pool.ts'

export interface Content {
  /** The feed's address as it names itself, whatever spelling it was asked by. */
  topic: string
  body: string
  type: string
  /** Equal for equal content. */
  hash: string
}

interface HubParts {
  database: Database
  clock: Clock
  log: Logger
  /** For addresses of strangers. */
  poster: Poster
  /** Address of the hub itself. */
  url: string
  /** The feed at this address; null for what is no feed of this site. */
  content(topic: string): Promise<Content | null>
}

/** A feed that changes all the time is sent whole at most this often. */
const EVERY_MS = 30_000
/** A look that takes longer is one at many feeds. */
const LONG_MS = 1000
/** Questions to subscribers: at once, and those that wait. */
const QUESTIONS = { atOnce: 8, waiting: 100 }

interface Delivery {
  subscription: DueSubscription
  content: Content
}

export interface Hub {
  /**
   * Throws `bad_request` for a topic that is no feed of this site and a callback that is not asked, `unavailable` where there is no
   * room. Then verifies, and keeps what was meant.
   */
  request(request: SubscriptionRequest): Promise<{ verified: Promise<boolean> }>
  deliverer: Deliverer<Delivery>
  /** The content has changed: feeds may have. */
  changed(): void
}

export function createHub(parts: HubParts): Hub {
  const topics = watchTopics(parts)
  const questions = new PQueue({ concurrency: QUESTIONS.atOnce })
  return {
    request: async (request) => {
      const content = await parts.content(request.topic)
      if (!content) throw new AppError('bad_request', 'hub.topic is no feed of this site.')
      if (parts.poster.secure && !request.callback.startsWith('https:'))
        throw new AppError('bad_request', 'hub.callback must be an https address.')
      const wanted = { ...request, topic: content.topic }
      if (request.mode === 'subscribe' && !(await hasRoom(parts.database, wanted))) throw full(86_400)
      if (questions.size >= QUESTIONS.waiting) throw full(60)
      const ask = () => verify(parts, request, content)
      const verified = questions.add(ask).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'a subscription could not be verified')
        return false
      })
      return { verified }
    },
    changed: topics.changed,
    deliverer: {
      take: topics.takeDue,
      receiverOf: ({ subscription }) => registrableDomain(subscription.callback),
      deliver: (delivery) => deliver(parts, delivery),
      postpone: ({ subscription }, until) => settleSubscription(parts.database, subscription, { next_at: until }),
    },
  }
}

const full = (retryAfter: number) =>
  new AppError('unavailable', 'The hub has as many subscriptions as it can serve.', { retryAfter })

/** The subscriber must give the challenge back, for the topic as it spelt it (WebSub, 5.3.1). */
async function verify(parts: HubParts, request: SubscriptionRequest, { topic, hash }: Content): Promise<boolean> {
  const { database, clock, poster } = parts
  const challenge = randomBytes(24).toString('base64url')
  const answer = await poster.send(verificationUrl(request, challenge), { method: 'GET' })
  if (answer.status < 200 || answer.status >= 300 || answer.text !== challenge) return false
  if (request.mode === 'subscribe') return saveSubscription(database, { ...request, topic }, hash, clock.now())
  await removeSubscription(database, topic, request.callback)
  return true
}

/** Feeds are made anew when the content has changed, and rest for four times as long as that took, where it took long. */
function watchTopics({ database, clock, content }: HubParts) {
  let hashes = new Map<string, string | null>()
  let restsUntil = 0

  async function refresh(): Promise<void> {
    const began = performance.now()
    if (began < restsUntil) return
    const known = hashes
    for (const topic of await listTopics(database, clock.now()))
      if (!known.has(topic)) known.set(topic, (await content(topic))?.hash ?? null)
    const took = performance.now() - began
    if (took > LONG_MS) restsUntil = performance.now() + 4 * took
  }

  return {
    changed: () => {
      hashes = new Map()
    },
    takeDue: async (most: number): Promise<Delivery[]> => {
      await refresh()
      const published = [...hashes].flatMap(([topic, hash]) => (hash === null ? [] : [[topic, hash] as const]))
      const due = await leaseSubscriptions(database, new Map(published), most, clock.now())
      const contents = new Map<string, Content | null>()
      for (const { topic } of due) if (!contents.has(topic)) contents.set(topic, await content(topic))
      return due.flatMap((subscription) => {
        const current = contents.get(subscription.topic)
        return current ? [{ subscription, content: current }] : []
      })
    },
  }
}

/** False where there was no answer, null where it has ended or is another process's. */
async function deliver(parts: HubParts, { subscription, content }: Delivery): Promise<boolean | null> {
  const { database, clock, poster, url } = parts
  const own = await renewLease(database, subscription, clock.now())
  if (!own) return null
  const headers = {
    'content-type': content.type,
    link: `<${url}>; rel="hub", <${content.topic}>; rel="self"`,
    ...(own.secret === null ? {} : { 'x-hub-signature': signContent(own.secret, content.body) }),
  }
  const posted = await poster.send(own.callback, { body: content.body, headers })
  await settle(parts, own, posted, content.hash)
  return posted.status !== 0
}

async function settle(
  { database, clock }: HubParts,
  own: DueSubscription,
  { status, retryAfter }: Posted,
  hash: string,
): Promise<void> {
  const now = clock.now()
  if (status >= 200 && status < 300) {
    const next_at = new Date(now.getTime() + EVERY_MS)
    return settleSubscription(database, own, { content_hash: hash, next_at, tries: 0, failing_since: null })
  }
  const since = own.failing_since ?? now
  if (status === 410 || isGivenUp(since, now)) return removeSubscription(database, own.topic, own.callback)
  const tries = own.tries + 1
  const next_at = new Date(now.getTime() + retryAfterMs(tries, retryAfter))
  return settleSubscription(database, own, { next_at, tries, failing_since: since })
}
