/** Entries of the sitemaps: articles by month, and those of the last two days as news. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

export interface SitemapArticle {
  id: number
  title: string
  language: string | null
  publishedAt: Date
  updatedAt: Date
}

/** A sitemap may name this many addresses (sitemaps.org). */
const max = 50_000

/** Relevant articles whose time lies in [since, until), newest first; with `dated` only those that state it. */
export async function listSitemapArticles(
  db: ReadDb,
  range: { since: Date; until: Date; limit?: number; dated?: boolean },
): Promise<SitemapArticle[]> {
  const { rows } = await sql<SitemapArticle>`
    select id, title, language, sort_at as "publishedAt", updated_at as "updatedAt"
    from shown_articles where relevant and sort_at >= ${range.since} and sort_at < ${range.until}
      and (published_at is not null or not ${range.dated ?? false})
    order by sort_at desc, id desc limit ${Math.min(range.limit ?? max, max)}`.execute(db)
  return rows
}

/** Months (YYYY-MM, UTC) that have relevant articles, newest first. */
export async function listSitemapMonths(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(timestamp '1970-01-01' + make_interval(days => bucket), 'YYYY-MM') as month
    from article_counts where scope = 'all' and sort = 'newest' and relevant and articles > 0
    order by month desc`.execute(db)
  return rows.map((row) => row.month)
}
