/** Lists of events: newest, last updated or most read first; by page number, or after the last one that was seen. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { cutPage, type ListCursor, type Page, type PageRequest, pageNumber } from '../../../platform/site/pages.ts'
import { cursorBehind, findLeader, type Leader, type Part, readLed } from '../../articles/queries/leader.ts'
import { hydrateEvents } from './events.ts'
import type { EventView } from './views.ts'

/** Filter of a list; all conditions hold at once. Only events with a published article are ever listed. */
export interface EventFilter {
  /** At least one of its articles is relevant, or none is. */
  relevant?: boolean
  /** Reported on at or after this instant. */
  since?: Date
  /** First reported before this instant. */
  until?: Date
  tagId?: number
  feedIds?: number[]
  minSources?: number
  storyId?: number
  /** One of its articles is of the kind. */
  kind?: string
  /** Only these. */
  eventIds?: number[]
  /** The newest text has a dispute, or one was settled; `open`: one that nothing has settled. */
  disputed?: boolean | 'open'
}

/** `newest`: first reported last; `updated`: reported on last; `popular`: by its most popular article. */
export const EVENT_SORTS = ['newest', 'updated', 'popular'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

interface ListOptions {
  filter: EventFilter
  sort: EventSort
  siteLanguage: string
}

/** The first events of a list, or those after `after`, at most `limit`. */
export async function listEvents(
  db: ReadDb,
  options: ListOptions & { limit: number; after?: ListCursor },
): Promise<EventView[]> {
  const { filter, sort, limit, after } = options
  const leader = after ? null : await leaderOf(db, filter, sort)
  const cursors = await ledCursors(db, { filter, sort, leader, after }, { limit, offset: 0 })
  return hydrateEvents(
    db,
    cursors.map(({ id }) => id),
    options.siteLanguage,
  )
}

/** One page of the events that pass `filter`, by its number or from behind a place. Its total is 0 unless `counted`. */
export async function pageEvents(
  db: ReadDb,
  options: ListOptions & PageRequest & { after?: ListCursor | undefined; counted?: boolean },
): Promise<Page<EventView>> {
  const { filter, sort, page, perPage, after, counted = true, siteLanguage } = options
  const total = counted ? await countEvents(db, filter) : 0
  const offset = after ? 0 : (page - 1) * perPage
  const leader = after ? null : await leaderOf(db, filter, sort)
  const part = { limit: perPage + 1, offset }
  const found = counted && offset >= total ? [] : await ledCursors(db, { filter, sort, leader, after }, part)
  const { items, next } = cutPage(found, perPage, (cursor) => cursorBehind(cursor, leader ?? after ?? null))
  const events = await hydrateEvents(
    db,
    items.map(({ id }) => id),
    siteLanguage,
  )
  return { items: events, total, perPage, ...pageNumber(page, after), ...(sort === 'popular' ? {} : { next }) }
}

const sortKey = { newest: sql`e.first_at`, updated: sql`e.last_at` }

/** An article of the event has a date. */
const isDated = sql`exists (
  select from shown_articles d where d.event_id = p.id and d.published_at is not null)`

/** Its last report has a date: a find without one makes no old event new. */
const isUpdatedDated = sql`exists (
  select from shown_articles d where d.event_id = p.id and d.published_at is not null
    and d.sort_at = p.at)`

const leads = { newest: isDated, updated: isUpdatedDated }

/** An article that was read has earned its place, whether or not it has a date. */
const leaderOf = (db: ReadDb, filter: EventFilter, sort: EventSort): Promise<Leader | null> =>
  sort === 'popular'
    ? findLeader(db, byArticles(sql`e.id, null as at, a.heat`, where(filter)), sql`(p.heat is not null or ${isDated})`)
    : findLeader(db, byTime(sql`e.id, ${sortKey[sort]} as at`, sortKey[sort], where(filter)), leads[sort])

interface ListRange {
  filter: EventFilter
  sort: EventSort
  leader: Leader | null
  after?: ListCursor | null | undefined
}

const ledCursors = (db: ReadDb, { filter, sort, leader, after }: ListRange, complete: Part): Promise<ListCursor[]> =>
  readLed<ListCursor>(
    leader,
    complete,
    ({ at, id }) => ({ at, id }),
    async ({ limit, offset, without = after?.led }) => {
      const conditions = [...where(filter), ...(without === undefined ? [] : [sql`e.id <> ${without}`])]
      if (sort === 'popular')
        return (await popularIds(db, conditions, offset + limit)).slice(offset).map((id) => ({ at: null, id }))
      const key = sortKey[sort]
      if (after) conditions.push(sql`(${key}, e.id) < (${after.at ?? new Date(0)}, ${after.id})`)
      const plain = byTime(sql`e.id, ${key} as at`, key, conditions)
      return (await sql<ListCursor>`${plain} limit ${limit} offset ${offset}`.execute(db)).rows
    },
  )

const byTime = (columns: RawBuilder<unknown>, key: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) => sql`
  select ${columns} from shown_events e where ${sql.join(conditions, sql` and `)} order by ${key} desc, e.id desc`

const byArticles = (columns: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) => sql`
  select ${columns} from shown_articles a join shown_events e on e.id = a.event_id
  where ${sql.join(conditions, sql` and `)}
  order by a.popularity desc, a.sort_at desc, a.id desc`

/** The first `max` events by their most read article, from the index of articles: so many articles that they hold enough. */
async function popularIds(db: ReadDb, conditions: RawBuilder<unknown>[], max: number): Promise<number[]> {
  for (let reach = 4 * max; ; reach *= 4) {
    const { rows } = await sql<{ id: number }>`${byArticles(sql`e.id`, conditions)} limit ${reach}`.execute(db)
    const ids = [...new Set(rows.map((row) => row.id))]
    if (ids.length >= max || rows.length < reach) return ids.slice(0, max)
  }
}

const disputedTexts = sql`
  select t.event_id from shown_event_texts t where t.points @> '[{"status": "disputed"}]' and not exists (
    select from shown_event_texts l where l.event_id = t.event_id and l.revision > t.revision)`

async function countEvents(db: ReadDb, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from shown_events e where ${sql.join(where(filter), sql` and `)}`.execute(db)
  return rows[0]?.n ?? 0
}

function where(filter: EventFilter): RawBuilder<unknown>[] {
  const { relevant, since, until, tagId, feedIds, minSources, storyId, kind, eventIds, disputed } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (relevant !== undefined) conditions.push(relevant ? sql`e.relevant > 0` : sql`e.relevant = 0`)
  if (since) conditions.push(sql`e.last_at >= ${since}`)
  if (until) conditions.push(sql`e.first_at < ${until}`)
  if (minSources !== undefined) conditions.push(sql`e.source_count >= ${minSources}`)
  if (tagId !== undefined)
    conditions.push(sql`e.id in (
      select a.event_id from article_tags t join shown_articles a on a.id = t.article_id where t.tag_id = ${tagId})`)
  if (feedIds)
    conditions.push(sql`e.id in (
      select a.event_id from shown_articles a where a.feed_id = any(${feedIds}::integer[]))`)
  if (storyId !== undefined)
    conditions.push(sql`e.id in (select l.event_id from story_events l where l.story_id = ${storyId})`)
  if (kind !== undefined)
    conditions.push(sql`exists (
      select from shown_articles k where k.event_id = e.id and k.kind = ${kind})`)
  if (disputed)
    conditions.push(
      disputed === 'open'
        ? sql`e.id in (${disputedTexts} and has_open_dispute(t.event_id, t.points))`
        : sql`(
      e.id in (${disputedTexts}) or e.id in (
        select a.event_id from dispute_settlements d join shown_articles a on a.id = d.article_id
        where d.settled and d.id in (select id from settlements_of(a.event_id))))`,
    )
  if (eventIds) conditions.push(sql`e.id = any(${eventIds}::bigint[])`)
  return conditions
}
