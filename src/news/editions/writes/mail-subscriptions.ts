/** Readers' lists by mail: the mailbox, confirmed or stopped. The key in a message's addresses is enough to change that. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Database, transaction } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { MailList, MailOwner, MailSubscription } from '../rules/mail-subscription.ts'
import { type EditionMail, type MailTimes, nextEdition } from '../rules/mail-times.ts'

type Row = Selectable<Schema['mail_subscriptions']>

const DAY_MS = 86_400_000

const findRow = ({ db }: Pick<Database, 'db'>, userId: number, list: MailList): Promise<Row | undefined> =>
  db
    .selectFrom('mail_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()

const toSubscription = ({ email, confirmed_at, stopped_at, stopped_reason }: Row): MailSubscription => ({
  email,
  confirmed: confirmed_at !== null,
  stopped: stopped_at && { at: stopped_at, reason: stopped_reason },
})

export async function findAlertMail(database: Pick<Database, 'db'>, userId: number): Promise<MailSubscription | null> {
  const row = await findRow(database, userId, 'alerts')
  return row ? toSubscription(row) : null
}

export async function findEditionMail(database: Pick<Database, 'db'>, userId: number): Promise<EditionMail | null> {
  const row = await findRow(database, userId, 'edition')
  if (!row) return null
  const { timezone, morning, evening, days, next_at: nextAt } = row
  return { ...toSubscription(row), timezone: timezone ?? 'UTC', morning, evening, days: days ?? [], nextAt }
}

/** The first edition tells of the day before. */
function planOf({ timezone, morning, evening, days }: MailTimes, now: Date) {
  const next = nextEdition({ timezone, morning, evening, days }, now)
  const plan = { next_at: next?.at ?? null, next_edition: next?.edition ?? null, next_day: next?.day ?? null }
  return { timezone, morning, evening, days, ...plan, since: new Date(now.getTime() - DAY_MS) }
}

/**
 * Wanted from now on; an edition has its times. What was stopped, or goes to another address, must be confirmed again: returns the key
 * with which it is, null where nothing needs to be. Alerts to the address of a confirmed edition need not be, and are asked for once.
 * An edition that waits for the address before is not sent.
 */
export function saveMail(
  database: Database,
  userId: number,
  wanted: { email: string; times?: MailTimes },
  now: Date,
): Promise<string | null> {
  const { email, times } = wanted
  const list: MailList = times ? 'edition' : 'alerts'
  const key = randomBytes(24).toString('base64url')
  const plan = times ? planOf(times, now) : {}
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
    if (isNew && times) await waiting.execute()
    return row.confirmed_at || !(isNew || times) ? null : row.key
  })
}

/** Alerts that were asked about and have no answer; null where there are none. */
export async function unansweredAlertMail(
  database: Database,
  userId: number,
): Promise<{ email: string; key: string } | null> {
  const row = await findRow(database, userId, 'alerts')
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
