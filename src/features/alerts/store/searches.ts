/** Saved searches that rules ask for, by a word that everything they find must have. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Those that were not looked up yet, at most `max`. */
export async function listNewSearches(db: Db, max: number): Promise<string[]> {
  const rows = await db.selectFrom('alert_searches').select('query').where('stems', 'is', null).limit(max).execute()
  return rows.map(({ query }) => query)
}

export async function saveSearchStems(db: Db, query: string, stems: string[]): Promise<void> {
  await sql`update alert_searches set stems = ${stems}::text[] where query = ${query}`.execute(db)
}

/** Searches that may find one of these events. */
export async function listLikelySearches(db: Db, eventIds: number[]): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from alert_searches
    where stems = '{}' or stems && (
      select coalesce(array_agg(distinct lexeme), '{}') from shown_articles a
      join article_search s on s.article_id = a.id cross join lateral unnest(tsvector_to_array(s.search)) lexeme
      where a.event_id = any(${eventIds}::bigint[]))
    order by query`.execute(db)
  return rows.map(({ query }) => query)
}
