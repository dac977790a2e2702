/** Which sources a person follows. */
import { AppError } from '../../domain/errors.ts'
import type { Database } from '../database/database.ts'

/** Following twice is following once. Throws `not_found` for a source that is not listed. */
export async function follow({ db }: Database, userId: number, feedId: number, now: Date): Promise<void> {
  await requireFeed(db, feedId)
  await db
    .insertInto('follows')
    .values({ user_id: userId, feed_id: feedId, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Also ends the following of a source that is not listed any more. Throws `not_found` where there is nothing to end. */
export async function unfollow({ db }: Database, userId: number, feedId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await requireFeed(db, feedId)
}

export async function followedFeeds({ db }: Database, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('follows').select('feed_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.feed_id)
}

async function requireFeed(db: Database['db'], feedId: number): Promise<void> {
  const feed = await db
    .selectFrom('feeds')
    .select('id')
    .where('id', '=', feedId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!feed) throw new AppError('not_found', 'There is no such feed.')
}
