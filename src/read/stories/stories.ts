/** Running stories as readers see them: lists, one with its articles and events, and where a merged one went. */
import { sql } from 'kysely'
import { cutPage, type ListPlace, type Page, type PageRequest } from '../../domain/site/pages.ts'
import { hydrateArticles, type ReadDb } from '../articles/articles.ts'
import type { StoryRef, StoryStatus } from '../articles/views.ts'
import { listEvents } from '../events/list.ts'
import type { StoryDetailView, StoryView } from './views.ts'

const dayMs = 86_400_000
/** A spark line shows at most this many days, the latest. */
const mostDays = 90
const mostEvents = 200

interface Row {
  id: number
  title: string
  lead: string
  status: StoryStatus
  entries_count: number
  first_at: Date | null
  last_at: Date | null
  image_url: string | null
  text_by: StoryView['textBy']
  updated_at: Date
  days: { day: string; articles: number }[] | null
}

export interface StoryFilter {
  status?: StoryStatus
}

/** The most recently updated stories, at most `limit`. */
export async function listStories(db: ReadDb, options: StoryFilter & { limit: number }): Promise<StoryView[]> {
  return hydrateStories(db, await storyIds(db, options, options.limit, 0))
}

/** One page of stories, most recently updated first. */
export async function pageStories(db: ReadDb, options: StoryFilter & PageRequest): Promise<Page<StoryView>> {
  const { page, perPage } = options
  const items = await hydrateStories(db, await storyIds(db, options, perPage, (page - 1) * perPage))
  const total = await countStories(db, options)
  const last = items.at(-1)
  return { items, total, page, perPage, next: last && page * perPage < total ? placeAt(last) : null }
}

/** The stories behind a place, most recently updated first. */
export async function listStoriesBehind(
  db: ReadDb,
  options: StoryFilter & { after: ListPlace; perPage: number },
): Promise<Page<StoryView>> {
  const { after, perPage, status } = options
  const { rows } = await sql<{ id: number }>`
    select id from stories where merged_into is null and (${status ?? null}::text is null or status = ${status ?? null})
      and ${behind(after)}
    order by last_at desc nulls last, id desc limit ${perPage + 1}`.execute(db)
  const found = await hydrateStories(
    db,
    rows.map(({ id }) => id),
  )
  const total = await countStories(db, options)
  return { ...cutPage(found, perPage, placeAt), total, page: 1, perPage, fromPlace: true }
}

const placeAt = ({ lastEntryPublishedAt, id }: StoryView): ListPlace => ({ at: lastEntryPublishedAt, id })

const behind = ({ at, id }: ListPlace) =>
  at === null ? sql`last_at is null and id < ${id}` : sql`(last_at is null or (last_at, id) < (${at}, ${id}))`

async function countStories(db: ReadDb, { status }: StoryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from stories
    where merged_into is null and (${status ?? null}::text is null or status = ${status ?? null})`.execute(db)
  return rows[0]?.n ?? 0
}

/** Views of the stories among `ids`, in the order of `ids`; what was merged into another is left out. */
export async function hydrateStories(db: ReadDb, ids: number[]): Promise<StoryView[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select s.id, s.title, s.lead, s.status, s.entries_count, s.first_at, s.last_at, s.image_url, s.text_by, s.updated_at,
      (select json_agg(json_build_object('day', d.day, 'articles', d.n) order by d.day) from (
        select to_char(a.sort_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as n
        from story_events e join articles a on a.event_id = e.event_id and a.status = 'published'
        where e.story_id = s.id group by 1 order by 1 desc limit ${mostDays}) d) as days
    from stories s where s.id = any(${ids}::bigint[]) and s.merged_into is null`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, toView(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The story with everything, or null; one that was merged is null here, see `findHeir`. */
export async function findStory(db: ReadDb, id: number, siteLanguage: string): Promise<StoryDetailView | null> {
  const [story] = await hydrateStories(db, [id])
  if (!story) return null
  const own = await db
    .selectFrom('stories')
    .select(['body', 'predecessor_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const articleIds = await sql<{ id: number }>`
    select a.id from story_events e join articles a on a.event_id = e.event_id and a.status = 'published'
    where e.story_id = ${id} order by a.sort_at desc, a.id desc limit 500`.execute(db)
  const entries = await hydrateArticles(
    db,
    articleIds.rows.map((row) => row.id),
    siteLanguage,
  )
  const before = own.predecessor_id === null ? [] : await refs(db, sql`s.id = ${own.predecessor_id}`)
  return {
    ...story,
    body: own.body,
    predecessor: before[0] ?? null,
    successors: await refs(db, sql`s.predecessor_id = ${id}`),
    entries,
    events: await listEvents(db, { filter: { storyId: id }, sort: 'newest', limit: mostEvents, siteLanguage }),
  }
}

async function storyIds(db: ReadDb, { status }: StoryFilter, limit: number, offset: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stories where merged_into is null and ${status ? sql`status = ${status}` : sql`true`}
    order by last_at desc nulls last, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.id)
}

async function refs(db: ReadDb, condition: ReturnType<typeof sql>): Promise<StoryRef[]> {
  const { rows } = await sql<StoryRef>`
    select s.id, s.title, s.status from stories s where ${condition} and s.merged_into is null order by s.id`.execute(
    db,
  )
  return rows
}

function toView(row: Row): StoryView {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    lead: row.lead,
    entriesCount: row.entries_count,
    firstEntryPublishedAt: row.first_at,
    lastEntryPublishedAt: row.last_at,
    imageUrl: row.image_url,
    textBy: row.text_by,
    updatedAt: row.updated_at,
    days: withEmptyDays(row.days ?? []),
  }
}

function withEmptyDays(days: StoryView['days']): StoryView['days'] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const counts = new Map(days.map((one) => [one.day, one.articles]))
  const from = Math.max(Date.parse(first.day), Date.parse(last.day) - (mostDays - 1) * dayMs)
  const length = (Date.parse(last.day) - from) / dayMs + 1
  return Array.from({ length }, (_, i) => {
    const day = new Date(from + i * dayMs).toISOString().slice(0, 10)
    return { day, articles: counts.get(day) ?? 0 }
  })
}
