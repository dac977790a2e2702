/** What a pass over the feeds reports. Types only. */

import type { FailureCause } from './feed-health.ts'

/** What a visit to a feed brought. */
export interface VisitRecord {
  feedId: number
  title: string
  outcome: 'new' | 'unchanged' | 'failed'
  created: number
  updated: number
  error: string | null
  /** Null for one that did not fail, and for a fault of our own. */
  cause: FailureCause | null
}

export interface IngestProgress {
  stage: string
  done: number
  total: number
}
