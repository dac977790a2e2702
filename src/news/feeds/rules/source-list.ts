/** The content folder's list of sources against what is stored. Types only. */
import type { SourceEdit } from './source-settings.ts'

/** A source on which the list and the database differ, and neither was changed for the other. */
export interface ListDifference {
  /** Null for one that the list has and an operator removed. */
  feedId: number | null
  title: string
  url: string
  kind: 'edited' | 'unlisted' | 'removed'
  /** For `edited`: the list's values. */
  list: SourceEdit
  here: SourceEdit
}

export interface ListSync {
  added: { id: number; title: string; url: string }[]
  /** Titles of those that were changed as the list demands. */
  applied: string[]
  differences: ListDifference[]
  /** Lines of the list that name no feed, and why. */
  leftOut: string[]
}

/** One source of a list. `relevance`, `extract`, `publisher` and `publisherName` are attributes of ours; other programs ignore them. */
export interface OpmlSource {
  url: string
  title: string
  siteUrl: string | null
  language: string | null
  relevance: 'model' | 'all'
  /** False where article pages must not be fetched. */
  extract: boolean
  /** Registrable domain of the publisher, where the feed's own host does not say it. */
  publisher: string | null
  /** The publisher's name for readers, where its feeds' titles lack it. */
  publisherName?: string | null
  /** Text of the outline around the source, such as "Swedish", or else its own category. */
  category: string | null
}
