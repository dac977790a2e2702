/**
 * The backup file: gzip of JSON lines that either engine can read. A header, then for each table a line with the number
 * of its rows, then those rows as objects in PostgreSQL's own JSON, then a closing line.
 */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { AppError, messageOf } from '../../platform/errors.ts'

const FORMAT = 1

const Header = z.object({
  karnhuset_backup: z.number(),
  at: z.string(),
  /** Migrations that the database had seen. */
  migrations: z.array(z.string()),
})

const TableStart = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** Next value of each identity column. */
  next: z.record(z.string(), z.number()),
})

const End = z.object({ end: z.literal(true), tables: z.number() })

export type BackupHeader = z.infer<typeof Header>
export type TableStart = z.infer<typeof TableStart>

/** Parts of the file, in order. `rows` are JSON objects, a batch at a time. */
export type BackupPart = { header: BackupHeader } | { start: TableStart } | { rows: string[] } | { end: number }

export const headerLine = (at: Date, migrations: string[]): string =>
  JSON.stringify({ karnhuset_backup: FORMAT, at: at.toISOString(), migrations } satisfies BackupHeader)
export const startLine = (start: TableStart): string => JSON.stringify(start)
export const endLine = (tables: number): string => JSON.stringify({ end: true, tables })

const BATCH_BYTES = 1_000_000

/** A row with a text of 10 MiB, the largest document that is fetched, fits even where every third character is escaped. */
export const MAX_LINE_LENGTH = 32 * 1024 * 1024
/** Of what is no row: parsed JSON takes many times its text's memory. */
const MAX_HEADER_LENGTH = 1_000_000

/** Reads a backup in bounded memory. Throws `bad_request` for what is no backup, is of another format or is cut short. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const lines = readLines(path)
  const header = parse(Header, (await lines.next()).value, path)
  if (header.karnhuset_backup !== FORMAT)
    throw broken(path, `is of format ${header.karnhuset_backup}; this version reads format ${FORMAT}`)
  yield { header }
  let tables = 0
  for (;;) {
    const { value: line } = await lines.next()
    const start = TableStart.safeParse(json(line))
    if (!start.success) {
      const end = parse(End, line, path)
      if (end.tables !== tables) throw broken(path, `holds ${tables} tables where it should hold ${end.tables}`)
      // The checksum of gzip comes after the last line.
      if ((await lines.next()).value !== undefined) throw broken(path, 'goes on after its last line')
      yield { end: tables }
      return
    }
    tables++
    yield { start: start.data }
    yield* readRows(lines, start.data, path)
  }
}

async function* readRows(
  lines: AsyncGenerator<string, undefined>,
  { rows, table }: TableStart,
  path: string,
): AsyncGenerator<BackupPart> {
  let batch: string[] = []
  let bytes = 0
  for (let row = 0; row < rows; row++) {
    const { value: line } = await lines.next()
    if (line === undefined) throw broken(path, `ends in the middle of the table ${table}`)
    // Rows of nothing would be gathered without end.
    if (!line.startsWith('{')) throw broken(path, `has a line in the table ${table} that is no row`)
    batch.push(line)
    bytes += line.length
    if (bytes < BATCH_BYTES) continue
    yield { rows: batch }
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield { rows: batch }
}

async function* readLines(path: string): AsyncGenerator<string, undefined> {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  file.once('error', (error) => unzipped.destroy(error))
  try {
    yield* splitLines(file.pipe(unzipped).setEncoding('utf8'))
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') throw new AppError('bad_request', `There is no file ${path}.`)
    throw broken(path, `cannot be read to its end (${messageOf(cause)})`, cause)
  } finally {
    file.destroy()
  }
}

/** At line feeds alone: node:readline also splits at U+2028, which may stand in a JSON string as it is. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n')
    rest.push(first)
    length += first.length
    if (length > MAX_LINE_LENGTH) throw new Error(`a line has more than ${MAX_LINE_LENGTH} characters`)
    const last = others.pop()
    if (last === undefined) continue
    yield rest.join('')
    yield* others
    rest = [last]
    length = last.length
  }
  if (length > 0) yield rest.join('')
}

function parse<T>(type: z.ZodType<T>, line: string | undefined, path: string): T {
  if (line === undefined) throw broken(path, 'is cut short')
  const parsed = type.safeParse(json(line))
  if (!parsed.success) throw broken(path, 'is not a backup of Kärnhuset')
  return parsed.data
}

function json(line = ''): unknown {
  try {
    return line.length > MAX_HEADER_LENGTH ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}

const broken = (path: string, why: string, cause?: unknown) =>
  new AppError('bad_request', `${path} ${why}. Nothing was changed.`, { cause })
