/** Sources as readers see them. Only active ones are listed. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { inNameOrder } from '../../../platform/text/collation.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from './publishers.ts'
import type { FeedListing, FeedView } from './views.ts'

type FeedRow = PublisherRow & Omit<FeedListing, 'publisher'>

/** So many of a source's latest articles say what it reserves. */
const LATEST = 50

/** All active sources, by title as `language` orders names. */
export async function listFeeds(db: ReadDb, language: string): Promise<FeedListing[]> {
  return inNameOrder(await selectFeeds(db, sql`true`), language, ({ title }) => title)
}

/** An active source, or null. */
export async function findFeed(db: ReadDb, id: number): Promise<FeedView | null> {
  return (await withArticles(db, await selectFeeds(db, sql`f.id = ${id}`)))[0] ?? null
}

async function selectFeeds(db: ReadDb, condition: ReturnType<typeof sql>): Promise<FeedListing[]> {
  const { rows } = await sql<FeedRow>`
    select f.id, f.title, coalesce(f.site_url, f.url) as url, f.url as "feedUrl", f.description, f.language,
      f.icon_url as "iconUrl", ${publisherColumns}
    from feeds f left join ${publisherOfFeed}
    where f.status = 'active' and ${condition} order by f.id`.execute(db)
  return rows.map(({ publisher, publisher_name, publisher_feeds, ...feed }) => ({
    ...feed,
    publisher: toPublisher({ publisher, publisher_name, publisher_feeds }),
  }))
}

type OfArticles = Omit<FeedView, keyof FeedListing>

/** The same sources with what their articles tell; meant for one page of them, since each costs a look at its articles. */
export async function withArticles(db: ReadDb, feeds: FeedListing[]): Promise<FeedView[]> {
  const { rows } = await sql<OfArticles & { id: number }>`
    select f.id,
      coalesce((select sum(articles) from article_counts
        where scope = 'feed:' || f.id and sort = 'total'), 0) as "entriesCount",
      ${newestArticleOfFeed} as "lastEntryPublishedAt",
      ${reservationOfFeed} as reservation
    from feeds f where f.id = any(${feeds.map(({ id }) => id)}::integer[])`.execute(db)
  const existing = new Map(rows.map(({ id, ...reported }) => [id, reported]))
  const none: OfArticles = { entriesCount: 0, lastEntryPublishedAt: null, reservation: null }
  return feeds.map((feed) => ({ ...feed, ...(existing.get(feed.id) ?? none) }))
}

/** Publication of the newest article that readers see, or the time at which it was found. */
export const newestArticleOfFeed = sql<Date | null>`(
  select coalesce(a.published_at, a.discovered_at) from shown_articles a where a.feed_id = f.id
  order by a.sort_at desc, a.id desc limit 1)`

/** The latest reservation; null where none of the latest articles is reserved. */
export const reservationOfFeed = sql`(
  select case when count(l.reservation) > 0 then json_build_object(
    'said', (array_agg(l.reservation order by l.sort_at desc, l.id desc) filter (where l.reservation is not null))[1],
    'articles', count(l.reservation), 'of', count(*)) end
  from (
    select id, sort_at, reservation from shown_articles where feed_id = f.id
    order by sort_at desc, id desc limit ${LATEST}) l)`
