/** Episodes and guides. Columns as the migrations make them. */

import type { ColumnType, RawBuilder } from 'kysely'
import type { GuidePicture, GuideSource, GuideSpec } from '../../../domain/guides/guide.ts'
import type { Defaulted, Json, Time } from './columns.ts'

export interface EpisodeTable {
  episode_id: string
  title: string
  description: Defaulted<string>
  published_on: Time
  duration_seconds: number
  audio_path: string
  audio_type: string
  audio_bytes: number
  cover_path: string | null
  cover_thumb_path: string | null
  transcript_vtt: string | null
  transcript_text: string | null
  chapters: Json<{ startSeconds: number; title: string; url: string | null; imageUrl: string | null }[]>
  sources: Json<{ title: string; url: string; source: string; entryId: number | null }[]>
  origin: 'import' | 'generate'
  created_at: Time
  updated_at: Time
}

export interface GuideTable {
  slug: string
  file: string
  title: string
  page_type: 'product_hub' | 'family_hub' | 'generation_hub' | 'rumor'
  family: string
  generation: string | null
  tags: string[]
  summary: string
  body: string
  updated: string
  facts_until: string | null
  checked: string | null
  sources: Json<GuideSource[]>
  specs: Json<GuideSpec[]>
  picture: ColumnType<GuidePicture | null, string | null | undefined, string | null>
  names: Defaulted<string[]>
  content_hash: string
  search: ColumnType<never, RawBuilder<string>, RawBuilder<string>>
}

export interface GuideFaultTable {
  file: string
  line: number
  message: string
  refused: boolean
  at: Time
}
