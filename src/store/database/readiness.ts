/** Readiness of the database, checked anew each time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connectReason, type Database } from './database.ts'
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
  const fault = await faultOf(pool.query('select 1'))
  const migrations = fault === null && (await inTime(isMigrated(database)))
  const answered = replica && (await faultOf(replica.query('select 1'))) === null
  const checks = { database: fault === null, migrations, ...(replica && { replica: answered === true }) }
  if (migrations) return { ready: true, checks }
  const reason =
    fault === null ? 'The database is not migrated to this version.' : `The database does not answer: ${fault}`
  return { ready: false, reason, checks }
}

/** Why there was no answer, in the server's own words; null where there was one. */
const faultOf = (query: Promise<unknown>): Promise<string | null> =>
  Promise.race([
    query.then(() => null, connectReason),
    sleep(PATIENCE_MS, `nothing within ${PATIENCE_MS / 1000} seconds`, { ref: false }),
  ])

const inTime = (work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work.catch(() => false), sleep(PATIENCE_MS, false, { ref: false })])
