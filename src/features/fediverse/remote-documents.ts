/** Documents of other servers (accounts, keys, JSON-LD contexts): by the guarded way out, bounded in bytes, time and number. */
import { type DocumentLoader, FetchError, preloadedContexts } from '@fedify/vocab-runtime'
import { LRUCache } from 'lru-cache'
import type { Poster } from '../../platform/fetch/post.ts'

interface Deps {
  poster: Poster
  isBlocked(host: string): boolean
}

const MAX_TEXT = 256 * 1024
const ACCEPT =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams", application/json;q=0.5'
/** Requests under way: of one server, and in all. */
const AT_ONCE = { ofOne: 4, inAll: 32 }
const CACHE = { max: 200, ttl: 60_000 }

/** Throws `FetchError` for what cannot be had, with the answer where there was one. Redirects are not followed. */
export function createDocumentLoader({ poster, isBlocked }: Deps): DocumentLoader {
  const documents = new LRUCache<string, object>(CACHE)
  const pending = new Map<string, number>()

  async function load(url: URL): Promise<object> {
    const running = pending.get(url.host) ?? 0
    const all = [...pending.values()].reduce((sum, n) => sum + n, 0)
    if (running >= AT_ONCE.ofOne || all >= AT_ONCE.inAll) throw new FetchError(url, 'Too many requests are under way.')
    pending.set(url.host, running + 1)
    try {
      return await fetchDocument(poster, url)
    } finally {
      const left = (pending.get(url.host) ?? 1) - 1
      if (left > 0) pending.set(url.host, left)
      else pending.delete(url.host)
    }
  }

  return async (address) => {
    const preloaded = preloadedContexts[address]
    if (preloaded) return { contextUrl: null, documentUrl: address, document: preloaded }
    const url = URL.parse(address)
    if (!url || isBlocked(url.hostname)) throw new FetchError(address, 'This server is not asked.')
    url.hash = ''
    const document = documents.get(url.href) ?? (await load(url))
    documents.set(url.href, document)
    return { contextUrl: null, documentUrl: url.href, document }
  }
}

async function fetchDocument(poster: Poster, url: URL): Promise<object> {
  const { status, text, error } = await poster.send(url.href, {
    method: 'GET',
    headers: { accept: ACCEPT },
    maxText: MAX_TEXT,
  })
  if (status === 0) throw new FetchError(url, error ?? 'There was no answer.')
  if (status !== 200)
    throw new FetchError(url, `HTTP ${status}`, new Response(null, { status: status < 200 ? 502 : status }))
  try {
    const document: unknown = JSON.parse(text)
    if (typeof document === 'object' && document !== null) return document
  } catch {
    // As for JSON that is no object.
  }
  throw new FetchError(url, 'The answer is not a JSON object.')
}
