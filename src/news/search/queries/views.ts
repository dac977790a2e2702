/** Results of a search, and its interpretation. */

import type { ArticleView } from '../../articles/queries/views.ts'
import type { QueryVector } from '../../embeddings/rules/query-vector.ts'
import type { StoryView } from '../../stories/queries/views.ts'
import type { FilterName, Period } from '../rules/search-content.ts'

export interface SearchResult {
  mode: 'semantic' | 'keyword'
  /** The embedding model was asked and failed or was late: the next search may go better. */
  fellBack: boolean
  /** Null where the model was not asked, or has not answered in time. */
  vector: QueryVector | null
  /** Interpretation of the reader's text. */
  reading: {
    /** Words that were ranked by: without filters, and with misspelt words replaced. */
    text: string
    /** Words of time that were taken as a filter, null where none were. */
    period: Period | null
    /** True when the text contains a filter. */
    filtered: boolean
  }
  /** The reader's text with words spelt as the hits do, where it was misspelt. */
  didYouMean: string | null
  /** A filter's value that names nothing: then there are no hits. */
  unknown: { filter: FilterName; value: string } | null
  /** Ids of the best articles, whatever the order of the hits. */
  leading: number[]
  hits: { article: ArticleView; score: number; highlight: string | null }[]
}

/** A story that a search found; in `highlight` hits stand between U+E000 and U+E001. */
export interface StoryHit {
  story: StoryView
  highlight: string | null
}
