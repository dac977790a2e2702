/** Alert commands of a reader: built from the store, the mailer and the keys for push. */
import type { Mailer } from '../delivery/mailer.ts'
import { checkWebhookAddress } from '../domain/alerts/alert-webhook.ts'
import { checkPushAddress } from '../domain/alerts/device.ts'
import type { AlertRule, AlertRuleSettings } from '../domain/alerts/rule.ts'
import type { AlertCommands } from '../domain/commands.ts'
import { newWebhookSecret } from '../domain/delivery/webhook-signature.ts'
import { AppError } from '../domain/errors.ts'
import type { Program } from '../domain/program.ts'
import { findAccount } from '../store/accounts/accounts.ts'
import { removeMade } from '../store/accounts/made-by-programs.ts'
import { alertsOf } from '../store/alerts/account-alerts.ts'
import { saveDevice } from '../store/alerts/devices.ts'
import { saveAlertRule, saveQuietTime } from '../store/alerts/rules.ts'
import { saveMail, unansweredAlertMail } from '../store/mail/mail-subscriptions.ts'
import { insertAlertWebhook, resumeAlertWebhook } from '../store/webhooks/alert-webhooks.ts'
import { confirmationMail } from '../surfaces/mail/confirm-mail.ts'
import { keysForPush } from './reader-deliveries.ts'
import type { Services } from './services.ts'

export function alertCommands(services: Services, mailer: Mailer): AlertCommands {
  const { config, content, database, clock, strangers } = services

  async function sendQuestion(email: string, key: string): Promise<void> {
    const context = { site: content.site, t: content.messages.t, baseUrl: config.BASE_URL, paths: content.site.paths }
    await mailer.send(confirmationMail(context, 'alerts', { email, key }))
  }

  /** The rule first: an address is asked for what is there, and can be asked again where the mail server was away. */
  async function saveAlert(userId: number, rule: AlertRuleSettings, by?: Program): Promise<AlertRule> {
    const { email } = await findAccount(database, userId)
    if (rule.mail && email === null) throw new AppError('unprocessable', 'This account has no mail address.')
    const saved = await saveAlertRule(database, userId, { ...rule, by }, clock.now())
    const key = rule.mail && email !== null ? await saveMail(database, userId, { email }, clock.now()) : null
    if (email !== null && key !== null) await sendQuestion(email, key)
    return saved
  }

  return {
    alertsOf: (userId) => alertsOf(database, userId),
    saveAlert,
    requestAlertMail: async (userId) => {
      const waits = await unansweredAlertMail(database, userId)
      if (waits) await sendQuestion(waits.email, waits.key)
    },
    removeAlert: (userId, id, by) => removeMade(database, 'alert_rules', { userId, id }, by),
    saveQuietTime: (userId, quiet) => saveQuietTime(database, userId, quiet),
    pushKey: async () => (await keysForPush(services)).publicKey,
    saveDevice: async (userId, { device, token, by, ...address }) => {
      const checked = checkPushAddress(address, strangers.secure)
      return saveDevice(database, userId, { ...checked, device, token, by }, clock.now())
    },
    removeDevice: (userId, id, by) => removeMade(database, 'push_subscriptions', { userId, id }, by),
    addAlertWebhook: async (userId, address, by) => {
      const [url, secret] = [checkWebhookAddress(address, strangers.secure), newWebhookSecret()]
      await insertAlertWebhook(database, userId, { url, secret, by }, clock.now())
      return secret
    },
    resumeAlertWebhook: (userId, id) => resumeAlertWebhook(database, userId, id, clock.now()),
    removeAlertWebhook: (userId, id, by) => removeMade(database, 'webhooks', { userId, id }, by),
  }
}
