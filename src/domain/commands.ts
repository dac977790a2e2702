/** What surfaces may change: functions that app.ts builds from store/ and pipeline/. Types only. */

export interface ViewEvent {
  articleId: number
  ip: string
  userAgent: string
}

export interface Commands {
  /** Counts a reading of an article's page, later and in a batch; never slows or fails a page. */
  countView(view: ViewEvent): void
}
