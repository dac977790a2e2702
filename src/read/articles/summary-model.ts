/** Which model wrote the summary that an article is shown with. */
import type { ReadDb } from './articles.ts'

/** Null where no call is on record. */
export async function findSummaryModel(db: ReadDb, articleId: number): Promise<string | null> {
  const call = await db
    .selectFrom('ai_calls')
    .select('model')
    .where('article_id', '=', articleId)
    .where('purpose', '=', 'summary')
    .where('verdict', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return call?.model ?? null
}
