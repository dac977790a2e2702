/** Stories and what their stage keeps. Columns as the migrations make them. */

import type { Generated } from 'kysely'
import type { Defaulted, Id, Json, Time } from './columns.ts'

export interface StoryFeatureTable {
  event_id: number
  first_at: Time
  last_at: Time
  features: Json<Record<string, unknown>>
}

export interface StoryTable {
  id: Id
  title: string
  lead: Defaulted<string>
  body: Defaulted<string>
  text_by: Defaulted<'ai' | 'operator' | 'excerpt'>
  text_articles: Defaulted<number>
  text_events: Defaulted<number>
  text_newest_at: Date | null
  status: Defaulted<'active' | 'dormant'>
  entries_count: Defaulted<number>
  first_at: Date | null
  last_at: Date | null
  image_url: string | null
  predecessor_id: number | null
  merged_into: number | null
  created_at: Time
  updated_at: Time
  /** Written by a trigger. */
  search: Generated<string | null>
}

export interface DissolvedStoryTable {
  story_id: number
  event_id: number | null
  at: Time
}

export interface StoryEventTable {
  event_id: number
  story_id: number
  decided_by: Defaulted<'likeness' | 'model' | 'operator'>
  score: number | null
  reason: Json<Record<string, unknown>>
  at: Time
}
