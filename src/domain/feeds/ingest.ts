/** What a pass over the feeds reports. Types only. */

/** What a visit to a feed brought. */
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
