/**
 * A feed whose hub pushes is polled once a day. It is polled sooner when no push has come for longer than it was ever
 * silent, and in its own time again when polling brings what was not pushed. Pure: state in, changes out.
 */
import { gapsOf } from './cadence.ts'
import type { FeedPatch, FeedState } from './feed-record.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Pushed = Pick<FeedState, 'pushedAt' | 'longestGapMinutes' | 'ownIntervalMinutes'>

/** Not before then, for a feed that was polled at `polled`; null for one that is polled in its own time. */
export function nextPoll({ pushedAt, longestGapMinutes, ownIntervalMinutes }: Pushed, polled: Date): Date | null {
  if (pushedAt === null || ownIntervalMinutes !== null) return null
  const patience = Math.min(DAY, Math.max(HOUR, longestGapMinutes === null ? DAY : longestGapMinutes * MINUTE))
  return new Date(Math.min(polled.getTime() + DAY, pushedAt.getTime() + patience))
}

/** The changes that a push at `now` makes to a feed's record; `times` as in an attempt. A failing feed keeps its back-off. */
export function afterPush(
  feed: FeedState,
  { outcome, times }: { outcome: 'new' | 'unchanged'; times: Date[] },
  now: Date,
): FeedPatch {
  const gaps = gapsOf(times)
  const longestGapMinutes = gaps?.max ?? feed.longestGapMinutes
  const next = nextPoll({ ...feed, longestGapMinutes, pushedAt: now }, feed.lastFetchedAt ?? now)
  return {
    pushedAt: now,
    lastSuccessAt: now,
    ...(outcome === 'new' && { lastNewAt: now }),
    usualGapMinutes: gaps?.common ?? feed.usualGapMinutes,
    longestGapMinutes,
    ...(next && feed.failingSince === null && { nextFetchAt: next }),
  }
}
