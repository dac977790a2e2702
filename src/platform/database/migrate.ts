/** Runs the numbered migrations, SQL or TypeScript, under Kysely's lock (an advisory lock on PostgreSQL). */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError, messageOf } from '../errors.ts'
import { type Database, transaction } from './database.ts'
import { BASELINE, beforeRelease, currentNames } from './earlier-names.ts'

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder).sort()

/** Names of all migrations of this program, in order. */
export const migrationNames: readonly string[] = files.map((file) => parse(file).name)

async function readMigration(file: string): Promise<Migration> {
  if (!file.endsWith('.sql')) return import(pathToFileURL(join(folder, file)).href)
  const statements = await readFile(join(folder, file), 'utf8')
  return { up: async (db) => void (await sql.raw(statements).execute(db)) }
}

export interface SchemaState {
  /** Migrations of this program that have not run. */
  pending: string[]
  /** Names on record that this program does not have. */
  unknown: string[]
  /** There are tables, and none of them lists the migrations that ran. */
  foreign: boolean
  /** Its migrations end before version 0.2.0. */
  outdated: boolean
  /** Nothing has run yet. */
  fresh: boolean
}

/** Of the database as it is; changes nothing. */
export async function schemaState({ db }: Pick<Database, 'db'>): Promise<SchemaState> {
  const { rows } = await sql<{ tables: number; recorded: boolean }>`
    select count(*)::integer as tables, coalesce(bool_or(relname = 'kysely_migration'), false) as recorded
    from pg_class c where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`.execute(db)
  const state = { pending: [...migrationNames], unknown: [], foreign: false, outdated: false, fresh: true }
  if (!rows[0]?.recorded) return { ...state, foreign: (rows[0]?.tables ?? 0) > 0 }
  const recorded = await listRecorded(db)
  const ran = currentNames(recorded, migrationNames)
  if (ran === null) return { ...state, outdated: true, fresh: false }
  return {
    ...state,
    pending: migrationNames.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !migrationNames.includes(name)).sort(),
    fresh: ran.length === 0,
  }
}

/** Names of the migrations that ran, as the database has them. */
export async function listRecorded(db: Database['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Why this program cannot work with such a database, in words that say what to do; null where it can. */
export function schemaError({ unknown, foreign, outdated }: SchemaState): string | null {
  if (foreign) return 'The database holds tables of another program: give Kärnhuset a database of its own.'
  if (outdated) return beforeRelease('The database')
  if (unknown.length === 0) return null
  const last = migrationNames.at(-1) ?? ''
  const newer = unknown.every((name) => name > last)
  const which = `${unknown.length === 1 ? 'the migration' : 'the migrations'} ${unknown.join(', ')}`
  if (newer)
    return `The database is of a later version: it has ${which}, which this one does not know. Run that version, or restore a backup that this one made into an empty database (docs/upgrade.md).`
  return `The database is of another line of versions: it has ${which}, which this one never had. Run the version that made it, or restore a backup into an empty database.`
}

/** Brings the schema up to date, or to `names`; returns the names of the migrations that ran. Throws `unavailable` where it cannot. */
export async function migrate(database: Database, names = migrationNames): Promise<string[]> {
  const state = await schemaState(database)
  const refusal = schemaError(state)
  if (refusal) throw new AppError('unavailable', refusal)
  if (!state.fresh) await renameRecorded(database)
  // Kysely would read the catalogue four times to find nothing to do.
  if (state.pending.length === 0) return []
  const selected = files.filter((file) => names.includes(parse(file).name))
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        await Promise.all(selected.map(async (file) => [parse(file).name, await readMigration(file)] as const)),
      ),
  }
  const migrator = new Migrator({ db: database.db, provider, allowUnorderedMigrations: true })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new AppError('unavailable', `Migration ${failed ?? ''} failed: ${messageOf(error)}`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** Gives migrations on record the names that this version has for them. */
async function renameRecorded(database: Database): Promise<void> {
  await transaction(database, async (trx) => {
    await sql`lock table kysely_migration in exclusive mode`.execute(trx)
    const recorded = await listRecorded(trx)
    const names = currentNames(recorded, migrationNames)
    if (!names || recorded.includes(BASELINE)) return
    await sql`delete from kysely_migration`.execute(trx)
    await sql`
      insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${names}::text[]) name`.execute(trx)
  })
}

/** True when every migration of this program has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await schemaState(database)).pending.length === 0
}
