/** Readers' lists by mail: the mailbox, confirmed or stopped. The key in a message's addresses is enough to change that. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Database, transaction } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { MailList, MailOwner, MailSubscription } from '../rules/mail-subscription.ts'

type Row = Selectable<Schema['mail_subscriptions']>

export const findMail = ({ db }: Pick<Database, 'db'>, userId: number, list: MailList): Promise<Row | undefined> =>
  db
    .selectFrom('mail_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()

export const toSubscription = ({ email, confirmed_at, stopped_at, stopped_reason }: Row): MailSubscription => ({
  email,
  confirmed: confirmed_at !== null,
  stopped: stopped_at && { at: stopped_at, reason: stopped_reason },
})

export async function findAlertMail(database: Pick<Database, 'db'>, userId: number): Promise<MailSubscription | null> {
  const row = await findMail(database, userId, 'alerts')
  return row ? toSubscription(row) : null
}

/** Times of an edition by mail. */
type Plan = Pick<Row, 'timezone' | 'morning' | 'evening' | 'days' | 'next_at' | 'next_edition' | 'next_day' | 'since'>

/**
 * Wanted from now on; an edition has its times. What was stopped, or goes to another address, must be confirmed again: returns the key
 * with which it is, null where nothing needs to be. Alerts to the address of a confirmed edition need not be, and are asked for once.
 * An edition that waits for the address before is not sent.
 */
export function saveMail(
  database: Database,
  userId: number,
  wanted: { list: MailList; email: string; plan?: Plan },
  now: Date,
): Promise<string | null> {
  const { list, email, plan } = wanted
  const isEdition = list === 'edition'
  const key = randomBytes(24).toString('base64url')
  const again = sql<boolean>`(mail_subscriptions.email <> excluded.email or mail_subscriptions.stopped_at is not null)`
  const renewed = (column: 'key' | 'since' | 'confirmed_at') =>
    sql<never>`case when ${again} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`mail_subscriptions.${column}`)} end`
  const confirmed_at = sql<Date | null>`(
    select confirmed_at from mail_subscriptions e where ${list} = 'alerts'
      and e.user_id = ${userId} and e.list = 'edition' and e.email = ${email} and e.stopped_at is null)`
  return transaction(database, async (trx) => {
    const row = await trx
      .insertInto('mail_subscriptions')
      .values({ user_id: userId, list, email, key, created_at: now, confirmed_at, ...plan })
      .onConflict((oc) =>
        oc.columns(['user_id', 'list']).doUpdateSet({
          email,
          ...plan,
          key: renewed('key'),
          since: renewed('since'),
          confirmed_at: renewed('confirmed_at'),
          stopped_at: null,
          stopped_reason: null,
        }),
      )
      .returning(['id', 'key', 'confirmed_at'])
      .executeTakeFirstOrThrow()
    const isNew = row.key === key
    const waiting = trx.deleteFrom('outbox').where('mail_id', '=', row.id).where('state', '=', 'waiting')
    if (isNew && isEdition) await waiting.execute()
    return row.confirmed_at || !(isNew || isEdition) ? null : row.key
  })
}

/** Alerts that were asked about and have no answer; null where there are none. */
export async function unansweredAlertMail(
  database: Database,
  userId: number,
): Promise<{ email: string; key: string } | null> {
  const row = await findMail(database, userId, 'alerts')
  return row && !row.confirmed_at && !row.stopped_at ? { email: row.email, key: row.key } : null
}

/** False for a key that the list does not have, or that was stopped since. */
export async function confirmMail({ db }: Database, list: MailList, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_subscriptions')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('list', '=', list)
    .where('key', '=', key)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Waiting messages are deleted. */
export async function stopMail(
  { db }: Database,
  list: MailList,
  owner: MailOwner,
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const which = 'key' in owner ? sql`key = ${owner.key}` : sql`user_id = ${owner.userId}`
  await sql`
    with stopped as (
      update mail_subscriptions set stopped_at = ${now}, stopped_reason = ${reason}
      where list = ${list} and ${which} and stopped_at is null returning id)
    delete from outbox o using stopped s where o.mail_id = s.id and o.state = 'waiting'`.execute(db)
}
