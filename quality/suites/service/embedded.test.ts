/** The embedded server's folder and its neighbours: each case ends in the right state, or in one clear sentence. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../src/platform/database/embedded/postgres-server.ts'
import { postmasterOf, serverProcesses } from '../../../tests/support/machine.ts'
import { until } from '../../../tests/support/service.ts'
import { type Ended, runChild } from '../../survival/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-embedded-'))
const made = join(folder, 'made')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stats = (dataDir: string) => runChild(['stats'], { DATA_DIR: dataDir, SOURCES: 'none' })
const isFine = (ended: Ended) => expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('Sources') })
const isSentence = (ended: Ended, sentence: RegExp) => {
  // A slow machine may have waited for the server to start.
  const output = ended.output.replace(/^Waiting for .*\n/gm, '').trim()
  expect(output).toMatch(sentence)
  expect(output.split('\n')).toHaveLength(1)
  expect(ended.code).toBe(1)
}
const nothingRuns = (dataDir: string) =>
  until(
    async () => serverProcesses(dataDir).length,
    (n) => n === 0,
  )

/** A folder as `stats` leaves it. */
function copyOf(name: string): string {
  const dataDir = join(folder, name)
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}

beforeAll(async () => isFine(await stats(made)))

describe('a first start', () => {
  it('makes the folder for its owner alone, and leaves no process behind', async () => {
    for (const path of [made, join(made, 'postgres')]) expect(statSync(path).mode & 0o777).toBe(0o700)
    await nothingRuns(made)
  })

  it('may happen three times at once', async () => {
    const dataDir = join(folder, 'crowd')
    const all = await Promise.all([1, 2, 3].map(() => stats(dataDir)))
    expect(all.map(({ code, output }) => (code === 0 ? '' : output))).toEqual(['', '', ''])
    await nothingRuns(dataDir)
    isFine(await stats(dataDir))
  })

  it.each([
    ['a comma and a space', 'news, data', ''],
    ['quotation marks', '"the" folder\'s', ''],
    ['letters beyond ASCII', 'nyheter på ö', ''],
    ['a long name', 'd'.repeat(120), ''],
    ['a long name, and temporary files with a comma', 'e'.repeat(120), 'tmp, files'],
    ['a long name, and temporary files with one, too', 'f'.repeat(120), 't'.repeat(120)],
  ])('works in a folder with %s', async (_, name, temporary) => {
    const dataDir = join(folder, name)
    const TMPDIR = temporary ? join(folder, temporary) : tmpdir()
    mkdirSync(TMPDIR, { recursive: true })
    isFine(await runChild(['stats'], { DATA_DIR: dataDir, TMPDIR, SOURCES: 'none' }))
  })

  it('that was killed is done again', async () => {
    const dataDir = join(folder, 'cut')
    const half = join(dataDir, 'postgres.new-4194304')
    mkdirSync(half, { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18\n')
    isFine(await stats(dataDir))
    expect(() => statSync(half)).toThrow()
  })
})

describe('a command beside a command', () => {
  it('uses its server, which the last one stops', async () => {
    const dataDir = copyOf('pair')
    for (let round = 0; round < 3; round++) {
      const all = await Promise.all([stats(dataDir), stats(dataDir), stats(dataDir)])
      for (const each of all) isFine(each)
      await nothingRuns(dataDir)
    }
  })

  it('does not stop the server of one that rests', async () => {
    const dataDir = copyOf('rests')
    const resting = spawn(process.execPath, ['bin/karnhuset', 'mcp'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, SOURCES: 'none' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    await until(
      async () => postmasterOf(dataDir),
      (pid) => pid !== null,
    )
    const pid = postmasterOf(dataDir)
    // A pool lets go of its connections after ten seconds without work.
    await until(
      async () => isFine(await stats(dataDir)),
      () => Date.now() - statSync(join(dataDir, 'postgres/postmaster.pid')).mtimeMs > 20_000,
    )
    expect(postmasterOf(dataDir)).toBe(pid)
    const ended = new Promise((resolve) => resting.once('close', resolve))
    resting.stdin.end()
    expect(await ended).toBe(0)
    await nothingRuns(dataDir)
  })

  it('that was killed takes its server over and stops it', async () => {
    const dataDir = copyOf('orphan')
    const killed = await runChild(['mcp'], { DATA_DIR: dataDir, SOURCES: 'none' }, async () => {
      await until(
        async () => postmasterOf(dataDir),
        (pid) => pid !== null,
      )
    })
    expect(killed.killed).toBe(true)
    isFine(await stats(dataDir))
    await nothingRuns(dataDir)
  })
})

describe('what a crash left in the folder', () => {
  const lockOf = (pid: number, dataDir: string) =>
    `${pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n${join(dataDir, 'postgres')}\n\n  1234 5678\nready\n`

  it.each([
    ['belongs to another program now', () => process.pid],
    ['belongs to nobody', () => 4_194_303],
  ])('a lock whose number %s', async (_what, number) => {
    const dataDir = copyOf(`lock-${number()}`)
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), lockOf(number(), dataDir))
    writeFileSync(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), lockOf(number(), dataDir))
    isFine(await stats(dataDir))
    await nothingRuns(dataDir)
  })

  it('an empty lock, as another start leaves it for a moment, without a word in the log', async () => {
    const dataDir = copyOf('empty-lock')
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '')
    const logged: string[] = []
    const server = await startEmbedded(dataDir, { onLog: (line) => logged.push(line) })
    await server.stop()
    expect(logged.filter((line) => line.includes('FATAL'))).toEqual([])
    isFine(await stats(dataDir))
  })

  it('committed rows, which are there after the server was killed amid everything', async () => {
    const dataDir = copyOf('crash')
    const server = await startEmbedded(dataDir)
    process.kill(server.pid, 'SIGKILL')
    isFine(await stats(dataDir))
    await nothingRuns(dataDir)
  })
})

