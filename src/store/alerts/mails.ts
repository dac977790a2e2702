/** Who wants alerts by mail. The key in a letter's addresses is all that this can be changed by without signing in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AlertMail } from '../../domain/alerts/alert-mail.ts'
import type { Database } from '../database/database.ts'

export async function findAlertMail({ db }: Pick<Database, 'db'>, userId: number): Promise<AlertMail | null> {
  const row = await db.selectFrom('alert_mails').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return null
  const stopped = row.stopped_at && { at: row.stopped_at, reason: row.stopped_reason }
  return { email: row.email, confirmed: row.confirmed_at !== null, stopped }
}

/**
 * Wanted from now on. What was stopped, or wanted at another address, must be confirmed again, unless the edition is mailed
 * there: returns the key with which it is, null where nothing needs to be, or was asked already.
 */
export async function wantAlertMail(
  { db }: Database,
  userId: number,
  email: string,
  now: Date,
): Promise<string | null> {
  const key = randomBytes(24).toString('base64url')
  const known = sql`(
    select confirmed_at from edition_mails e
    where e.user_id = ${userId} and e.email = ${email} and e.stopped_at is null)`
  const { rows } = await sql<{ key: string; confirmed_at: Date | null }>`
    insert into alert_mails as m (user_id, email, key, created_at, confirmed_at)
    values (${userId}, ${email}, ${key}, ${now}, ${known})
    on conflict (user_id) do update set email = excluded.email, key = excluded.key, stopped_at = null,
      stopped_reason = null, confirmed_at = excluded.confirmed_at
      where m.email <> excluded.email or m.stopped_at is not null
    returning key, confirmed_at`.execute(db)
  return rows[0] && !rows[0].confirmed_at ? rows[0].key : null
}

/** Who was asked and has not answered; null where nobody waits. */
export async function unansweredAlertMail(
  { db }: Database,
  userId: number,
): Promise<{ email: string; key: string } | null> {
  const row = await db
    .selectFrom('alert_mails')
    .select(['email', 'key'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** By the key of a letter, or by the account itself. What waits is not sent. */
export async function stopAlertMail(
  { db }: Database,
  who: { key: string } | { userId: number },
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const which = 'key' in who ? sql`key = ${who.key}` : sql`user_id = ${who.userId}`
  await sql`
    with stopped as (
      update alert_mails set stopped_at = ${now}, stopped_reason = ${reason}
      where ${which} and stopped_at is null returning user_id)
    delete from alert_sendings l using stopped s
    where l.user_id = s.user_id and l.subscription_id is null and l.state = 'waiting'`.execute(db)
}
