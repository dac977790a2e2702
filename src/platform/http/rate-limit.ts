/** Rate limits as surfaces use them. The counter is chosen by app.ts, so that processes on one database share counts. */
import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

export interface RateLimit {
  name: string
  calls: number
  seconds: number
}

export interface RateVerdict {
  allowed: boolean
  remaining: number
  /** Seconds until the next call is allowed, or until the window is empty again. */
  resetSeconds: number
}

/** Counts `calls` of `key`, all or none of them, and returns whether they are within the limit. */
export type RateLimiter = (limit: RateLimit, key: string, calls: number) => Promise<RateVerdict>

export const limits = {
  search: { name: 'search', calls: 30, seconds: 600 },
  login: { name: 'login', calls: 10, seconds: 600 },
  /** To a mailbox for one address of the net, and for all. */
  codes: { name: 'codes', calls: 5, seconds: 3600 },
  mailbox: { name: 'codes', calls: 20, seconds: 3600 },
  /** That ask a reader who is signed in. */
  mails: { name: 'letters', calls: 5, seconds: 3600 },
  reader: { name: 'reader', calls: 600, seconds: 600 },
  mcp: { name: 'mcp', calls: 30, seconds: 60 },
  streams: { name: 'streams', calls: 120, seconds: 600 },
  /** Of programs that act for readers: tokens, and registrations. */
  oauth: { name: 'oauth', calls: 120, seconds: 600 },
  registrations: { name: 'registrations', calls: 30, seconds: 3600 },
  websub: { name: 'websub', calls: 30, seconds: 600 },
  /** Servers send what all of their accounts do. */
  fediverse: { name: 'fediverse', calls: 1200, seconds: 600 },
  report: { name: 'report', calls: 5, seconds: 600 },
  admin: { name: 'admin', calls: 10, seconds: 600 },
} satisfies Record<string, RateLimit>

/** Throws `rate_limited` beyond the limit; sets the RateLimit fields of the answer either way (draft-ietf-httpapi-ratelimit-headers). */
export async function enforce(
  limiter: RateLimiter,
  reply: Pick<FastifyReply, 'header'> | null,
  limit: RateLimit,
  key: string,
  calls = 1,
): Promise<void> {
  const verdict = await limiter(limit, key, calls)
  reply?.header('ratelimit-policy', `"${limit.name}";q=${limit.calls};w=${limit.seconds}`)
  reply?.header('ratelimit', `"${limit.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`)
  if (verdict.allowed) return
  throw new AppError('rate_limited', `Too many calls: at most ${limit.calls} in ${limit.seconds} seconds.`, {
    retryAfter: verdict.resetSeconds,
  })
}
