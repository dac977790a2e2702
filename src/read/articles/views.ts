/**
 * What the read model gives to every surface. One content cut: no view has a field that could hold an original text.
 * Surfaces present these; only read/ makes them.
 */
import type { Health } from '../../domain/feeds/feed-health.ts'
import type { Chapter, EpisodeSource } from '../../domain/podcast/episode.ts'

import type { FilterName, Period } from '../../domain/search/search-content.ts'

export type { Chapter, EpisodeSource } from '../../domain/podcast/episode.ts'

export interface FeedRef {
  id: number
  title: string
  /** The publisher's site. */
  url: string
  language: string | null
  iconUrl: string | null
}

export interface FeedView extends FeedRef {
  description: string | null
  feedUrl: string
  entriesCount: number
  lastEntryPublishedAt: Date | null
}

export interface TagRef {
  id: number
  name: string
  slug: string
}

export interface TagView extends TagRef {
  entriesCount: number
}

export interface TagDetailView extends TagView {
  related: TagRef[]
}

/** Who wrote the summary that is shown. */
export type SummaryBy = 'ai' | 'operator' | 'excerpt'

export interface ArticleView {
  id: number
  /** The original at its source. */
  url: string
  original: { title: string; summary: string; language: string | null }
  /** The site-language version, null until there is one. */
  translated: { title: string; summary: string } | null
  /** What a reader sees: the translated title and summary, else the original title and excerpt. */
  title: string
  summary: string
  /** Language of `summary`. */
  language: string | null
  summaryBy: SummaryBy
  /** When the site-language version was written, null without one. */
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
  tags: TagRef[]
  eventId: number | null
}

/** One event and who reports it. */
export interface EventView {
  id: number
  /** The member that is shown first: best source, then earliest. */
  lead: ArticleView
  /** The other members, earliest first. */
  others: ArticleView[]
  sourceCount: number
  firstAt: Date
  lastAt: Date
}

export type StoryStatus = 'active' | 'dormant'

export interface StoryRef {
  id: number
  title: string
  status: StoryStatus
}

export interface StoryView extends StoryRef {
  lead: string
  entriesCount: number
  firstEntryPublishedAt: Date | null
  lastEntryPublishedAt: Date | null
  imageUrl: string | null
  updatedAt: Date
  /** Articles a day from the first day to the last, for the spark line. */
  days: { day: string; articles: number }[]
}

export interface StoryDetailView extends StoryView {
  body: string
  textBy: SummaryBy
  predecessor: StoryRef | null
  successors: StoryRef[]
  /** Newest first. */
  entries: ArticleView[]
  /** Newest first. */
  events: EventView[]
}

export interface EpisodeView {
  episodeId: string
  title: string
  description: string
  publishedOn: Date
  durationSeconds: number
  /** Paths below /media/podd/ (`ID/FILE`, see episodeMediaUrl), null where there is no such file. */
  audioPath: string
  audioType: string
  audioBytes: number
  coverPath: string | null
  coverThumbPath: string | null
  hasTranscript: boolean
  updatedAt: Date
}

export interface EpisodeDetailView extends EpisodeView {
  chapters: Chapter[]
  sources: EpisodeSource[]
  transcriptText: string | null
  transcriptVtt: string | null
}

export type GuidePageType = 'product_hub' | 'family_hub' | 'generation_hub' | 'rumor'

export interface GuideRef {
  slug: string
  title: string
  pageType: GuidePageType
  summary: string
  family: string | null
  generation: string | null
  updated: string
}

export interface GuideView extends GuideRef {
  /** Markdown, written by the site's editors. */
  body: string
  factsUntil: string | null
  tags: TagRef[]
  parents: GuideRef[]
  children: GuideRef[]
  related: GuideRef[]
  /** Newest articles of its tags. */
  latest: ArticleView[]
  /** Running stories that are mostly about its tags. */
  stories: StoryView[]
  /** The most covered events of its tags in each month, newest first. */
  timeline: GuideMoment[]
}

/** What is wrong with a guide's file. */
export interface GuideFaultView {
  file: string
  line: number
  message: string
  /** The file was not taken in, and its last good version stays up. */
  refused: boolean
  at: Date
}

export interface GuideMoment {
  at: Date
  /** Article that the event is told by. */
  article: { id: number; title: string }
  sourceCount: number
}

/** A source and how it is doing. */
export interface SourceState extends Health {
  id: number
  title: string
  url: string
  folder: string | null
  language: string | null
  publisher: string
  /** Why it was stopped, or the last error in full, which is English. */
  reason: string | null
  lastFetchedAt: Date | null
  lastSuccessAt: Date | null
  lastNewAt: Date | null
  nextFetchAt: Date | null
  errorsInRow: number
}

/** One source on /status. */
export interface SourceHealthView extends SourceState {
  /** Oldest first, at most 30 days. */
  days: { day: string; ok: number; failed: number; fresh: number }[]
}

/** A query as the embedding model whose vectors serve has read it. */
export interface QueryVector {
  modelId: number
  vector: number[]
}

export interface SearchResult {
  mode: 'semantic' | 'keyword'
  /** The embedding model was asked and failed or was late: the next search may go better. */
  fellBack: boolean
  /** Null where the model was not asked, or has not answered in time. */
  vector: QueryVector | null
  /** How the reader's text was taken. */
  reading: {
    /** Words that were ranked by: without filters, and with misspelt words replaced. */
    text: string
    /** Words of time that were taken as a filter, null where none were. */
    period: Period | null
    /** Whether the text holds a filter. */
    filtered: boolean
  }
  /** The reader's text with words spelt as the hits do, where it was misspelt. */
  didYouMean: string | null
  /** A filter's value that names nothing: then there are no hits. */
  unknown: { filter: FilterName; value: string } | null
  hits: { article: ArticleView; score: number; highlight: string | null }[]
}

/** A story or guide that a search found; in `highlight` hits stand between U+E000 and U+E001. */
export interface StoryHit {
  story: StoryView
  highlight: string | null
}

export interface GuideHit {
  guide: GuideRef
  highlight: string | null
}
