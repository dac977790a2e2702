/** Reads and writes of story watches for the pipeline. */
import { sql } from 'kysely'
import { type Headline, lifeOf, type StoryEvent, termsOfHeadlines } from '../../domain/stories/stories.ts'
import { type Database, publishing, type Trx } from '../database/database.ts'

/** An event with the affair that it belongs to, if any. */
export interface LinkedEvent extends StoryEvent {
  storyId: number | null
  /** An operator put it there. */
  byOperator: boolean
  pending: boolean
}

export interface StoryState {
  id: number
  lastAt: number
  predecessorId: number | null
}

interface EventRow {
  id: number
  first_at: Date
  last_at: Date
  story_id: number | null
  decided_by: string | null
  story_state: 'pending' | 'done'
  publishers: string[]
  headlines: Headline[]
  side_kinds: number
  news: number
}

/** Deals and instructions report no affair. */
const SIDE_KINDS = ['deal', 'how-to']
/** Nor do these open one by themselves. */
const NO_NEWS_KINDS = [...SIDE_KINDS, 'review', 'opinion']

/**
 * Events of relevant articles since `since`, and older ones that wait. An event of deals or instructions only, and one
 * whose articles are gone, has no headlines and joins nothing.
 */
export async function listEventsForStories(trx: Trx, since: Date): Promise<LinkedEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.id, min(a.sort_at) as first_at, max(a.sort_at) as last_at, s.story_id, s.decided_by,
      e.story_state,
      array_agg(distinct coalesce(a.credited_publisher, f.publisher)) as publishers,
      json_agg(json_build_object('title', coalesce(a.translated_title, a.title),
        'tags', (select coalesce(json_agg(t.slug), '[]') from tags t where t.id = any(a.tag_ids)))) as headlines,
      count(*) filter (where a.kind = any(${SIDE_KINDS}::text[])) as side_kinds,
      count(*) filter (where (a.kind = any(${NO_NEWS_KINDS}::text[])) is not true) as news
    from events e
    join event_members m on m.event_id = e.id
    join articles a on a.id = m.article_id and a.status = 'published' and a.relevant
    join feeds f on f.id = a.feed_id
    left join story_events s on s.event_id = e.id
    where e.merged_into is null and (e.last_at >= ${since} or e.story_state = 'pending')
    group by e.id, s.story_id, s.decided_by order by min(a.sort_at), e.id`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    storyId: row.story_id,
    byOperator: row.decided_by === 'operator',
    pending: row.story_state === 'pending',
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
    publishers: row.publishers,
    isNews: row.news > 0,
    terms: row.side_kinds === row.headlines.length ? new Map() : termsOfHeadlines(row.headlines),
  }))
}

export async function listStoryStates(trx: Trx): Promise<StoryState[]> {
  const rows = await trx
    .selectFrom('stories')
    .select(['id', 'last_at', 'predecessor_id'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, lastAt: row.last_at?.getTime() ?? 0, predecessorId: row.predecessor_id }))
}

export async function insertStory(trx: Trx, predecessorId: number | null, now: Date): Promise<number> {
  const row = await trx
    .insertInto('stories')
    .values({ title: '', predecessor_id: predecessorId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Puts events into a story, out of whichever they were in, and keeps why. An operator's link stays. */
export async function linkEvents(
  trx: Trx,
  storyId: number,
  links: { eventId: number; score: number | null; reason: Record<string, unknown> }[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return
  await trx
    .insertInto('story_events')
    .values(
      links.map(({ eventId, score, reason }) => ({
        event_id: eventId,
        story_id: storyId,
        score,
        reason: JSON.stringify(reason),
        at: now,
      })),
    )
    .onConflict((oc) =>
      oc
        .column('event_id')
        .doUpdateSet((eb) => ({ story_id: eb.ref('excluded.story_id'), reason: eb.ref('excluded.reason'), at: now }))
        .where('story_events.decided_by', '<>', 'operator'),
    )
    .execute()
}

/** The younger story becomes part of the older one; its id then leads there. */
export async function mergeStories(trx: Trx, into: number, from: number, now: Date): Promise<void> {
  await trx.updateTable('story_events').set({ story_id: into }).where('story_id', '=', from).execute()
  await trx.updateTable('stories').set({ merged_into: into }).where('merged_into', '=', from).execute()
  await trx.updateTable('stories').set({ predecessor_id: into }).where('predecessor_id', '=', from).execute()
  await trx
    .updateTable('stories')
    .set({ predecessor_id: null })
    .where('id', '=', into)
    .where('predecessor_id', '=', into)
    .execute()
  await trx.updateTable('stories').set({ merged_into: into, updated_at: now }).where('id', '=', from).execute()
}

/** Links of events that were merged away or lost their articles go; what waited has been seen. */
export async function settleEvents(trx: Trx): Promise<void> {
  await sql`
    delete from story_events s using events e where e.id = s.event_id
      and (e.merged_into is not null or not exists (
        select 1 from event_members m join articles a on a.id = m.article_id and a.status = 'published'
        where m.event_id = e.id))`.execute(trx)
  await trx.updateTable('events').set({ story_state: 'done' }).where('story_state', '=', 'pending').execute()
}

/** Counts, times, image and status of every story, from its articles as they are now. Writes only what changed. */
export async function refreshStories(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<{
    id: number
    n: number
    first_at: Date | null
    last_at: Date | null
    image: string | null
  }>`
    select s.id, count(a.id) as n, min(a.sort_at) as first_at, max(a.sort_at) as last_at,
      (array_agg(a.image_url order by a.sort_at, a.id) filter (where a.image_url is not null))[1] as image
    from stories s
    left join story_events l on l.story_id = s.id
    left join event_members m on m.event_id = l.event_id
    left join articles a on a.id = m.article_id and a.status = 'published'
    where s.merged_into is null group by s.id`.execute(trx)
  for (const row of rows) {
    const status = row.last_at && lifeOf(row.last_at.getTime(), now.getTime()) === 'active' ? 'active' : 'dormant'
    await sql`
      update stories set entries_count = ${row.n}, first_at = ${row.first_at}, last_at = ${row.last_at},
        image_url = ${row.image}, status = ${status},
        updated_at = case when entries_count <> ${row.n} or last_at is distinct from ${row.last_at} then ${now} else updated_at end
      where id = ${row.id} and (entries_count, first_at, last_at, image_url, status)
        is distinct from (${row.n}::int, ${row.first_at}::timestamptz, ${row.last_at}::timestamptz, ${row.image}::text, ${status}::text)`.execute(
      trx,
    )
  }
}

/** One process at a time decides about stories. */
export const lockStories = (trx: Trx) => sql`select pg_advisory_xact_lock(7263, 2)`.execute(trx)

/** What a story's text is written from. */
export interface StoryMaterial {
  storyId: number
  title: string
  textBy: 'ai' | 'operator' | 'excerpt'
  written: { articles: number; events: number }
  articles: number
  /** Oldest first. */
  events: MaterialEvent[]
}

export interface MaterialEvent {
  at: Date
  /** Of an article in the site's language, if there is one. */
  title: string
  summary: string
  inLanguage: boolean
  sources: string[]
  articles: number
}

/** Stories whose text is to be written, for a site in `language` (ISO 639-1). */
export async function listStoryMaterial(database: Database, language: string): Promise<StoryMaterial[]> {
  const foreign = sql`(a.translated_title is null and a.language is distinct from ${language})`
  const { rows } = await sql<{
    id: number
    title: string
    text_by: StoryMaterial['textBy']
    text_articles: number
    text_events: number
    entries_count: number
    events: (Omit<MaterialEvent, 'at'> & { at: string })[]
  }>`
    select s.id, s.title, s.text_by, s.text_articles, s.text_events, s.entries_count,
      (select json_agg(e order by e.at) from (
        select min(a.sort_at) as at, count(*) as articles,
          (array_agg(coalesce(a.translated_title, a.title) order by ${foreign}, a.sort_at, a.id))[1] as title,
          (array_agg(coalesce(a.translated_summary, a.excerpt) order by ${foreign}, a.sort_at, a.id))[1] as summary,
          bool_or(not ${foreign}) as "inLanguage",
          array_agg(distinct f.title) as sources
        from story_events l join event_members m on m.event_id = l.event_id
        join articles a on a.id = m.article_id and a.status = 'published' join feeds f on f.id = a.feed_id
        where l.story_id = s.id group by l.event_id) e) as events
    from stories s where s.merged_into is null and s.entries_count > 0 and s.text_by <> 'operator'
      and (s.text_events = 0 or s.entries_count >= s.text_articles * 1.25
        or (select count(*) from story_events l where l.story_id = s.id) > s.text_events)
    order by s.id`.execute(database.db)
  return rows.map((row) => ({
    storyId: row.id,
    title: row.title,
    textBy: row.text_by,
    written: { articles: row.text_articles, events: row.text_events },
    articles: row.entries_count,
    events: (row.events ?? []).map((event) => ({ ...event, at: new Date(event.at) })),
  }))
}

export async function saveStoryText(
  database: Database,
  material: StoryMaterial,
  text: { title: string; lead: string; body: string; by: 'ai' | 'excerpt' },
  now: Date,
): Promise<void> {
  await publishing(database, (trx) =>
    trx
      .updateTable('stories')
      .set({
        title: text.title,
        lead: text.lead,
        body: text.body,
        text_by: text.by,
        text_articles: material.articles,
        text_events: material.events.length,
        updated_at: now,
      })
      .where('id', '=', material.storyId)
      .where('text_by', '<>', 'operator')
      .execute(),
  )
}
