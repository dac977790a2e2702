/**
 * Letters: an account's edition of one day, claimed by its row before it is sent. What a killed process was handing over is
 * not handed over again; the next edition tells of it.
 */
import { sql } from 'kysely'
import type { EditionRow } from '../../domain/edition/edition.ts'
import type { EditionName, MailTimes, PlannedEdition } from '../../domain/edition/mail-times.ts'
import { type Database, rowsParameter } from '../database/database.ts'

export interface DueReader extends MailTimes {
  userId: number
  email: string
  edition: EditionName
  day: string
  at: Date
  /** What we knew before was sent. */
  since: Date
  readUntil: Date | null
  /** Events that were read by themselves since then; what was read before was known before. */
  read: number[]
}

/** Those whose time has come, at most `most`. */
export async function listDueReaders({ db }: Database, now: Date, most: number): Promise<DueReader[]> {
  const { rows } = await sql<DueReader>`
    select m.user_id as "userId", m.email, m.timezone, m.morning, m.evening, m.days, m.since,
      m.next_edition as edition, m.next_day as day, m.next_at as at, u.read_until as "readUntil",
      array(select event_id::integer from read_events r where r.user_id = m.user_id and r.read and r.at > m.since) as read
    from edition_mails m join users u on u.id = m.user_id
    where m.confirmed_at is not null and m.stopped_at is null and m.next_at <= ${now}
    order by m.next_at, m.user_id limit ${most}`.execute(db)
  return rows
}

export async function areReadersDue({ db }: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from edition_mails where confirmed_at is not null and stopped_at is null and next_at <= ${now} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface LetterRow {
  eventId: number
  because: EditionRow['because']
}

export interface PreparedEdition {
  reader: DueReader
  next: PlannedEdition | null
  /** Empty for nothing to tell: then there is no letter. */
  rows: LetterRow[]
}

/** Claims the editions and sets when the readers are due next. A letter that still waits gives way to the newer one. */
export async function saveLetters({ db }: Database, prepared: PreparedEdition[], now: Date): Promise<void> {
  const rows = prepared.map(({ reader, next, rows }) => ({
    ...{ user_id: reader.userId, was: reader.at, edition: reader.edition, day: reader.day },
    ...{ next_at: next?.at ?? null, next_edition: next?.edition ?? null, next_day: next?.day ?? null },
    rows: rows.length > 0 ? rows : null,
  }))
  await sql`
    with p as (
      select * from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as p(user_id bigint, was timestamptz, edition text,
        day date, next_at timestamptz, next_edition text, next_day date, rows jsonb)
    ), moved as (
      update edition_mails m set next_at = p.next_at, next_edition = p.next_edition, next_day = p.next_day
      from p where m.user_id = p.user_id and m.next_at = p.was returning m.user_id
    ), older as (
      delete from edition_letters l using p, moved
      where l.user_id = p.user_id and moved.user_id = p.user_id and p.rows is not null
        and l.state = 'waiting' and (l.edition, l.day) <> (p.edition, p.day)
    )
    insert into edition_letters (user_id, edition, day, rows, until, state, try_at, at)
    select p.user_id, p.edition, p.day, p.rows, ${now}::timestamptz, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from p join moved using (user_id) where p.rows is not null
    on conflict do nothing`.execute(db)
}

export interface Letter {
  id: number
  userId: number
  email: string
  key: string
  timezone: string
  edition: EditionName
  day: string
  rows: LetterRow[]
  tries: number
}

const LEASE_MS = 5 * 60_000

/** Takes letters that wait, for a while: nobody else takes them meanwhile, and somebody does if we die. */
export async function takeLetters({ db, holder }: Database, now: Date, most: number): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    update edition_letters l set taken_until = ${new Date(now.getTime() + LEASE_MS)}, taken_by = ${holder}
    from edition_mails m where m.user_id = l.user_id and l.id in (
      select id from edition_letters
      where state = 'waiting' and try_at <= ${now} and coalesce(taken_until, '-infinity') <= ${now}
      order by try_at, id for update skip locked limit ${most})
    returning l.id, l.user_id as "userId", m.email, m.key, m.timezone, l.edition, l.day, l.rows, l.tries`.execute(db)
  return rows
}

export async function areLettersWaiting({ db }: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from edition_letters
    where state = 'waiting' and try_at <= ${now} and coalesce(taken_until, '-infinity') <= ${now} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * In one statement: what those told that were taken is told, and the next are about to be handed over. Returns the ids of these,
 * without those that must not be: stopped, deleted, or another's by now.
 */
export async function turnLetters(
  { db }: Database,
  { taken, next }: { taken: number[]; next: number[] },
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with sent as (
      update edition_letters set state = 'sent', at = ${now}, taken_until = null where id = any(${taken}::bigint[])
      returning user_id, until
    ), told as (
      update edition_mails m set since = greatest(m.since, sent.until) from sent where m.user_id = sent.user_id
    )
    update edition_letters l set state = 'sending', tries = tries + 1, at = ${now}
    from edition_mails m where l.id = any(${next}::bigint[]) and l.state = 'waiting' and m.user_id = l.user_id
      and m.stopped_at is null and m.confirmed_at is not null
    returning l.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** It was certainly not taken. `tryAt` null: it will not be. */
export async function failLetter(
  { db }: Database,
  id: number,
  failure: { error: string; tryAt: Date | null; now: Date },
): Promise<void> {
  const { error, tryAt, now } = failure
  await db
    .updateTable('edition_letters')
    .set({
      ...{ state: tryAt ? 'waiting' : 'failed', error, taken_until: null, at: now },
      ...(tryAt ? { try_at: tryAt } : {}),
    })
    .where('id', '=', id)
    .execute()
}

const KEPT_MS = 30 * 86_400_000

export async function forgetOldLetters({ db }: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('edition_letters')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
