/** The database as it is: reached without bringing it up to date, so that looking at it changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { isTrouble } from '../../domain/feeds/feed-health.ts'
import type { ListDifference } from '../../domain/feeds/source-list.ts'
import { listSourceStates } from '../../read/operator/source-health.ts'
import type { Database } from '../../store/database/database.ts'
import { unfitnessOf } from '../../store/database/fitness.ts'
import { schemaFault, schemaState } from '../../store/database/migrate.ts'
import { findBinaries } from '../../store/embedded/binaries.ts'
import { backupAges } from '../backups.ts'
import { type Check, fault, ok, type Said, warning } from './check.ts'

/** Null before the first start, which makes the embedded one. Throws `unavailable` with why there is none. */
export async function openAsItIs(config: Config): Promise<Database | null> {
  if (config.embedded) {
    findBinaries()
    const made = [join(config.DATA_DIR, 'postgres/PG_VERSION'), join(config.DATA_DIR, 'database/PG_VERSION')]
    if (!made.some(existsSync)) return null
  }
  const { openDatabase } = await import('../../store/database/database.ts')
  return openDatabase(config)
}

export const databaseChecks = (config: Config, database: Database): Check[] => [
  { name: 'database', run: () => checkServer(config, database) },
  { name: 'fitness', run: () => checkFitness(database) },
  { name: 'schema', run: () => checkSchema(database) },
]

async function checkServer(config: Config, database: Database): Promise<Said> {
  const { rows } = await sql<{ version: string; size: number }>`
    select version(), pg_database_size(current_database())::bigint as size`.execute(database.db)
  const version = rows[0]?.version.split(' ').slice(0, 2).join(' ')
  const size = `${((rows[0]?.size ?? 0) / 1e6).toFixed(0)} MB`
  return `${config.embedded ? `embedded in ${config.DATA_DIR}` : 'of DATABASE_URL'}, ${version}, ${size}`
}

async function checkFitness(database: Database): Promise<Said> {
  const found = await unfitnessOf(database)
  if (found.length === 0) return 'UTF-8, knows letters, may be written and extended'
  return found.map(({ fatal, text }) => (fatal ? fault(text) : warning(text)))
}

async function checkSchema(database: Database): Promise<Said> {
  const state = await schemaState(database)
  const refusal = schemaFault(state)
  if (refusal) return [fault(refusal)]
  if (state.pending.length === 0) return 'of this version'
  return [ok(`${state.pending.length} migrations wait for the next start, which makes a backup first`)]
}

/** Of a database whose schema is of this version. */
export const storedChecks = (config: Config, database: Database, differences: ListDifference[]): Check[] => [
  { name: 'sources', run: () => checkSources(database) },
  { name: 'differences', run: () => checkDifferences(differences) },
  { name: 'backup', run: () => checkBackup(config) },
]

async function checkSources({ db }: Database): Promise<Said> {
  const sources = await listSourceStates(db, new Date())
  if (sources.length === 0) return [warning('There is none: "karnhuset feeds add ADDRESS" adds the first.')]
  if (sources.some(({ state }) => state === 'offline'))
    return [fault("This machine's own network is away: no publisher can be reached from here.")]
  const ill = sources.filter(({ state }) => isTrouble(state))
  const words = ill.map(({ id, title, state, since, reason }) => {
    const when = since ? ` since ${since.toISOString().slice(0, 16)}` : ''
    return warning(`${title} (id ${id}): ${state.replaceAll('_', ' ')}${when}. ${reason ?? ''}`.trim())
  })
  const answered = sources.filter(({ lastSuccessAt, state }) => lastSuccessAt !== null && !isTrouble(state)).length
  const unread = sources.filter(({ state }) => state === 'unread').length
  const rest = unread > 0 ? `, ${unread} not read yet` : ''
  return [...words, ok(`${answered} of ${sources.length} have answered and are in no trouble${rest}`)]
}

function checkDifferences(differences: ListDifference[]): Said {
  if (differences.length === 0) return 'none between the list of sources and what is read'
  return `${differences.length} between the list of sources and what is read: "karnhuset feeds diff" shows them`
}

const OLD_HOURS = 36

async function checkBackup(config: Config): Promise<Said> {
  if (!config.embedded) return "the database of DATABASE_URL is its operator's to back up"
  const { newest, ahead } = await backupAges(config.DATA_DIR, new Date())
  const dated =
    ahead > 0
      ? [warning(`${ahead} are dated after now, from when the clock was wrong: they are deleted first. Set the clock.`)]
      : []
  if (!newest) return [...dated, warning('There is none yet: a running service writes one a day.')]
  const hours = Math.max(0, Math.floor((Date.now() - newest.getTime()) / 3_600_000))
  const age = `the newest is ${hours} hours old`
  return [...dated, hours > OLD_HOURS ? warning(`The newest is ${hours} hours old.`) : ok(age)]
}
