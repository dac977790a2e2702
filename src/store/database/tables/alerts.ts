/** Alerts: rules, what was told, what is sent. Columns as the migrations make them. */
import type { AlertKind } from '../../../domain/alerts/rule.ts'
import type { Defaulted, Id, Time } from './columns.ts'

export interface AlertRuleTable {
  id: Id
  user_id: number
  kind: AlertKind
  key: string
  min_sources: number
  by_push: boolean
  by_mail: boolean
  heeds_quiet: boolean
  created_at: Time
}

export interface AlertQuietTimeTable {
  user_id: number
  timezone: string
  quiet_from: number
  quiet_until: number
}

export interface PushSubscriptionTable {
  id: Id
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  device: string
  created_at: Time
  last_sent_at: Date | null
  token_hash: Buffer | null
}

export interface PushKeyTable {
  id: Defaulted<number>
  public_key: string
  sealed_private_key: Buffer
  created_at: Time
}

export interface AlertTable {
  user_id: number
  event_id: number
  source_count: number
  at: Time
}

export interface AlertProgressTable {
  epoch: string
  position: number
}

export interface AlertEventTable {
  event_id: number
  source_count: number
  names: string[]
}

export interface AlertSearchTable {
  query: string
  stems: string[] | null
}
