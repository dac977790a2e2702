/** Articles as readers see them: lists give ids in order, hydration makes views of them. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { ListCursor } from '../../../platform/site/pages.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from '../../sources/queries/publishers.ts'
import type { TagRef } from '../../tags/queries/views.ts'
import { scoreAt } from '../rules/popularity.ts'
import { findLeader, type Leader, type Part, readLed } from './leader.ts'
import type { ArticleView } from './views.ts'

/** Filter of a list; all conditions hold at once. Only published articles are ever listed. */
export interface ArticleFilter {
  relevant?: boolean
  feedIds?: number[]
  tagId?: number
  /** Two-letter language of the original. */
  language?: string
  kind?: string
  since?: Date
  until?: Date
}

export type ArticleSort = 'newest' | 'popular'

/** Fields of the view that are columns as they are. */
type Columns = Omit<
  ArticleView,
  'original' | 'translated' | 'summary' | 'summaryBy' | 'popularityScore' | 'feed' | 'tags' | 'event'
>

interface ArticleRow extends PublisherRow, Columns {
  excerpt: string
  translatedTitle: string | null
  translatedSummary: string | null
  translatedBy: 'ai' | 'operator' | null
  popularity: number
  countedAt: Date
  eventId: number | null
  eventEntries: number | null
  feedId: number
  feedTitle: string
  feedUrl: string
  feedLanguage: string | null
  feedIconUrl: string | null
  tagIds: number[]
  tags: TagRef[] | null
}

/** Views of the published articles among `ids`, in the order of `ids`. `siteLanguage` is that of translated summaries. */
export async function hydrateArticles(db: ReadDb, ids: number[], siteLanguage: string): Promise<ArticleView[]> {
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
    select a.id, a.url, a.original_title as title, a.excerpt, a.original_language as language, a.author, a.image_url as "imageUrl", a.published_at as "publishedAt",
      a.discovered_at as "discoveredAt", a.sort_at as "sortAt", a.updated_at as "updatedAt", a.relevant, a.kind,
      a.translated_title as "translatedTitle", a.translated_summary as "translatedSummary",
      a.translated_by as "translatedBy", a.translated_at as "summarisedAt", a.views, a.popularity,
      a.event_id as "eventId", e.published as "eventEntries", a.source_count as "sourceCount",
      f.id as "feedId", f.title as "feedTitle", coalesce(f.site_url, f.url) as "feedUrl", f.language as "feedLanguage",
      f.icon_url as "feedIconUrl", ${publisherColumns}, a.credited_publisher as "creditedPublisher",
      (select json_build_object('id', s.id, 'title', s.title) from story_events l join shown_stories s on s.id = l.story_id
        where l.event_id = a.event_id) as story,
      a.tag_ids as "tagIds", (select json_agg(t) from (select id, name, slug from tags where id = any(a.tag_ids)) t) as tags,
      (select raised_at from data_versions where name = 'views') as "countedAt"
    from shown_articles a join feeds f on f.id = a.feed_id left join shown_events e on e.id = a.event_id
      left join ${publisherOfFeed}
    where ${which}`.execute(db)
  return rows
}

function toView(row: ArticleRow, siteLanguage: string): ArticleView {
  const { excerpt, translatedTitle, translatedSummary, translatedBy, popularity, countedAt, eventId, ...others } = row
  const { publisher_name, publisher_feeds, tagIds, tags, eventEntries, ...article } = others
  const { feedId, feedTitle, feedUrl, feedLanguage, feedIconUrl, ...columns } = article
  const translated =
    translatedTitle !== null && translatedSummary !== null
      ? { title: translatedTitle, summary: translatedSummary }
      : null
  return {
    ...columns,
    original: { title: row.title, summary: excerpt, language: row.language },
    translated,
    title: translated?.title ?? row.title,
    summary: translated?.summary ?? excerpt,
    language: translated ? siteLanguage : row.language,
    summaryBy: translated ? (translatedBy ?? 'ai') : 'excerpt',
    summarisedAt: translated ? row.summarisedAt : null,
    popularityScore: scoreAt(popularity, countedAt),
    feed: {
      id: feedId,
      title: feedTitle,
      publisher: toPublisher(row),
      url: feedUrl,
      language: feedLanguage,
      iconUrl: feedIconUrl,
    },
    tags: byWeight(tags ?? [], tagIds),
    event: eventId === null ? null : { id: eventId, entriesCount: eventEntries ?? 1 },
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
  const range = { limit: options.limit, offset: 0 }
  return readLed(leader, range, leaderId, (part) => selectArticleIds(db, { ...options, ...part }))
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

/** Condition for the articles behind a cursor in the order `newest`. */
export function behind({ tagId }: ArticleFilter, { at, id, led }: ListCursor): RawBuilder<unknown> {
  const sortKey = tagId === undefined ? sql`(a.sort_at, a.id)` : sql`(t.sort_at, t.article_id)`
  const others = led === undefined ? sql`` : sql` and a.id <> ${led}`
  return sql`${sortKey} < (${at}, ${id})${others}`
}

/** Number of published articles that pass `filter`, counted one by one: only for narrow filters. */
export async function countArticles(db: ReadDb, filter: ArticleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${source(filter)} where ${sql.join(where(filter), sql` and `)}`.execute(db)
  return rows[0]?.n ?? 0
}

const source = (filter: ArticleFilter) =>
  filter.tagId === undefined ? sql`shown_articles a` : sql`article_tags t join shown_articles a on a.id = t.article_id`

function where(filter: ArticleFilter): RawBuilder<unknown>[] {
  const { relevant, feedIds, tagId, language, kind, since, until } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (relevant !== undefined) conditions.push(relevant ? sql`a.relevant` : sql`not a.relevant`)
  if (feedIds) conditions.push(sql`a.feed_id = any(${feedIds}::integer[])`)
  if (tagId !== undefined) conditions.push(sql`t.tag_id = ${tagId}`)
  if (language) conditions.push(sql`left(a.original_language, 2) = ${language}`)
  if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
  if (since) conditions.push(sql`a.sort_at >= ${since}`)
  if (until) conditions.push(sql`a.sort_at < ${until}`)
  return conditions
}
