/** Articles as readers see them: lists give ids in order, hydration makes views of them. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { scoreAt } from '../../domain/articles/popularity.ts'
import type { ListPlace } from '../../domain/site/pages.ts'
import type { Schema } from '../../store/database/schema.ts'
import { findLeader, type Leader, type Part, readLed } from '../leader.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from './publishers.ts'
import type { ArticleView, TagRef } from './views.ts'

export type ReadDb = Kysely<Schema>

/** What a list is cut by; all conditions hold at once. Only published articles are ever listed. */
export interface ArticleFilter {
  relevant?: boolean
  feedIds?: number[]
  tagId?: number
  /** Two-letter language of the original. */
  language?: string
  since?: Date
  until?: Date
}

export type ArticleSort = 'newest' | 'popular'

interface ArticleRow extends PublisherRow {
  id: number
  url: string
  title: string
  excerpt: string
  language: string | null
  author: string | null
  image_url: string | null
  published_at: Date | null
  discovered_at: Date
  sort_at: Date
  updated_at: Date
  relevant: boolean
  kind: string | null
  translated_title: string | null
  translated_summary: string | null
  translated_by: 'ai' | 'operator' | null
  translated_at: Date | null
  views: number
  popularity: number
  event_id: number | null
  event_entries: number | null
  story: { id: number; title: string } | null
  source_count: number
  feed_id: number
  feed_title: string
  feed_url: string
  feed_language: string | null
  feed_icon_url: string | null
  credited_publisher: string | null
  tag_ids: number[]
  tags: TagRef[] | null
  counted_at: Date
}

