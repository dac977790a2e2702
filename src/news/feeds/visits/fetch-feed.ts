/** The stages fetch, parse and ingest for one feed: one visit to its publisher, recorded with its result. */
import { messageOf } from '../../../platform/errors.ts'
import { type FetchResult, isAnswer } from '../../../platform/fetch/fetcher.ts'
import { isConditional } from '../../../platform/fetch/request-headers.ts'
import { headerReservation } from '../../../platform/fetch/rights/reservation.ts'
import { registrableDomain } from '../../../platform/text/url.ts'
import { isAddress } from '../../sources/rules/publisher-name.ts'
import { documentOf } from '../documents/document.ts'
import type { ReadFeed } from '../documents/document-worker.ts'
import type { ParsedFeed } from '../rules/feed.ts'
import { type FailureCause, isOffline } from '../rules/feed-health.ts'
import { linksOf } from '../rules/header-links.ts'
import type { FetchReport } from '../rules/ingest-report.ts'
import { compareWithPrevious } from '../unchanged.ts'
import { type Feed, isFetchDue, listReach } from '../writes/feeds.ts'
import { type Counts, saveFetch, startFetch } from '../writes/fetches.ts'
import { openHeaders } from '../writes/source-secrets.ts'
import { newestTimes } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import { causeOf, StatusError } from './failure.ts'
import type { Attempt } from './feed-record.ts'
import { toFeedRow, toFeedState } from './feed-state.ts'
import { type Found, findChanges } from './ingest.ts'
import { problemsOf } from './problems.ts'
import { afterFetch } from './schedule.ts'
import { applyPushes } from './take-push.ts'

/** Visits a feed. A failure of the feed becomes the attempt's error; only the database may throw. */
export async function fetchFeed(pipeline: Crawl, feedId: number): Promise<FetchReport> {
  const { pushed, feed, times } = await begin(pipeline, feedId)
  return pushed && !isFetchDue(feed, pipeline.clock.now()) ? pushed : attemptFetch(pipeline, feed, times)
}

/** Null for a feed that was visited since it was listed as due, and that nothing was pushed to. */
export async function fetchDueFeed(pipeline: Crawl, feedId: number): Promise<FetchReport | null> {
  const { pushed, feed, times } = await begin(pipeline, feedId)
  return isFetchDue(feed, pipeline.clock.now()) ? attemptFetch(pipeline, feed, times) : pushed
}

async function begin(pipeline: Crawl, feedId: number) {
  const { isPushed, ...state } = await pipeline.visits.start(feedId)
  if (!isPushed) return { pushed: null, ...state }
  const pushed = await applyPushes(pipeline, feedId)
  return { pushed, ...(await startFetch(pipeline.database, feedId)) }
}

const attemptFetch = (pipeline: Crawl, feed: Feed, times: Date[]): Promise<FetchReport> =>
  pipeline.visits.during(() => visit(pipeline, feed, times))

async function visit(pipeline: Crawl, feed: Feed, times: Date[]): Promise<FetchReport> {
  const started = pipeline.clock.now()
  let result: FetchResult | null = null
  try {
    const answer = await get(pipeline, feed)
    result = answer
    const arrived = await readAnswer(pipeline, feed, answer)
    return await succeed(pipeline, { feed, times, started, result: answer, arrived })
  } catch (error) {
    const cause = causeOf(error)
    if (cause === null) throw error
    const isOffline = cause === 'unreachable' && (await isLocalNetworkUnreachable(pipeline, feed))
    return fail(pipeline, { feed, started, error, cause: isOffline ? 'offline' : cause, arrived: result })
  }
}

async function get(pipeline: Crawl, feed: Feed): Promise<FetchResult> {
  const validators = validatorsOf(feed)
  const result = await pipeline.fetcher.get(feed.url, {
    ...validators,
    ...(feed.secret && { credentials: openHeaders(pipeline.config.DATA_DIR, feed.secret) }),
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    priority: 1,
  })
  if (!isAnswer(result) && !(result.status === 304 && isConditional(validators))) throw new StatusError(result)
  return result
}

/**
 * A date later than the visit that brought it is none of the document's (RFC 9110, 8.8.2.1): sent back, it would hide all
 * that comes until then.
 */
