/** A webhook of the operator: an address that receives changes or alerts of events, and their filter. */

import { isConfirmed } from '../../news/events/rules/confirmed.ts'
import type { QuietHours } from '../../platform/time/quiet-time.ts'

/** `changes` receives every change; `alerts` one alert an event, when enough publishers report it. */
export type WebhookKind = 'changes' | 'alerts'

export interface WebhookFilter {
  /** Types of changes; null for all. */
  types: string[] | null
  /** Slug of a tag that the object must carry. */
  tag: string | null
  minSources: number | null
  feedId: number | null
}

/** Filter of a webhook, as requested. */
export interface WebhookSettings extends WebhookFilter {
  kind: WebhookKind
  /** In which no alert is sent, by the site's clock. */
  quiet: QuietHours | null
}

export interface Webhook extends WebhookSettings {
  id: number
  url: string
  state: 'active' | 'paused'
  failingSince: Date | null
  lastError: string | null
  delivered: number
  deliveredAt: Date | null
}

/** As an operator writes it. */
export interface WebhookRequest {
  /** Alerts in place of changes. */
  alerts?: boolean
  /** For alerts: hours in which none is sent, as 22:00-07:00; '' for none. */
  quiet?: string
  /** Types of changes, with commas between; '' for all. */
  types?: string
  tag?: string
  minSources?: number
  feed?: number
}

interface Filterable {
  type: string
  object: unknown
}

/** A deleted object cannot be filtered: its deletion is always sent, so that a receiver can delete it. */
export function passes({ types, tag, minSources, feedId }: WebhookFilter, change: Filterable): boolean {
  if (types && !types.includes(change.type)) return false
  if (change.object === null) return true
  const object = change.object as {
    tags?: { slug: string }[]
    source_count?: number
    feed?: { id: number }
    entries?: unknown
  }
  if (tag !== null && !object.tags?.some?.(({ slug }) => slug === tag)) return false
  if (minSources !== null && !isConfirmed(object.source_count ?? 0, minSources)) return false
  return feedId === null || object.feed?.id === feedId || reportedBy(object.entries, feedId)
}

const reportedBy = (entries: unknown, feedId: number): boolean =>
  Array.isArray(entries) && entries.some((entry: { feed_id?: number }) => entry.feed_id === feedId)
