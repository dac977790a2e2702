/** What hostile, broken and busy publishers send; each is one way of answering a request. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'

export type Trouble =
  /** A byte every `everyMs`, for ever. */
  | { kind: 'slow-loris'; everyMs?: number }
  /** Accepts the request and never answers. */
  | { kind: 'silence' }
  /** As fast as it can, for ever. */
  | { kind: 'endless' }
  /** Small on the wire, `bytes` when unpacked (200 MB). */
  | { kind: 'gzip-bomb'; bytes?: number }
  | { kind: 'redirect'; to: string; status?: number }
  /** Each answer leads to the same path with another query. */
  | { kind: 'redirect-loop' }
  /** Random bytes under a feed's media type (10 MB). */
  | { kind: 'garbage'; bytes?: number }
  /** Entities that unfold to billions of characters ("billion laughs"), or one that reads a file. */
  | { kind: 'entity-bomb' }
  | { kind: 'entity-file' }
  | { kind: 'status'; status: number; retryAfter?: string; headers?: Record<string, string> }
  /** Headers as no frame of ours would send them, such as one sent twice. */
  | { kind: 'headers'; headers: Record<string, string | string[]>; status?: number; body?: string | Uint8Array }
  /** Promises more bytes than it sends, then hangs up. */
  | { kind: 'truncated'; body: string }
  /** Hangs up without an answer. */
  | { kind: 'hang-up' }
  /** Not HTTP at all. */
  | { kind: 'nonsense' }
  /** The right bytes under a wrong media type. */
  | { kind: 'wrong-type'; body: string; type?: string }

type Play<T> = (trouble: T, request: IncomingMessage, response: ServerResponse) => void
type Plays = { [K in Trouble['kind']]: Play<Extract<Trouble, { kind: K }>> }

const FEED = { 'content-type': 'application/rss+xml' }

export const TROUBLES: Plays = {
  'slow-loris'({ everyMs = 20 }, _request, response) {
    response.writeHead(200, FEED)
    const timer = setInterval(() => response.write('<'), everyMs)
    response.once('close', () => clearInterval(timer))
  },
  silence() {},
  endless(_trouble, _request, response) {
    response.writeHead(200, FEED)
    const chunk = Buffer.alloc(256 * 1024, '<item>')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  'gzip-bomb'({ bytes = 200_000_000 }, _request, response) {
    response.writeHead(200, { ...FEED, 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    const chunk = Buffer.alloc(1_000_000, 'a')
    let left = bytes / chunk.length
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left--
        if (!gzip.write(chunk)) return
      }
      gzip.end()
    }
    gzip.on('drain', more)
    response.once('close', () => gzip.destroy())
    more()
  },
  redirect({ to, status = 302 }, _request, response) {
    response.writeHead(status, { location: to }).end('moved')
  },
  'redirect-loop'(_trouble, request, response) {
    response.writeHead(302, { location: request.url ?? '/' }).end()
  },
  garbage({ bytes = 10_000_000 }, _request, response) {
    response.writeHead(200, FEED).end(randomBytes(bytes))
  },
  'entity-bomb'(_trouble, _request, response) {
    const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
    const type = `<!DOCTYPE rss [<!ENTITY l0 "ha">${laughs.join('')}]>`
    const item = '<item><title>&l12;</title><link>https://example.com/laughs</link><guid>laughs</guid></item>'
    response
      .writeHead(200, FEED)
      .end(`<?xml version="1.0"?>${type}<rss version="2.0"><channel><title>&l12;</title>${item}</channel></rss>`)
  },
  'entity-file'(_trouble, _request, response) {
    const type = '<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const item = '<item><title>&f;</title><link>https://example.com/file</link><guid>file</guid></item>'
    response
      .writeHead(200, FEED)
      .end(`<?xml version="1.0"?>${type}<rss version="2.0"><channel><title>File</title>${item}</channel></rss>`)
  },
  status({ status, retryAfter, headers }, _request, response) {
    response.writeHead(status, { ...(retryAfter && { 'retry-after': retryAfter }), ...headers }).end('sorry')
  },
  headers({ headers, status = 200, body = '' }, _request, response) {
    response.writeHead(status, { ...FEED, ...headers }).end(body)
  },
  truncated({ body }, _request, response) {
    response.writeHead(200, { ...FEED, 'content-length': Buffer.byteLength(body) + 1000 })
    response.write(body, () => response.destroy())
  },
  'hang-up'(_trouble, request) {
    request.socket.destroy()
  },
  nonsense(_trouble, request) {
    request.socket.end('SSH-2.0-OpenSSH_9.9\r\n')
  },
  'wrong-type'({ body, type = 'image/png' }, _request, response) {
    response.writeHead(200, { 'content-type': type }).end(body)
  },
}
