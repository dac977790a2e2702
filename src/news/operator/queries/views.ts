/** Sources as /status and the operator see them. */

import type { Health, HealthState } from '../../feeds/rules/feed-health.ts'
import type { PublisherRef } from '../../sources/queries/views.ts'

/** A source and how it is doing. */
export interface SourceState extends Health {
  id: number
  title: string
  publisher: PublisherRef
  url: string
  folder: string | null
  language: string | null
  /** Why it was stopped, or the last error in full, which is English. */
  reason: string | null
  lastFetchedAt: Date | null
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  nextFetchAt: Date | null
  errorsInRow: number
  /** Pages of the last 30 days that stand in for their article: how many, and the latest of them. */
  standIns: StandIns | null
}

export interface StandIns {
  n: number
  url: string
  /** One sentence, in English. */
  reason: string
}

/** One source on /status. */
export interface SourceHealthView extends SourceState {
  /** Publication of the newest article that readers see. */
  newestArticleAt: Date | null
  /** Oldest first, at most 30 days. */
  days: { day: string; ok: number; failed: number; fresh: number }[]
}

/** A source as its operator sees it. */
export interface SourceRecord extends Health {
  id: number
  title: string
  url: string
  siteUrl: string | null
  status: 'active' | 'paused' | 'gone'
  reason: string | null
  articles: number
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  nextFetchAt: Date
  errorsInRow: number
  lastError: string | null
  folder: string | null
  language: string | null
  publisher: { domain: string; name: string }
}

export interface StageDepth {
  stage: string
  ready: number
  active: number
  failed: number
  /** Seconds that the longest waiting job has been ready. */
  oldest: number
}

/** Stored data in bytes, and its growth. */
export interface Storage {
  bytes: number
  /** Bytes of 100,000 articles with all that belongs to them; null where there are too few to estimate. */
  per100000: number | null
  months: { month: string; articles: number }[]
  /** KEEP_ARTICLES. */
  keepDays: number | null
  /** Data older than that, and the bytes that its deletion frees. */
  old: { articles: number; bytes: number }
}

export interface Stats {
  feeds: {
    active: number
    failing: number
    paused: number
    /** This machine's own network is away. */
    offline: boolean
    states: Partial<Record<HealthState, number>>
  }
  articles: { published: number; relevant: number; pending: number; removed: number }
  events: number
  stories: number
  queue: StageDepth[]
  spend: { thisMonth: number; budget: number | null; calls: number }
  storage: Storage
}
