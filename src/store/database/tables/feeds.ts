/** Sources, their visits, and notices about what needs a person. Columns as the migrations make them. */

import type { ColumnType } from 'kysely'
import type { FailureCause } from '../../../domain/feeds/feed-health.ts'
import type { Facts } from '../../../domain/operator.ts'
import type { Defaulted, Id, Json, Time } from './columns.ts'

export interface FeedTable {
  id: Id
  url: string
  site_url: string | null
  title: string
  description: string | null
  language: string | null
  icon_url: string | null
  publisher: string
  publisher_name: string | null
  status: Defaulted<'active' | 'paused' | 'gone' | 'removed'>
  status_reason: string | null
  relevance: Defaulted<'model' | 'all'>
  extract: Defaulted<boolean>
  created_at: Defaulted<Date>
  etag: string | null
  last_modified: string | null
  body_hash: string | null
  hub_url: string | null
  hub_topic: string | null
  pushed_at: Date | null
  first_pass_done: Defaulted<boolean>
  next_fetch_at: Defaulted<Date>
  hold_until: Date | null
  interval_minutes: Defaulted<number>
  usual_gap_minutes: number | null
  ttl_minutes: number | null
  last_fetched_at: Date | null
  last_success_at: Date | null
  last_new_at: Date | null
  errors_in_row: Defaulted<number>
  last_error: string | null
  redirect_url: string | null
  redirect_seen: Defaulted<number>
  redirect_since: Date | null
  failing_since: Date | null
  failure: FailureCause | null
  answer_ms: number | null
  longest_gap_minutes: number | null
  republished_at: Date | null
  folder: string | null
  own_interval_minutes: number | null
  secret: Buffer | null
  proposed_url: string | null
  proposed_at: Date | null
  listed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

export interface FetchTable {
  id: Id
  feed_id: number
  at: Time
  outcome: 'new' | 'unchanged' | 'failed'
  http_status: number | null
  bytes: Defaulted<number>
  ms: Defaulted<number>
  items_new: Defaulted<number>
  items_updated: Defaulted<number>
  error: string | null
  cause: FailureCause | null
}

export interface NoticeTable {
  id: Id
  key: string
  kind: string
  urgent: boolean
  facts: Json<Facts>
  since: Time
  told_at: Date | null
  mended_at: Date | null
}

export interface FeedSubscriptionTable {
  feed_id: number
  hub: string
  topic: string
  key: string
  secret: string
  state: 'asked' | 'active' | 'denied'
  expires_at: Date | null
  next_at: Time
  tries: Defaulted<number>
  last_error: string | null
}

export interface FeedPushTable {
  id: Id
  feed_id: number
  body: Buffer
  content_type: string
  at: Time
}

export interface FetchTurnTable {
  domain: string
  next_at: Time
}
