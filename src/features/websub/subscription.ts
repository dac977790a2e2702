/** Request of a subscriber to a hub (WebSub, 5.1), our grant, and the signature of deliveries. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'

export interface SubscriptionRequest {
  mode: 'subscribe' | 'unsubscribe'
  topic: string
  callback: string
  leaseSeconds: number
  secret: string | null
}

const DAY = 86_400
const LEASE = { min: DAY, common: 10 * DAY, max: 30 * DAY }
/** Bytes (WebSub, 5.1: "MUST be less than 200 bytes"). */
const MAX_SECRET_LENGTH = 199

/** Throws `bad_request`, with the field that is wrong. */
export function parseSubscription(form: Record<string, unknown>): SubscriptionRequest {
  const field = (name: string) => {
    const value = form[`hub.${name}`]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [mode, topic, callback, secret] = [field('mode'), field('topic'), field('callback'), field('secret')]
  if (mode !== 'subscribe' && mode !== 'unsubscribe') throw refused('hub.mode must be subscribe or unsubscribe')
  if (topic === null) throw refused('hub.topic is required')
  const address = callback === null || callback.length > 2000 ? null : URL.parse(callback)
  if (!address || !/^https?:$/.test(address.protocol)) throw refused('hub.callback must be an https address')
  address.hash = ''
  if (secret !== null && Buffer.byteLength(secret) > MAX_SECRET_LENGTH)
    throw refused(`hub.secret must have at most ${MAX_SECRET_LENGTH} bytes`)
  const requested = Number(field('lease_seconds') ?? LEASE.common)
  const leaseSeconds = Math.min(
    LEASE.max,
    Math.max(LEASE.min, Number.isFinite(requested) ? Math.trunc(requested) : LEASE.common),
  )
  return { mode, topic, callback: address.href, leaseSeconds, secret }
}

const refused = (message: string) => new AppError('bad_request', `${message}.`)

/** Address at which a hub verifies the subscriber's intent (WebSub, 5.3). */
export function verificationUrl(request: SubscriptionRequest, challenge: string): string {
  const url = new URL(request.callback)
  url.searchParams.append('hub.mode', request.mode)
  url.searchParams.append('hub.topic', request.topic)
  url.searchParams.append('hub.challenge', challenge)
  if (request.mode === 'subscribe') url.searchParams.append('hub.lease_seconds', String(request.leaseSeconds))
  return url.href
}

/** Authenticated content distribution (WebSub, 7.1). */
export const signContent = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** Reads a body in pieces, and returns at its end whether its signature is valid. */
export interface SignatureCheck {
  update(chunk: Uint8Array): void
  matches(): boolean
}

/** By `header` (`X-Hub-Signature`); the hub chooses the method (WebSub, 7.1). Null for one that no body can have. */
export function checkSignature(secret: string, header: string | undefined): SignatureCheck | null {
  const [method = '', given = ''] = (header ?? '').trim().split('=', 2)
  if (!METHODS.has(method.toLowerCase())) return null
  const right = createHmac(method.toLowerCase(), secret)
  const theirs = Buffer.from(given, 'hex')
  return {
    update: (chunk) => void right.update(chunk),
    matches: () => {
      const ours = right.digest()
      return theirs.length === ours.length && timingSafeEqual(theirs, ours)
    },
  }
}

/** For how long we ask to be pushed to; the hub grants what it likes. */
export const REQUESTED_LEASE_SECONDS = LEASE.common

/** Seconds that a hub grants (WebSub, 5.3); without a usable number, what we asked for. */
export function grantedSeconds(text: string | undefined): number {
  const seconds = Number(text)
  return text !== undefined && Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 366 * DAY) : LEASE.common
}

/** Renewed when a fifth of the lease is left. */
export const renewAt = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 800)