function validatorsOf({ etag, last_modified: lastModified, last_success_at: visitedAt }: Feed) {
  const isLater = visitedAt !== null && Date.parse(lastModified ?? '') > visitedAt.getTime()
  return { etag, lastModified: isLater ? null : lastModified }
}

interface Arrived {
  /** Null for an answer that was not parsed. */
  read: ReadFeed | null
  hash: string | null
  found: Found
}

const NOTHING: Found = { changes: null, republished: false, notes: [] }

/** A 304, or a body equal but for noise, is "unchanged" and not parsed. */
async function readAnswer(pipeline: Crawl, feed: Feed, result: FetchResult): Promise<Arrived> {
  const { unchanged, bodyHash: hash } = compareWithPrevious(feed.body_hash, result)
  if (result.status === 304 || (unchanged && feed.first_pass_done)) return { read: null, hash, found: NOTHING }
  const read = await pipeline.parse(documentOf(result), feed.site_url ?? feed.url)
  const reservation = headerReservation(result.headers, pipeline.agent)
  return { read, hash, found: await findChanges(pipeline, feed, read, reservation) }
}

interface Success {
  feed: Feed
  /** Publication of the feed's newest articles on record. */
  times: Date[]
  started: Date
  result: FetchResult
  arrived: Arrived
}

async function succeed(pipeline: Crawl, { feed, times, started, result, arrived }: Success): Promise<FetchReport> {
  const { read, hash, found } = arrived
  const { changes, republished } = found
  const now = pipeline.clock.now()
  const record = ({ created, updated }: Counts) => {
    const attempt: Attempt = {
      outcome: created + updated > 0 ? 'new' : 'unchanged',
      headers: result.headers,
      bodyHash: hash,
      ttlMinutes: read?.parsed.ttlMinutes ?? null,
      times: newestTimes(changes, times, now),
      // An address that is asked with a login is never given to another server.
      redirects: feed.secret ? [] : result.redirects,
      ms: result.ms,
      republished,
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
        error: read && problemsOf(read, found.notes),
      },
      feed: {
        ...toFeedRow(afterFetch(toFeedState(feed), attempt, now)),
        first_pass_done: true,
        ...(read ? aboutFeed(feed, read.parsed, result) : {}),
      },
    }
  }
  const counts = await saveFetch(pipeline, feed, changes, record, now)
  const outcome = counts.created + counts.updated > 0 ? 'new' : 'unchanged'
  return { feedId: feed.id, title: feed.title, outcome, ...counts, error: null, cause: null }
}

/** The feed's own metadata fills only what is empty; a title that an operator gave stays. */
function aboutFeed(feed: Feed, parsed: ParsedFeed, { headers, url }: FetchResult) {
  const links = linksOf(headers.link, url)
  const hub = links.hub ?? parsed.hubUrl
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
    hub_url: hub,
    hub_topic: hub && (links.self ?? parsed.selfUrl ?? feed.url),
  }
}

/** True when no source is reachable, this feed being the latest. */
async function isLocalNetworkUnreachable({ database, clock }: Crawl, feed: Feed): Promise<boolean> {
  const now = clock.now()
  const others = (await listReach(database)).filter(({ id }) => id !== feed.id)
  const { publisher, last_success_at: lastSuccessAt, failing_since: since } = feed
  return isOffline([
    ...others,
    { publisher, lastSuccessAt, lastFetchedAt: now, failingSince: since ?? now, failure: 'unreachable' },
  ])
}

interface Failure {
  feed: Feed
  started: Date
  error: unknown
  cause: FailureCause
  arrived: FetchResult | null
}

async function fail(pipeline: Crawl, { feed, started, error, cause, arrived }: Failure): Promise<FetchReport> {
  const result = error instanceof StatusError ? error.result : arrived
  const message = messageOf(error).slice(0, 500)
  const attempt: Attempt = {
    outcome: 'failed',
    error: message,
    cause,
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
      cause,
    },
    feed: toFeedRow(afterFetch(toFeedState(feed), attempt, now)),
  })
  await saveFetch(pipeline, feed, null, record, now)
  return { feedId: feed.id, title: feed.title, outcome: 'failed', created: 0, updated: 0, error: message, cause }
}
