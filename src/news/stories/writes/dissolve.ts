/** Dissolved stories: they go, and their addresses lead to the best of their events. */
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/database.ts'

/**
 * Removes those stories whose events are no others than these; returns which. One with a text by the operator stays, and so
 * does one with an event that the index no longer reaches.
 */
export async function dissolveStories(
  trx: Trx,
  stories: ReadonlyMap<number, { id: number }[]>,
  now: Date,
): Promise<number[]> {
  const dissolved: number[] = []
  for (const [storyId, events] of stories) {
    const ids = events.map(({ id }) => id)
    const { rows } = await sql`
      select from stories s where s.id = ${storyId} and s.text_by <> 'operator' and not exists (
        select from story_events l
        where l.story_id = s.id and (l.event_id <> all(${ids}::bigint[]) or l.decided_by = 'operator'))`.execute(trx)
    if (rows.length === 0) continue
    await dissolve(trx, storyId, now)
    dissolved.push(storyId)
  }
  return dissolved
}

/** Those that were merged into it go with it; the record of what models were asked stays. */
async function dissolve(trx: Trx, storyId: number, now: Date): Promise<void> {
  await sql`
    insert into dissolved_stories (story_id, event_id, at)
    select s.id, (
      select e.id from story_events l join events e on e.id = l.event_id where l.story_id = ${storyId}
      order by e.source_count desc, e.articles_count desc, e.last_at desc, e.id limit 1), ${now}
    from stories s where s.id = ${storyId} or s.merged_into = ${storyId}`.execute(trx)
  const dissolved = sql`(select story_id from dissolved_stories where story_id = s.id)`
  await sql`
    update stories s set predecessor_id = (select predecessor_id from stories where id = ${storyId})
    where predecessor_id = ${storyId} and id <> ${storyId}`.execute(trx)
  await sql`update ai_calls c set story_id = null
    where story_id in (select id from stories where id = ${storyId} or merged_into = ${storyId})`.execute(trx)
  await sql`update stories s set merged_into = null, predecessor_id = null where s.id = ${dissolved}`.execute(trx)
  await sql`delete from stories s where s.id = ${dissolved}`.execute(trx)
}
