/** Texts of events: the ones that are due, their material, and the accepted revisions. */
import { sql } from 'kysely'
import { type Database, type Db, publishing, type Trx } from '../../../platform/database/database.ts'
import { carryDropped, listAccepted, type NewClaim, replaceClaims } from '../../claims/writes/claims.ts'
import { recordVerdict } from '../../models/writes/ai-calls.ts'
import { areModelsStopped } from '../../models/writes/model-stop.ts'
import type { RevisionReason, StoredPoint } from '../rules/event-text.ts'
import { MAX_TRIES } from './rulings.ts'

/** Older events keep their text. */
const REACH_MS = 48 * 3_600_000

/** An event waits so long for the answer on an article that may belong to it: a text with it is better than two. */
const QUESTION_PATIENCE_MS = 600_000

/**
 * Events that have two publishers and changed since they were last looked at, the one reported on last first. None has an
 * operator's text, or waits for a model's answer on a likely member.
 */
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
      and not exists (
        select from event_questions q join articles a on a.id in (q.article_a, q.article_b)
        where a.event_id = e.id and q.tries < ${MAX_TRIES} and q.at > ${new Date(now.getTime() - QUESTION_PATIENCE_MS)})
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
  text: EventText | null
  /** Times of a model's accepted answers of the last day, earliest first; those that added nothing too. */
  written: Date[]
}

export interface EventText {
  revision: number
  title: string
  summary: string
  points: StoredPoint[]
  articleIds: number[]
  seenIds: number[]
  model: string | null
  /** Its evidence fell, and too little of it was left. */
  withdrawn: boolean
  /** Its sentences, headline and statements that were accepted. */
  claims: NewClaim[]
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
  const { rows } = await sql<{ state: string; text: Omit<EventText, 'claims'> | null; written: Date[] | null }>`
    select ${stateOf} as state,
      (select json_build_object('revision', t.revision, 'title', t.title, 'summary', t.summary, 'points', t.points,
          'articleIds', t.article_ids, 'seenIds', t.seen_ids, 'model', t.model, 'withdrawn', t.withdrawn)
        from event_texts t where t.event_id = e.id order by t.revision desc limit 1) as text,
      (select array_agg(c.at order by c.at) from ai_calls c
        where c.event_id = e.id and c.purpose = 'event' and c.verdict = 'accepted'
          and c.at > ${new Date(now.getTime() - 86_400_000)}) as written
    from events e where e.id = ${eventId} and e.merged_into is null`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    eventId,
    state: row.state,
    text: row.text && {
      ...row.text,
      claims: await listAccepted(db, { event_id: eventId, revision: row.text.revision }),
    },
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
  model: string | null
  /** Null where no model was asked: a text from which only something was taken. */
  promptVersion: string | null
  /** Articles that it was written from. */
  articleIds: number[]
  /** Articles that need not be read for another text. */
  seenIds: number[]
  reason: RevisionReason
  broughtBy: number[]
  claims: NewClaim[]
}

/**
 * Stores an accepted text as the newest revision, with its claims, and concludes its call in one transaction. 'late' where
 * the event or its text has changed in the meantime: then the call counts as refused, and the event waits on. 'paused' while models
 * are stopped: the answer stays to be judged again. Null for a text to which nothing is to be added.
 */
export function saveEventText(
  database: Database,
  material: EventMaterial,
  text: NewText | null,
  call: { row: number; at: Date },
): Promise<'accepted' | 'late' | 'paused'> {
  return publishing(database, async (trx) => {
    if (await areModelsStopped(trx)) return 'paused'
    if (!(await storedAs(trx, material))) {
      await recordVerdict(trx, call.row, 'refused', 'the event changed in the meantime')
      return 'late'
    }
    if (text) await insertText(trx, material, text, call.at)
    else await recordSeen(trx, material)
    await recordVerdict(trx, call.row, 'accepted', null)
    await recordEvent(trx, material)
    return 'accepted'
  })
}

async function insertText(trx: Trx, { eventId, state, text: before }: EventMaterial, text: NewText, at: Date) {
  const { rows } = await sql<{ revision: number }>`
    insert into event_texts (event_id, revision, title, summary, points, text_by, model, prompt_version, article_ids,
      seen_ids, reason, brought_by, evidence_state, at)
    select ${eventId}, coalesce(max(revision), 0) + 1, ${text.title}, ${text.summary},
      ${JSON.stringify(text.points)}::jsonb, 'ai', ${text.model}, ${text.promptVersion},
      ${text.articleIds}::bigint[], ${text.seenIds}::bigint[], ${text.reason}, ${text.broughtBy}::bigint[], ${state}, ${at}
    from event_texts where event_id = ${eventId} returning revision`.execute(trx)
  const revision = rows[0]?.revision ?? 1
  await replaceClaims(trx, { event_id: eventId, revision }, text.claims, at)
  if (before) await carryDropped(trx, { event_id: eventId, revision: before.revision }, revision)
}

async function recordSeen(trx: Trx, { eventId, text, reports }: EventMaterial): Promise<void> {
  await trx
    .updateTable('event_texts')
    .set({ seen_ids: reports.map(({ articleId }) => articleId) })
    .where('event_id', '=', eventId)
    .where('revision', '=', text?.revision ?? 0)
    .execute()
}

/** Originals are forgotten after 30 days, and an event lasts for four: by then its evidence cannot be held against them. */
const EVIDENCE_REACH_MS = 25 * 86_400_000

/** Events whose members changed since the evidence of their text, a model's, was last held against them. */
export async function listToHold(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e join event_texts t on t.event_id = e.id
    where e.text_state = 'pending' and e.merged_into is null and e.last_at > ${new Date(now.getTime() - EVIDENCE_REACH_MS)}
      and t.text_by = 'ai' and not t.withdrawn and t.evidence_state is distinct from ${stateOf}
      and not exists (select from event_texts l where l.event_id = t.event_id and l.revision > t.revision)
      and not exists (
        select from articles a
        where a.event_id = e.id and a.status = 'published' and a.extract_state = 'pending' and a.extract_after is null)
    order by e.last_at desc, e.id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** All evidence of its newest text is in its reports as they were read. */
export async function recordEvidence(db: Db, { eventId, state, text }: EventMaterial): Promise<void> {
  await db
    .updateTable('event_texts')
    .set({ evidence_state: state })
    .where('event_id', '=', eventId)
    .where('revision', '=', text?.revision ?? 0)
    .execute()
}

/** No text of the event is shown any more but `remaining`, which becomes its newest. The event goes on waiting for another. */
export const withdrawTexts = (database: Database, material: EventMaterial, remaining: NewText | null, at: Date) =>
  publishing(database, async (trx) => {
    if (!(await storedAs(trx, material))) return
    await trx
      .updateTable('event_texts')
      .set({ withdrawn: true })
      .where('event_id', '=', material.eventId)
      .where('text_by', '=', 'ai')
      .execute()
    if (remaining) await insertText(trx, material, remaining, at)
  })

/** With the members and the newest text of the material. Publishers come one after another, an operator who writes among them. */
async function storedAs(trx: Trx, { eventId, state, text }: EventMaterial): Promise<boolean> {
  const { rows } = await sql`
    select from events e where e.id = ${eventId} and e.merged_into is null and ${stateOf} = ${state}
      and ${text?.revision ?? 0} = (select coalesce(max(revision), 0) from event_texts where event_id = e.id)
    for update`.execute(trx)
  return rows.length > 0
}
