/** Sources as readers see them. Only active ones are listed. */
import { sql } from 'kysely'
import { inNameOrder } from '../../domain/text/collation.ts'
import type { ReadDb } from './articles.ts'
import { type PublisherRow, publisherColumns, publisherOfFeed, toPublisher } from './publishers.ts'
import type { FeedView } from './views.ts'

interface FeedRow extends PublisherRow {
  id: number
  title: string
  url: string
  site_url: string | null
  description: string | null
  language: string | null
  icon_url: string | null
  entries_count: number
  last_published_at: Date | null
  reservation: FeedView['reservation']
}

/** So many of a source's latest articles say what it reserves. */
const LATEST = 50

/** All active sources, by title as `language` orders names. */
export async function listFeeds(db: ReadDb, language: string): Promise<FeedView[]> {
  return inNameOrder(await selectFeeds(db, sql`f.status = 'active'`), language, ({ title }) => title)
}

/** An active source, or null. */
export async function findFeed(db: ReadDb, id: number): Promise<FeedView | null> {
  return (await selectFeeds(db, sql`f.status = 'active' and f.id = ${id}`))[0] ?? null
}

async function selectFeeds(db: ReadDb, condition: ReturnType<typeof sql>): Promise<FeedView[]> {
  const { rows } = await sql<FeedRow>`
    select f.id, f.title, f.url, f.site_url, f.description, f.language, f.icon_url, ${publisherColumns},
      coalesce((select sum(articles) from article_counts
        where scope = 'feed:' || f.id and sort = 'total'), 0) as entries_count,
      (select coalesce(a.published_at, a.discovered_at) from articles a
        where a.feed_id = f.id and a.status = 'published' order by a.sort_at desc, a.id desc limit 1) as last_published_at,
      ${reservationOfFeed} as reservation
    from feeds f left join ${publisherOfFeed}
    where ${condition} order by f.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    publisher: toPublisher(row),
    url: row.site_url ?? row.url,
    language: row.language,
    iconUrl: row.icon_url,
    description: row.description,
    feedUrl: row.url,
    entriesCount: row.entries_count,
    lastEntryPublishedAt: row.last_published_at,
    reservation: row.reservation,
  }))
}

/** As last said; null where none of the latest articles is reserved. */
export const reservationOfFeed = sql`(
  select case when count(l.reservation) > 0 then json_build_object(
    'said', (array_agg(l.reservation order by l.sort_at desc, l.id desc) filter (where l.reservation is not null))[1],
    'articles', count(l.reservation), 'of', count(*)) end
  from (
    select id, sort_at, reservation from articles where feed_id = f.id and status = 'published'
    order by sort_at desc, id desc limit ${LATEST}) l)`
