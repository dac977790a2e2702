/** The newest of the relevant news. */
import type { Database } from '../../../platform/database/database.ts'

/** Publication of the newest relevant article; null before there is one. */
export async function newestNewsAt({ db }: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('shown_articles')
    .select('sort_at')
    .where('relevant', '=', true)
    .orderBy('sort_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sort_at ?? null
}
