/** Events as alerts know them. */
import { sql } from 'kysely'
import { readEditionEvents } from '../../../news/editions/queries/edition-events.ts'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { AlertEvent } from '../trigger.ts'

/** Of these, those about the site's topic that are published, with their stories' other events and what they were split from. */
export async function listAlertEvents(db: ReadDb, ids: number[]): Promise<AlertEvent[]> {
  const events = await readEditionEvents(db, sql`e.id = any(${ids}::bigint[])`)
  const { rows } = await sql<{ id: number; splitFrom: number[]; siblings: { id: number; firstAt: string }[] }>`
    select e.id,
      array(
        with recursive parts as (
          select e.split_from as id, 1 as step union all
          select p.split_from, step + 1 from parts join events p on p.id = parts.id where step < 20)
        select id from parts where id is not null order by step) as "splitFrom",
      coalesce((
        select json_agg(json_build_object('id', s.id, 'firstAt', s.first_at))
        from story_events mine join story_events l on l.story_id = mine.story_id and l.event_id <> e.id
        join events s on s.id = l.event_id where mine.event_id = e.id), '[]') as siblings
    from shown_events e where e.id = any(${events.map(({ id }) => id)}::bigint[])`.execute(db)
  const more = new Map(rows.map(({ id, splitFrom, siblings }) => [id, { splitFrom, siblings }]))
  return events.map((event) => {
    const { splitFrom = [], siblings = [] } = more.get(event.id) ?? {}
    return { ...event, splitFrom, siblings: siblings.map(({ id, firstAt }) => ({ id, firstAt: new Date(firstAt) })) }
  })
}
