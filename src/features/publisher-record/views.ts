/** Records as every surface reads them. */
import type { EventView } from '../../news/events/queries/views.ts'
import type { Share } from '../../platform/text/wilson.ts'
import type { Clock } from './clock.ts'
import type { FigureName, topicFigures } from './figures.ts'

export interface PublisherName {
  publisher: string
  name: string
  /** One of its sources; null where none is active. */
  feedId: number | null
}

/** Null below twenty cases. */
export type FigureShares = Record<FigureName, Share | null>

export interface PairView {
  publisher: PublisherName
  /** Publisher of the texts. */
  other: PublisherName
  /** Of the events that both report, those in which it has the other's text. */
  share: Share
  /** Median of the times from the other's report until its own; null where none is known. */
  afterMinutes: number | null
  /** The operator's override. */
  override: 'copies' | 'independent' | null
  /** By the operator's override, or else by the history. */
  isCopy: boolean
}

/** A month, or several, of a publisher. */
export interface RecordSpan extends PublisherName {
  /** Its name, by which surfaces link it. */
  title: string
  /** YYYY-MM */
  since: string
  until: string
  events: number
  figures: FigureShares
  /** Median. */
  correctedAfterMinutes: number | null
  clock: Clock
}

export interface RecordMonth {
  month: string
  events: number
  figures: FigureShares
  clock: Clock
}

export interface RecordView extends RecordSpan {
  /** Rumors of the guides that it brought up: those that came true, of those that are settled. */
  rumors: Share | null
  /** Pairs in which it has another's texts, and another has its texts, with twenty shared events or more. */
  copies: PairView[]
  copied: PairView[]
  /** Latest first. */
  months: RecordMonth[]
}

/** A rumor of a guide. */
export interface SettledRumor {
  claim: string
  /** YYYY-MM-DD */
  on: string
  url: string | null
  verdict: 'true' | 'wrong'
  settled: { on: string; outcome: string; url?: string }
  guide: { slug: string; title: string }
  /** Of the article that it is from. */
  event: number | null
}

export interface RumorsBehind {
  rumors: SettledRumor[]
  share: Share
  events: EventView[]
}

export interface Comparison {
  publishers: [RecordView, RecordView]
  /** Texts of the first that are the second's, and the other way round. */
  pairs: [PairView | null, PairView | null]
  topics: { tag: { id: number; name: string; slug: string }; figures: [TopicShares | null, TopicShares | null] }[]
}

export type TopicShares = Record<(typeof topicFigures)[number], Share | null>

export interface TopicRecord extends PublisherName {
  figures: TopicShares
}
