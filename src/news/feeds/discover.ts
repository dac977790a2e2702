/** The address of a site or of a feed → the feeds that are there. */
import { AppError } from '../../platform/errors.ts'
import { type Fetcher, type FetchResult, isAnswer } from '../../platform/fetch/fetcher.ts'
import { withoutFeedScheme } from '../../platform/text/url.ts'
import { FEED_ACCEPT } from './documents/document.ts'
import type { DocumentReader } from './documents/document-reader.ts'

export interface DiscoveredFeed {
  url: string
  /** The feed's own title. */
  title: string
}

const PAGE_ACCEPT = `text/html,${FEED_ACCEPT}`
const COMMON_PATHS = ['/feed', '/rss', '/feed.xml', '/rss.xml', '/atom.xml', '/index.xml', '/feed.json']
const CANDIDATES_TRIED = 10
const COMMENTS = /comment|kommentar/i

/**
 * Feeds at `address`, the likeliest first, each fetched once to see that it is one; empty where there is none.
 * Throws `bad_request` for an address of another scheme, FetchError where it cannot be fetched, and `unavailable` where it
 * answers with an error.
 */
export async function discoverFeeds(
  address: string,
  { fetcher, reader }: { fetcher: Fetcher; reader: DocumentReader },
): Promise<DiscoveredFeed[]> {
  const given = withoutFeedScheme(address)
  const [scheme] = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(given) ?? ['https:']
  if (!/^https?:$/i.test(scheme))
    throw new AppError('bad_request', `Feeds are read by http and https, not by ${scheme}//.`)
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`
  const page = await fetcher.get(url, { accept: PAGE_ACCEPT, priority: 1 })
  const login = page.status === 401 ? ' Give its login in the address: https://name:password@host/feed.' : ''
  if (!isAnswer(page)) throw new AppError('unavailable', `${page.url} answered HTTP ${page.status}.${login}`)
  const itself = await asFeed(url, page)
  if (itself) return [itself]
  const named = await onlyFeeds(fetcher, await namedFeeds(reader, page))
  if (named.length > 0) return named
  const common = COMMON_PATHS.map((path) => new URL(path, page.url).href)
  return firstFeed(fetcher, common)
}

/** Feeds that the head of the page names, comments last. */
async function namedFeeds(reader: DocumentReader, page: FetchResult): Promise<DiscoveredFeed[]> {
  const contentType = page.headers['content-type'] ?? ''
  const { feeds } = await reader.read({ task: 'head', body: page.body, contentType, url: page.url })
  const single = [...new Map(feeds.map((feed) => [feed.url, feed])).values()]
  const ofComments = ({ url, title }: DiscoveredFeed) => (COMMENTS.test(title) || COMMENTS.test(url) ? 1 : 0)
  return single.sort((a, b) => ofComments(a) - ofComments(b)).slice(0, CANDIDATES_TRIED)
}

async function onlyFeeds(fetcher: Fetcher, candidates: DiscoveredFeed[]): Promise<DiscoveredFeed[]> {
  const checked = await Promise.all(candidates.map(({ url }) => feedAt(fetcher, url)))
  return checked.filter((feed) => feed !== null)
}

async function firstFeed(fetcher: Fetcher, urls: string[]): Promise<DiscoveredFeed[]> {
  for (const url of urls) {
    const feed = await feedAt(fetcher, url)
    if (feed) return [feed]
  }
  return []
}

async function feedAt(fetcher: Fetcher, url: string): Promise<DiscoveredFeed | null> {
  const result = await fetcher.get(url, { accept: FEED_ACCEPT, priority: 1, skipDown: true }).catch(() => null)
  return result && isAnswer(result) ? await asFeed(url, result) : null
}

/** Judged by the document itself, since media types are often wrong. */
async function asFeed(url: string, result: FetchResult): Promise<DiscoveredFeed | null> {
  const { parseFeed } = await import('./parse.ts')
  try {
    const { title } = parseFeed(result.body, { url: result.url, contentType: result.headers['content-type'] ?? null })
    const moved = result.redirects.every(({ status }) => status === 301 || status === 308)
    return { url: moved ? result.url : url, title }
  } catch {
    return null
  }
}
