/** A publisher on loopback for tests: serves feeds and pages with validators, counts, and can be as bad as the web. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { startSmallServer } from './small-server.ts'
import { TROUBLES, type Trouble } from './troubles.ts'

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
  misbehave(path: string, trouble: Trouble): void
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

/** `delayMs` is the time every answer takes. */
export async function startPublisher(
  options: { host?: string; port?: number; delayMs?: number } = {},
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
    const own = routes.get(path) ?? notFound
    setTimeout(() => own(request, response), options.delayMs ?? 0)
  }
  const { url, close } = await startSmallServer(answer, options.host, options.port)
  return {
    ...{ url, close },
    at: (path) => url + path,
    serve: (path, document) => routes.set(path, (request, response) => sendDocument(document, request, response)),
    misbehave: (path, trouble) =>
      routes.set(path, (request, response) => TROUBLES[trouble.kind](trouble as never, request, response)),
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
