/** A cached read as an HTTP answer: validators, 304, encoding, staleness. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../domain/errors.ts'
import type { Clock } from '../domain/time/clock.ts'
import { isReading } from './client.ts'
import { chooseEncoding } from './encode.ts'
import { rememberAddress } from './fast-lane.ts'
import { encodedBody, type Kept } from './kept-answer.ts'
import type { CachedRead, ReadCache } from './read-cache.ts'
import { isSame } from './validators.ts'

/** Answers `request` with `read`, from the cache where it can. What does not exist is `not_found`. */
export async function sendCached<View>(
  cache: ReadCache,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
  read: CachedRead<View>,
): Promise<FastifyReply> {
  const now = clock.now()
  const { kept, stale } = await cache.get(read, now)
  if (!kept) throw new AppError('not_found', 'There is nothing at this address.')
  reply.headers(kept.headers)
  if (!stale && !read.everyTime && kept.asked) rememberAddress(request, read.key, kept)
  kept.asked = true
  if (stale) reply.header('x-stale', '1')
  if (kept.onRead && kept.status === 200 && isReading(request))
    kept.onRead({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' })
  reply.header('vary', kept.headers.vary ? `${kept.headers.vary}, accept-encoding` : 'accept-encoding')
  if (kept.status === 200 && isSame(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  return reply.code(kept.status).send(chosenBody(kept, request, reply, now))
}

function chosenBody(kept: Kept, request: FastifyRequest, reply: FastifyReply, now: Date): Buffer | string {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined, kept.body.length)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return (encoding === 'identity' && kept.text) || encodedBody(kept, encoding, now)
}
