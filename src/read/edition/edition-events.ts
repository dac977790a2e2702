/** Events as editions know them, read once for all readers. */
import { type RawBuilder, sql } from 'kysely'
import type { AlertEvent } from '../../domain/alerts/alert-trigger.ts'
import type { EditionEvent } from '../../domain/edition/edition.ts'
import type { ReadDb } from '../articles/articles.ts'

const max = 5000

/** Of these, those about the site's topic that are published, with their stories' other events and what they were split from. */
export async function listAlertEvents(db: ReadDb, ids: number[]): Promise<AlertEvent[]> {
  const events = await readEvents(db, sql`e.id = any(${ids}::bigint[])`)
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

/**
 * Those about the site's topic that were reported on at or after `since`; reported last, first. The title of every
 * member is shown, its summary only where the event has no text of its own.
 */
export const listEditionEvents = (db: ReadDb, since: Date): Promise<EditionEvent[]> =>
  readEvents(db, sql`e.last_at >= ${since}`)

async function readEvents(db: ReadDb, which: RawBuilder<unknown>): Promise<EditionEvent[]> {
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
