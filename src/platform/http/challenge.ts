/** The challenge of RFC 6750 with the metadata of RFC 9728: it leads a refused client to its reader's sign-in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../errors.ts'

/** Adds to a challenge that has begun, as of a token without the scope; begins one for a client without a valid token. */
export function addChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  metadata: string | null,
): void {
  const begun = reply.getHeader('www-authenticate')
  if (begun === undefined && code !== 'unauthorized') return
  const first = String(begun ?? (request.headers.authorization ? 'Bearer error="invalid_token"' : 'Bearer'))
  const added = metadata === null ? '' : `${first === 'Bearer' ? '' : ','} resource_metadata="${metadata}"`
  reply.header('www-authenticate', first + added)
}
