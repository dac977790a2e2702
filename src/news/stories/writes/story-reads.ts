/** Reads of the stage stories: the events that wait, and the content of its index in memory. */
import { sql } from 'kysely'
import { type Db, rowsParameter, type Trx } from '../../../platform/database/database.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { type EventFeatures, featuresOf, type ReportedArticle } from '../rules/features.ts'

/** An event that waits, oldest first. `version` rises with each write of its row, so that none is overlooked. */
export interface WaitingEvent {
  id: number
  version: string
  gone: boolean
}

export async function listWaitingEvents(db: Db, limit: number): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, xmin::text as version, merged_into is not null as gone from events where story_state = 'pending'
    order by first_at, id limit ${limit}`.execute(db)
  return rows
}

/** An event with what is stored of it. */
export interface ReadEvent {
  id: number
  firstAt: number
  lastAt: number
  features: EventFeatures
}

export interface StoryLink {
  eventId: number
  storyId: number
  byOperator: boolean
}

/** Features of these events, from their relevant articles as they are now. A translation is in `language`. */
export async function readEvents(
  db: Db | Trx,
  { lexicon, language }: { lexicon: Lexicon; language: string },
  ids: number[],
): Promise<ReadEvent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; first_at: Date; last_at: Date; reported: ReportedArticle[] | null }>`
    select e.id, coalesce(min(a.sort_at), e.first_at) as first_at, coalesce(max(a.sort_at), e.last_at) as last_at,
      json_agg(json_build_object('title', coalesce(a.translated_title, a.title),
        'lead', coalesce(a.translated_summary, a.excerpt, ''),
        'language', case when a.translated_title is null then a.language else ${language} end,
        'tags', (select coalesce(json_agg(t.slug), '[]') from tags t where t.id = any(a.tag_ids)),
        'kind', a.kind, 'publisher', coalesce(a.credited_publisher, f.publisher))
        order by a.sort_at, a.id) filter (where a.id is not null) as reported
    from events e
    left join event_members m on m.event_id = e.id
    left join articles a on a.id = m.article_id and a.status = 'published' and a.relevant
    left join feeds f on f.id = a.feed_id
    where e.id = any(${ids}::bigint[])
    group by e.id order by min(a.sort_at), e.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
    features: featuresOf(lexicon, row.reported ?? []),
  }))
}

/** Events since `since` as they were stored, a page at a time, by id. */
export async function listStoredEvents(db: Db, since: Date, after: number, limit: number): Promise<ReadEvent[]> {
  const { rows } = await sql<{ id: number; first_at: Date; last_at: Date; features: EventFeatures }>`
    select f.event_id as id, f.first_at, f.last_at, f.features
    from story_features f join events e on e.id = f.event_id and e.merged_into is null
    where f.last_at >= ${since} and f.event_id > ${after} order by f.event_id limit ${limit}`.execute(db)
  return rows.map(({ id, first_at, last_at, features }) => {
    return { id, firstAt: first_at.getTime(), lastAt: last_at.getTime(), features }
  })
}

/** Events since `since` that were decided, and of which nothing is stored: by an earlier version. */
export async function listUnstoredEvents(db: Db, since: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e
    where e.last_at >= ${since} and e.merged_into is null and e.story_state = 'done'
      and not exists (select from story_features f where f.event_id = e.id)
    order by e.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function saveEvents(db: Db | Trx, events: ReadEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, firstAt, lastAt, features }) => {
    return { event_id: id, first_at: new Date(firstAt), last_at: new Date(lastAt), features }
  })
  await sql`
    insert into story_features (event_id, first_at, last_at, features)
    select event_id, first_at, last_at, features
    from json_populate_recordset(null::story_features, ${rowsParameter(rows)}::json)
    on conflict (event_id) do update
    set first_at = excluded.first_at, last_at = excluded.last_at, features = excluded.features`.execute(db)
}

/** Links to stories, of events since an instant or of these. */
export async function listLinks(db: Db, which: { since: Date } | { eventIds: number[] }): Promise<StoryLink[]> {
  const wanted = 'since' in which ? sql`e.last_at >= ${which.since}` : sql`e.id = any(${which.eventIds}::bigint[])`
  const { rows } = await sql<StoryLink>`
    select s.event_id as "eventId", s.story_id as "storyId", s.decided_by = 'operator' as "byOperator"
    from story_events s join events e on e.id = s.event_id where ${wanted}`.execute(db)
  return rows
}
