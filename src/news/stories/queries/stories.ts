/** Running stories as readers see them: lists, one with its articles and events, and the redirects of merged ones. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { cutPage, type ListCursor, type Page, type PageRequest, pageNumber } from '../../../platform/site/pages.ts'
import { hydrateArticles } from '../../articles/queries/articles.ts'
import { cursorBehind, findLeader, type Leader, type Part, readLed } from '../../articles/queries/leader.ts'
import type { StoryRef, StoryStatus } from '../../articles/queries/views.ts'
import { datedFirst } from '../../articles/rules/dated-first.ts'
import { listEvents } from '../../events/queries/list.ts'
import { findMergeTarget, type Lookup, resolve } from '../../resources/queries/moved.ts'
import { findDissolvedPath } from './dissolved.ts'
import type { StoryDetailView, StoryView } from './views.ts'

const dayMs = 86_400_000
/** A spark line shows at most this many days, the latest. */
const maxDays = 90
const maxEvents = 200

type Row = Omit<StoryView, 'days'> & { days: StoryView['days'] | null }

export interface StoryFilter {
  status?: StoryStatus
  /** Reported on at or after this instant. */
  since?: Date
  /** First reported before this instant. */
  until?: Date
}

/** The most recently updated stories, at most `limit`. */
export async function listStories(db: ReadDb, options: StoryFilter & { limit: number }): Promise<StoryView[]> {
  const leader = await leaderOf(db, options)
  return hydrateStories(db, await ledIds(db, { ...options, leader }, { limit: options.limit, offset: 0 }))
}

/** One page of stories, most recently updated first, by its number or from behind a place. Its total is 0 unless `counted`. */
export async function pageStories(
  db: ReadDb,
  options: StoryFilter & PageRequest & { after?: ListCursor | undefined; counted?: boolean },
): Promise<Page<StoryView>> {
  const { page, perPage, after, status, since, until, counted = true } = options
  const filter = { ...(status && { status }), ...(since && { since }), ...(until && { until }) }
  const leader = after ? null : await leaderOf(db, filter)
  const part = { limit: perPage + 1, offset: after ? 0 : (page - 1) * perPage }
  const found = await hydrateStories(db, await ledIds(db, { ...filter, leader, ...(after && { after }) }, part))
  const cut = cutPage(found, perPage, (story) => cursorBehind(cursorAt(story), leader ?? after ?? null))
  return { ...cut, total: counted ? await countStories(db, filter) : 0, perPage, ...pageNumber(page, after) }
}

const cursorAt = ({ lastEntryPublishedAt, id }: StoryView): ListCursor => ({ at: lastEntryPublishedAt, id })

const behind = ({ at, id }: ListCursor) =>
  at === null ? sql`last_at is null and id < ${id}` : sql`(last_at is null or (last_at, id) < (${at}, ${id}))`

function within({ status, since, until }: StoryFilter) {
  const conditions = [sql`true`]
  if (status) conditions.push(sql`status = ${status}`)
  if (since) conditions.push(sql`last_at >= ${since}`)
  if (until) conditions.push(sql`first_at < ${until}`)
  return sql.join(conditions, sql` and `)
}

async function countStories(db: ReadDb, filter: StoryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from shown_stories where ${within(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** One of its articles has a date. */
const isDated = sql`(
  select count(a.published_at) > 0 or count(*) = 0 from story_events l join shown_articles a on a.event_id = l.event_id
  where l.story_id = p.id)`

const leaderOf = (db: ReadDb, filter: StoryFilter): Promise<Leader | null> =>
  findLeader(
    db,
    sql`select id, last_at as at from shown_stories where ${within(filter)} order by last_at desc nulls last, id desc`,
    isDated,
  )

interface Listed extends StoryFilter {
  leader: Leader | null
  after?: ListCursor
}

const ledIds = (db: ReadDb, { leader, after, ...filter }: Listed, complete: Part): Promise<number[]> =>
  readLed(
    leader,
    complete,
    ({ id }) => id,
    async ({ limit, offset, without = after?.led }) => {
      const { rows } = await sql<{ id: number }>`
        select id from shown_stories where ${within(filter)} and ${after ? behind(after) : sql`true`}
          and id is distinct from ${without ?? null}::bigint
        order by last_at desc nulls last, id desc limit ${limit} offset ${offset}`.execute(db)
      return rows.map(({ id }) => id)
    },
  )

/** Views of the stories among `ids`, in the order of `ids`; what was merged into another is left out. */
export async function hydrateStories(db: ReadDb, ids: number[]): Promise<StoryView[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select s.id, s.title, s.lead, s.status, s.entries_count as "entriesCount", s.first_at as "firstEntryPublishedAt",
      s.last_at as "lastEntryPublishedAt", s.image_url as "imageUrl", s.text_by as "textBy", s.updated_at as "updatedAt",
      (select json_agg(json_build_object('day', d.day, 'articles', d.n) order by d.day) from (
        select to_char(a.sort_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as n
        from story_events e join shown_articles a on a.event_id = e.event_id
        where e.story_id = s.id group by 1 order by 1 desc limit ${maxDays}) d) as days
    from shown_stories s where s.id = any(${ids}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, { ...row, days: withEmptyDays(row.days ?? []) }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The story, the id of the one that it was merged into, or the page that its address leads to since it was dissolved. */
export const resolveStory = (db: ReadDb, id: number, siteLanguage: string): Promise<Lookup<StoryDetailView>> =>
  resolve(
    () => findStory(db, id, siteLanguage),
    () => findMergeTarget(db, 'stories', id),
    () => findDissolvedPath(db, id),
  )

/** The story with everything, or null; one that was merged is null here, see `resolveStory`. */
export async function findStory(db: ReadDb, id: number, siteLanguage: string): Promise<StoryDetailView | null> {
  const [story] = await hydrateStories(db, [id])
  if (!story) return null
  const columns = await db
    .selectFrom('shown_stories')
    .select(['body', 'predecessor_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const articleIds = await sql<{ id: number }>`
    select a.id from story_events e join shown_articles a on a.event_id = e.event_id
    where e.story_id = ${id} order by a.sort_at desc, a.id desc limit 500`.execute(db)
  const entries = await hydrateArticles(
    db,
    articleIds.rows.map((row) => row.id),
    siteLanguage,
  )
  const before = columns.predecessor_id === null ? [] : await refs(db, sql`s.id = ${columns.predecessor_id}`)
  return {
    ...story,
    body: columns.body,
    predecessor: before[0] ?? null,
    successors: await refs(db, sql`s.predecessor_id = ${id}`),
    entries: datedFirst(entries),
    events: await listEvents(db, { filter: { storyId: id }, sort: 'newest', limit: maxEvents, siteLanguage }),
  }
}

async function refs(db: ReadDb, condition: ReturnType<typeof sql>): Promise<StoryRef[]> {
  const { rows } = await sql<StoryRef>`
    select s.id, s.title, s.status from shown_stories s where ${condition} order by s.id`.execute(db)
  return rows
}

function withEmptyDays(days: StoryView['days']): StoryView['days'] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const counts = new Map(days.map((one) => [one.day, one.articles]))
  const from = Math.max(Date.parse(first.day), Date.parse(last.day) - (maxDays - 1) * dayMs)
  const length = (Date.parse(last.day) - from) / dayMs + 1
  return Array.from({ length }, (_, i) => {
    const day = new Date(from + i * dayMs).toISOString().slice(0, 10)
    return { day, articles: counts.get(day) ?? 0 }
  })
}
