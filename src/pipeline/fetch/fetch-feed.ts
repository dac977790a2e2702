/** The stages fetch, parse and ingest for one feed: one visit to its publisher, recorded with its result. */
import { sortTime } from '../../domain/articles/ingest.ts'
import { messageOf } from '../../domain/errors.ts'
import type { ParsedFeed } from '../../domain/feeds/feed.ts'
import type { VisitRecord } from '../../domain/feeds/ingest.ts'
import { isAddress } from '../../domain/feeds/publisher-name.ts'
import { registrableDomain } from '../../domain/text/url.ts'
import { documentOf } from '../../feeds/documents/document.ts'
import { FetchError } from '../../feeds/fetch/fetch-error.ts'
import type { FetchResult } from '../../feeds/fetch/fetcher.ts'
import { compareWithKnown } from '../../feeds/unchanged.ts'
import type { Changes } from '../../store/articles/articles.ts'
import type { Feed } from '../../store/feeds/feeds.ts'
import { type Counts, saveVisit, startVisit } from '../../store/feeds/visits.ts'
import type { Crawl } from '../context.ts'
import type { Attempt } from './feed-record.ts'
import { toFeedRow, toFeedState } from './feed-state.ts'
import { findChanges } from './ingest.ts'
import { afterFetch } from './schedule.ts'

/** A refusal by status, with what the schedule needs of the answer. */
class StatusError extends Error {
  readonly result: FetchResult
  constructor(result: FetchResult) {
    super(`The publisher answered ${result.status}${reasons[result.status] ? `: ${reasons[result.status]}` : ''}.`)
    this.result = result
  }
}

const reasons: Record<number, string> = {
  401: 'it wants a login',
  403: 'it refuses us',
  404: 'the feed is not there',
  410: 'the feed is gone for good',
  429: 'we asked too often',
  503: 'it is busy',
}

/** Visits a feed. Any failure of the feed becomes the attempt's error; only the database may throw. */
export async function fetchFeed(pipeline: Crawl, feedId: number): Promise<VisitRecord> {
  const { feed, times } = await startVisit(pipeline.database, feedId)
  const started = pipeline.clock.now()
  let result: FetchResult | null = null
  try {
    const answer = await get(pipeline, feed)
    result = answer
    const arrived = await readAnswer(pipeline, feed, answer)
    return await succeed(pipeline, { feed, times, started, result: answer, arrived })
  } catch (error) {
    if (!isPublishersFault(error)) throw error
    return fail(pipeline, feed, started, error, result)
  }
}

async function get(pipeline: Crawl, feed: Feed): Promise<FetchResult> {
  const result = await pipeline.fetcher.get(feed.url, {
    etag: feed.etag,
    lastModified: feed.last_modified,
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    priority: 1,
  })
  if (result.status !== 200 && result.status !== 304) throw new StatusError(result)
  return result
}

interface Arrived {
  parsed: ParsedFeed | null
  hash: string | null
  changes: Changes | null
}

/** A 304, an equal ETag, or a body equal but for noise is "unchanged" and not parsed. */
async function readAnswer(pipeline: Crawl, feed: Feed, result: FetchResult): Promise<Arrived> {
  const { unchanged, bodyHash: hash } = compareWithKnown({ etag: feed.etag, bodyHash: feed.body_hash }, result)
  if (result.status === 304 || (unchanged && feed.first_pass_done)) return { parsed: null, hash, changes: null }
  const read = await pipeline.parse(documentOf(result), feed.site_url ?? feed.url)
  return { parsed: read.parsed, hash, changes: await findChanges(pipeline, feed, read) }
}

interface Success {
  feed: Feed
  /** When the feed's newest articles on record were published. */
  times: Date[]
  started: Date
  result: FetchResult
  arrived: Arrived
}

async function succeed(pipeline: Crawl, { feed, times, started, result, arrived }: Success): Promise<VisitRecord> {
  const { parsed, hash, changes } = arrived
  const now = pipeline.clock.now()
  const arriving = (changes?.arrivals ?? []).map(({ candidate }) => sortTime(candidate.item.publishedAt, now))
  const record = ({ created, updated }: Counts) => {
    const attempt: Attempt = {
      outcome: created + updated > 0 ? 'new' : 'unchanged',
      headers: result.headers,
      bodyHash: hash,
      ttlMinutes: parsed?.ttlMinutes ?? null,
      times: newest([...arriving, ...times]),
      redirects: result.redirects,
    }
    return {
      attempt: {
        at: started,
        outcome: attempt.outcome,
        http_status: result.status,
        bytes: result.bytes,
        ms: Math.round(result.ms),
        items_new: created,
        items_updated: updated,
        error: parsed && parsed.problems.length > 0 ? parsed.problems.join(' ').slice(0, 1000) : null,
      },
      feed: {
        ...toFeedRow(afterFetch(toFeedState(feed), attempt, now)),
        first_pass_done: true,
        ...(parsed ? aboutFeed(feed, parsed) : {}),
      },
    }
  }
  const counts = await saveVisit(pipeline.database, feed.id, changes, record, now)
  const outcome = counts.created + counts.updated > 0 ? 'new' : 'unchanged'
  return { feedId: feed.id, title: feed.title, outcome, ...counts, error: null }
}

const newest = (times: Date[]) => times.sort((a, b) => b.getTime() - a.getTime()).slice(0, 100)

/** The feed's own metadata fills only what is empty; a title that an operator gave stays. */
function aboutFeed(feed: Feed, parsed: ParsedFeed) {
  return {
    ...(isAddress(feed.title, feed.url) && parsed.title ? { title: parsed.title.slice(0, 200) } : {}),
    site_url: feed.site_url ?? parsed.siteUrl,
    // Until the site is known, the feed's own host stands for the publisher.
    ...(parsed.siteUrl && feed.site_url === null && feed.publisher === registrableDomain(feed.url)
      ? { publisher: registrableDomain(parsed.siteUrl) }
      : {}),
    description: parsed.description?.slice(0, 1000) ?? feed.description,
    language: feed.language ?? parsed.language,
    icon_url: parsed.iconUrl ?? feed.icon_url,
    hub_url: parsed.hubUrl,
  }
}

async function fail(
  pipeline: Crawl,
  feed: Feed,
  started: Date,
  error: unknown,
  arrived: FetchResult | null,
): Promise<VisitRecord> {
  const result = error instanceof StatusError ? error.result : arrived
  const message = messageOf(error).slice(0, 500)
  const attempt: Attempt = {
    outcome: 'failed',
    error: message,
    httpStatus: result?.status ?? null,
    headers: result?.headers ?? {},
  }
  const now = pipeline.clock.now()
  const record = () => ({
    attempt: {
      at: started,
      outcome: 'failed' as const,
      http_status: result?.status ?? null,
      bytes: result?.bytes ?? 0,
      ms: Math.round(result?.ms ?? now.getTime() - started.getTime()),
      error: message,
    },
    feed: toFeedRow(afterFetch(toFeedState(feed), attempt, now)),
  })
  await saveVisit(pipeline.database, feed.id, null, record, now)
  return { feedId: feed.id, title: feed.title, outcome: 'failed', created: 0, updated: 0, error: message }
}

/** Errors of the fetch, its status or the document; any other error is internal and is rethrown. */
function isPublishersFault(error: unknown): boolean {
  if (error instanceof FetchError) return error.kind !== 'aborted'
  return error instanceof StatusError || (error as { code?: unknown }).code === 'unprocessable'
}
