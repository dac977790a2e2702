/** Articles that a site finds in a day. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

const WEEK = 7

/** Over the last week; null where there is nothing to count. */
export async function articlesADay(db: ReadDb, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - WEEK * 86_400_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from articles where sort_at > ${since} and sort_at <= ${now}`.execute(db)
  return rows[0]?.count ? rows[0].count / WEEK : null
}
