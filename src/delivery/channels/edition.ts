/** Editions by mail, each at most once. */
import type { Logger } from 'pino'
import { messageBackoff } from '../../domain/delivery/backoff.ts'
import type { MailList } from '../../domain/delivery/mail-subscription.ts'
import { messageOf } from '../../domain/errors.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { type Letter, listLetters } from '../../store/editions/edition-emails.ts'
import { stopMail } from '../../store/mail/mail-subscriptions.ts'
import { dropRows, leaseRows } from '../../store/outbox/rows.ts'
import { judgeFailure, type Mail } from '../mailer.ts'
import type { Channel, Delivery, Outcome } from '../outbox-channel.ts'

export interface Mailing {
  database: Database
  clock: Clock
  log: Logger
  send(mail: Mail): Promise<void>
}

interface Edition extends Delivery {
  letter: Letter
  mail: Mail
}

/** Written together: what they tell of an event is read once. */
const BATCH = 100

type Editions = Mailing & {
  /** Editions as mail, in their order; null where nothing of it is left to tell. */
  compose(letters: Letter[]): Promise<(Mail | null)[]>
}

export const editionChannel = (parts: Editions): Channel<Edition> => ({
  lease: () => leaseRows(parts.database, 'edition', parts.clock.now(), BATCH),
  prepare: async (rows) => {
    const letters = await listLetters(parts.database, rows)
    const mails = await parts.compose(letters)
    const items = letters.flatMap((letter, i) => {
      const mail = mails[i]
      return mail ? { rows: [letter.row], letter, mail } : []
    })
    const left = new Set(items.map(({ letter }) => letter.row))
    await dropRows(
      parts.database,
      rows.filter((row) => !left.has(row)),
      parts.clock.now(),
    )
    return items
  },
  receiverOf: () => '',
  send: ({ letter: { userId }, mail }) => handOver(parts, { list: 'edition', userId }, async () => mail),
  backoff: messageBackoff,
})

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
    const { certain, refusal } = judgeFailure(error)
    if (refusal !== null) await stopMail(database, list, { userId }, clock.now(), refusal)
    const what = list === 'alerts' ? 'an alert' : 'an edition'
    log.warn({ err: error, user: userId, stopped: refusal !== null }, `${what} could not be mailed`)
    return { error: refusal ?? messageOf(error), final: !certain || refusal !== null }
  }
}
