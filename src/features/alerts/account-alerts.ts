/** All alerts of an account, as its reader sees them. */
import type { MailSubscription } from '../../news/editions/rules/mail-subscription.ts'
import type { QuietTime } from '../../platform/time/quiet-time.ts'
import type { Device } from './device.ts'
import type { AlertRule } from './rule.ts'
import type { AlertWebhook } from './webhook-address.ts'

export interface SentAlert {
  eventId: number
  sourceCount: number
  at: Date
}

export interface AccountAlerts {
  rules: AlertRule[]
  /** Null: alerts come at all hours. */
  quiet: QuietTime | null
  /** Null where no alert was ever wanted by mail. */
  mail: MailSubscription | null
  devices: Device[]
  webhooks: AlertWebhook[]
  /** Of the last month, the latest first. */
  reported: SentAlert[]
}
