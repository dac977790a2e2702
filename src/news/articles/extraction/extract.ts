/** Article pages → their text, where the publisher lets us: robots.txt, the fetcher's rules, a reader with limits. */
import { AppError } from '../../../platform/errors.ts'
import { FetchError } from '../../../platform/fetch/fetch-error.ts'
import { type Fetcher, type FetchResult, isAnswer } from '../../../platform/fetch/fetcher.ts'
import { headerReservation } from '../../../platform/fetch/rights/reservation.ts'
import type { Robots } from '../../../platform/fetch/robots.ts'
import { moveBetween } from './moved.ts'
import { hasNoindex, refreshAddress } from './signs.ts'
import type { PageText } from './text.ts'
import type { About } from './words-of-feed.ts'

export interface Extracted extends Omit<PageText, 'noindex' | 'login' | 'refresh'> {
  /** Final address of the page, after redirects. */
  url: string
  /** It led elsewhere, is not to be indexed or wants a login: it is the article only if its text is about it. */
  doubt: 'moved' | 'noindex' | 'login' | null
}

/** No error: the feed's own text is used instead. */
export interface Refusal {
  /** `unreachable` may be otherwise later; the others are the publisher's word or the page's nature. */
  refused: 'robots' | 'unreachable' | 'status' | 'not_html' | 'unreadable' | 'stand_in'
  /** One sentence. */
  reason: string
  /** The host is left alone until then. */
  until?: Date | undefined
}

export interface Extractor {
  /**
   * Never rejects for what the page or its host does; with `aborted` for `signal`, and with `unavailable` for a failure
   * of ours.
   */
  extractArticle(url: string, about?: About, signal?: AbortSignal): Promise<Extracted | Refusal>
}

const LARGEST_PAGE = 5 * 1024 * 1024
const HTML_TYPE = /^(text\/html|application\/xhtml\+xml|)$/

/**
 * A page's bytes, to be read in a thread of its own. `about` is the feed's content about it; `agent` our token, as a meta element
 * may name it.
 */
export interface PageJob {
  task: 'article'
  body: Uint8Array
  contentType: string
  url: string
  about: About
  agent: string
}

interface Deps {
  fetcher: Fetcher
  robots: Robots
  /** Rejects with `unprocessable` for what the page does, and with `unavailable` for a failure of ours. */
  reader: { read(job: PageJob): Promise<PageText> }
}

const UNKNOWN: About = { title: '', text: '' }

export function createExtractor(deps: Deps): Extractor {
  return {
    async extractArticle(url, about = UNKNOWN, signal) {
      const first = await pageAt(deps, url, about, signal)
      if ('refused' in first || first.refresh === null) return checkMove(url, first)
      const second = await pageAt(deps, first.refresh, about, signal)
      if ('refused' in second || second.refresh === null) return checkMove(url, second)
      return { refused: 'stand_in', reason: 'it leads on at once to a page that does so again.' }
    },
  }
}

type Page = PageText & { url: string }

async function pageAt(deps: Deps, url: string, about: About, signal?: AbortSignal): Promise<Page | Refusal> {
  const forbidden = await robotsRefusal(deps.robots, url)
  if (forbidden) return forbidden
  const page = await fetchPage(deps.fetcher, url, signal)
  if ('refused' in page) return page
  const forbiddenThere = page.redirects.length > 0 ? await robotsRefusal(deps.robots, page.url) : null
  return forbiddenThere ?? readPage(deps, page, about)
}

/** A page that was found where no article is, is none. */
function checkMove(requested: string, page: Page | Refusal): Extracted | Refusal {
  if ('refused' in page) return page
  const move = moveBetween(requested, page.url)
  if (move === 'elsewhere') return { refused: 'stand_in', reason: `it leads to ${page.url.slice(0, 200)}.` }
  const { noindex, login, refresh: _, ...rest } = page
  return { ...rest, doubt: move === 'doubtful' ? 'moved' : noindex ? 'noindex' : login ? 'login' : null }
}

async function robotsRefusal(robots: Robots, url: string): Promise<Refusal | null> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return { refused: 'unreachable', reason: 'The address of the page is none of the web.' }
  try {
    return await robots.refusal(url)
  } catch (error) {
    return { refused: 'robots', reason: `The site's robots.txt cannot be read: ${violationOf(error)}` }
  }
}

/** Reason why the document was refused; throws for any other failure. */
function violationOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'unprocessable') return error.message
  throw error
}

async function fetchPage(fetcher: Fetcher, url: string, signal?: AbortSignal): Promise<FetchResult | Refusal> {
  try {
    const page = await fetcher.get(url, {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      maxBytes: LARGEST_PAGE,
      skipDown: true,
      signal,
    })
    const reason = `The page answered HTTP ${page.status}.`
    // A server that is busy or broken will have it later.
    if (page.status === 429 || page.status >= 500) return { refused: 'unreachable', reason }
    if (!isAnswer(page)) return { refused: 'status', reason }
    if (HTML_TYPE.test(page.contentType)) return page
    return { refused: 'not_html', reason: `The page is ${page.contentType.slice(0, 60)}, not HTML.` }
  } catch (error) {
    if (!(error instanceof FetchError) || error.kind === 'aborted') throw error
    return { refused: 'unreachable', reason: error.message, until: error.until }
  }
}

async function readPage({ reader, robots: { agent } }: Deps, page: FetchResult, about: About): Promise<Page | Refusal> {
  const { headers, body, url } = page
  const contentType = headers['content-type'] ?? ''
  try {
    const text = await reader.read({ task: 'article', body, contentType, url, about, agent })
    return {
      ...text,
      url,
      noindex: text.noindex || hasNoindex(headers['x-robots-tag']),
      refresh: refreshAddress(headers.refresh, url) ?? text.refresh,
      reservation: headerReservation(headers, agent) ?? text.reservation,
    }
  } catch (error) {
    return { refused: 'unreadable', reason: `The page could not be read: ${violationOf(error)}` }
  }
}
