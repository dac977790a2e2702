/** Guides as every surface reads them. */

import type { ArticleView } from '../../news/articles/queries/views.ts'
import type { StoryView } from '../../news/stories/queries/views.ts'
import type { TagRef } from '../../news/tags/queries/views.ts'
import type { GuideImage, GuideRelease, GuideRumor, GuideSource, GuideSpec } from './rules/guide.ts'

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
  /** Markdown, written by the site's editors, with marks: `[1]` cites a source, `[?]` means "not checked". */
  body: string
  factsUntil: string | null
  /** Day on which its facts were checked against its sources; null for never. */
  checked: string | null
  sources: GuideSource[]
  specs: GuideSpec[]
  /** Newest first, as are the rumors. */
  releases: GuideRelease[]
  rumors: GuideRumor[]
  /** Of all guides: what is rumored of this product and not settled. */
  openRumors: RumorView[]
  picture: GuideImage | null
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

/** A rumor with the guide that keeps its record. */
export interface RumorView extends GuideRumor {
  guide: Pick<GuideRef, 'slug' | 'title'>
}

/** A product that has releases on record. */
export interface BuyingView {
  guide: GuideRef
  releases: GuideRelease[]
  openRumors: RumorView[]
}

/** Violation in a guide's file. */
export interface GuideViolationView {
  file: string
  line: number
  message: string
  /** The file was not taken in, and its last good version stays up. */
  refused: boolean
  at: Date
}

export interface GuideMoment {
  at: Date
  /** Article that represents the event. */
  article: { id: number; title: string }
  sourceCount: number
}
