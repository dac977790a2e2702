/**
 * A WebSub subscriber for sources that name a hub: requests notifications, proves its intent, and stores the pushes.
 */

import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { Fetcher } from '../../platform/fetch/fetcher.ts'
import { type Posted, type Poster, unanswered } from '../../platform/fetch/post.ts'
import { withoutPathOf } from '../../platform/text/addresses.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  confirmSubscription,
  denySubscription,
  type FeedSubscription,
  findSubscription,
  noteAnswer,
  savePush,
  startSubscription,
} from './feed-subscriptions.ts'
import { createPushIntake } from './push-intake.ts'
import { checkSignature, grantedSeconds, REQUESTED_LEASE_SECONDS, renewAt } from './subscription.ts'

/** Hubs of our sources, each at an address of its own that ends with a key. */
export interface Pushes {
  /** The challenge to give back. Throws `not_found` for what we did not ask for. */
  verify(key: string, query: Record<string, unknown>): Promise<string>
  /** Throws `gone` for an unused key: then the hub may forget it. */
  find(key: string): Promise<unknown>
  /** Keeps what is signed and drops the rest without a word. Throws `unavailable` while too much waits or is being read. */
  receive(key: string, push: { signature: string | undefined; contentType: string; body: Readable }): Promise<void>
}

interface Deps {
  database: Database
  clock: Clock
  log: Logger
}

/** A hub that refuses is asked again after a week. */
const AFTER_DENIAL_MS = 7 * 86_400_000
const MAX_REDIRECTS = 3

/** Asks the hub of a source to push to `baseUrl` (WebSub, 5.1). The hub verifies before anything holds. */
export async function subscribe(
  { database, clock, log, poster, fetcher, baseUrl }: Deps & { poster: Poster; fetcher: Fetcher; baseUrl: string },
  feedId: number,
): Promise<void> {
  const subscription = await startSubscription(database, feedId, clock.now())
  if (!subscription) return
  const body = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': subscription.topic,
    'hub.callback': `${baseUrl}/websub/${subscription.key}`,
    'hub.secret': subscription.secret,
    'hub.lease_seconds': String(REQUESTED_LEASE_SECONDS),
  })
  const answer = await query({ poster, fetcher }, subscription.hub, body.toString())
  const isAccepted = answer.status >= 200 && answer.status < 300
  const message = answer.error ?? `HTTP ${answer.status} ${withoutPathOf(subscription.hub, answer.text)}`
  const error = isAccepted ? null : message.slice(0, 300)
  if (error) log.info({ feedId, hub: new URL(subscription.hub).origin, error }, 'a hub did not take a subscription')
  await noteAnswer(database, feedId, error)
}

/** A hub may have moved (WebSub, 5.1: 307 and 308); each address is checked like the first. */
async function query(
  { poster, fetcher }: { poster: Poster; fetcher: Fetcher },
  hub: string,
  body: string,
): Promise<Posted> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (to: string) =>
    fetcher.runLimited(to, () => poster.send(to, { body, headers })).catch((error) => unanswered(messageOf(error)))
  let [url, answer] = [hub, await send(hub)]
  for (let n = 0; n < MAX_REDIRECTS && (answer.status === 307 || answer.status === 308) && answer.location; n++) {
    url = URL.parse(answer.location, url)?.href ?? ''
    answer = await send(url)
  }
  return answer
}

export function createSubscriber(parts: Deps): Pushes {
  const intake = createPushIntake()
  return {
    verify: (key, query) => verify(parts, key, query),
    find: (key) => wanted(parts, key),
    receive: async (key, { signature, contentType, body }) => {
      const { database, clock, log } = parts
      const { feed_id: feedId, secret } = await wanted(parts, key)
      const isAccepted = await intake.read(key, body, checkSignature(secret, signature), async (bytes) => {
        if (!(await savePush(database, { feedId, contentType, body: bytes }, clock.now())))
          throw new AppError('unavailable', 'Earlier pushes of this feed are still being read.', { retryAfter: 60 })
      })
      if (!isAccepted) log.warn({ feedId }, 'a push without the right signature was ignored')
    },
  }
}

async function wanted({ database }: Deps, key: string): Promise<FeedSubscription> {
  const subscription = await findSubscription(database, key)
  if (!subscription) throw new AppError('gone', 'Nobody subscribes here.')
  return subscription
}

/** WebSub, 5.2 and 5.3. We never unsubscribe, so a request to verify that is a stranger's. */
async function verify(parts: Deps, key: string, query: Record<string, unknown>): Promise<string> {
  const { database, clock, log } = parts
  const field = (name: string) => (typeof query[`hub.${name}`] === 'string' ? String(query[`hub.${name}`]) : undefined)
  const subscription = await findSubscription(database, key)
  if (!subscription || field('topic') !== subscription.topic)
    throw new AppError('not_found', 'Nobody here asked for this subscription.')
  const { feed_id: feedId, hub } = subscription
  const now = clock.now()
  if (field('mode') === 'denied') {
    const reason = `The hub refuses: ${field('reason') ?? 'it does not say why'}`.slice(0, 300)
    log.info({ feedId, hub: new URL(hub).origin, reason }, 'a hub refuses a subscription')
    await denySubscription(database, feedId, { reason, nextAt: new Date(now.getTime() + AFTER_DENIAL_MS) })
    return ''
  }
  const challenge = field('challenge')
  if (field('mode') !== 'subscribe' || challenge === undefined)
    throw new AppError('not_found', 'Nobody here asked for this.')
  const seconds = grantedSeconds(field('lease_seconds'))
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await confirmSubscription(database, feedId, { expiresAt, renewAt: renewAt(now, seconds) })
  return challenge
}