/** Views of the published articles among `ids`, in the order of `ids`. `siteLanguage` is that of translated summaries. */
export async function hydrateArticles(db: ReadDb, ids: number[], siteLanguage = 'sv'): Promise<ArticleView[]> {
  if (ids.length === 0) return []
  const rows = await selectArticles(db, sql`a.id = any(${ids}::bigint[])`)
  const byId = new Map(rows.map((row) => [row.id, toView(row, siteLanguage)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The published article with this id, or null. */
export async function findArticle(db: ReadDb, id: number, siteLanguage: string): Promise<ArticleView | null> {
  // An equality is planned in half the time of a list.
  const [row] = await selectArticles(db, sql`a.id = ${id}`)
  return row ? toView(row, siteLanguage) : null
}

async function selectArticles(db: ReadDb, which: RawBuilder<unknown>): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select a.id, a.url, a.title, a.excerpt, a.language, a.author, a.image_url, a.published_at, a.discovered_at, a.sort_at,
      a.updated_at, a.relevant, a.kind, a.translated_title, a.translated_summary, a.translated_by, a.translated_at, a.views,
      a.popularity, a.event_id, e.published as event_entries, a.source_count, a.feed_id, f.title as feed_title, coalesce(f.site_url, f.url) as feed_url,
      f.language as feed_language, f.icon_url as feed_icon_url, ${publisherColumns}, a.credited_publisher,
      (select json_build_object('id', s.id, 'title', s.title) from story_events l join stories s on s.id = l.story_id
        where l.event_id = a.event_id and s.merged_into is null) as story,
      a.tag_ids, (select json_agg(t) from (select id, name, slug from tags where id = any(a.tag_ids)) t) as tags,
      (select raised_at from data_versions where name = 'views') as counted_at
    from articles a join feeds f on f.id = a.feed_id left join events e on e.id = a.event_id
      left join ${publisherOfFeed}
    where ${which} and a.status = 'published'`.execute(db)
  return rows
}

function toView(row: ArticleRow, siteLanguage: string): ArticleView {
  const translated =
    row.translated_title !== null && row.translated_summary !== null
      ? { title: row.translated_title, summary: row.translated_summary }
      : null
  const title = translated?.title ?? row.title
  return {
    id: row.id,
    url: row.url,
    original: { title: row.title, summary: row.excerpt, language: row.language },
    translated,
    title,
    summary: translated?.summary ?? row.excerpt,
    language: translated ? siteLanguage : row.language,
    summaryBy: translated ? (row.translated_by ?? 'ai') : 'excerpt',
    summarisedAt: translated ? row.translated_at : null,
    imageUrl: row.image_url,
    author: row.author,
    publishedAt: row.published_at,
    discoveredAt: row.discovered_at,
    sortAt: row.sort_at,
    updatedAt: row.updated_at,
    kind: row.kind,
    relevant: row.relevant,
    sourceCount: row.source_count,
    views: row.views,
    popularityScore: scoreAt(row.popularity, row.counted_at),
    feed: {
      id: row.feed_id,
      title: row.feed_title,
      publisher: toPublisher(row),
      url: row.feed_url,
      language: row.feed_language,
      iconUrl: row.feed_icon_url,
    },
    publisher: row.publisher,
    creditedPublisher: row.credited_publisher,
    tags: byWeight(row.tags ?? [], row.tag_ids),
    event: row.event_id === null ? null : { id: row.event_id, entriesCount: row.event_entries ?? 1 },
    story: row.story,
  }
}

/** Tags as the article names them, the weightiest first. */
const byWeight = (tags: TagRef[], ids: number[]) => tags.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

/** Ids of published articles that pass `filter`, in order, at most `limit`. */
export async function listArticleIds(
  db: ReadDb,
  options: { filter: ArticleFilter; sort: ArticleSort | 'views'; limit: number },
): Promise<number[]> {
  const leader = await findArticleLeader(db, options.filter, options.sort)
  const whole = { limit: options.limit, offset: 0 }
  return readLed(leader, whole, leaderId, (part) => selectArticleIds(db, { ...options, ...part }))
}

export const leaderId = ({ id }: Leader): number => id

export const findArticleLeader = (
  db: ReadDb,
  filter: ArticleFilter,
  sort: ArticleSort | 'views',
): Promise<Leader | null> =>
  findLeader(db, inOrder(sql`a.id, a.sort_at as at, a.published_at, a.heat, a.views`, filter, sort), mayLead[sort])

/** An article that was read has earned its place, whether or not it has a date. */
const mayLead = {
  newest: sql`p.published_at is not null`,
  popular: sql`(p.published_at is not null or p.heat is not null)`,
  views: sql`(p.published_at is not null or p.views > 0)`,
}

/** The query behind every list. `conditions` may use `a`, the article. */
export async function selectArticleIds(
  db: ReadDb,
  options: Part & { filter: ArticleFilter; sort: ArticleSort | 'views'; conditions?: RawBuilder<unknown>[] },
): Promise<number[]> {
  const { filter, sort, limit, offset, without, conditions = [] } = options
  const others = without === undefined ? [] : [sql`a.id <> ${without}`]
  const { rows } = await sql<{ id: number }>`
    ${inOrder(sql`a.id`, filter, sort, [...conditions, ...others])} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.id)
}

function inOrder(
  columns: RawBuilder<unknown>,
  filter: ArticleFilter,
  sort: ArticleSort | 'views',
  conditions: RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  // A tag's list is kept in its own order, so that its newest are found without a look at the others.
  const [at, id] = filter.tagId === undefined ? [sql`a.sort_at`, sql`a.id`] : [sql`t.sort_at`, sql`t.article_id`]
  const before = sort === 'newest' ? sql`` : sql`a.${sql.ref(sort === 'popular' ? 'popularity' : 'views')} desc,`
  return sql`select ${columns} from ${source(filter)}
    where ${sql.join([...where(filter), ...conditions], sql` and `)}
    order by ${before} ${at} desc, ${id} desc`
}

/** The condition for what stands behind a place in the order `newest`. */
export function behind({ tagId }: ArticleFilter, { at, id, led }: ListPlace): RawBuilder<unknown> {
  const place = tagId === undefined ? sql`(a.sort_at, a.id)` : sql`(t.sort_at, t.article_id)`
  const others = led === undefined ? sql`` : sql` and a.id <> ${led}`
  return sql`${place} < (${at}, ${id})${others}`
}

/** How many published articles pass `filter`, counted one by one: only for narrow filters. */
export async function countArticles(db: ReadDb, filter: ArticleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${source(filter)} where ${sql.join(where(filter), sql` and `)}`.execute(db)
  return rows[0]?.n ?? 0
}

const source = (filter: ArticleFilter) =>
  filter.tagId === undefined ? sql`articles a` : sql`article_tags t join articles a on a.id = t.article_id`

function where(filter: ArticleFilter): RawBuilder<unknown>[] {
  const { relevant, feedIds, tagId, language, since, until } = filter
  const conditions: RawBuilder<unknown>[] = [sql`a.status = 'published'`]
  if (relevant !== undefined) conditions.push(relevant ? sql`a.relevant` : sql`not a.relevant`)
  if (feedIds) conditions.push(sql`a.feed_id = any(${feedIds}::integer[])`)
  if (tagId !== undefined) conditions.push(sql`t.tag_id = ${tagId}`)
  if (language) conditions.push(sql`left(a.language, 2) = ${language}`)
  if (since) conditions.push(sql`a.sort_at >= ${since}`)
  if (until) conditions.push(sql`a.sort_at < ${until}`)
  return conditions
}
