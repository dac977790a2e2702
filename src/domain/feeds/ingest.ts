/** What a pass over the feeds reports. Types only. */

export interface VisitRecord {
  feedId: number
  title: string
  outcome: 'new' | 'unchanged' | 'failed'
  created: number
  updated: number
  error: string | null
}

export interface IngestProgress {
  stage: string
  done: number
  total: number
}
