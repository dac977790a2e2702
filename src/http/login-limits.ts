/** The limits on signing in, the same wherever it is done. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from '../domain/account.ts'
import { addressKey } from './client.ts'
import { enforce, limits, type RateLimiter } from './rate-limit.ts'

/** Throws `rate_limited`. Attempts count by address; codes that would be mailed count by mail address as well. */
export async function enforceLoginLimits(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
): Promise<void> {
  await enforce(limiter, reply, limits.login, addressKey(request.ip))
  if (credentials.provider === 'email' && credentials.code === undefined)
    await enforce(limiter, reply, limits.codes, credentials.email)
}
