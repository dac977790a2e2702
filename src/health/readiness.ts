/** Readiness of the database, checked each time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connectReason, type Database } from '../store/database/database.ts'
import { unfitnessOf } from '../store/database/fitness.ts'
import { isMigrated } from '../store/database/migrate.ts'

/** A database that has not answered for this long counts as unavailable. */
const PATIENCE_MS = 3_000

/** A replica that is unavailable is reported but is not an error: reads then go to the primary. */
export async function checkReadiness(database: Database): Promise<{
  ready: boolean
  checks: { database: boolean; migrations: boolean; replica?: boolean }
  reason?: string
}> {
  const { pool, replica } = database
  const silence = await silenceOf(pool.query('select 1'))
  const unfit = silence === null ? await inTime(fatalOf(database), null) : null
  const migrations = silence === null && (await inTime(isMigrated(database), false))
  const checks = {
    ...{ database: silence === null, migrations },
    ...(replica && { replica: (await silenceOf(replica.query('select 1'))) === null }),
  }
  if (migrations && unfit === null) return { ready: true, checks }
  if (silence !== null) return { ready: false, reason: `The database does not answer: ${silence}`, checks }
  return { ready: false, reason: unfit ?? 'The database is not migrated to this version.', checks }
}

/** Why there was no answer, in the server's own words; null where there was one. */
const silenceOf = (query: Promise<unknown>): Promise<string | null> =>
  Promise.race([
    query.then(() => null, connectReason),
    sleep(PATIENCE_MS, `nothing within ${PATIENCE_MS / 1000} seconds`, { ref: false }),
  ])

const fatalOf = async (database: Database): Promise<string | null> =>
  (await unfitnessOf(database)).find(({ fatal }) => fatal)?.text ?? null

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), sleep(PATIENCE_MS, otherwise, { ref: false })])
