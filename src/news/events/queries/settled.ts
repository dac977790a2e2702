/** Disputes that were settled, the last one first. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { hydrateEvents } from './events.ts'
import type { EventPoint, EventSettlement, EventView } from './views.ts'

export interface SettledDispute {
  event: EventView
  point: EventPoint & { settled: EventSettlement }
}

/** Of at most so many events. */
export async function listSettled(db: ReadDb, siteLanguage: string, limit: number): Promise<SettledDispute[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from dispute_settlements d join shown_articles a on a.id = d.article_id join shown_events e on e.id = a.event_id
    where d.settled and e.relevant > 0 and d.id in (select id from settlements_of(e.id))
    group by e.id order by max(d.at) desc, e.id desc limit ${limit}`.execute(db)
  const events = await hydrateEvents(
    db,
    rows.map(({ id }) => id),
    siteLanguage,
  )
  const found = events.flatMap((event) =>
    event.points.flatMap(({ settled, ...point }) => (settled ? [{ event, point: { ...point, settled } }] : [])),
  )
  return found.toSorted((a, b) => b.point.settled.at.getTime() - a.point.settled.at.getTime())
}
