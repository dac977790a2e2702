/** Editions by mail: an account's edition of one day, claimed by its row of the outbox. */
import { sql } from 'kysely'
import type { EditionRow } from '../../news/editions/rules/edition.ts'
import { type Database, rowsParameter } from '../../platform/database/database.ts'
import { joinRows, type OutboxRow } from '../../platform/outbox/rows.ts'
import type { EditionName, MailTimes, PlannedEdition } from './mail-times.ts'

export interface DueReader extends MailTimes {
  userId: number
  email: string
  edition: EditionName
  day: string
  at: Date
  /** Earlier events were sent before. */
  since: Date
  readUntil: Date | null
  /** Events that were read by themselves since then; what was read before was known before. */
  read: number[]
}

/** Those whose time has come, at most `max`. */
export async function listDueReaders({ db }: Database, now: Date, max: number): Promise<DueReader[]> {
  const { rows } = await sql<DueReader>`
    select m.user_id as "userId", m.email, m.timezone, m.morning, m.evening, m.days, m.since,
      m.next_edition as edition, m.next_day as day, m.next_at as at, u.read_until as "readUntil",
      array(select event_id from read_events r where r.user_id = m.user_id and r.read and r.at > m.since) as read
    from mail_subscriptions m join users u on u.id = m.user_id
    where m.confirmed_at is not null and m.stopped_at is null and m.next_at <= ${now}
    order by m.next_at, m.user_id limit ${max}`.execute(db)
  return rows
}

export async function areReadersDue({ db }: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from mail_subscriptions where confirmed_at is not null and stopped_at is null and next_at <= ${now} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface EditionEmailRow {
  eventId: number
  because: EditionRow['matchedFollows']
}

export interface PreparedEdition {
  reader: DueReader
  next: PlannedEdition | null
  /** Empty where there is no news: then no email is sent. */
  rows: EditionEmailRow[]
}

/** Claims the editions and sets when the readers are due next. One that still waits gives way to the newer one. */
export async function saveEditionEmails({ db }: Database, prepared: PreparedEdition[], now: Date): Promise<void> {
  const rows = prepared.map(({ reader: { userId, at, edition, day }, next, rows }) => ({
    user_id: userId,
    was: at,
    name: `${day} ${edition}`,
    content: { edition, day, rows, until: now },
    next_at: next?.at ?? null,
    next_edition: next?.edition ?? null,
    next_day: next?.day ?? null,
    told: rows.length > 0,
  }))
  await sql`
    with p as (
      select * from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as p(user_id bigint, was timestamptz, name text,
        content jsonb, next_at timestamptz, next_edition text, next_day date, told boolean)
    ), moved as (
      update mail_subscriptions m set next_at = p.next_at, next_edition = p.next_edition, next_day = p.next_day
      from p where m.user_id = p.user_id and m.list = 'edition' and m.next_at = p.was
      returning m.id, p.name, p.content, p.told
    ), older as (
      delete from outbox o
      where o.mail_id = any(array(select id from moved where told)) and o.channel = 'edition' and o.state = 'waiting'
        and not exists (select from moved n where n.id = o.mail_id and n.name = o.edition)
    )
    insert into outbox (channel, mail_id, edition, content, once, try_at, at)
    select 'edition', id, name, content, true, ${now}::timestamptz, ${now}::timestamptz from moved where told
    on conflict do nothing`.execute(db)
}

export interface EditionEmail {
  row: OutboxRow
  userId: number
  email: string
  key: string
  timezone: string
  edition: EditionName
  day: string
  rows: EditionEmailRow[]
}

export async function listEditionEmails({ db }: Database, leased: OutboxRow[]): Promise<EditionEmail[]> {
  const { rows } = await sql<Omit<EditionEmail, 'row'> & { id: number }>`
    select o.id, m.user_id as "userId", m.email, m.key, m.timezone, o.content->>'edition' as edition,
      o.content->>'day' as day, o.content->'rows' as rows
    from outbox o join mail_subscriptions m on m.id = o.mail_id
    where o.id = any(${leased.map(({ id }) => id)}::bigint[])`.execute(db)
  return joinRows(leased, rows)
}
