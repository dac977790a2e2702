/** Writes of stories by the pipeline, and the material of their text. */
import { sql } from 'kysely'
import { type Database, type Db, publishing, rowsParameter, type Trx } from '../../../platform/database/database.ts'
import { type NewClaim, replaceClaims } from '../../claims/writes/claims.ts'
import { recordVerdict } from '../../models/writes/ai-calls.ts'
import { areModelsStopped } from '../../models/writes/model-stop.ts'
import { NO_NEWS_KINDS } from '../../topic/rules/kinds.ts'
import { DORMANT_AFTER_MS } from '../rules/story-rules.ts'

/** Opens stories, by their provisional numbers, with their predecessors, one of which may be among them; returns their own numbers. */
export async function insertStories(
  trx: Trx,
  opened: ReadonlyMap<number, number | null>,
  now: Date,
): Promise<Map<number, number>> {
  if (opened.size === 0) return new Map()
  const { rows } = await sql<{ id: number }>`
    insert into stories (title, created_at, updated_at) select '', ${now}, ${now} from generate_series(1, ${opened.size})
    returning id`.execute(trx)
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  const numbers = new Map([...opened.keys()].sort((a, b) => a - b).map((provisional, i) => [provisional, ids[i] ?? 0]))
  for (const [provisional, predecessor] of opened)
    if (predecessor !== null)
      await trx
        .updateTable('stories')
        .set({ predecessor_id: numbers.get(predecessor) ?? predecessor })
        .where('id', '=', numbers.get(provisional) ?? 0)
        .execute()
  return numbers
}

