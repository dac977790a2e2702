/** A read as an HTTP answer: validators, 304, encoding, staleness. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import { bodyIn, type CachedAnswer, type Rendered, toAnswer } from './cached-answer.ts'
import { isReading } from './client.ts'
import { chooseEncoding, type Encoding } from './encode.ts'
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
  const { answer, stale } = await cache.get(read, clock.now())
  if (!answer) throw new AppError('not_found', 'There is nothing at this address.')
  if (read.onRead && answer.status === 200 && isReading(request))
    read.onRead({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' })
  reply.headers(answer.headers)
  if (stale) reply.header('x-stale', '1')
  return send(request, reply, answer, (encoding) => cache.body(read.key, answer, encoding))
}

/** An answer for one caller: cached neither here nor by proxies. */
export function sendPersonal(request: FastifyRequest, reply: FastifyReply, rendered: Rendered): FastifyReply {
  const answer = toAnswer(rendered)
  reply.headers(answer.headers).header('cache-control', 'private, no-cache')
  return send(request, reply, answer, (encoding) => bodyIn(answer, encoding))
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, etag, bodies }: CachedAnswer,
  bodyOf: (encoding: Encoding) => Buffer,
): FastifyReply {
  if (status === 200 && isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'], bodies.identity.length)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).send(bodyOf(encoding))
}
