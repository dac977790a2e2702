/**
 * Kept answers that go out before any routing: what an address was answered with is sent again, byte for byte, as long as
 * the read cache holds it fresh. Only for strangers (no cookie, no token), and not where more than the answer happens.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../domain/time/clock.ts'
import { isReading } from './client.ts'
import { chooseEncoding, type Encoding } from './encode.ts'
import { encodedBody, type Kept, type SentHeaders, SMALL_BODY, type Wire } from './kept-answer.ts'
import { negotiatedUrl } from './negotiate.ts'
import type { ReadCache } from './read-cache.ts'
import { isSame } from './validators.ts'
import { WrittenHead } from './written-head.ts'

const mostAddresses = 20_000

/** What belongs to one encoding or one status, and is therefore not taken over from the first answer. */
const ofOneAnswer = new Set(['content-length', 'content-encoding', 'content-type', 'date', 'connection', 'keep-alive'])

/** RFC 9110, 15.4.5: what a 304 has to say; of all else the client has kept the first answer's. */
const ofNotModified = /^(?:etag|vary|cache-control|expires|access-control-allow-origin)$/

const answered = new WeakMap<FastifyRequest, { key: string; kept: Kept }>()

/** Notes that `request` is answered with `kept`, whatever hooks still add to its headers. */
export function rememberAddress(request: FastifyRequest, key: string, kept: Kept): void {
  if (isStranger(request.raw)) answered.set(request, { key, kept })
}

export class FastLane {
  /** Address → key in the read cache. */
  readonly #addresses = new Map<string, string>()
  readonly #cache: ReadCache
  readonly #clock: Clock
  readonly #addressOf: (request: IncomingMessage) => string

  constructor(cache: ReadCache, clock: Clock, addressOf: (request: IncomingMessage) => string) {
    this.#cache = cache
    this.#clock = clock
    this.#addressOf = addressOf
  }

  /** Learns from the answers that the routes of `app` send. */
  follow(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      this.#learn(request, reply)
      done()
    })
  }

  #learn(request: FastifyRequest, reply: FastifyReply): void {
    const was = answered.get(request)
    if (!was || request.method !== 'GET' || reply.hasHeader('set-cookie')) return
    was.kept.sent ??= sentHeaders(reply.getHeaders())
    if (this.#addresses.size >= mostAddresses) this.#addresses.clear()
    this.#addresses.set(request.raw.url ?? '/', was.key)
  }

  /** Answers and returns true, or leaves the request untouched for its route. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !isStranger(request)) return false
    const key = this.#addresses.get(negotiatedUrl(request))
    if (key === undefined) return false
    const now = this.#clock.now()
    const kept = this.#cache.fresh(key, now)
    if (!kept?.sent) return false
    const { headers } = request
    if (kept.onRead && kept.status === 200 && isReading(request))
      kept.onRead({ ip: this.#addressOf(request), userAgent: headers['user-agent'] ?? '' })
    if (kept.status === 200 && isSame(headers['if-none-match'], kept.etag)) {
      kept.sent.notModified.writeTo(response, now)
      response.end()
      return true
    }
    const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined, kept.body.length)
    const { head, chunk } = wireOf(kept, kept.sent, encoding, now)
    head.writeTo(response, now)
    response.end(chunk, 'latin1')
    return true
  }
}

const isStranger = ({ headers }: IncomingMessage): boolean => !headers.authorization && !headers.cookie

function wireOf(kept: Kept, sent: SentHeaders, encoding: Encoding, now: Date): Wire {
  const body = encodedBody(kept, encoding, now)
  if (kept.wire?.body !== body) kept.wire = toWire(kept, sent, encoding, body)
  return kept.wire
}

function toWire(kept: Kept, sent: SentHeaders, encoding: Encoding, body: Buffer): Wire {
  const headers = [
    ...sent.all,
    'content-type',
    kept.headers['content-type'] ?? '',
    'content-length',
    String(body.length),
  ]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return {
    body,
    head: new WrittenHead(kept.status, headers),
    chunk: body.length > SMALL_BODY ? body : body.toString('latin1'),
  }
}

function sentHeaders(headers: Record<string, unknown>): SentHeaders {
  const lines = Object.entries(headers).filter(([name, value]) => value !== undefined && !ofOneAnswer.has(name))
  const flat = (some: typeof lines) => some.flatMap(([name, value]) => [name, String(value)])
  return {
    all: flat(lines),
    notModified: new WrittenHead(304, flat(lines.filter(([name]) => ofNotModified.test(name)))),
  }
}
