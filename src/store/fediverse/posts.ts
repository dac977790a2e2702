/** Posts of events, and how far the log of changes has become posts. */
import { type Database, type Trx, transaction } from '../database/database.ts'
import { lockActivities } from './activities.ts'

export interface StoredPost {
  /** Identifiers of the actors that have published it. */
  audience: string[]
  /** Of what an edit is announced for. */
  hash: string
  /** Null once it is deleted. */
  note: object | null
  at: Date
}

/**
 * Runs `work` with the cursor of the log and stores the one that it returns; false where nothing was new, or another process
 * is at it.
 */
export function followLog(database: Database, work: (trx: Trx, cursor: string) => Promise<string>): Promise<boolean> {
  return transaction(database, async (trx) => {
    const site = await trx.selectFrom('fediverse_site').select('cursor').forUpdate().skipLocked().executeTakeFirst()
    if (!site) return false
    await lockActivities(trx)
    const cursor = await work(trx, site.cursor)
    if (cursor === site.cursor) return false
    await trx.updateTable('fediverse_site').set({ cursor }).execute()
    return true
  })
}

export async function findStoredPost(trx: Trx, eventId: number): Promise<StoredPost | undefined> {
  const columns = ['audience', 'hash', 'note', 'at'] as const
  const row = await trx.selectFrom('fediverse_posts').select(columns).where('event_id', '=', eventId).executeTakeFirst()
  return row && { ...row, note: row.note as object | null }
}

export async function savePost(trx: Trx, eventId: number, { audience, hash, note, at }: StoredPost): Promise<void> {
  const values = { audience, hash, note: note && JSON.stringify(note), at }
  await trx
    .insertInto('fediverse_posts')
    .values({ event_id: eventId, ...values })
    .onConflict((oc) => oc.column('event_id').doUpdateSet(values))
    .execute()
}
