/** Sources as /status and the operator see them. */

import type { PublisherRef } from '../../articles/queries/views.ts'
import type { Health } from '../../feeds/rules/feed-health.ts'

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
