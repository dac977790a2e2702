/** Filters of lists: parameters of a request, and conditions of the queries. They mean the same on every surface. */

/** All that a list can be cut by; each takes what it knows. */
export interface Filter {
  relevant?: boolean
  language?: string
  since?: Date
  until?: Date
  feedIds?: number[]
  tagId?: number
  minSources?: number
  storyId?: number
  status?: 'active' | 'dormant'
  pageType?: string
  kind?: string
  eventIds?: number[]
  /** Events on whose points publishers disagree. */
  disputed?: boolean
}

/** By the names of the parameters. */
export interface ListQuery {
  relevant?: boolean | undefined
  apple_relevant?: boolean | undefined
  lang?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  feed_id?: number | undefined
  tag?: string | undefined
  min_sources?: number | undefined
  story_id?: number | undefined
  status?: 'active' | 'dormant' | undefined
  page_type?: string | undefined
  kind?: string | undefined
  /** Of events: what one of their articles is found by. */
  q?: string | undefined
}