describe('a folder that this version cannot open', () => {
  it('of the old kind', async () => {
    const dataDir = join(folder, 'old')
    mkdirSync(join(dataDir, 'database'), { recursive: true })
    writeFileSync(join(dataDir, 'database/PG_VERSION'), '17\n')
    isSentence(await stats(dataDir), /database is a database of an earlier version, .*karnhuset restore FILE/)
    rmSync(join(dataDir, 'database'), { recursive: true })
    const backupOf = (version: string) =>
      join(import.meta.dirname, `../../../tests/fixtures/release-${version}.jsonl.gz`)
    const tooOld = await runChild(['restore', backupOf('0.1.0')], { DATA_DIR: dataDir, SOURCES: 'none' })
    isSentence(tooOld, /backup is of a version before 0\.2\.0, .*go by way of version 0\.2\.0/)
    const backup = backupOf('0.2.0')
    const restored = await runChild(['restore', backup], { DATA_DIR: dataDir, SOURCES: 'none' })
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored 61 tables, 1,728 rows/m) })
    const after = await stats(dataDir)
    isFine(after)
    expect(after.output).toMatch(/42 published/)
    const again = await runChild(['restore', backup, '--replace'], { DATA_DIR: dataDir, SOURCES: 'none' })
    isSentence(again, /made by an earlier version, .*Restore it into an empty database/)
  })

  it('of another major version', async () => {
    const dataDir = copyOf('major')
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    isSentence(await stats(dataDir), /was made by PostgreSQL 17, and this version brings \d+\. .*restore FILE/)
  })

  it('of something else', async () => {
    const dataDir = join(folder, 'else')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres/letters.txt'), 'Dear')
    isSentence(await stats(dataDir), /cannot be made: /)
    expect(statSync(join(dataDir, 'postgres/letters.txt')).size).toBe(4)
  })

  it('of a path with a file in it', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    isSentence(await stats(join(file, 'data')), /^DATA_DIR: .* cannot be written/)
  })
})

it('a path too long for a socket has its socket elsewhere', async () => {
  const dataDir = join(folder, 'long'.repeat(30))
  cpSync(made, dataDir, { recursive: true })
  isFine(await stats(dataDir))
  isFine(await stats(dataDir))
  await nothingRuns(dataDir)
})
