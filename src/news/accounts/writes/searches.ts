/** Saved searches of follows and alerts: deleted with the last that has them. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'

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
