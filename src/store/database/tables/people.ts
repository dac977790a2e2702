/** Accounts, sign-in and what is counted of callers. Columns as the migrations make them. */
import type { Defaulted, Id, Time } from './columns.ts'

export interface UserTable {
  id: Id
  email: string | null
  created_at: Time
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
  feed_id: number
  created_at: Time
}

export interface RateHitTable {
  limiter: string
  key: string
  at: Time
}
