/**
 * What the read model gives to every surface. One content cut: no view has a field that could hold an original text.
 * Surfaces present these; only read/ makes them.
 */
import type { PointStatus, RevisionReason } from '../../domain/events/event-text.ts'
import type { Health } from '../../domain/feeds/feed-health.ts'
import type { GuidePicture, GuideSource, GuideSpec } from '../../domain/guides/guide.ts'
import type { Chapter, EpisodeSource } from '../../domain/podcast/episode.ts'

import type { FilterName, Period } from '../../domain/search/search-content.ts'

export type { Chapter, EpisodeSource } from '../../domain/podcast/episode.ts'

/** Who publishes: one may have several feeds. */
export interface PublisherRef {
  /** Registrable domain. */
  domain: string
  name: string
}

export interface FeedRef {
  id: number
  title: string
  publisher: PublisherRef
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

/** A publisher that reports an event, with its first article there. */
export interface EventSourceRef {
  /** Registrable domain: what publishers are told apart by. */
  publisher: string
  name: string
  articleId: number
  /** The original. */
  url: string
}

export interface EventSource extends EventSourceRef {
  publishedAt: Date | null
  /** The first to report it in words of its own. */
  first: boolean
  /** The publisher whose words these are, where all that it has of the event is another's, word for word. */
  copiesOf: string | null
}

/** One statement of an event's text, with the publishers that support it. */
export interface EventPoint {
  text: string
  status: PointStatus
  sources: EventSourceRef[]
  /** What others say instead; of a disputed point alone. */
  against: { text: string; sources: EventSourceRef[] } | null
}

/** One event: what happened, and who reports it. */
export interface EventView {
  id: number
  /** Of our own text where there is one, else of the lead. */
  title: string
  summary: string
  language: string | null
  textBy: SummaryBy
  /** The model that wrote the event's own text; null without one. */
  textModel: string | null
  /** Of the event's own text; 0 while its title and summary are those of the lead. */
  revision: number
  revisedAt: Date | null
  points: EventPoint[]
  firstPublishedAt: Date
  /** When an article was last added, or the text was last written. */
  updatedAt: Date
  /** Independent publishers. */
  sourceCount: number
  /** Published articles; `entries` has the first hundred of them. */
  entriesCount: number
  /** The member that is shown first: the best source in the site's language, else the best. */
  lead: ArticleView
  /** Earliest first, the lead among them. */
  entries: ArticleView[]
  /** One a publisher, in the order of publication. */
  sources: EventSource[]
  story: StoryRef | null
  /** Those of most members first. */
  tags: TagRef[]
  imageUrl: string | null
  relevant: boolean
  popularityScore: number
  /** The event that it was split from. */
  splitFrom: number | null
}

/** A text that an event has had. */
export interface EventRevision {
  revision: number
  at: Date
  by: SummaryBy
  model: string | null
  title: string
  summary: string
  points: EventPoint[]
  /** Why it was written, and the articles that brought what was new. */
  reason: RevisionReason
  broughtBy: EventSourceRef[]
  /** Texts of points that the revision before did not have. */
  added: string[]
}

/** What the editors changed in an article's text; null where a part was left as it stood. */
export interface CorrectionView {
  at: Date
  article: { id: number; title: string }
  title: { before: string; after: string } | null
  summary: { before: string; after: string } | null
}

/** Articles of one calendar day (YYYY-MM-DD, UTC). */
export interface DayCount {
  day: string
  articles: number
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
  /** Who wrote title, lead and body. */
  textBy: SummaryBy
  updatedAt: Date
  /** Articles a day from the first day to the last, for the spark line. */
  days: DayCount[]
}

export interface StoryDetailView extends StoryView {
  body: string
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
  /** Markdown, written by the site's editors, with marks: `[1]` cites a source, `[?]` says "not checked". */
  body: string
  factsUntil: string | null
  /** When its facts were checked against its sources; null when they never were. */
  checked: string | null
  sources: GuideSource[]
  specs: GuideSpec[]
  picture: GuidePicture | null
  tags: TagRef[]
  parents: GuideRef[]
  children: GuideRef[]
  related: GuideRef[]
  /** Newest articles of its tags that are about its subject. */
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
