/** Limits on signing in and on mails to an account, the same on every surface. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, limits, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { type Accounts, type Credentials, type LoginResult, loginRules } from './rules/account.ts'

interface Deps {
  limiter: RateLimiter
  accounts: Pick<Accounts, 'login' | 'isCodeValid'>
}

/**
 * Throws `rate_limited`. Attempts count by address, mailed codes by mailbox and address: no caller uses up another's. A
 * mailbox gets only so many from all; the last of them is valid until another may be mailed, and takes the place of
 * more.
 */
export async function loginWithinLimits(
  { limiter, accounts }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
): Promise<LoginResult> {
  const address = addressKey(request.ip)
  await enforce(limiter, reply, limits.login, address)
  if (credentials.provider !== 'email' || credentials.code !== undefined) return accounts.login(credentials)
  const { email } = credentials
  await enforce(limiter, reply, limits.codes, `${email} ${address}`)
  const { allowed, remaining, resetSeconds } = await limiter(limits.mailbox, email, 1)
  if (allowed) return accounts.login(credentials, remaining === 0 ? resetSeconds : undefined)
  if (await accounts.isCodeValid(email)) return { status: 'code_sent', expiresIn: loginRules.codeSeconds }
  throw new AppError('rate_limited', 'This address has got as many codes as it can for now.', {
    retryAfter: resetSeconds,
  })
}
