/** Editions by mail, each at most once. */
import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import { messageOf } from '../../../platform/errors.ts'
import { messageBackoff } from '../../../platform/outbox/backoff.ts'
import { classifyFailure, type Mail } from '../../../platform/outbox/mailer.ts'
import type { Channel, Delivery, Outcome } from '../../../platform/outbox/outbox-channel.ts'
import { leaseRows, type OutboxRow } from '../../../platform/outbox/rows.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { MailList } from '../../editions/rules/mail-subscription.ts'
import { type EditionEmail, listEditionEmails } from '../../editions/writes/edition-emails.ts'
import { stopMail } from '../../editions/writes/mail-subscriptions.ts'

export interface Mailing {
  database: Database
  clock: Clock
  log: Logger
  send(mail: Mail): Promise<void>
}

interface Edition {
  email: EditionEmail
  mail: Mail
}

interface EditionRound extends Delivery {
  /** By row. */
  editions: Map<OutboxRow, Edition>
}

/** Composed together: events of several are read once. */
const BATCH = 100
/** In the mail server's hands at once; one statement begins them, and one ends them. */
const ROUND = 4

type Editions = Mailing & {
  /** Editions as mail, in their order; null for one without an event that still exists. */
  compose(emails: EditionEmail[]): Promise<(Mail | null)[]>
}

export const editionChannel = (deps: Editions): Channel<EditionRound> => ({
  lease: () => leaseRows(deps.database, 'edition', deps.clock.now(), BATCH),
  prepare: async (rows) => {
    const emails = await listEditionEmails(deps.database, rows)
    const mails = await deps.compose(emails)
    const editions = new Map<OutboxRow, Edition>()
    for (const [i, email] of emails.entries()) {
      const mail = mails[i]
      if (mail) editions.set(email.row, { email, mail })
    }
    const left = [...editions.keys()]
    const rounds = left.flatMap((_, i) => (i % ROUND === 0 ? [left.slice(i, i + ROUND)] : []))
    return rounds.map((round) => ({ rows: round, editions }))
  },
  receiverOf: () => '',
  send: ({ rows, editions }) => Promise.all(rows.map((row) => sendEdition(deps, editions.get(row)))),
  backoff: messageBackoff,
})

const sendEdition = async (deps: Editions, edition: Edition | undefined): Promise<Outcome> =>
  edition ? handOver(deps, { list: 'edition', userId: edition.email.userId }, async () => edition.mail) : 'ended'

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
