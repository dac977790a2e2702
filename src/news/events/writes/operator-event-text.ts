/** The operator's own text of an event: a revision that no model writes over, recorded as a correction, with its way back. */
import { sql } from 'kysely'
import type { ActorDatabase, Trx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import { type OverridableFields, saveOverride } from '../../claims/writes/claims.ts'
import type { StoredPoint } from '../rules/event-text.ts'

interface Text {
  title: string
  summary: string
}

interface EventCorrection {
  eventId: number
  /** Text before the operator wrote. */
  before: Text & { by: 'ai' | 'operator' | 'excerpt' }
  after: Text
  /** The points of the newest text stay below it. */
  retainPoints: boolean
}

export interface Written {
  eventId: number
  revision: number
  /** The sentences that were ruled on, as they were, and the text whose they were. */
  ruled?: { revision: number; claims: OverridableFields[] }
}

export const correctEvent = (
  database: ActorDatabase,
  { eventId, before, after, retainPoints }: EventCorrection,
  now: Date,
) =>
  auditedAction(database, now, async (trx) => {
    await lockEvent(trx, eventId)
    if (before.title === after.title && before.summary === after.summary) return null
    const points = retainPoints ? await newestPoints(trx, eventId) : []
    const undo: Written = { eventId, revision: await insertOperatorText(trx, { eventId, ...after, points }, now) }
    return {
      action: 'event_corrected',
      target: `event:${eventId}`,
      subject: before.title,
      before: { ...before },
      after: { ...after, by: 'operator' },
      undo,
    }
  })

async function newestPoints(trx: Trx, eventId: number): Promise<StoredPoint[]> {
  const newest = trx.selectFrom('event_texts').select('points').where('event_id', '=', eventId)
  return (await newest.orderBy('revision', 'desc').limit(1).executeTakeFirst())?.points ?? []
}

/** The newest revision, by its number. Written from no article, so that it remains whichever of them leave. */
export async function insertOperatorText(
  trx: Trx,
  { eventId, title, summary, points }: Text & { eventId: number; points: StoredPoint[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into event_texts (event_id, revision, title, summary, points, text_by, article_ids, seen_ids, reason, at)
    select ${eventId}, coalesce(max(revision), 0) + 1, ${title}, ${summary}, ${JSON.stringify(points)}::jsonb,
      'operator', '{}', '{}', 'corrected', ${now}
    from event_texts where event_id = ${eventId} returning revision`.execute(trx)
  return rows[0]?.revision ?? 0
}

export async function lockEvent(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql`select from events where id = ${id} and merged_into is null for update`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', `There is no event ${id}.`)
}

/** Only the newest text can go: one that was written after it rests on it. */
async function undoCorrection(trx: Trx, { eventId, revision, ruled }: Written): Promise<boolean> {
  const { rows } = await sql`
    delete from event_texts t where event_id = ${eventId} and revision = ${revision} and text_by = 'operator'
      and not exists (select from event_texts l where l.event_id = t.event_id and l.revision > t.revision)
    returning revision`.execute(trx)
  if (rows.length === 0) return false
  if (ruled) {
    await sql`update claims set revision = ${ruled.revision} where event_id = ${eventId} and revision = ${revision}`.execute(
      trx,
    )
    for (const claim of ruled.claims) await saveOverride(trx, claim)
  }
  await sql`update events set text_state = 'pending' where id = ${eventId}`.execute(trx)
  return true
}

export const eventTextUndoHandlers: UndoHandlers = { event_corrected: undoCorrection }
