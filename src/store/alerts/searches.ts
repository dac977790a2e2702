/** Saved searches that rules ask for, by a word that everything they find must have. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../database/database.ts'

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

/** Deletes searches without followers. */
export const purgeUnusedSearches = ({ db }: Database): Promise<void> => purgeSearches(db, sql`true`)

/** Searches of a reader; to be deleted with the reader, unless another has the same. */
export async function listSearchesOf(db: Db, userId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from follows where user_id = ${userId} and kind = 'search'
    union select key from alert_rules where user_id = ${userId} and kind = 'search'`.execute(db)
  return rows.map(({ key }) => key)
}

export const purgeSearchesLeft = (db: Db, queries: string[]): Promise<void> =>
  purgeSearches(db, sql`s.query = any(${queries}::text[])`)

async function purgeSearches(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from alert_searches s
    where ${which} and not exists (select from follows where kind = 'search' and key = s.query)
      and not exists (select from alert_rules where kind = 'search' and key = s.query)`.execute(db)
}
