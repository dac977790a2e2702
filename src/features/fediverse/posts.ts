/** Posts of events, and the position in the log of changes up to which they are made. */
import { type Database, type Trx, transaction } from '../../platform/database/database.ts'
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

/** Cursor up to which the log of changes has become posts; null before there is a key. */
export async function findCursor({ db }: Database): Promise<string | null> {
  return (await db.selectFrom('fediverse_site').select('cursor').executeTakeFirst())?.cursor ?? null
}

/** Moves the cursor and does `work` with it; false where another process has moved it. */
export function moveCursor(
  database: Database,
  { from, to }: { from: string; to: string },
  work: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  return transaction(database, async (trx) => {
    await lockActivities(trx)
    const query = trx.updateTable('fediverse_site').set({ cursor: to }).where('cursor', '=', from)
    const { numUpdatedRows } = await query.executeTakeFirst()
    if (numUpdatedRows > 0n) await work(trx)
    return numUpdatedRows > 0n
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
