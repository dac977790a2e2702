/** Restore of a backup file, all or nothing. */
import { sql } from 'kysely'
import { type Database, publishing, type Trx } from '../../platform/database/database.ts'
import { beforeRelease, currentNames } from '../../platform/database/earlier-names.ts'
import { listRecorded, migrate, migrationNames, schemaState } from '../../platform/database/migrate.ts'
import { AppError } from '../../platform/errors.ts'
import { startNewLog } from '../changes/writes/changes.ts'
import { listVectorModels } from '../embeddings/writes/embedding-models.ts'
import { dropVectorIndex, findPgvector, indexMissing } from '../embeddings/writes/vector-index.ts'
import { type BackupHeader, readBackup, type TableStart } from './backup-format.ts'
import { type ForeignKey, listForeignKeys, listTables, type TableShape } from './catalog.ts'

export interface RestoreSummary {
  tables: number
  rows: number
  /** Time of the backup. */
  at: string
}

/** A database with rows in these tables is not empty: restoring over it needs `--replace`. */
const PRECIOUS = ['feeds', 'articles', 'users', 'episodes', 'operator_actions']

/**
 * Restores the backup of an earlier version into a database without tables, with those of that version: the caller then
 * brings it up to date. Null, and nothing done, where either is otherwise.
 */
export async function restoreEarlier(database: Database, path: string): Promise<RestoreSummary | null> {
  const { fresh, foreign, pending } = await schemaState(database)
  if (!fresh || foreign) return null
  const { migrations } = await checkFile(path)
  if (migrations.length >= pending.length || migrations.some((name) => !pending.includes(name))) return null
  await migrate(database, migrations)
  return restoreBackup(database, path, { replace: false })
}

/** Replaces every table of the migrated database. Throws `bad_request` and changes nothing for a file that will not do. */
export async function restoreBackup(
  database: Database,
  path: string,
  options: { replace: boolean },
): Promise<RestoreSummary> {
  const header = await checkFile(path)
  await checkSchema(database, header)
  await checkAlone(database)
  // Outside the transaction, since a server that refuses the extension would abort it.
  const pgvector = await findPgvector(database)
  return publishing(database, async (trx) => {
    if (!options.replace) await checkEmpty(trx)
    for (const { id } of await listVectorModels(trx)) await dropVectorIndex(trx, id)
    const keys = await listForeignKeys(trx)
    const tables = await listTables(trx)
    await dropKeys(trx, keys)
    await emptyAll(trx, tables)
    const summary = await fill(trx, path, tables)
    await addKeys(trx, keys)
    await setTriggers(trx, tables, 'enable')
    if (await isThere(trx, 'change_log')) await startNewLog(trx)
    if (pgvector) await indexMissing(trx, pgvector)
    // The queue makes its jobs again from the tables; existing jobs refer to rows of the old data.
    if (await isThere(trx, 'pgboss.job')) await sql`delete from pgboss.job`.execute(trx)
    return { ...summary, at: header.at }
  })
}

/** Reads the file to its end, so that a broken one costs the database nothing. Its migrations have the names of this version. */
async function checkFile(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const part of readBackup(path)) if ('header' in part) header = part.header
  if (!header) throw new AppError('bad_request', `${path} is empty. Nothing was changed.`)
  const migrations = currentNames(header.migrations, migrationNames)
  if (!migrations) throw new AppError('bad_request', `${beforeRelease('The backup')} Nothing was changed.`)
  return { ...header, migrations }
}

async function checkSchema(database: Database, header: BackupHeader): Promise<void> {
  const here = await listRecorded(database.db)
  const unknown = header.migrations.find((name) => !here.includes(name))
  const missing = here.find((name) => !header.migrations.includes(name))
  if (unknown)
    throw new AppError('bad_request', `The backup was made by a newer version (${unknown}). Nothing was changed.`)
  if (missing)
    throw new AppError(
      'bad_request',
      `The backup was made by an earlier version, before ${missing}. Restore it into an empty database, where it is brought up to date. Nothing was changed.`,
    )
}

async function isThere(trx: Trx, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(trx)
  return rows[0]?.there === true
}

/** Other processes cache ids of rows, so none may be connected. A pooler hides them, as the help notes. */
async function checkAlone({ db, pool }: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name like 'karnhuset%'`.execute(db)
  if ((rows[0]?.n ?? 0) > pool.totalCount)
    throw new AppError('bad_request', 'Kärnhuset is running on this database: stop it, restore, and start it again.')
}

async function checkEmpty(trx: Trx): Promise<void> {
  for (const table of PRECIOUS) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
    if (rows.length > 0)
      throw new AppError(
        'bad_request',
        `The database is not empty (it has ${table}). Add --replace to lose what is in it. Nothing was changed.`,
      )
  }
}

async function emptyAll(trx: Trx, tables: TableShape[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx)
  await setTriggers(trx, tables, 'disable')
}

/** The file already contains the results of triggers. */
async function setTriggers(trx: Trx, tables: TableShape[], to: 'enable' | 'disable'): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} ${sql.raw(to)} trigger user`.execute(trx)
}

/** Keys are checked at the end, all at once: rows point both ways. */
async function dropKeys(trx: Trx, keys: ForeignKey[]): Promise<void> {
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
}

async function addKeys(trx: Trx, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
}

async function fill(trx: Trx, path: string, tables: TableShape[]) {
  const summary = { tables: 0, rows: 0 }
  let table: TableStart | null = null
  for await (const part of readBackup(path)) {
    if ('start' in part) {
      table = part.start
      await startTable(trx, table, tables)
      summary.tables++
    } else if ('rows' in part && table) {
      await insertRows(trx, table, part.rows)
      summary.rows += part.rows.length
    }
  }
  return summary
}

async function startTable(trx: Trx, { table, columns, next }: TableStart, tables: TableShape[]): Promise<void> {
  const shape = tables.find(({ name }) => name === table)
  const strange = shape ? columns.find((column) => !shape.columns.includes(column)) : table
  if (strange) throw new AppError('bad_request', `The backup has ${strange}, unknown here. Nothing was changed.`)
  for (const [column, value] of Object.entries(next))
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} restart with ${sql.raw(String(Math.trunc(value)))}`.execute(
      trx,
    )
}

async function insertRows(trx: Trx, { table, columns }: TableStart, rows: string[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(trx)
}
