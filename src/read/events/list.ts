/** Lists of events: newest, last updated or most read first; by page number, or after the last one that was seen. */
import { type RawBuilder, sql } from 'kysely'
import { cutPage, type ListPlace, type Page, type PageRequest } from '../../domain/site/pages.ts'
import type { ReadDb } from '../articles/articles.ts'
import { hydrateEvents } from './events.ts'
import type { EventView } from './views.ts'

/** What a list is cut by; all conditions hold at once. Only events with a published article are ever listed. */
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
}

/** `newest`: first reported last; `updated`: reported on last; `popular`: by its most popular article. */
export const EVENT_SORTS = ['newest', 'updated', 'popular'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

/** The last event that was seen of a list that goes by time; one by popularity has none. */
export interface EventCursor {
  at: Date
  id: number
}

interface ListOptions {
  filter: EventFilter
  sort: EventSort
  siteLanguage: string
}

/** The first events of a list, or those after `after`, at most `limit`. */
export async function listEvents(
  db: ReadDb,
  options: ListOptions & { limit: number; after?: EventCursor },
): Promise<EventView[]> {
  const { filter, sort, limit, after } = options
  const places = await eventPlaces(db, { filter, sort, limit, offset: 0, ...(after ? { after } : {}) })
  return hydrateEvents(
    db,
    places.map(({ id }) => id),
    options.siteLanguage,
  )
}

/** The first events of a list by time, or those behind a place, and where it goes on; without the cost of counting them all. */
export async function listEventsFrom(
  db: ReadDb,
  options: ListOptions & { after: ListPlace | null; perPage: number },
): Promise<{ items: EventView[]; next: ListPlace | null }> {
  const { filter, sort, perPage, after } = options
  const from = after ? { after: { at: after.at ?? new Date(0), id: after.id } } : {}
  return pageAt(db, options, await eventPlaces(db, { filter, sort, limit: perPage + 1, offset: 0, ...from }))
}

/** The events of a list by time behind a place. */
export async function listEventsBehind(
  db: ReadDb,
  options: ListOptions & { after: ListPlace; perPage: number },
): Promise<Page<EventView>> {
  const { filter, sort, perPage } = options
  const after = { at: options.after.at ?? new Date(0), id: options.after.id }
  const places = await eventPlaces(db, { filter, sort, limit: perPage + 1, offset: 0, after })
  return {
    ...(await pageAt(db, options, places)),
    total: await countEvents(db, filter),
    page: 1,
    perPage,
    fromPlace: true,
  }
}

/** Places, of which there may be one more than the page has room for, as a page. */
async function pageAt(
  db: ReadDb,
  { siteLanguage, perPage }: { siteLanguage: string; perPage: number },
  found: ListPlace[],
) {
  const { items, next } = cutPage(found, perPage, (place) => place)
  const ids = items.map(({ id }) => id)
  return { items: await hydrateEvents(db, ids, siteLanguage), next }
}

/** One page of the events that pass `filter`. */
export async function pageEvents(db: ReadDb, options: ListOptions & PageRequest): Promise<Page<EventView>> {
  const { filter, sort, page, perPage } = options
  const total = await countEvents(db, filter)
  const offset = (page - 1) * perPage
  const places = offset >= total ? [] : await eventPlaces(db, { filter, sort, limit: perPage + 1, offset })
  const { items, next } = await pageAt(db, options, places)
  return { items, total, page, perPage, ...(sort === 'popular' ? {} : { next }) }
}

const sortKey = { newest: sql`e.first_at`, updated: sql`e.last_at` }

async function eventPlaces(
  db: ReadDb,
  options: { filter: EventFilter; sort: EventSort; limit: number; offset: number; after?: EventCursor },
): Promise<ListPlace[]> {
  const { filter, sort, limit, offset, after } = options
  if (sort === 'popular')
    return (await popularIds(db, filter, offset + limit)).slice(offset).map((id) => ({ at: null, id }))
  const key = sortKey[sort]
  const conditions = where(filter)
  if (after) conditions.push(sql`(${key}, e.id) < (${after.at}, ${after.id})`)
  const { rows } = await sql<ListPlace>`
    select e.id, ${key} as at from events e
    where ${sql.join(conditions, sql` and `)}
    order by ${key} desc, e.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The first `most` events by their most read article, from the index of articles: so many articles that they hold enough. */
async function popularIds(db: ReadDb, filter: EventFilter, most: number): Promise<number[]> {
  for (let reach = 4 * most; ; reach *= 4) {
    const { rows } = await sql<{ id: number }>`
      select e.id from articles a join events e on e.id = a.event_id
      where a.status = 'published' and ${sql.join(where(filter), sql` and `)}
      order by a.popularity desc, a.sort_at desc, a.id desc limit ${reach}`.execute(db)
    const ids = [...new Set(rows.map((row) => row.id))]
    if (ids.length >= most || rows.length < reach) return ids.slice(0, most)
  }
}

async function countEvents(db: ReadDb, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from events e where ${sql.join(where(filter), sql` and `)}`.execute(db)
  return rows[0]?.n ?? 0
}

function where({ relevant, since, until, tagId, feedIds, minSources, storyId }: EventFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`e.merged_into is null`, sql`e.published > 0`]
  if (relevant !== undefined) conditions.push(relevant ? sql`e.relevant > 0` : sql`e.relevant = 0`)
  if (since) conditions.push(sql`e.last_at >= ${since}`)
  if (until) conditions.push(sql`e.first_at < ${until}`)
  if (minSources !== undefined) conditions.push(sql`e.source_count >= ${minSources}`)
  if (tagId !== undefined)
    conditions.push(sql`e.id in (
      select a.event_id from article_tags t join articles a on a.id = t.article_id where t.tag_id = ${tagId})`)
  if (feedIds)
    conditions.push(sql`e.id in (
      select a.event_id from articles a where a.feed_id = any(${feedIds}::integer[]) and a.status = 'published')`)
  if (storyId !== undefined)
    conditions.push(sql`e.id in (select l.event_id from story_events l where l.story_id = ${storyId})`)
  return conditions
}
