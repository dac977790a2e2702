/** The log of changes, whom it is told, and the versions of caches. Columns as the migrations make them. */
import type { Defaulted, Id, Time } from './columns.ts'

export interface DataVersionTable {
  name: 'content' | 'views'
  version: number
  raised_at: Time
}

/** Written by triggers only. */
export interface ChangeTable {
  position: Id
  version: number
  at: Time
  kind: 'entry' | 'event' | 'story' | 'episode' | 'guide' | 'correction'
  act: 'created' | 'updated' | 'merged' | 'split' | 'removed'
  id: string
  into_id: string | null
  from_id: string | null
  fields: string[]
}

/** One row. */
export interface ChangeLogTable {
  epoch: string
  forgotten_to: number
}

export interface WebhookTable {
  id: Id
  url: string
  secret: string
  kind: Defaulted<'changes' | 'alerts'>
  quiet_from: number | null
  quiet_until: number | null
  types: string[] | null
  tag: string | null
  min_sources: number | null
  feed_id: number | null
  cursor: string | null
  state: Defaulted<'active' | 'paused'>
  delivered: Defaulted<number>
  delivered_at: Date | null
  created_at: Time
}

export interface HubSubscriptionTable {
  id: Id
  topic: string
  callback: string
  secret: string | null
  expires_at: Time
  content_hash: string | null
}
