/** A publisher on loopback: serves feeds and pages with validators, counts, and can be as bad as the web. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { startSmallServer } from './small-server.ts'

export interface Served {
  body: string | Uint8Array
  /** `application/rss+xml; charset=utf-8` unless given. */
  type?: string
  status?: number
  /** A hash of the body unless given; null sends none. */
  etag?: string | null
  lastModified?: string
  headers?: Record<string, string | string[]>
  coding?: keyof typeof CODINGS
  /** Sent whole, whatever the request has. */
  unconditional?: boolean
}

export interface Seen {
  path: string
  headers: IncomingMessage['headers']
  /** Milliseconds since 1970. */
  at: number
}

export interface Publisher {
  /** Origin without a trailing slash. */
  url: string
  at(path: string): string
  serve(path: string, document: Served): void
  misbehave(path: string, trouble: Misbehaviour): void
  remove(path: string): void
  /** Of one path, or of all. */
  counts(path?: string): { requests: number; conditional: number; notModified: number }
  /** Every request since the start, in order. */
  seen: Seen[]
  /** The largest number of requests that were open at the same time. */
  mostAtOnce(): number
  close(): Promise<void>
}

const CODINGS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
  'deflate-raw': deflateRawSync,
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** `delayMs` is the time every answer takes. With `anyQuery`, a path is served whatever query follows it. */
export async function startPublisher(
  options: { host?: string; port?: number; delayMs?: number; anyQuery?: boolean } = {},
): Promise<Publisher> {
  const routes = new Map<string, Answer>()
  const seen: Seen[] = []
  const notModified: string[] = []
  const open = { now: 0, most: 0 }
  const answer: Answer = (request, response) => {
    const path = request.url ?? '/'
    seen.push({ path, headers: request.headers, at: Date.now() })
    open.most = Math.max(open.most, ++open.now)
    response.once('close', () => {
      open.now--
      if (response.statusCode === 304) notModified.push(path)
    })
    const handler = routes.get(options.anyQuery ? path.replace(/\?.*/, '') : path) ?? notFound
    setTimeout(() => handler(request, response), options.delayMs ?? 0)
  }
  const { url, close } = await startSmallServer(answer, options.host, options.port)
  return {
    url,
    close,
    at: (path) => url + path,
    serve: (path, document) => routes.set(path, (request, response) => sendDocument(document, request, response)),
    misbehave: (path, trouble) =>
      routes.set(path, (request, response) => MISBEHAVIOURS[trouble.kind](trouble as never, request, response)),
    remove: (path) => routes.delete(path),
    counts: (path) => {
      const here = seen.filter((request) => path === undefined || request.path === path)
      return {
        requests: here.length,
        conditional: here.filter(({ headers }) => headers['if-none-match'] || headers['if-modified-since']).length,
        notModified: notModified.filter((known) => path === undefined || known === path).length,
      }
    },
    seen,
    mostAtOnce: () => open.most,
  }
}

const notFound: Answer = (_request, response) =>
  response.writeHead(404, { 'content-type': 'text/html' }).end('Not here')

function sendDocument(document: Served, request: IncomingMessage, response: ServerResponse): void {
  const plain = Buffer.from(document.body)
  const etag = document.etag === undefined ? `"${createHash('sha1').update(plain).digest('hex')}"` : document.etag
  const headers = {
    ...(etag !== null && { etag }),
    ...(document.lastModified && { 'last-modified': document.lastModified }),
    ...document.headers,
  }
  const asked = request.headers
  const fresh = asked['if-none-match']
    ? asked['if-none-match'] === etag
    : document.lastModified !== undefined && asked['if-modified-since'] === document.lastModified
  if (fresh && !document.unconditional) return void response.writeHead(304, headers).end()
  const body = document.coding ? CODINGS[document.coding](plain) : plain
  response.writeHead(document.status ?? 200, {
    'content-type': document.type ?? 'application/rss+xml; charset=utf-8',
    ...(document.coding && { 'content-encoding': document.coding.replace('-raw', '') }),
    'content-length': body.length,
    ...headers,
  })
  response.end(body)
}

export interface RssItem {
  title: string
  link: string
  guid?: string
  date?: Date
  description?: string
}

/** A plain RSS 2.0 document; `extra` is XML for the channel. */
export function rssDocument(title: string, items: RssItem[], extra = ''): string {
  const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const entries = items.map(
    ({ title, link, guid, date, description }) =>
      `<item><title>${xml(title)}</title><link>${xml(link)}</link><guid isPermaLink="false">${xml(guid ?? link)}</guid>` +
      `${date ? `<pubDate>${date.toUTCString()}</pubDate>` : ''}<description>${xml(description ?? '')}</description></item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${xml(title)}</title>${extra}${entries.join('\n')}</channel></rss>`
}

/** Ways of hostile, broken and busy publishers to answer a request. */
export type Misbehaviour =
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
type Plays = { [K in Misbehaviour['kind']]: Play<Extract<Misbehaviour, { kind: K }>> }

const FEED = { 'content-type': 'application/rss+xml' }

export const MISBEHAVIOURS: Plays = {
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
