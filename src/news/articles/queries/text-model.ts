/** Model that wrote a shown text. */
import type { ReadDb } from '../../../platform/database/read-db.ts'

/** Null where no call is on record. */
export async function findTextModel(
  db: ReadDb,
  of: { articleId: number } | { storyId: number },
): Promise<string | null> {
  const [column, id, purpose] =
    'articleId' in of
      ? (['article_id', of.articleId, 'summary'] as const)
      : (['story_id', of.storyId, 'story'] as const)
  const call = await db
    .selectFrom('ai_calls')
    .select('model')
    .where(column, '=', id)
    .where('purpose', '=', purpose)
    .where('verdict', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return call?.model ?? null
}
