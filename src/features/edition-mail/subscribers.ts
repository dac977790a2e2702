/** A reader's subscription to their edition by mail: its mailbox and its times. */
import type { Ctx } from '../../ctx.ts'
import { findAccount } from '../../news/accounts/writes/accounts.ts'
import type { MailSubscription } from '../../news/editions/rules/mail-subscription.ts'
import { findMail, saveMail, toSubscription } from '../../news/editions/writes/mail-subscriptions.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { confirmationMail } from '../../surfaces/mail/confirm-mail.ts'
import type { MailContext } from '../../surfaces/mail/mail-html.ts'
import { type MailTimes, nextEdition } from './mail-times.ts'

/** As its reader sees it. */
export interface EditionMail extends MailTimes, MailSubscription {
  nextAt: Date | null
}

const DAY_MS = 86_400_000

export async function findEditionMail(database: Pick<Database, 'db'>, userId: number): Promise<EditionMail | null> {
  const row = await findMail(database, userId, 'edition')
  if (!row) return null
  const { timezone, morning, evening, days, next_at: nextAt } = row
  return { ...toSubscription(row), timezone: timezone ?? 'UTC', morning, evening, days: days ?? [], nextAt }
}

/** Mails a confirmation, where one is needed. Throws `unprocessable` for an account without an address. */
export async function saveEditionMail(
  { database, clock, mail }: Pick<Ctx, 'database' | 'clock' | 'mail'>,
  texts: MailContext,
  userId: number,
  times: MailTimes,
): Promise<void> {
  const { email } = await findAccount(database, userId)
  if (email === null) throw new AppError('unprocessable', 'This account has no mail address.')
  const now = clock.now()
  const key = await saveMail(database, userId, { list: 'edition', email, plan: planOf(times, now) }, now)
  if (key !== null) await mail.send(confirmationMail(texts, 'edition', { email, key }))
}

/** The first edition tells of the day before. */
function planOf({ timezone, morning, evening, days }: MailTimes, now: Date) {
  const next = nextEdition({ timezone, morning, evening, days }, now)
  const plan = { next_at: next?.at ?? null, next_edition: next?.edition ?? null, next_day: next?.day ?? null }
  return { timezone, morning, evening, days, ...plan, since: new Date(now.getTime() - DAY_MS) }
}
