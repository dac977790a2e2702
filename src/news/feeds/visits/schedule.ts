/**
 * Time of a feed's next fetch, and its record after an attempt. Pure: state in, changes out. A feed never stops
 * silently: only its publisher's 410 ends the fetching, and that with a reason.
 */
import { retryAfterMs } from '../../../platform/fetch/retry-after.ts'
import { baseIntervalMinutes, gapsOf, publisherMinutes } from './cadence.ts'
import type { Attempt, Failed, FeedPatch, FeedState, Succeeded } from './feed-record.ts'
import { nextPoll } from './pushed.ts'
import { redirectPatch } from './redirects.ts'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

const MIN_INTERVAL = 5
const MAX_INTERVAL = DAY
const MAX_BACK_OFF = 2 * DAY
/** While no source is reachable, so that all are read soon after the network is back. */
const OFFLINE_WAIT = 10
/** A longer Retry-After of the publisher is cut to this. */
const MAX_RETRY_AFTER = 7 * DAY

/** The changes that an attempt at `now` makes to a feed's record. */
export function afterFetch(feed: FeedState, attempt: Attempt, now: Date): FeedPatch {
  return attempt.outcome === 'failed' ? afterFailure(feed, attempt, now) : afterSuccess(feed, attempt, now)
}

function afterSuccess(feed: FeedState, attempt: Succeeded, now: Date): FeedPatch {
  const base = feed.ownIntervalMinutes ?? baseIntervalMinutes(attempt.times, now)
  const gaps = gapsOf(attempt.times)
  const ttlMinutes = attempt.ttlMinutes ?? (attempt.outcome === 'unchanged' ? feed.ttlMinutes : null)
  const floor = clamp(publisherMinutes(attempt.headers, ttlMinutes, now), MIN_INTERVAL, MAX_INTERVAL)
  const spread = base * (0.9 + 0.2 * fraction(feed.id))
  const scheduled = later(now, clamp(spread, floor, MAX_INTERVAL))
  // Articles found by polling were not pushed.
  const pushedAt = attempt.outcome === 'new' ? null : feed.pushedAt
  const pushed = nextPoll({ ...feed, pushedAt, longestGapMinutes: gaps?.max ?? feed.longestGapMinutes }, now)
  return {
    ...redirectPatch(feed, attempt.redirects, now),
    ...(attempt.outcome === 'new' && { lastNewAt: now }),
    etag: etagAfter(feed, attempt),
    lastModified: attempt.headers['last-modified'] ?? (attempt.bodyHash === null ? feed.lastModified : null),
    bodyHash: attempt.bodyHash ?? feed.bodyHash,
    intervalMinutes: Math.round(clamp(base, floor, MAX_INTERVAL)),
    usualGapMinutes: gaps?.common ?? feed.usualGapMinutes,
    longestGapMinutes: gaps?.max ?? feed.longestGapMinutes,
    answerMs: smoothed(feed.answerMs, attempt.ms),
    ...(attempt.republished && { republishedAt: now }),
    ttlMinutes: ttlMinutes === null ? null : Math.round(clamp(ttlMinutes, 0, MAX_INTERVAL)),
    pushedAt,
    nextFetchAt: pushed && pushed > scheduled ? pushed : scheduled,
    holdUntil: null,
    lastFetchedAt: now,
    lastSuccessAt: now,
    errorsInRow: 0,
    failingSince: null,
    failure: null,
    lastError: null,
  }
}

/** An ETag that stayed the same on another body tells nothing, so the next visit asks without it. */
function etagAfter(feed: FeedState, { headers, bodyHash }: Succeeded): string | null {
  if (bodyHash === null) return headers.etag ?? feed.etag
  return headers.etag === feed.etag && bodyHash !== feed.bodyHash ? null : (headers.etag ?? null)
}

const smoothed = (before: number | null, ms: number) => Math.round(before === null ? ms : before * 0.7 + ms * 0.3)

function afterFailure(feed: FeedState, attempt: Failed, now: Date): FeedPatch {
  const offline = attempt.cause === 'offline'
  // Not counted against a source while this machine is offline.
  const errorsInRow = offline ? Math.max(1, feed.errorsInRow) : feed.errorsInRow + 1
  const backOff = Math.max(backOffMinutes(feed.id, errorsInRow), retryAfterMinutes(attempt, now))
  const next = later(now, offline ? OFFLINE_WAIT : backOff)
  const patch: FeedPatch = {
    errorsInRow,
    failingSince: feed.failingSince ?? now,
    failure: attempt.cause,
    lastError: attempt.error,
    lastFetchedAt: now,
    nextFetchAt: next,
    holdUntil: next,
  }
  if (attempt.httpStatus !== 410) return patch
  return { ...patch, status: 'gone', statusReason: 'The publisher says that this feed is gone for good (HTTP 410).' }
}

/** `clamp(errors, 1, 16)³` minutes, spread by up to 10 % either way, at most two days. */
function backOffMinutes(feedId: number, errors: number): number {
  const minutes = clamp(errors, 1, 16) ** 3
  return Math.min(minutes * (0.9 + 0.2 * fraction(feedId * 31 + errors)), MAX_BACK_OFF)
}

function retryAfterMinutes({ httpStatus, headers }: Failed, now: Date): number {
  if (httpStatus !== 429 && httpStatus !== 503) return 0
  return Math.min((retryAfterMs(headers['retry-after'], now) ?? 0) / MINUTE, MAX_RETRY_AFTER)
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

const later = (now: Date, minutes: number) => new Date(now.getTime() + Math.ceil(minutes * MINUTE))

/** A number's own fixed place in [0, 1): Knuth's multiplicative hash. */
const fraction = (seed: number) => (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32
