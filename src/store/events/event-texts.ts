/** Texts of events: the ones that are due, their material, and the accepted revisions. */
import { sql } from 'kysely'
import type { RevisionReason, StoredPoint } from '../../domain/events/event-text.ts'
import { type NewClaim, replaceClaims } from '../articles/claims.ts'
import { type Database, type Db, publishing, type Trx } from '../database/database.ts'
import { recordVerdict } from '../models/ai-calls.ts'
import { areModelsStopped } from '../operator/model-stop.ts'

/** Older events keep their text. */
const REACH_MS = 48 * 3_600_000

/** Events that have two publishers and changed since they were last looked at, the one reported on last first; none that has an operator's text. */
export async function listTextPending(db: Db, now: Date, limit: number, reachMs = REACH_MS): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e
    where e.text_state = 'pending' and e.source_count > 1 and e.merged_into is null and e.relevant > 0
      and e.last_at > ${new Date(now.getTime() - reachMs)} and (e.text_after is null or e.text_after <= ${now})
      and not exists (
        select from event_texts t where t.event_id = e.id and t.text_by = 'operator'
          and t.revision = (select max(revision) from event_texts l where l.event_id = e.id))
      and not exists (
        select from articles a
        where a.event_id = e.id and a.status = 'published' and a.extract_state = 'pending' and a.extract_after is null)
    order by e.last_at desc, e.id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export interface EventMaterial {
  eventId: number
  /** Fingerprint of what was read: an event that has changed by the time of the answer goes on waiting. */
  state: string
  /** Published members, earliest first. */
  reports: MaterialReport[]
  /** The newest text, whether or not it still holds. */
  text: { title: string; summary: string; points: StoredPoint[]; articleIds: number[]; seenIds: number[] } | null
  /** Times at which its texts of the last day were written, earliest first. */
  written: Date[]
}

export interface MaterialReport {
  articleId: number
  url: string
  /** The publisher's reservation from machines, as far as that was read. */
  reservation: string | null
  title: string
  excerpt: string
  /** The original, or the excerpt where that is all there is. */
  text: string
  language: string | null
  author: string | null
  /** Name of the source, and the registrable domain of its publisher. */
  name: string
  publisher: string
  creditedPublisher: string | null
  at: Date
}

/** Fingerprint of an event's members, of an event `e`. */
export const stateOf = sql<string>`md5(coalesce((
  select string_agg(row(a.id, a.status, a.content_hash)::text, ',' order by a.id)
  from event_members m join articles a on a.id = m.article_id where m.event_id = e.id), ''))`

/** Null for an event that was merged into another. */
export async function findEventMaterial(db: Db, eventId: number, now: Date): Promise<EventMaterial | null> {
  const { rows } = await sql<{ state: string; text: EventMaterial['text']; written: Date[] | null }>`
    select ${stateOf} as state,
      (select json_build_object('title', t.title, 'summary', t.summary, 'points', t.points, 'articleIds', t.article_ids,
          'seenIds', t.seen_ids)
        from event_texts t where t.event_id = e.id order by t.revision desc limit 1) as text,
      (select array_agg(t.at order by t.at) from event_texts t
        where t.event_id = e.id and t.at > ${new Date(now.getTime() - 86_400_000)}) as written
    from events e where e.id = ${eventId} and e.merged_into is null`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    eventId,
    state: row.state,
    text: row.text,
    written: row.written ?? [],
    reports: await listReports(db, eventId),
  }
}

/** Published members, earliest first. */
export async function listReports(db: Db | Trx, eventId: number): Promise<MaterialReport[]> {
  const { rows } = await sql<MaterialReport>`
    select a.id as "articleId", a.url, a.reservation, a.title, a.excerpt, a.language, a.author, f.title as name, f.publisher,
      a.credited_publisher as "creditedPublisher", a.sort_at as at,
      coalesce((select text from article_texts t where t.article_id = a.id order by length(text) desc limit 1), a.excerpt)
        as text
    from articles a join feeds f on f.id = a.feed_id
    where a.event_id = ${eventId} and a.status = 'published' order by a.sort_at, a.id limit 100`.execute(db)
  return rows
}

/** Nothing is to be written for the event as it was read; one that has changed since then goes on waiting. */
export async function recordEvent(db: Db | Trx, { eventId, state }: EventMaterial): Promise<void> {
  await sql`
    update events e set text_state = 'done', text_after = null where e.id = ${eventId} and ${stateOf} = ${state}`.execute(
    db,
  )
}

/** Its text is not looked at again before `until`. */
export async function postponeEvent(db: Db, { eventId }: EventMaterial, until: Date): Promise<void> {
  await sql`update events set text_after = ${until} where id = ${eventId}`.execute(db)
}

export interface NewText {
  title: string
  summary: string
  points: StoredPoint[]
  model: string
  promptVersion: string
  /** Articles that it was written from. */
  articleIds: number[]
  reason: RevisionReason
  broughtBy: number[]
  claims: NewClaim[]
}

/**
 * Stores an accepted text as the newest revision, with its claims, and concludes its call in one transaction. 'late' where
 * the event has changed in the meantime: then the call counts as refused, and the event waits on. 'paused' while models
 * are stopped: the answer stays to be judged again.
 */
export function saveEventText(
  database: Database,
  material: EventMaterial,
  text: NewText,
  call: { row: number; at: Date },
): Promise<'accepted' | 'late' | 'paused'> {
  return publishing(database, async (trx) => {
    if (await areModelsStopped(trx)) return 'paused'
    if (!(await storedAs(trx, material))) {
      await recordVerdict(trx, call.row, 'refused', 'the event changed in the meantime')
      return 'late'
    }
    const { rows } = await sql<{ revision: number }>`
      insert into event_texts (event_id, revision, title, summary, points, text_by, model, prompt_version, article_ids,
        seen_ids, reason, brought_by, at)
      select ${material.eventId}, coalesce(max(revision), 0) + 1, ${text.title}, ${text.summary},
        ${JSON.stringify(text.points)}::jsonb, 'ai', ${text.model}, ${text.promptVersion},
        ${text.articleIds}::bigint[], ${material.reports.map(({ articleId }) => articleId)}::bigint[], ${text.reason}, ${text.broughtBy}::bigint[], ${call.at}
      from event_texts where event_id = ${material.eventId} returning revision`.execute(trx)
    const revised = { event_id: material.eventId, revision: rows[0]?.revision ?? 1 }
    await replaceClaims(trx, revised, text.claims, call.at)
    await recordVerdict(trx, call.row, 'accepted', null)
    await recordEvent(trx, material)
    return 'accepted'
  })
}

async function storedAs(trx: Trx, { eventId, state }: EventMaterial): Promise<boolean> {
  const { rows } = await sql`
    select from events e where e.id = ${eventId} and e.merged_into is null and ${stateOf} = ${state} for update`.execute(
    trx,
  )
  return rows.length > 0
}
