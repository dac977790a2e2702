/** Word search and vectors. Columns as the migrations make them. */
import type { Defaulted, Id, Time } from './columns.ts'

export interface EmbeddingModelTable {
  id: Id
  name: string
  dimensions: number
  serving: Defaulted<boolean>
  created_at: Time
}

export interface GuideVectorTable {
  model_id: number
  slug: string
  content_hash: string
  v: Buffer
}

export interface ArticleVectorTable {
  article_id: number
  model_id: number
  v: Buffer
  changed: Id
}

export interface EmbeddingQueueTable {
  article_id: number
  at: Time
}

/** Words of published articles; written by triggers only. */
export interface ArticleSearchTable {
  article_id: number
  search: string
}

/** In how many published articles a word stands; written by triggers only. */
export interface SearchTermTable {
  term: string
  docs: number
}

/** One row, written by triggers; `language` by store/search.ts. */
export interface SearchTotalsTable {
  docs: number
  title_words: number
  summary_words: number
  other_words: number
  language: string
}
