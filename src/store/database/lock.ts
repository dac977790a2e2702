/** Locks between processes that no reader and no other publisher meets. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

const KEYS = { clustering: 1, stories: 2 }

/**
 * Runs `work` while no other process runs what asks for the same lock; waits for its turn. It saves work that would be
 * thrown away: what `work` writes must not rely on it, since a lost connection frees the lock. The lock lives in a
 * transaction that does nothing else, which holds no rows back from vacuum and works behind a pooler, too.
 */
export function underLock<Result>(
  { db }: Database,
  name: keyof typeof KEYS,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7263, ${KEYS[name]})`.execute(trx)
    return work()
  })
}
