/** The line of a first start: where a database is made, and nowhere else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { superviseServer } from './embedded-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-first-'))
afterAll(() => rmSync(folder, { recursive: true }))

function recordedLog() {
  const lines: string[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) }) }
}
const forever = new Promise(() => {})
const supervised = (dataDir: string, log: Logger) => superviseServer(dataDir, log, log, forever)

it.each(['a file', 'below a file', 'of an earlier version'])(
  'no first start is announced in a DATA_DIR that is %s',
  async (kind) => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const earlier = join(folder, 'earlier')
    mkdirSync(join(earlier, 'database'), { recursive: true })
    writeFileSync(join(earlier, 'database/PG_VERSION'), '15')
    const dataDir = { 'a file': file, 'below a file': join(file, 'data') }[kind] ?? earlier
    const { log, lines } = recordedLog()
    await expect(supervised(dataDir, log)).rejects.toMatchObject({ code: 'unavailable' })
    expect(lines).toEqual([])
  },
)

it('a first start is announced once, and the next one is none', { tags: 'slow' }, async () => {
  const dataDir = join(folder, 'data')
  const { log, lines } = recordedLog()
  for (const _ of ['first', 'second']) await (await supervised(dataDir, log))?.stop()
  expect(lines.filter((line) => /first start/.test(line))).toEqual([`first start: making the database in ${dataDir}`])
})
