/** All alerts of an account: rules, devices, webhooks and quiet hours, without the keys of its devices. */

import { findAlertMail } from '../../../news/editions/writes/mail-subscriptions.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AccountAlerts } from '../account-alerts.ts'
import { listDevices } from './devices.ts'
import { findQuietTime, listAlertRules, listAlerts } from './rules.ts'
import { listAlertWebhooks } from './webhooks.ts'

const MAX_REPORTED = 1000

export const alertsOf = async (database: Database, userId: number): Promise<AccountAlerts> => ({
  rules: await listAlertRules(database, userId),
  quiet: await findQuietTime(database, userId),
  mail: await findAlertMail(database, userId),
  devices: await listDevices(database, userId),
  webhooks: await listAlertWebhooks(database, userId),
  reported: await listAlerts(database.db, userId, MAX_REPORTED),
})
