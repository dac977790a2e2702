/** Events as editions know them, read once for all readers. */
import { sql } from 'kysely'
import type { EditionEvent } from '../../domain/edition/edition.ts'
import type { ReadDb } from '../articles/articles.ts'

const most = 5000

/**
 * Those about the site's topic that were reported on at or after `since`; reported last, first. What every member says in
 * its title is shown, its summary only where the event has no text of its own.
 */
export async function listEditionEvents(db: ReadDb, since: Date): Promise<EditionEvent[]> {
  const { rows } = await sql<EditionEvent>`
    select e.id, e.created_at as "knownAt", e.first_at as "firstAt", e.last_at as "lastAt", e.source_count as "sourceCount", l.story_id as "storyId",
      m.kinds, m."tagIds", m."feedIds", concat_ws(' ', m.titles, t.title, t.summary, case when t.title is null then m.summaries end) as text
    from (
      select * from events e where e.merged_into is null and e.published > 0 and e.relevant > 0
        and e.last_at >= ${since}
      order by e.last_at desc, e.id desc limit ${most}
    ) e
    cross join lateral (
      select array_agg(distinct coalesce(a.kind, 'news')) as kinds, array_agg(distinct a.feed_id) as "feedIds",
        array(select distinct tag from articles b, unnest(b.tag_ids) tag where b.event_id = e.id and b.status = 'published') as "tagIds",
        string_agg(coalesce(a.translated_title, a.title), ' | ') as titles,
        string_agg(coalesce(a.translated_summary, a.excerpt), ' | ') as summaries
      from articles a where a.event_id = e.id and a.status = 'published'
    ) m
    left join story_events l on l.event_id = e.id
    left join lateral (
      select title, summary from event_texts t where t.event_id = e.id order by t.revision desc limit 1
    ) t on true
    where m.kinds is not null
    order by e.last_at desc, e.id desc`.execute(db)
  return rows
}
