/** Events as editions know them, read once for all readers. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { EditionEvent } from '../rules/edition.ts'

const max = 5000

/**
 * Those about the site's topic that were reported on at or after `since`; reported last, first. The title of every
 * member is shown, its summary only where the event has no text of its own.
 */
export const listEditionEvents = (db: ReadDb, since: Date): Promise<EditionEvent[]> =>
  readEditionEvents(db, sql`e.last_at >= ${since}`)

/** Those about the site's topic that `which` selects, of `shown_events e`. */
export async function readEditionEvents(db: ReadDb, which: RawBuilder<unknown>): Promise<EditionEvent[]> {
  const { rows } = await sql<EditionEvent>`
    select e.id, e.created_at as "reportedAt", e.first_at as "firstAt", e.last_at as "lastAt", e.source_count as "sourceCount", l.story_id as "storyId",
      m.kinds, m."tagIds", m."feedIds", m."publishedAt", concat_ws(' ', m.titles, t.title, t.summary, case when t.title is null then m.summaries end) as text
    from (
      select * from shown_events e where e.relevant > 0 and ${which}
      order by e.last_at desc, e.id desc limit ${max}
    ) e
    cross join lateral (
      select array_agg(distinct coalesce(a.kind, 'news')) as kinds, array_agg(distinct a.feed_id) as "feedIds",
        min(a.published_at) as "publishedAt",
        array(select distinct tag from shown_articles b, unnest(b.tag_ids) tag where b.event_id = e.id) as "tagIds",
        string_agg(a.title, ' | ') as titles,
        string_agg(a.summary, ' | ') as summaries
      from shown_articles a where a.event_id = e.id
    ) m
    left join story_events l on l.event_id = e.id
    left join lateral (
      select title, summary from shown_event_texts t where t.event_id = e.id order by t.revision desc limit 1
    ) t on true
    where m.kinds is not null
    order by e.last_at desc, e.id desc`.execute(db)
  return rows
}
