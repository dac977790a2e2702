/** Editions by mail. Columns as the migrations make them. */
import type { EditionName } from '../../../domain/edition/mail-times.ts'
import type { Defaulted, Id, Json, Time } from './columns.ts'

export interface EditionMailTable {
  user_id: number
  email: string
  timezone: string
  morning: number | null
  evening: number | null
  days: number[]
  key: string
  created_at: Time
  confirmed_at: Date | null
  stopped_at: Date | null
  stopped_reason: string | null
  since: Time
  next_at: Date | null
  next_edition: EditionName | null
  next_day: string | null
}

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

export interface EditionLetterTable {
  id: Id
  user_id: number
  edition: EditionName
  day: string
  rows: Json<unknown[]>
  until: Time
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  tries: Defaulted<number>
  try_at: Time
  taken_until: Date | null
  /** Which worker took it. */
  taken_by: string | null
  at: Time
  error: string | null
}
