/** Article pages → their text, where the publisher lets us: robots.txt, the fetcher's rules, a reader with limits. */
import { AppError } from '../../domain/errors.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { FetchError } from '../fetch/fetch-error.ts'
import { type Fetcher, type FetchResult, isAnswer } from '../fetch/fetcher.ts'
import type { Robots } from '../fetch/robots.ts'
import { headerReservation } from '../rights/reservation.ts'
import type { PageText } from './text.ts'

export interface Extracted extends PageText {
  /** Where the page was found, after redirects. */
  url: string
}

/** No error: the feed's own text is used instead. */
export interface Refusal {
  /** `unreachable` may be otherwise later; the others are the publisher's word or the page's nature. */
  refused: 'robots' | 'unreachable' | 'status' | 'not_html' | 'unreadable'
  /** One sentence. */
  reason: string
}

export interface Extractor {
  /** Never rejects for what the page or its host does; with `aborted` for `signal`, and with `unavailable` for a fault of ours. */
  extractArticle(url: string, signal?: AbortSignal): Promise<Extracted | Refusal>
}

const LARGEST_PAGE = 5 * 1024 * 1024
const HTML_TYPE = /^(text\/html|application\/xhtml\+xml|)$/

export function createExtractor(parts: { fetcher: Fetcher; robots: Robots; reader: DocumentReader }): Extractor {
  return {
    async extractArticle(url, signal) {
      const forbidden = await robotsRefusal(parts.robots, url)
      if (forbidden) return forbidden
      const page = await fetchPage(parts.fetcher, url, signal)
      if ('refused' in page) return page
      const moved = new URL(page.url).origin !== new URL(url).origin
      const forbiddenThere = moved ? await robotsRefusal(parts.robots, page.url) : null
      return forbiddenThere ?? readPage(parts.reader, page, parts.robots.agent)
    },
  }
}

async function robotsRefusal(robots: Robots, url: string): Promise<Refusal | null> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return { refused: 'unreachable', reason: 'The address of the page is none of the web.' }
  try {
    return await robots.refusal(url)
  } catch (error) {
    return { refused: 'robots', reason: `The site's robots.txt cannot be read: ${faultOf(error)}` }
  }
}

/** What was wrong with the document; throws what was no fault of its own. */
function faultOf(error: unknown): string {
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
    if (!isAnswer(page)) return { refused: 'status', reason: `The page answered HTTP ${page.status}.` }
    if (HTML_TYPE.test(page.contentType)) return page
    return { refused: 'not_html', reason: `The page is ${page.contentType.slice(0, 60)}, not HTML.` }
  } catch (error) {
    if (!(error instanceof FetchError) || error.kind === 'aborted') throw error
    return { refused: 'unreachable', reason: error.message }
  }
}

async function readPage(reader: DocumentReader, page: FetchResult, agent: string): Promise<Extracted | Refusal> {
  const contentType = page.headers['content-type'] ?? ''
  try {
    const text = await reader.read({ task: 'article', body: page.body, contentType, url: page.url, agent })
    return { ...text, url: page.url, reservation: headerReservation(page.headers, agent) ?? text.reservation }
  } catch (error) {
    return { refused: 'unreadable', reason: `The page could not be read: ${faultOf(error)}` }
  }
}
