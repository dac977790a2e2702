/** The token of a request: from the Authorization field alone, never from the address or a cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from './rules/account.ts'

/** Null when nothing was sent; an empty string for something else than a Bearer token (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  if (authorization === undefined || authorization === '') return null
  return /^Bearer +([\w~+/.-]+=*) *$/i.exec(authorization)?.[1] ?? ''
}

/** Throws `forbidden` for a key that may read alone (RFC 6750, 3.1). */
export function requireFull({ access }: Caller, reply: FastifyReply): void {
  if (access === 'full') return
  reply.header('www-authenticate', 'Bearer error="insufficient_scope", scope="full"')
  throw new AppError('forbidden', 'This key may only read: what changes anything takes one with full access.')
}
