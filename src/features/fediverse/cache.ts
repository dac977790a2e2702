/** Small values for a while: keys of remote accounts, and ids of activities that were received. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Milliseconds, where a value has no shorter time. */
const MAX_AGE_MS = 30 * 86_400_000

export async function getCached({ db }: Database, key: string, now: Date): Promise<unknown> {
  const row = await db
    .selectFrom('fediverse_cache')
    .select('value')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.value
}

export async function setCached({ db }: Database, key: string, value: unknown, now: Date, ms = MAX_AGE_MS) {
  const values = {
    value: JSON.stringify(value ?? null),
    expires_at: new Date(now.getTime() + Math.min(ms, MAX_AGE_MS)),
  }
  await db
    .insertInto('fediverse_cache')
    .values({ key, ...values })
    .onConflict((oc) => oc.column('key').doUpdateSet(values))
    .execute()
}

export async function deleteCached({ db }: Database, key: string): Promise<void> {
  await db.deleteFrom('fediverse_cache').where('key', '=', key).execute()
}

const SENT_RETENTION_MS = 30 * 86_400_000

/** Clean-up: what is expired, activities that no inbox waits for any more, inboxes without followers. */
export async function purgeFediverse({ db }: Database, now: Date): Promise<void> {
  await db.deleteFrom('fediverse_cache').where('expires_at', '<=', now).execute()
  const before = new Date(now.getTime() - SENT_RETENTION_MS)
  await db.deleteFrom('fediverse_activities').where('at', '<', before).execute()
  await sql`
    delete from fediverse_inboxes i
    where due <= taken and not exists (select from fediverse_followers f where f.inbox_id = i.id)`.execute(db)
}
