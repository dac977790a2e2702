/** Sources as readers see them. Only active ones are listed. */
import { sql } from 'kysely'
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
}

/** All active sources, by title. */
export async function listFeeds(db: ReadDb): Promise<FeedView[]> {
  return selectFeeds(db, sql`f.status = 'active'`)
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
        where a.feed_id = f.id and a.status = 'published' order by a.sort_at desc, a.id desc limit 1) as last_published_at
    from feeds f left join ${publisherOfFeed}
    where ${condition} order by lower(f.title), f.id`.execute(db)
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
  }))
}
