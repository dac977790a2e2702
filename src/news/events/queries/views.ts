/** Events as every surface reads them. */

import type { ArticleView, StoryRef, SummaryBy } from '../../articles/queries/views.ts'
import type { TagRef } from '../../tags/queries/views.ts'
import type { Calibration } from '../clustering/line.ts'
import type { PointStatus, RevisionReason } from '../rules/event-text.ts'
import type { SettledBy } from '../rules/settlement.ts'

/** A publisher that reports an event, with its first article there. */
export interface EventSourceRef {
  /** Registrable domain, which distinguishes publishers. */
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
  /** The event's own text was written from an article of it, or from the words that it has of another. */
  read: boolean
}

/** A sentence of an article, word for word in its own language. */
export interface EventQuote extends EventSourceRef {
  text: string
  language: string | null
  publishedAt: Date | null
}

/** A statement of publishers, with the sentences that they say it in, as far as these may be quoted. */
export interface EventStatement {
  text: string
  sources: EventSourceRef[]
  quotes: EventQuote[]
}

/** One statement of an event's text; of a dispute those that exclude each other, with most publishers first. */
export interface EventPoint {
  status: PointStatus
  /** False for a dispute that no judge has confirmed. */
  judged: boolean
  statements: [EventStatement, ...EventStatement[]]
  /** Of a dispute that was settled since. */
  settled?: EventSettlement
  /** Points of one matter have the same number. */
  matter?: number
}

export interface EventSettlement {
  at: Date
  /** Place of the statement that was right. */
  statement: number
  by: SettledBy
  /** Those who corrected themselves, or whose later reports agree. */
  sources: EventSourceRef[]
  /** Sentences of later reports by which a judge held it settled. */
  reason: string | null
  model: string | null
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
  /** Independent publishers whose articles the text was written from. */
  textSourceCount: number
  /** Of the event's own text; 0 while its title and summary are those of the lead. */
  revision: number
  revisedAt: Date | null
  points: EventPoint[]
  firstPublishedAt: Date
  /** Time at which an article was last added, or the text was last written. */
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

/** `copies`: in another publisher's words; `adds`: another point of the same matter has it; `unread`: the text is from none of its articles. */
export type MatrixCell = 'says' | 'copies' | 'differs' | 'adds' | 'silent' | 'unread'

export interface SourceMatrix {
  /** One a publisher, in the order of publication. */
  columns: EventSource[]
  /** Disputed points first, else as in the text; a cell for each column. */
  rows: { point: EventPoint; cells: MatrixCell[] }[]
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

/** The parts of an event's page beside the event. */
export interface EventBeside {
  /** Newest first. */
  revisions: EventRevision[]
  /** Reactions and comments, earliest first. */
  reactions: ArticleView[]
}

export type NewsOfDay = DayView & { day: string }

/** The edition of a day of the site's calendar. */
export interface DayView {
  /** YYYY-MM-DD; null for what is no day. */
  day: string | null
  events: EventView[]
  /** All of the day, of which `events` are the first. */
  total: number
  /** Nearest days with news. */
  previous: string | null
  next: string | null
}

/** The line on which articles join to events, as a site calibrated it. */
export interface CalibrationView extends Calibration {
  at: Date
}
