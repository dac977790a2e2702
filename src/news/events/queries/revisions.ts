/** The texts that an event has had, and what each of them added. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { RevisionReason, StoredPoint } from '../rules/event-text.ts'
import { presentPoints } from './assemble.ts'
import { sourceRef } from './event-sources.ts'
import type { EventRevision, EventView } from './views.ts'

interface Row {
  revision: number
  at: Date
  by: 'ai' | 'operator'
  model: string | null
  title: string
  summary: string
  points: StoredPoint[]
  reason: RevisionReason
  brought_by: number[]
}

/** Newest first; without those that are withdrawn, or were written from what is no longer published. */
export async function listRevisions(db: ReadDb, event: EventView): Promise<EventRevision[]> {
  const { rows } = await sql<Row>`
    select revision, at, text_by as by, model, title, summary, points, reason, to_json(brought_by) as brought_by
    from shown_event_texts where event_id = ${event.id} order by revision`.execute(db)
  const refs = new Map(event.entries.map((article) => [article.id, sourceRef(article)]))
  return rows
    .map(({ brought_by, ...row }, at) => {
      const before = new Set(rows[at - 1]?.points.flatMap(({ statements }) => statements.map(({ text }) => text)))
      const points = presentPoints(row.points, event.entries)
      return {
        ...row,
        points,
        broughtBy: brought_by.flatMap((id) => refs.get(id) ?? []),
        added: points.flatMap(({ statements: [{ text }] }) => (before.has(text) ? [] : [text])),
      }
    })
    .reverse()
}