/** Puts events into stories, out of whichever they were in, and keeps why. An operator's link stays. */
export async function linkEvents(
  trx: Trx,
  links: { event_id: number; story_id: number; score: number | null; reason: Record<string, unknown> }[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into story_events (event_id, story_id, score, reason, at)
    select event_id, story_id, score, reason, ${now}
    from json_populate_recordset(null::story_events, ${rowsParameter(links)}::json)
    on conflict (event_id) do update set story_id = excluded.story_id, reason = excluded.reason, at = excluded.at
    where story_events.decided_by <> 'operator'`.execute(trx)
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

/**
 * Links of these events go where they were merged away or have lost their articles. They have been seen, but for those that
 * were written since.
 */
export async function recordEvents(trx: Trx, events: { id: number; version: string }[]): Promise<void> {
  const ids = events.map(({ id }) => id)
  await sql`
    delete from story_events s using events e
    where e.id = any(${ids}::bigint[]) and e.id = s.event_id
      and (e.merged_into is not null or not exists (
        select 1 from event_members m join articles a on a.id = m.article_id and a.status = 'published'
        where m.event_id = e.id))`.execute(trx)
  await sql`
    update events e set story_state = 'done'
    from unnest(${ids}::bigint[], ${events.map(({ version }) => version)}::text[]) x(id, version)
    where e.id = x.id and e.xmin::text = x.version`.execute(trx)
}

/** True where a story is still called active that has had no article for long. */
export async function hasSilentStories(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from stories where merged_into is null and status = 'active'
      and last_at <= ${new Date(now.getTime() - DORMANT_AFTER_MS)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Counts, times, image and status of these stories and of those that fell silent, from their articles. Writes only what changed.
 * A model's text that cites a removed article is one of no events from then on, and is replaced.
 */
export async function refreshStories(trx: Trx, storyIds: number[], now: Date): Promise<void> {
  const silentSince = new Date(now.getTime() - DORMANT_AFTER_MS)
  await sql`
    update stories s set entries_count = c.n, first_at = c.first_at, last_at = c.last_at, image_url = c.image,
      status = c.status, updated_at = case when s.entries_count <> c.n or s.last_at is distinct from c.last_at
        then ${now}::timestamptz else s.updated_at end
    from (
      select d.id, count(a.id)::integer as n, min(a.sort_at) as first_at, max(a.sort_at) as last_at,
        (array_agg(a.image_url order by a.sort_at, a.id) filter (where a.image_url is not null))[1] as image,
        case when max(a.sort_at) > ${silentSince} then 'active' else 'dormant' end as status
      from stories d
      left join story_events l on l.story_id = d.id
      left join event_members m on m.event_id = l.event_id
      left join articles a on a.id = m.article_id and a.status = 'published'
      where d.merged_into is null
        and (d.id = any(${storyIds}::bigint[]) or (d.status = 'active' and d.last_at <= ${silentSince}))
      group by d.id
    ) c
    where s.id = c.id and (s.entries_count, s.first_at, s.last_at, s.image_url, s.status)
      is distinct from (c.n, c.first_at, c.last_at, c.image, c.status)`.execute(trx)
  await sql`
    update stories s set text_events = 0
    where s.id = any(${storyIds}::bigint[]) and s.text_by = 'ai' and s.text_events > 0 and exists (
      select from claims c, jsonb_array_elements(c.evidence) passage join articles a on a.id = (passage ->> 'articleId')::bigint
      where c.story_id = s.id and c.verdict = 'stands' and a.status = 'removed')`.execute(trx)
}

/** Material of a story's text. */
export interface StoryMaterial {
  storyId: number
  title: string
  textBy: 'ai' | 'operator' | 'excerpt'
  /** State that its text is of. A text of no events holds no more, and one of no articles waits for a model's. */
  written: { articles: number; events: number; newestAt: Date | null }
  /** State when this was read: the text is written again when it changes. */
  linked: { events: number; newestAt: Date | null }
  /** Its common anchors, as the news writes them. */
  anchors: string[]
  articles: number
  /** Oldest first. */
  events: MaterialEvent[]
}

export interface MaterialEvent {
  /** The article whose title and summary these are. */
  reported: { articleId: number; url: string; reservation: string | null; language: string | null }
  at: Date
  /** Of an article in the site's language, if there is one. */
  title: string
  summary: string
  inLanguage: boolean
  /** It reports something new; opinions, tests, deals and instructions alone do not. */
  isNews: boolean
  sources: string[]
  articles: number
}

/** Stories whose text is to be written, of dormant ones no interim text, for a site in `language` (ISO 639-1). */
export async function listStoryMaterial(database: Database, language: string): Promise<StoryMaterial[]> {
  const foreign = sql`(a.translated_title is null and a.language is distinct from ${language})`
  const { rows } = await sql<{
    id: number
    title: string
    text_by: StoryMaterial['textBy']
    text_articles: number
    text_events: number
    text_newest_at: Date | null
    entries_count: number
    anchors: string[] | null
    linked_events: number
    newest_at: Date | null
    events: (Omit<MaterialEvent, 'at'> & { at: string })[]
  }>`
    select s.id, s.title, s.text_by, s.text_articles, s.text_events, s.text_newest_at, s.entries_count,
      n.events as linked_events, n.newest_at,
      (select array_agg(anchor order by n desc, anchor) from (
        select anchor, count(*) as n
        from story_events l cross join jsonb_array_elements_text(l.reason -> 'joined_by') anchor
        where l.story_id = s.id group by anchor) x) as anchors,
      (select json_agg(e order by e.at) from (
        select min(a.sort_at) as at, count(*) as articles,
          (array_agg(coalesce(a.translated_title, a.title) order by ${foreign}, a.sort_at, a.id))[1] as title,
          (array_agg(coalesce(a.translated_summary, a.excerpt) order by ${foreign}, a.sort_at, a.id))[1] as summary,
          (array_agg(json_build_object('articleId', a.id, 'url', a.url, 'reservation', a.reservation, 'language',
              case when a.translated_title is null then a.language else ${language} end)
            order by ${foreign}, a.sort_at, a.id))[1] as reported,
          bool_or(not ${foreign}) as "inLanguage",
          bool_or((a.kind = any(${[...NO_NEWS_KINDS]}::text[])) is not true) as "isNews",
          array_agg(distinct f.title) as sources
        from story_events l join event_members m on m.event_id = l.event_id
        join articles a on a.id = m.article_id and a.status = 'published' join feeds f on f.id = a.feed_id
        where l.story_id = s.id group by l.event_id) e) as events
    from stories s join (
      select l.story_id, count(*) as events, date_trunc('milliseconds', max(e.first_at)) as newest_at
      from story_events l join events e on e.id = l.event_id group by 1) n on n.story_id = s.id
    where s.merged_into is null and s.entries_count > 0 and s.text_by <> 'operator'
      and (s.entries_count >= s.text_articles * 1.25 and (s.text_articles > 0 or s.status = 'active')
        or n.events <> s.text_events or n.newest_at is distinct from s.text_newest_at)
    order by s.id`.execute(database.db)
  return rows.map((row) => ({
    storyId: row.id,
    title: row.title,
    textBy: row.text_by,
    written: { articles: row.text_articles, events: row.text_events, newestAt: row.text_newest_at },
    articles: row.entries_count,
    anchors: row.anchors ?? [],
    linked: { events: row.linked_events, newestAt: row.newest_at },
    events: (row.events ?? []).map((event) => ({ ...event, at: new Date(event.at) })),
  }))
}

interface NewStoryText {
  title: string
  lead: string
  body: string
}

/**
 * An interim text is shown until a model has written one. A model's comes with its claims and the row of its call,
 * whose verdict is recorded in the same transaction.
 */
type WrittenBy = { by: 'excerpt'; isInterim: boolean } | { by: 'ai'; claims: readonly NewClaim[]; row: number }

/**
 * `paused` while models are stopped and one wrote the text: the story appears without. `late` where an operator has
 * written it since, or an article that it cites is removed.
 */
export function saveStoryText(
  database: Database,
  material: StoryMaterial,
  text: NewStoryText & WrittenBy,
  now: Date,
): Promise<'accepted' | 'late' | 'paused'> {
  return publishing(database, async (trx) => {
    if (text.by === 'ai') {
      if (await areModelsStopped(trx)) return 'paused'
      if (!(await arePublished(trx, text.claims))) {
        await recordVerdict(trx, text.row, 'refused', 'an article that it cites was removed')
        return 'late'
      }
    }
    const { numUpdatedRows } = await trx
      .updateTable('stories')
      .set({
        title: text.title,
        lead: text.lead,
        body: text.body,
        text_by: text.by,
        text_articles: text.by === 'excerpt' && text.isInterim ? 0 : material.articles,
        text_events: material.linked.events,
        text_newest_at: material.linked.newestAt,
        updated_at: now,
      })
      .where('id', '=', material.storyId)
      .where('text_by', '<>', 'operator')
      .executeTakeFirst()
    const isReported = numUpdatedRows > 0n
    if (isReported) await replaceClaims(trx, { story_id: material.storyId }, text.by === 'ai' ? text.claims : [], now)
    if (text.by === 'ai')
      await recordVerdict(
        trx,
        text.row,
        isReported ? 'accepted' : 'refused',
        isReported ? null : 'an operator has written the text since',
      )
    return isReported ? 'accepted' : 'late'
  })
}

/** True where all articles that the claims cite are published. */
async function arePublished(trx: Trx, claims: readonly NewClaim[]): Promise<boolean> {
  const cited = new Set(claims.flatMap(({ evidence }) => evidence.flatMap(({ articleId }) => articleId ?? [])))
  const { rows } = await sql`
    select from articles where id = any(${[...cited]}::bigint[]) and status = 'published'`.execute(trx)
  return rows.length === cited.size
}
