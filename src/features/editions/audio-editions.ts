/** Spoken editions: the events in a reader's edition of a day, and the shared sounds that it is made of. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { AUDIO_DAYS, type AudioEdition, type AudioPart } from './audio-edition.ts'

const DAY_MS = 86_400_000

/** Once a day: the first request stays. */
export async function requestAudio(
  { db }: Database,
  wanted: { userId: number; day: string; eventIds: number[] },
  now: Date,
): Promise<void> {
  await sql`
    insert into spoken_editions (user_id, day, event_ids, asked_at)
    values (${wanted.userId}, ${wanted.day}, ${wanted.eventIds}::bigint[], ${now}) on conflict do nothing`.execute(db)
}

/** The reader's latest request: its day, and when it was made. */
export async function findLatestRequest(
  { db }: Database,
  userId: number,
): Promise<{ day: string; requestedAt: Date } | undefined> {
  const { rows } = await sql<{ day: string; requestedAt: Date }>`
    select day, asked_at as "requestedAt" from spoken_editions where user_id = ${userId}
    order by day desc limit 1`.execute(db)
  return rows[0]
}

export interface RequestedEdition {
  userId: number
  day: string
  eventIds: number[]
}

/** Asked for first, first. */
export async function listRequestedAudio({ db }: Database, max: number): Promise<RequestedEdition[]> {
  const { rows } = await sql<RequestedEdition>`
    select user_id as "userId", day, event_ids as "eventIds" from spoken_editions
    where made_at is null order by asked_at, user_id limit ${max}`.execute(db)
  return rows
}

export async function saveAudioEdition(
  { db }: Database,
  { userId, day }: RequestedEdition,
  made: { title: string; description: string; parts: AudioPart[] },
  now: Date,
): Promise<void> {
  await sql`
    update spoken_editions set title = ${made.title}, description = ${made.description},
      parts = ${JSON.stringify(made.parts)}::jsonb, made_at = ${now}
    where user_id = ${userId} and day = ${day}`.execute(db)
}

/** Those that can be heard, newest first. */
export async function listAudioEditions({ db }: Pick<Database, 'db'>, userId: number): Promise<AudioEdition[]> {
  const { rows } = await sql<AudioEdition>`
    select day, title, description, parts, made_at as "madeAt" from spoken_editions
    where user_id = ${userId} and jsonb_array_length(parts) > 0 order by day desc`.execute(db)
  return rows
}

export async function purgeOldAudio({ db }: Database, now: Date): Promise<void> {
  await sql`delete from spoken_editions where asked_at < ${new Date(now.getTime() - AUDIO_DAYS * DAY_MS)}`.execute(db)
}

/** The sounds that some edition needs. */
export async function listSoundsInUse({ db }: Database): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select distinct part->>'hash' as hash from spoken_editions, jsonb_array_elements(parts) part`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Those of the articles whose publishers keep them from machines. */
export async function reservedAmong({ db }: Database, articleIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from articles where id = any(${articleIds}::bigint[]) and reservation is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
