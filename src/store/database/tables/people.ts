/** Accounts, sign-in and what is counted of callers. Columns as the migrations make them. */
import type { FollowKind, MuteKind } from '../../../domain/edition/profile.ts'
import type { Defaulted, Id, Time } from './columns.ts'

export interface UserTable {
  id: Id
  email: string | null
  created_at: Time
  visited_at: Date | null
  seen_until: Date | null
  read_until: Date | null
}

export interface UserIdentityTable {
  provider: string
  subject: string
  user_id: number
}

export interface TokenTable {
  hash: Buffer
  user_id: number
  created_at: Time
  last_used_at: Time
  expires_at: Time
}

export interface LoginCodeTable {
  email: string
  code_hash: Buffer
  wrong: Defaulted<number>
  created_at: Time
  expires_at: Time
}

export interface FollowTable {
  user_id: number
  kind: FollowKind
  /** The id of what is followed, or a search as it was written. */
  key: string
  created_at: Time
}

export interface MuteTable {
  user_id: number
  kind: MuteKind
  key: string
  created_at: Time
}

export interface SavedEventTable {
  user_id: number
  event_id: number
  created_at: Time
}

export interface ReadEventTable {
  user_id: number
  event_id: number
  read: boolean
  at: Time
}

export interface AppPasswordTable {
  id: Id
  user_id: number
  name: string
  hash: Buffer
  created_at: Time
  last_used_at: Date | null
}

export interface RateHitTable {
  limiter: string
  key: string
  at: Time
}
