/** Editions as a feed and as sound. Columns as the migrations make them. */
import type { Json, Time } from './columns.ts'

export interface PersonalFeedTable {
  user_id: number
  hash: Buffer
  created_at: Time
  last_used_at: Date | null
}

export interface SpokenEditionTable {
  user_id: number
  day: string
  event_ids: number[]
  asked_at: Time
  title: string | null
  description: string | null
  parts: Json<unknown[]> | null
  made_at: Date | null
}
