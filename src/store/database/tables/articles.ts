/** Articles, their texts, tags and counts. Columns as the migrations make them. */

import type { ColumnType } from 'kysely'
import type { Defaulted, Id, Time } from './columns.ts'

export interface TagTable {
  id: Id
  name: string
  slug: string
}

export type StageState = 'none' | 'pending' | 'done' | 'refused'

export interface ArticleTable {
  id: Id
  feed_id: number
  url: string
  canonical_url: string
  title: string
  excerpt: Defaulted<string>
  language: string | null
  author: string | null
  image_url: string | null
  credited_publisher: string | null
  published_at: Date | null
  discovered_at: Time
  sort_at: Time
  updated_at: Time
  content_hash: string
  status: Defaulted<'pending' | 'published' | 'removed'>
  relevant: Defaulted<boolean>
  relevance_reason: string | null
  kind: string | null
  translated_title: string | null
  translated_summary: string | null
  translated_by: 'ai' | 'operator' | null
  translated_at: Date | null
  products: Defaulted<string[]>
  tag_ids: Defaulted<number[]>
  views: Defaulted<number>
  heat: number | null
  popularity: ColumnType<number, never, never>
  event_id: number | null
  source_count: Defaulted<number>
  extract_state: Defaulted<StageState>
  extract_after: Date | null
  extract_reason: string | null
  enrich_state: Defaulted<StageState>
  cluster_state: Defaulted<'pending' | 'done'>
  reservation: string | null
}

export interface ArticleIdentityTable {
  feed_id: number
  key: string
  article_id: number | null
}

export interface ArticleTextTable {
  article_id: number
  text: string
  origin: 'feed' | 'page'
  stored_at: Time
}

export interface PagePrintTable {
  article_id: number
  host: string
  address: string
  canonical: string | null
  shingles: Buffer
  read_at: Time
}

export interface ArticleTagTable {
  tag_id: number
  article_id: number
  sort_at: Time
  relevant: boolean
}

export interface ArticleCountTable {
  scope: string
  sort: 'newest' | 'popular' | 'newest-block' | 'popular-block' | 'total'
  bucket: number
  language: string
  relevant: boolean
  articles: number
}

export interface VisitorSaltTable {
  day: string
  salt: Buffer
}

export interface ArticleVisitorTable {
  day: string
  article_id: number
  visitor: Buffer
}

export interface FaultReportTable {
  id: Id
  article_id: number
  text: string
  at: Time
  handled_at: Date | null
}
