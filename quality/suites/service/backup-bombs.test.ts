/** Backup files made to fill memory: each is read in a process of its own whose heap is far smaller than the file. */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { headerLine, MAX_LINE_LENGTH, startLine } from '../../../src/news/backup/backup-format.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-bombs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MEGABYTE = 1_000_000
const HEAP_MB = 80
// A guard: what is tested is that memory holds.
const GUARD_MS = 120_000
const header = `${headerLine(new Date(0), [])}\n`
const start = (rows: number) => `${startLine({ table: 'tags', columns: ['id'], rows, next: {} })}\n`

async function write(name: string, head: string, piece: string, times: number): Promise<string> {
  const path = join(folder, name)
  const parts = function* () {
    yield head
    for (let i = 0; i < times; i++) yield piece
  }
  await pipeline(Readable.from(parts()), createGzip({ level: 1 }), createWriteStream(path))
  expect(statSync(path).size).toBeLessThan(20 * MEGABYTE)
  return path
}

/** What reading it comes to: the parts that were met, or the refusal. */
function read(path: string): string {
  const program = `
    const { readBackup } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/news/backup/backup-format.ts'))})
    let rows = 0
    try {
      for await (const part of readBackup(${JSON.stringify(path)})) rows += part.rows?.length ?? 0
      console.log(rows + ' rows')
    } catch (error) { console.log(rows + ' rows, then: ' + error.message) }`
  const heap = `--max-old-space-size=${HEAP_MB}`
  const done = spawnSync(process.execPath, [heap, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: GUARD_MS,
  })
  return done.stdout.trim() || `ended by ${done.signal ?? done.status}: ${/FATAL.*/.exec(done.stderr)?.[0]}`
}

it.each([
  ['in place of the header', ''],
  ['in place of a table', header],
  ['in place of a row', header + start(2)],
])('refuses a line without end %s', async (_where, head) => {
  const path = await write('line.gz', head, 'x'.repeat(MEGABYTE), 400)
  expect(read(path)).toBe(
    `0 rows, then: ${path} cannot be read to its end (a line has more than ${MAX_LINE_LENGTH} characters). Nothing was changed.`,
  )
})

it('refuses rows of nothing', async () => {
  const path = await write('empty-rows.gz', header + start(10 * MEGABYTE), '\n'.repeat(MEGABYTE), 10)
  expect(read(path)).toBe(`0 rows, then: ${path} has a line in the table tags that is no row. Nothing was changed.`)
})

it('reads a million tables without keeping them', async () => {
  const path = await write('tables.gz', header, start(0).repeat(1000), 1000)
  expect(read(path)).toBe(`0 rows, then: ${path} is cut short. Nothing was changed.`)
})

it('refuses a header of millions of parts unread', async () => {
  const path = await write('header.gz', '{"karnhuset_backup":1,"at":"","migrations":[""', ',""'.repeat(100_000), 100)
  expect(read(path)).toBe(`0 rows, then: ${path} is not a backup of Kärnhuset. Nothing was changed.`)
})
