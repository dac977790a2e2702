/** The outbox, and whom mail goes to. Columns as the migrations make them. */
import type { MailList } from '../../../domain/delivery/mail-subscription.ts'
import type { EditionName } from '../../../domain/edition/mail-times.ts'
import type { Defaulted, Id, Json, Time } from './columns.ts'

export interface MailSubscriptionTable {
  id: Id
  user_id: number
  list: MailList
  email: string
  key: string
  created_at: Time
  confirmed_at: Date | null
  stopped_at: Date | null
  stopped_reason: string | null
  timezone: string | null
  morning: number | null
  evening: number | null
  days: number[] | null
  since: Date | null
  next_at: Date | null
  next_edition: EditionName | null
  next_day: string | null
}

export interface OutboxTable {
  id: Id
  channel: 'edition' | 'alert' | 'push' | 'webhook' | 'webhook_alert' | 'websub' | 'notice'
  mail_id: number | null
  device_id: number | null
  webhook_id: number | null
  hub_subscription_id: number | null
  receiver: Defaulted<number>
  event_id: number | null
  rule_id: number | null
  edition: string | null
  content: Json<unknown> | null
  once: Defaulted<boolean>
  repeats: Defaulted<boolean>
  state: Defaulted<'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'>
  tries: Defaulted<number>
  failing_since: Date | null
  try_at: Time
  leased_until: Date | null
  /** Holder of the lease. */
  leased_by: string | null
  at: Time
  error: string | null
}
