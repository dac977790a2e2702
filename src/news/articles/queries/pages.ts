/**
 * Numbered pages of articles whose totals and deep pages stay cheap. `article_counts` has the number of articles in
 * each bucket (a day, or two days' worth of popularity). So a page begins a few articles into a bucket and never after
 * a scan of all before it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { cutPage, type ListCursor, type Page, type PageRequest, pageNumber } from '../../../platform/site/pages.ts'
import {
  type ArticleFilter,
  type ArticleSort,
  behind,
  countArticles,
  findArticleLeader,
  hydrateArticles,
  leaderId,
  selectArticleIds,
} from './articles.ts'
import { cursorBehind, type Part, readLed } from './leader.ts'
import type { ArticleView } from './views.ts'

const dayMs = 86_400_000

interface Options extends PageRequest {
  filter: ArticleFilter
  sort: ArticleSort
  siteLanguage: string
  /** Goes with the sort `newest`. */
  after?: ListCursor | undefined
  counted?: boolean
}

/** One page of the published articles that pass `filter`, by its number or from behind a place. Its total is 0 unless `counted`. */
export async function pageArticles(db: ReadDb, options: Options): Promise<Page<ArticleView>> {
  const { filter, page, perPage, after, counted = true } = options
  if (!after && (counted || page > 1)) return numberedPage(db, options)
  const { total } = counted ? await startOf(db, filter, 'newest', 0) : { total: 0 }
  return { ...(await readFrom(db, options)), total, perPage, ...pageNumber(page, after) }
}

async function numberedPage(db: ReadDb, options: Options): Promise<Page<ArticleView>> {
  const { filter, sort, page, perPage, siteLanguage } = options
  const offset = (page - 1) * perPage
  const leader = await findArticleLeader(db, filter, sort)
  const start = await startOf(db, filter, sort, offset)
  const fromBucket = {
    conditions: start.bucket === null ? [] : [below(sort, start.bucket)],
    offset: offset - start.skipped,
  }
  const read = (part: Part) =>
    selectArticleIds(db, { filter, sort, ...part, ...(part.without === undefined ? fromBucket : {}) })
  const ids = offset >= start.total ? [] : await readLed(leader, { limit: perPage, offset }, leaderId, read)
  const items = await hydrateArticles(db, ids, siteLanguage)
  const last = items.at(-1)
  const next = last && offset + perPage < start.total ? cursorBehind(cursorAt(last), leader) : null
  return { items, total: start.total, page, perPage, ...(sort === 'newest' ? { next } : {}) }
}

/**
 * The first articles of a list, or those behind a cursor: none twice and none left out, whatever arrives concurrently.
 */
async function readFrom(db: ReadDb, { filter, sort, after, perPage, siteLanguage }: Options) {
  const leader = after ? null : await findArticleLeader(db, filter, sort)
  const conditions = after ? [behind(filter, after)] : []
  const ids = await readLed(leader, { limit: perPage + 1, offset: 0 }, leaderId, (part) =>
    selectArticleIds(db, { filter, sort, conditions, ...part }),
  )
  const found = await hydrateArticles(db, ids, siteLanguage)
  const { items, next } = cutPage(found, perPage, (article) => cursorBehind(cursorAt(article), leader ?? after ?? null))
  return { items, ...(sort === 'newest' ? { next } : {}) }
}

const cursorAt = ({ sortAt, id }: ArticleView): ListCursor => ({ at: sortAt, id })

interface PageStart {
  /** Articles of the list that stand before the bucket. */
  skipped: number
  /** The bucket in which the page begins; null to count from the start of the list. */
  bucket: number | null
  total: number
}

async function startOf(db: ReadDb, filter: ArticleFilter, sort: ArticleSort, offset: number): Promise<PageStart> {
  const { since, until } = filter
  if (isUncounted(filter)) return { skipped: 0, bucket: null, total: await countArticles(db, filter) }
  if (!since && !until) return locate(db, filter, sort, offset)
  const total = await countBetween(db, filter)
  // Buckets of popularity know nothing of days: a dated list by popularity skips in the ordinary way.
  if (sort === 'popular') return { skipped: 0, bucket: null, total }
  if (!until) return { ...(await locateAmong(db, sort, counted(filter), offset)), total }
  const midnight = new Date(dayOf(until) * dayMs)
  const newestDay = await countArticles(db, { ...filter, since: since && since > midnight ? since : midnight })
  if (offset < newestDay) return { skipped: 0, bucket: null, total }
  const before = counted({ ...filter, until: new Date(midnight.getTime() - 1) })
  const rest = await locateAmong(db, sort, before, offset - newestDay)
  return { ...rest, skipped: rest.skipped + newestDay, total }
}

