/** Who wants their edition by mail, and when. The key in a letter's addresses is all that they can be changed by without signing in. */

import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type EditionMail, type MailTimes, nextEdition } from '../../domain/edition/mail-times.ts'
import { type Database, transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

const DAY_MS = 86_400_000

export async function findEditionMail({ db }: Pick<Database, 'db'>, userId: number): Promise<EditionMail | null> {
  const row = await db.selectFrom('edition_mails').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? toEditionMail(row) : null
}

const toEditionMail = (row: Selectable<Schema['edition_mails']>): EditionMail => ({
  email: row.email,
  timezone: row.timezone,
  morning: row.morning,
  evening: row.evening,
  days: row.days,
  confirmed: row.confirmed_at !== null,
  stopped: row.stopped_at && { at: row.stopped_at, reason: row.stopped_reason },
  nextAt: row.next_at,
})

/**
 * Wanted at these times from now on. What was stopped, or wanted at another address, must be confirmed again: returns the
 * key with which it is, null where nothing needs to be. What waits for the address before is not sent. The first letter
 * tells of the day before.
 */
export function saveEditionMail(
  database: Database,
  userId: number,
  email: string,
  times: MailTimes,
  now: Date,
): Promise<string | null> {
  const next = nextEdition(times, now)
  const { timezone, morning, evening, days } = times
  const plan = { next_at: next?.at ?? null, next_edition: next?.edition ?? null, next_day: next?.day ?? null }
  const key = randomBytes(24).toString('base64url')
  const again = sql<boolean>`(edition_mails.email <> excluded.email or edition_mails.stopped_at is not null)`
  return transaction(database, async (trx) => {
    const row = await trx
      .insertInto('edition_mails')
      .values({
        ...{ user_id: userId, email, timezone, morning, evening, days, key, created_at: now, ...plan },
        since: new Date(now.getTime() - DAY_MS),
      })
      .onConflict((oc) =>
        oc.column('user_id').doUpdateSet({
          ...{ email, timezone, morning, evening, days, ...plan },
          key: sql`case when ${again} then excluded.key else edition_mails.key end`,
          since: sql`case when ${again} then excluded.since else edition_mails.since end`,
          confirmed_at: sql`case when ${again} then null else edition_mails.confirmed_at end`,
          stopped_at: null,
          stopped_reason: null,
        }),
      )
      .returning(['key', 'confirmed_at'])
      .executeTakeFirstOrThrow()
    const waiting = trx.deleteFrom('edition_letters').where('user_id', '=', userId).where('state', '=', 'waiting')
    if (row.key === key) await waiting.execute()
    return row.confirmed_at ? null : row.key
  })
}

/** For mails of editions or of alerts. False for a key that is none, or was stopped since. */
export async function saveConfirmation(
  { db }: Database,
  table: 'edition_mails' | 'alert_mails',
  key: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('key', '=', key)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** By the key of a letter, or by the account itself. What waits is not sent. */
export async function stopEditionMail(
  database: Database,
  who: { key: string } | { userId: number },
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const which = 'key' in who ? sql`key = ${who.key}` : sql`user_id = ${who.userId}`
  await sql`
    with stopped as (
      update edition_mails set stopped_at = ${now}, stopped_reason = ${reason}
      where ${which} and stopped_at is null returning user_id)
    delete from edition_letters l using stopped s where l.user_id = s.user_id and l.state = 'waiting'`.execute(
    database.db,
  )
}
