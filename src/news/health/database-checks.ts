/** Health checks of the database: it is reached without bringing it up to date, so that looking at it changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { type ActorDatabase, connectReason, type Database } from '../../platform/database/database.ts'
import { findBinaries } from '../../platform/database/embedded/binaries.ts'
import { unfitnessOf } from '../../platform/database/fitness.ts'
import { isMigrated, schemaError, schemaState } from '../../platform/database/migrate.ts'
import { failure, ok, type Report, warning } from './health-check.ts'

/** Null before the first start, which makes the embedded one. Throws `unavailable` with why there is none. */
export async function openAsItIs(config: Config): Promise<ActorDatabase | null> {
  if (config.embedded) {
    findBinaries()
    const made = [join(config.DATA_DIR, 'postgres/PG_VERSION'), join(config.DATA_DIR, 'database/PG_VERSION')]
    if (!made.some(existsSync)) return null
  }
  const { openDatabase } = await import('../../platform/database/database.ts')
  return openDatabase(config)
}

export async function checkServer(config: Config, database: Database): Promise<Report> {
  const { rows } = await sql<{ version: string; size: number }>`
    select version(), pg_database_size(current_database())::bigint as size`.execute(database.db)
  const version = rows[0]?.version.split(' ').slice(0, 2).join(' ')
  const size = `${((rows[0]?.size ?? 0) / 1e6).toFixed(0)} MB`
  return `${config.embedded ? `embedded in ${config.DATA_DIR}` : 'of DATABASE_URL'}, ${version}, ${size}`
}

export async function checkFitness(database: Database): Promise<Report> {
  const found = await unfitnessOf(database)
  if (found.length === 0) return 'UTF-8, knows letters, may be written and extended'
  return found.map(({ fatal, text }) => (fatal ? failure(text) : warning(text)))
}

export async function checkSchema(database: Database): Promise<Report> {
  const state = await schemaState(database)
  const refusal = schemaError(state)
  if (refusal) return [failure(refusal)]
  if (state.pending.length === 0) return 'of this version'
  return [ok(`${state.pending.length} migrations wait for the next start, which makes a backup first`)]
}

/** A database that has not answered for this long counts as unavailable. */
const PATIENCE_MS = 3_000

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, sleep(PATIENCE_MS, otherwise, { ref: false })])

/** Why there was no answer, in the server's own words; null where there was one. */
export const silenceOf = async (query: Promise<unknown>): Promise<string | null> => {
  const why = query.then(() => null, connectReason)
  const reason = await inTime(why, `nothing within ${PATIENCE_MS / 1000} seconds`)
  return reason === null ? null : `The database does not answer: ${reason}`
}

/** Null also where the database does not answer, which is a check of its own. */
export const fatalOf = (database: Database): Promise<string | null> =>
  inTime(
    unfitnessOf(database).then(
      (found) => found.find(({ fatal }) => fatal)?.text ?? null,
      () => null,
    ),
    null,
  )

export async function unmigrated(database: Database): Promise<string | null> {
  const migrated = isMigrated(database).catch(() => false)
  return (await inTime(migrated, false)) ? null : 'The database is not migrated to this version.'
}
