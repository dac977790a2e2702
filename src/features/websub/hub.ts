/** A WebSub hub for the feeds of this site: verifies who subscribes, and delivers a feed when it has changed. */
import { randomBytes } from 'node:crypto'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Poster } from '../../platform/fetch/post.ts'
import { streamBackoff } from '../../platform/outbox/backoff.ts'
import type { Channel, Delivery, Outcome } from '../../platform/outbox/outbox-channel.ts'
import type { OutboxRow } from '../../platform/outbox/rows.ts'
import { registrableDomain } from '../../platform/text/url.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type DueSubscription,
  isWithinQuota,
  leaseSubscriptions,
  listLeasedSubscriptions,
  listTopics,
  noteDelivered,
  removeSubscription,
  saveSubscription,
} from './hub-subscriptions.ts'
import { type SubscriptionRequest, signContent, verificationUrl } from './subscription.ts'

export interface Content {
  /** The feed's address as it names itself, whatever spelling it was asked by. */
  topic: string
  body: string
  type: string
  /** Equal for equal content. */
  hash: string
}

interface HubDeps {
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

interface TopicDelivery extends Delivery {
  subscription: DueSubscription
  content: Content
}

export interface Hub {
  /**
   * Throws `bad_request` for a topic that is no feed of this site and a callback that is not asked, `unavailable` where there is no
   * room. Then verifies, and keeps what was meant.
   */
  request(request: SubscriptionRequest): Promise<{ verified: Promise<boolean> }>
  channel: Channel<TopicDelivery>
  /** The content has changed: feeds may have. */
  changed(): void
}

export function createHub(parts: HubDeps): Hub {
  const topics = watchTopics(parts)
  const questions = new PQueue({ concurrency: QUESTIONS.atOnce })
  return {
    request: async (request) => {
      if (parts.poster.secure && !request.callback.startsWith('https:'))
        throw new AppError('bad_request', 'hub.callback must be an https address.')
      const refusal = parts.poster.refusal(request.callback)
      if (refusal !== null) throw new AppError('bad_request', `hub.callback: ${refusal}`)
      const content = await parts.content(request.topic)
      if (!content) throw new AppError('bad_request', 'hub.topic is no feed of this site.')
      const wanted = { ...request, topic: content.topic }
      if (request.mode === 'subscribe' && !(await isWithinQuota(parts.database, wanted))) throw full(86_400)
      if (questions.size >= QUESTIONS.waiting) throw full(60)
      const verified = questions
        .add(() => verify(parts, request, content))
        .catch((error: unknown) => {
          parts.log.warn({ err: error }, 'a subscription could not be verified')
          return false
        })
      return { verified }
    },
    changed: topics.changed,
    channel: {
      lease: async (max) => leaseSubscriptions(parts.database, await topics.hashes(), max, parts.clock.now()),
      prepare: (rows) => withContents(parts, rows),
      receiverOf: ({ subscription }) => registrableDomain(subscription.callback),
      send: (delivery) => send(parts, delivery),
      backoff: streamBackoff,
      restMs: EVERY_MS,
      giveUp: ({ subscription: { topic, callback } }) => removeSubscription(parts.database, topic, callback),
    },
  }
}

const full = (retryAfter: number) =>
  new AppError('unavailable', 'The hub has as many subscriptions as it can serve.', { retryAfter })

/** The subscriber must give the challenge back, for the topic as it spelt it (WebSub, 5.3.1). */
async function verify(parts: HubDeps, request: SubscriptionRequest, { topic, hash }: Content): Promise<boolean> {
  const { database, clock, poster } = parts
  const challenge = randomBytes(24).toString('base64url')
  const answer = await poster.send(verificationUrl(request, challenge), { method: 'GET' })
  if (answer.status < 200 || answer.status >= 300 || answer.text !== challenge) return false
  if (request.mode === 'subscribe') return saveSubscription(database, { ...request, topic }, hash, clock.now())
  await removeSubscription(database, topic, request.callback)
  return true
}

/** Feeds are rendered again after a change, and rest for four times as long as that took, where it took long. */
function watchTopics({ database, clock, content }: HubDeps) {
  let hashes = new Map<string, string | null>()
  let restsUntil = 0

  async function refresh(): Promise<void> {
    const began = performance.now()
    if (began < restsUntil) return
    const current = hashes
    for (const topic of await listTopics(database, clock.now()))
      if (!current.has(topic)) current.set(topic, (await content(topic))?.hash ?? null)
    const durationMs = performance.now() - began
    if (durationMs > LONG_MS) restsUntil = performance.now() + 4 * durationMs
  }

  return {
    changed: () => {
      hashes = new Map()
    },
    hashes: async (): Promise<Map<string, string>> => {
      await refresh()
      return new Map([...hashes].flatMap(([topic, hash]) => (hash === null ? [] : [[topic, hash]])))
    },
  }
}

async function withContents({ database, content }: HubDeps, rows: OutboxRow[]): Promise<TopicDelivery[]> {
  const due = await listLeasedSubscriptions(database, rows)
  const contents = new Map<string, Content | null>()
  for (const { topic } of due) if (!contents.has(topic)) contents.set(topic, await content(topic))
  return due.flatMap((subscription) => {
    const current = contents.get(subscription.topic)
    return current ? [{ rows: [subscription.row], subscription, content: current }] : []
  })
}

async function send({ database, poster, url }: HubDeps, { subscription, content }: TopicDelivery): Promise<Outcome> {
  const { callback, secret } = subscription
  const headers = {
    'content-type': content.type,
    link: `<${url}>; rel="hub", <${content.topic}>; rel="self"`,
    ...(secret === null ? {} : { 'x-hub-signature': signContent(secret, content.body) }),
  }
  const { status, retryAfter } = await poster.send(callback, { body: content.body, headers })
  if (status < 200 || status >= 300)
    return { error: `HTTP ${status}`, final: status === 410, unanswered: status === 0, requestedMs: retryAfter }
  await noteDelivered(database, subscription, content.hash)
  return 'sent'
}
