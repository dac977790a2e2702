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
