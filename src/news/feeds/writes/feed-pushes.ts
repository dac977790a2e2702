/** Documents that hubs of sources have pushed and no stage has taken in yet. */
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

export type FeedPush = Selectable<Schema['feed_pushes']>

/** One at a time, since each may be large. */
export async function findOldestPush({ db }: Database, feedId: number): Promise<FeedPush | undefined> {
  return db
    .selectFrom('feed_pushes')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function removePush({ db }: Database, id: number): Promise<void> {
  await db.deleteFrom('feed_pushes').where('id', '=', id).execute()
}

/** Sources with something pushed that waits; what was pushed to others is forgotten. */
export async function listPushedFeedIds({ db }: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct feed_id as id from feed_pushes p join feeds f on f.id = p.feed_id where f.status = 'active'`.execute(
    db,
  )
  await sql`delete from feed_pushes where feed_id in (select id from feeds where status <> 'active')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Sources without a lease are polled in their own time again. */
export async function endLapsedPushes({ db }: Database, now: Date): Promise<void> {
  await sql`
    update feeds f set pushed_at = null,
      next_fetch_at = least(next_fetch_at, ${now}::timestamptz + interval_minutes * interval '1 minute')
    where pushed_at is not null and not exists (
      select from feed_subscriptions s
      where s.feed_id = f.id and s.state = 'active' and s.expires_at > ${now} and s.hub = f.hub_url)`.execute(db)
}
