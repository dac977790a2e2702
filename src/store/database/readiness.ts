/** Readiness of the database, checked anew each time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'
import { isMigrated } from './migrate.ts'

/** A database that has not answered for this long counts as unavailable. */
const PATIENCE_MS = 3_000

/** A replica that is unavailable is reported but is not an error: reads then go to the primary. */
export async function checkReadiness(database: Database): Promise<{
  ready: boolean
  checks: { database: boolean; migrations: boolean; replica?: boolean }
  reason?: string
}> {
  const { pool, replica } = database
  const answered = await answers(pool)
  const migrations = answered && (await inTime(isMigrated(database)))
  const checks = { database: answered, migrations, ...(replica && { replica: await answers(replica) }) }
  if (answered && migrations) return { ready: true, checks }
  const reason = answered ? 'The database is not migrated to this version.' : 'The database does not answer.'
  return { ready: false, reason, checks }
}

const answers = (pool: pg.Pool) => inTime(pool.query('select 1').then(() => true))

const inTime = (work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work.catch(() => false), sleep(PATIENCE_MS, false, { ref: false })])
