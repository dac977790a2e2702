/** Advisory locks between processes; neither readers nor other publishing transactions wait for them. */
import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

// 3 and 4 are the embedded server's own.
const KEYS = { clustering: 1, stories: 2, upgrade: 5, 'event-texts': 6, alerts: 7, budget: 8, settlements: 9 }

/**
 * Runs `work` under an advisory lock, waiting for it first. The lock saves work that would be
 * thrown away; correctness must not rest on it, since a lost connection frees it. It is held in a
 * transaction that does nothing else, which holds no rows back from vacuum and works behind a pooler, too.
 */
export function underLock<Result>(
  { db }: Database,
  name: keyof typeof KEYS,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, name)
    return work()
  })
}

/** Waits for the lock, and holds it until the transaction ends. */
export async function acquireLock(trx: Trx, name: keyof typeof KEYS): Promise<void> {
  await sql`select pg_advisory_xact_lock(7263, ${KEYS[name]})`.execute(trx)
}
