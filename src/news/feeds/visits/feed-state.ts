/** A feed's row as the schedule's pure functions see it, and their changes as columns. */

import type { Updateable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Feed } from '../writes/feeds.ts'
import type { FeedPatch, FeedState } from './feed-record.ts'

const columns = {
  url: 'url',
  status: 'status',
  statusReason: 'status_reason',
  etag: 'etag',
  lastModified: 'last_modified',
  bodyHash: 'body_hash',
  nextFetchAt: 'next_fetch_at',
  holdUntil: 'hold_until',
  intervalMinutes: 'interval_minutes',
  ownIntervalMinutes: 'own_interval_minutes',
  usualGapMinutes: 'usual_gap_minutes',
  longestGapMinutes: 'longest_gap_minutes',
  answerMs: 'answer_ms',
  republishedAt: 'republished_at',
  ttlMinutes: 'ttl_minutes',
  lastFetchedAt: 'last_fetched_at',
  lastSuccessAt: 'last_success_at',
  lastNewAt: 'last_new_at',
  errorsInRow: 'errors_in_row',
  failingSince: 'failing_since',
  failure: 'failure',
  lastError: 'last_error',
  redirectUrl: 'redirect_url',
  redirectSeen: 'redirect_seen',
  redirectSince: 'redirect_since',
  pushedAt: 'pushed_at',
} as const satisfies Record<keyof FeedPatch, keyof Schema['feeds']>

export function toFeedState(feed: Feed): FeedState {
  const entries = Object.entries(columns).map(([field, column]) => [field, feed[column]])
  return { id: feed.id, hasLogin: feed.secret !== null, ...Object.fromEntries(entries) } as FeedState
}

export function toFeedRow(patch: FeedPatch): Updateable<Schema['feeds']> {
  const entries = Object.entries(patch).map(([field, value]) => [columns[field as keyof FeedPatch], value])
  return Object.fromEntries(entries) as Updateable<Schema['feeds']>
}
