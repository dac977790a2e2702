/** Stories as every surface reads them. */
import type { ArticleView, DayCount, StoryRef, SummaryBy } from '../../articles/queries/views.ts'
import type { EventView } from '../../events/queries/views.ts'

export interface StoryView extends StoryRef {
  lead: string
  entriesCount: number
  firstEntryPublishedAt: Date | null
  lastEntryPublishedAt: Date | null
  imageUrl: string | null
  /** Writer of title, lead and body. */
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
