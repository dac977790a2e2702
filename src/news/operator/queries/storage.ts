/** Stored data and its growth: for `stats`, the console and the choice of retention. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Storage } from './views.ts'

const DAY_MS = 86_400_000

/** Tables that grow with the articles. */
const grown = ['articles', 'article_identities', 'article_texts', 'article_tags', 'article_features', 'article_vectors']
const alsoGrown = ['article_search', 'event_members', 'events', 'story_features', 'ai_calls']

/** `retentionDays`: articles older than that leave; null keeps them for ever. */
export async function storageOf(db: ReadDb, now: Date, retentionDays: number | null): Promise<Storage> {
  const { rows } = await sql<{ bytes: number; articleBytes: number; articles: number; old: number }>`
    select pg_database_size(current_database())::bigint as bytes,
      (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
       where c.relnamespace = current_schema()::regnamespace and c.relname = any(${[...grown, ...alsoGrown]})) as "articleBytes",
      count(*) as articles,
      count(*) filter (where sort_at < ${new Date(now.getTime() - (retentionDays ?? 36_500) * DAY_MS)}) as old
    from articles`.execute(db)
  const { bytes, articleBytes, articles, old } = rows[0] ?? { bytes: 0, articleBytes: 0, articles: 0, old: 0 }
  const each = articles === 0 ? 0 : articleBytes / articles
  return {
    bytes,
    per100000: articles < FEW ? null : Math.round(each * 100_000),
    months: await monthsOf(db),
    keepDays: retentionDays,
    old: { articles: old, bytes: Math.round(each * old) },
  }
}

/** Of fewer articles the tables' own size would be most of it. */
const FEW = 500

/** Articles found in each of the last twelve months, oldest first. */
async function monthsOf(db: ReadDb): Promise<Storage['months']> {
  const { rows } = await sql<Storage['months'][number]>`
    select to_char(discovered_at, 'YYYY-MM') as month, count(*) as articles from articles
    group by 1 order by 1 desc limit 12`.execute(db)
  return rows.reverse()
}
