/** All alerts of an account, as its reader sees them. */
import type { MailSubscription } from '../delivery/mail-subscription.ts'
import type { AlertWebhook } from './alert-webhook.ts'
import type { Device } from './device.ts'
import type { QuietTime } from './quiet-time.ts'
import type { AlertRule } from './rule.ts'

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