/** Buckets know nothing of kinds, nor of a tag of one source. */
const isUncounted = ({ kind, tagId, feedIds }: ArticleFilter) =>
  kind !== undefined || (tagId !== undefined && feedIds !== undefined)

/** Buckets of a block, as migration 0010 counts them. */
const BLOCK = 64
/** Up to this many articles are skipped one by one, below which counts save nothing. */
const NEAR = 100

/** The bucket of the article at `offset`, by the counts alone: first its block, then its place in that. */
async function locate(db: ReadDb, filter: ArticleFilter, sort: ArticleSort, offset: number): Promise<PageStart> {
  if (offset < NEAR) return { skipped: 0, bucket: null, total: await sumCounts(db, 'total', filter) }
  const block = await locateAmong(db, `${sort}-block`, counted(filter), offset)
  if (block.bucket === null) return block
  const first = block.bucket * BLOCK
  const within = sql`${counted(filter)} and bucket between ${first} and ${first + BLOCK - 1}`
  const start = await locateAmong(db, sort, within, offset - block.skipped)
  return { bucket: start.bucket, skipped: block.skipped + start.skipped, total: block.total }
}

async function locateAmong(
  db: ReadDb,
  sort: ArticleSort | `${ArticleSort}-block`,
  condition: RawBuilder<unknown>,
  offset: number,
): Promise<PageStart> {
  const { rows } = await sql<{ bucket: number; skipped: number; total: number }>`
    with buckets as (
      select bucket, sum(articles) as n from article_counts
      where sort = ${sort} and ${condition} group by bucket having sum(articles) > 0
    ), places as (
      select bucket, sum(n) over (order by bucket desc) - n as skipped, sum(n) over () as total from buckets
    )
    select bucket, skipped, total from places where skipped <= ${offset} order by bucket limit 1`.execute(db)
  return rows[0] ?? { skipped: 0, bucket: null, total: 0 }
}

function counted(filter: ArticleFilter): RawBuilder<unknown> {
  const scopes =
    filter.tagId !== undefined ? [`tag:${filter.tagId}`] : (filter.feedIds?.map((id) => `feed:${id}`) ?? ['all'])
  const conditions: RawBuilder<unknown>[] = [sql`scope = any(${scopes}::text[])`]
  if (filter.relevant !== undefined) conditions.push(sql`relevant = ${filter.relevant}`)
  if (filter.language) conditions.push(sql`language = ${filter.language}`)
  if (filter.until) conditions.push(sql`bucket <= ${dayOf(filter.until)}`)
  if (filter.since) conditions.push(sql`bucket >= ${dayOf(filter.since)}`)
  return sql.join(conditions, sql` and `)
}

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)

function below(sort: ArticleSort, bucket: number): RawBuilder<unknown> {
  return sort === 'newest'
    ? sql`a.sort_at < ${new Date((bucket + 1) * dayMs)}`
    : sql`a.popularity < ${bucket + 1}::double precision`
}

/** Whole days from the counts, the two days at the ends one by one. */
async function countBetween(db: ReadDb, filter: ArticleFilter): Promise<number> {
  const { since, until } = filter
  const first = since ? Math.ceil(since.getTime() / dayMs) : Number.NEGATIVE_INFINITY
  const last = until ? dayOf(until) : Number.POSITIVE_INFINITY
  if (first >= last) return countArticles(db, filter)
  const inner = { ...filter }
  if (since) inner.since = new Date(first * dayMs)
  if (until) inner.until = new Date(last * dayMs - 1)
  const [complete, head, tail] = [
    await sumCounts(db, 'newest', inner),
    since ? await countArticles(db, { ...filter, until: new Date(first * dayMs) }) : 0,
    until ? await countArticles(db, { ...filter, since: new Date(last * dayMs) }) : 0,
  ]
  return complete + head + tail
}

/**
 * Number of published articles that pass `filter`, by the counts alone; `since` and `until` go by 'newest', in complete
 * days.
 */
async function sumCounts(db: ReadDb, sort: 'total' | 'newest', filter: ArticleFilter): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`
    select sum(articles) as n from article_counts where sort = ${sort} and ${counted(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}
