/**
 * Articles as every surface reads them. One content cut: no view has a field that could hold an original
 * text. Only the queries make views.
 */

import type { FeedRef } from '../../sources/queries/views.ts'
import type { TagRef } from '../../tags/queries/views.ts'

/** Writer of the shown summary. */
export type SummaryBy = 'ai' | 'operator' | 'excerpt'

export type StoryStatus = 'active' | 'dormant'

export interface StoryRef {
  id: number
  title: string
  status: StoryStatus
}

export interface ArticleView {
  id: number
  /** The original at its source. */
  url: string
  original: { title: string; summary: string; language: string | null }
  /** The site-language version, null until there is one. */
  translated: { title: string; summary: string } | null
  /** Shown to readers: the translated title and summary, else the original title and excerpt. */
  title: string
  summary: string
  /** Language of `summary`. */
  language: string | null
  summaryBy: SummaryBy
  /** Time at which the site-language version was written, null without one. */
  summarisedAt: Date | null
  imageUrl: string | null
  author: string | null
  publishedAt: Date | null
  discoveredAt: Date
  /** The instant that lists are ordered by. */
  sortAt: Date
  updatedAt: Date
  kind: string | null
  relevant: boolean
  sourceCount: number
  views: number
  /** Popularity as of the moment when views were last added up; see docs/popularity.md. */
  popularityScore: number
  feed: FeedRef
  /** Registrable domain of its publisher. */
  publisher: string
  /** Registrable domain that a syndicated text credits. */
  creditedPublisher: string | null
  tags: TagRef[]
  /** Null until it has been clustered. */
  event: { id: number; entriesCount: number } | null
  /** The running story that its event belongs to. */
  story: { id: number; title: string } | null
}

/** Articles of one calendar day (YYYY-MM-DD, UTC). */
export interface DayCount {
  day: string
  articles: number
}
