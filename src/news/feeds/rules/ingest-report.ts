/** Report of a pass over the feeds. Types only. */

import type { FailureCause } from './feed-health.ts'

/** Result of fetching a feed. */
export interface FetchReport {
  feedId: number
  title: string
  outcome: 'new' | 'unchanged' | 'failed'
  created: number
  updated: number
  error: string | null
  /** Null for one that did not fail, and for a failure of our own. */
  cause: FailureCause | null
}

export interface IngestProgress {
  stage: string
  done: number
  total: number
}
