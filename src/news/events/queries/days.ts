/** Number of articles of a topic or a source by day, for the small chart of its page. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { DayCount } from '../../articles/queries/views.ts'

const dayMs = 86_400_000

/** Relevant articles of each of the last `length` days (UTC), oldest first. */
export async function listDayCounts(
  db: ReadDb,
  of: { tagId: number } | { feedId: number },
  now: Date,
  length = 30,
): Promise<DayCount[]> {
  const scope = 'tagId' in of ? `tag:${of.tagId}` : `feed:${of.feedId}`
  const today = Math.floor(now.getTime() / dayMs)
  const first = today - length + 1
  const { rows } = await sql<{ bucket: number; articles: number }>`
    select bucket, sum(articles)::integer as articles from article_counts
    where scope = ${scope} and sort = 'newest' and relevant and bucket between ${first} and ${today}
    group by bucket`.execute(db)
  const counts = new Map(rows.map((row) => [row.bucket, row.articles]))
  return Array.from({ length }, (_, i) => ({
    day: new Date((first + i) * dayMs).toISOString().slice(0, 10),
    articles: counts.get(first + i) ?? 0,
  }))
}

/** The same of every tag that had an article in that time, by its id: counts of the days, today's last. */
export async function listTagDays(db: ReadDb, now: Date, length: number): Promise<Map<number, number[]>> {
  const today = Math.floor(now.getTime() / dayMs)
  const first = today - length + 1
  const { rows } = await sql<{ id: number; bucket: number; articles: number }>`
    select substr(scope, 5)::integer as id, bucket, sum(articles)::integer as articles from article_counts
    where scope like 'tag:%' and sort = 'newest' and relevant and bucket between ${first} and ${today}
    group by scope, bucket`.execute(db)
  const found = new Map<number, number[]>()
  for (const { id, bucket, articles } of rows) {
    const days = found.get(id) ?? new Array<number>(length).fill(0)
    days[bucket - first] = articles
    found.set(id, days)
  }
  return found
}

/** Relevant articles since an instant, of each tag that had one, by its id. */
export async function countTagsSince(db: ReadDb, since: Date, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; articles: number }>`
    select tag as id, count(*)::integer as articles from shown_articles a, unnest(a.tag_ids) tag
    where a.relevant and a.sort_at >= ${since} and a.sort_at <= ${now}
    group by tag`.execute(db)
  return new Map(rows.map(({ id, articles }) => [id, articles]))
}
