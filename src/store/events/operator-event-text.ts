/** The operator's own text of an event: a revision that no model writes over, recorded as a correction, with its way back. */
import { sql } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import type { Database, Trx } from '../database/database.ts'
import { act, type Undoers } from '../operator/log.ts'

interface Text {
  title: string
  summary: string
}

interface EventCorrection {
  eventId: number
  /** What stood when the operator wrote. */
  before: Text & { by: 'ai' | 'operator' | 'excerpt' }
  after: Text
  /** The points of the newest text stay below it. */
  keepPoints: boolean
}

interface Written {
  eventId: number
  revision: number
}

export const correctEvent = (database: Database, { eventId, before, after, keepPoints }: EventCorrection, now: Date) =>
  act(database, now, async (trx) => {
    await lockEvent(trx, eventId)
    if (before.title === after.title && before.summary === after.summary) return null
    // Written from no article, so that it stands whichever of them leave.
    const { rows } = await sql<{ revision: number }>`
      insert into event_texts (event_id, revision, title, summary, points, text_by, article_ids, seen_ids, reason, at)
      select ${eventId}, coalesce(max(revision), 0) + 1, ${after.title}, ${after.summary},
        coalesce((select points from event_texts where event_id = ${eventId} and ${keepPoints}
          order by revision desc limit 1), '[]'),
        'operator', '{}', '{}', 'corrected', ${now}
      from event_texts where event_id = ${eventId} returning revision`.execute(trx)
    const undo: Written = { eventId, revision: rows[0]?.revision ?? 0 }
    return {
      action: 'event_corrected',
      target: `event:${eventId}`,
      subject: before.title,
      before: { ...before },
      after: { ...after, by: 'operator' },
      undo,
    }
  })

async function lockEvent(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql`select from events where id = ${id} and merged_into is null for update`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', `There is no event ${id}.`)
}

/** Only the newest text can go: one that was written after it rests on it. */
async function undoCorrection(trx: Trx, { eventId, revision }: Written): Promise<boolean> {
  const { rows } = await sql`
    delete from event_texts t where event_id = ${eventId} and revision = ${revision} and text_by = 'operator'
      and not exists (select from event_texts l where l.event_id = t.event_id and l.revision > t.revision)
    returning revision`.execute(trx)
  if (rows.length > 0) await sql`update events set text_state = 'pending' where id = ${eventId}`.execute(trx)
  return rows.length > 0
}

export const eventTextUndoers: Undoers = { event_corrected: undoCorrection }
