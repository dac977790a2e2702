/** Editions by mail, each at most once. */

import { handOver, type Mailing } from '../../news/editions/list-mail.ts'
import { messageBackoff } from '../../platform/outbox/backoff.ts'
import type { Mail } from '../../platform/outbox/mailer.ts'
import type { Channel, Delivery, Outcome } from '../../platform/outbox/outbox-channel.ts'
import { leaseRows, type OutboxRow } from '../../platform/outbox/rows.ts'
import { type EditionEmail, listEditionEmails } from './emails.ts'

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
