/** The secret address of a reader's own feed. Who has the database has the hash alone. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'

/** A feed of one's own at a secret address. */
export interface PersonalFeed {
  createdAt: Date
  /** At most an hour behind. */
  lastUsedAt: Date | null
}

const TOUCH_MS = 60 * 60_000

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The key is known to the caller alone; the address before it is dead. */
export async function makePersonalFeed({ db }: Database, userId: number, now: Date): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  const values = { hash: hashKey(key), created_at: now, last_used_at: null }
  await db
    .insertInto('personal_feeds')
    .values({ user_id: userId, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute()
  return key
}

export async function revokePersonalFeed({ db }: Database, userId: number): Promise<void> {
  await db.deleteFrom('personal_feeds').where('user_id', '=', userId).execute()
}

export async function findPersonalFeed({ db }: Database, userId: number): Promise<PersonalFeed | null> {
  const row = await db
    .selectFrom('personal_feeds')
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Owner of the feed; null for an unknown key. */
export async function ownerOfPersonalFeed({ db }: Database, key: string, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('personal_feeds')
    .select(['user_id', 'last_used_at'])
    .where('hash', '=', hashKey(key))
    .executeTakeFirst()
  if (!row) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > TOUCH_MS)
    await db.updateTable('personal_feeds').set({ last_used_at: now }).where('user_id', '=', row.user_id).execute()
  return row.user_id
}
