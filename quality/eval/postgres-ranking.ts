/** What PostgreSQL ranks by itself: `ts_rank_cd` and, with pg_trgm, the likeness of letters. What search must beat. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'

// The best of 0, 0.25, 0.5, 1, 2 and 4 on the tuning half.
const TRIGRAMS = 2

/** Ids of articles that hold a word of `text` or look like it, best first. `conditions` may use `a`, the article. */
export async function rankByPostgres(
  database: Database,
  text: string,
  {
    conditions,
    trigrams,
    weight = TRIGRAMS,
  }: { conditions: RawBuilder<unknown>[]; trigrams: boolean; weight?: number },
): Promise<number[]> {
  const where = sql.join([sql`a.status = 'published'`, ...conditions], sql` and `)
  const letters = trigrams ? sql`word_similarity(${text}, a.title || ' ' || a.excerpt)` : sql`0`
  const { rows } = await sql<{ id: number }>`
    with asked as (
      select replace(plainto_tsquery('swedish', search_text(${text}))::text, '&', '|')::tsquery as any_word
    ), scored as (
      select a.id, ts_rank_cd(s.search, q.any_word, 1) as words,
        ${letters} as letters, s.search @@ q.any_word as holds
      from asked q cross join articles a join article_search s on s.article_id = a.id where ${where}
    )
    select id from scored where holds or letters > 0.3
    order by words + ${weight}::float * letters desc, id limit 100`.execute(database.db)
  return rows.map(({ id }) => id)
}

/** False where the server does not have the extension or does not let us make it. */
export async function hasTrigrams(database: Database): Promise<boolean> {
  return sql`create extension if not exists pg_trgm`.execute(database.db).then(
    () => true,
    () => false,
  )
}
