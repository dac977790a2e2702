/** Backup of the whole database into one portable file, taken at one moment while everything goes on. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { listRecorded } from '../../platform/database/migrate.ts'
import { AppError } from '../../platform/errors.ts'
import { endLine, headerLine, MAX_LINE_LENGTH, startLine } from './backup-format.ts'
import { listTables, nextIdentity, type TableShape } from './catalog.ts'

export interface BackupSummary {
  tables: number
  rows: number
  bytes: number
}

const ROWS_AT_ONCE = 500

/**
 * Writes `path`, which is there complete or not at all. One snapshot for every table, while everything goes on.
 */
export async function writeBackup(
  database: Database,
  path: string,
  at: Date,
  onTable: (table: string, rows: number) => void = () => {},
): Promise<BackupSummary> {
  if (existsSync(path) && (await stat(path)).isDirectory())
    throw new AppError('bad_request', `${path} is a folder: name a file in it.`)
  if (!existsSync(dirname(path))) throw new AppError('bad_request', `There is no folder ${dirname(path)}.`)
  const partial = `${path}.partial`
  const summary = { tables: 0, rows: 0, bytes: 0 }
  try {
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const lines = Readable.from(dump(trx, at, summary, onTable), { highWaterMark: 4 })
        // For its owner alone: addresses of people are in it.
        await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }))
      })
    summary.bytes = (await stat(partial)).size
    await rename(partial, path)
    return summary
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* dump(
  trx: Trx,
  at: Date,
  summary: BackupSummary,
  onTable: (table: string, rows: number) => void,
): AsyncGenerator<string> {
  yield `${headerLine(at, await listRecorded(trx))}\n`
  for (const table of await listTables(trx)) {
    const rows = await countRows(trx, table)
    onTable(table.name, rows)
    yield `${startLine({ table: table.name, columns: table.columns, rows, next: await identities(trx, table) })}\n`
    yield* dumpRows(trx, table)
    summary.tables++
    summary.rows += rows
  }
  yield `${endLine(summary.tables)}\n`
}

async function* dumpRows(trx: Trx, { name, columns }: TableShape): AsyncGenerator<string> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  // The server makes the JSON and will read it again: numbers, times and vectors never pass through this program.
  await sql`declare backup no scroll cursor for
    select row_to_json(r)::text as line from (select ${list} from ${sql.table(name)}) r`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from backup`.execute(trx)
    // A backup that could not be read again must not be written.
    if (rows.some(({ line }) => line.length > MAX_LINE_LENGTH))
      throw new Error(`A row of ${name} is too long for a backup: at most ${MAX_LINE_LENGTH} characters.`)
    if (rows.length > 0) yield `${rows.map((row) => row.line).join('\n')}\n`
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close backup`.execute(trx)
}

async function countRows(trx: Trx, { name }: TableShape): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(trx)
  return rows[0]?.n ?? 0
}

async function identities(trx: Trx, { name, identities }: TableShape): Promise<Record<string, number>> {
  const next: Record<string, number> = {}
  for (const column of identities) next[column] = await nextIdentity(trx, name, column)
  return next
}
