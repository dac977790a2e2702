/** Hands a message of a list to the mail server. */
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { messageOf } from '../../platform/errors.ts'
import { classifyFailure, type Mail } from '../../platform/outbox/mailer.ts'
import type { Outcome } from '../../platform/outbox/outbox-channel.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { MailList } from './rules/mail-subscription.ts'
import { stopMail } from './writes/mail-subscriptions.ts'

export interface Mailing {
  database: Database
  clock: Clock
  log: Logger
  send(mail: Mail): Promise<void>
}

/** A mailbox that does not exist stops its list. A message that the server may have taken is not sent again. */
export async function handOver(
  { database, clock, log, send }: Mailing,
  { list, userId }: { list: MailList; userId: number },
  compose: () => Promise<Mail>,
): Promise<Outcome> {
  try {
    await send(await compose())
    return 'sent'
  } catch (error) {
    const { certain, refusal } = classifyFailure(error)
    if (refusal !== null) await stopMail(database, list, { userId }, clock.now(), refusal)
    const what = list === 'alerts' ? 'an alert' : 'an edition'
    log.warn({ err: error, user: userId, stopped: refusal !== null }, `${what} could not be mailed`)
    return { error: refusal ?? messageOf(error), final: !certain || refusal !== null }
  }
}
