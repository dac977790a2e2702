/** The token of a request: from the Authorization field alone, never from the address or a cookie. */
import type { FastifyRequest } from 'fastify'

/** Null when nothing was sent; an empty string for something else than a Bearer token (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  if (authorization === undefined || authorization === '') return null
  return /^Bearer +([\w~+/.-]+=*) *$/i.exec(authorization)?.[1] ?? ''
}
