/** Acts of a reader on alerts that are more than a row: confirmed by mail, checked, and known to push services. */
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Account } from '../../news/accounts/rules/account.ts'
import { findAccount } from '../../news/accounts/writes/accounts.ts'
import { findAlertMail, saveMail, unansweredAlertMail } from '../../news/editions/writes/mail-subscriptions.ts'
import type { Program } from '../../platform/accounts/program.ts'
import { AppError } from '../../platform/errors.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { newWebhookSecret } from '../../platform/outbox/webhook-signature.ts'
import { confirmationMail } from '../../surfaces/mail/confirm-mail.ts'
import type { MailContext } from '../../surfaces/mail/mail-html.ts'
import { checkPushAddress, type Device, type NewDevice } from './device.ts'
import type { AlertRule, AlertRuleSettings } from './rule.ts'
import { saveDevice } from './store/devices.ts'
import { saveAlertRule } from './store/rules.ts'
import { insertAlertWebhook } from './store/webhooks.ts'
import { checkWebhookAddress } from './webhook-address.ts'

type ActCtx = Pick<Ctx, 'database' | 'clock' | 'mail' | 'strangers'>

/**
 * One rule a filter: another for the same takes its place. Mails a confirmation, where one is needed. Throws
 * `not_found` for what is not there, `unprocessable` for too many and for mail to an account without an address. Throws `forbidden`
 * for a program where there is one that it did not make. The rule first: an address is asked for what is there, and can be asked again where the mail
 * server was away.
 */
export async function saveAlert(
  { database, clock, mail }: ActCtx,
  texts: MailContext,
  userId: number,
  rule: AlertRuleSettings,
  by?: Program,
): Promise<AlertRule> {
  const { email } = await findAccount(database, userId)
  if (rule.mail && email === null) throw new AppError('unprocessable', 'This account has no mail address.')
  const saved = await saveAlertRule(database, userId, { ...rule, by }, clock.now())
  const key =
    rule.mail && email !== null ? await saveMail(database, userId, { list: 'alerts', email }, clock.now()) : null
  if (email !== null && key !== null) await mail.send(confirmationMail(texts, 'alerts', { email, key }))
  return saved
}

/** Sends the confirmation message again to a reader who has not answered it. */
export async function requestAlertMail({ database, mail }: ActCtx, texts: MailContext, userId: number): Promise<void> {
  const waits = await unansweredAlertMail(database, userId)
  if (waits) await mail.send(confirmationMail(texts, 'alerts', waits))
}

/** An address is asked whether it wants alerts: as often as it is sent codes. Throws `rate_limited`. */
export async function limitQuestions(
  { limiter, database }: Pick<Ctx, 'limiter' | 'database'>,
  reply: FastifyReply | null,
  { id, email }: Account,
): Promise<void> {
  const mail = await findAlertMail(database, id)
  if (email !== null && (!mail || mail.stopped !== null)) await enforce(limiter, reply, limits.mails, email)
}

/** Until its session ends, or another account adds it. Throws `unprocessable` for what is no subscription, and for too many. */
export async function addDevice(
  { database, clock, strangers }: ActCtx,
  userId: number,
  { device, token, by, ...address }: NewDevice,
): Promise<Device> {
  const checked = checkPushAddress(address, strangers.secure)
  return saveDevice(database, userId, { ...checked, device, token, by }, clock.now())
}

/** The secret signs its messages, and is shown this once. Throws `unprocessable` for a wrong address and for too many. */
export async function addAlertWebhook(
  { database, clock, strangers }: ActCtx,
  userId: number,
  address: string,
  by?: Program,
): Promise<string> {
  const [url, secret] = [checkWebhookAddress(address, strangers.secure), newWebhookSecret()]
  await insertAlertWebhook(database, userId, { url, secret, by }, clock.now())
  return secret
}
