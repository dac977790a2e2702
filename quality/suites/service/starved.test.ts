/** A process that others keep from the processors is left alone: waits for a processor are no silence of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { end, supervise } from '../../../src/platform/supervisor/process.ts'
import { makeBusy } from '../../../tests/support/busy-machine.ts'
import { openTestDatabase, urlOf } from '../../../tests/support/database.ts'
import { until } from '../../../tests/support/service.ts'

const hook = pathToFileURL(join(import.meta.dirname, '../../../tests/support/processes/blocking-hook.mjs')).href

it('a worker in a loop of 14 seconds among 20 busy processes is not killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-starved-'))
  const database = await openTestDatabase({ alone: true })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  writeFileSync(join(folder, 'told'), '')
  writeFileSync(join(folder, 'ms'), '14000 in a loop')
  const pidOf = (word: string) =>
    readFileSync(join(folder, 'told'), 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, said]) => said === word)?.[0]
  const { stop } = supervise(
    'worker',
    {
      DATABASE_URL: urlOf(database.address),
      DATA_DIR: folder,
      SOURCES: 'none',
      LOG_LEVEL: 'silent',
      // Vitest has a BASE_URL of its own.
      BASE_URL: '',
      NODE_OPTIONS: `--import ${hook}`,
      BLOCKING_FOLDER: folder,
    },
    log,
  )
  try {
    const pid = await until(
      async () => pidOf('ready'),
      (found) => found !== undefined,
    )
    const rest = makeBusy(20)
    process.kill(Number(pid), 'SIGUSR2')
    await until(
      async () => pidOf('unblocked'),
      (found) => found === pid,
    ).finally(rest)
    expect(lines).toEqual([])
  } finally {
    await stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('one that is starved while it ends is given the time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-starved-'))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `process.on('SIGTERM', () => {
      const spent = () => { const { user, system } = process.cpuUsage(); return user + system }
      for (const end = spent() + 300_000; spent() < end; );
      process.exit()
    })
    process.send('ready')
    setInterval(() => {}, 1000)`,
  )
  const child = fork(program, { execArgv: [] })
  await once(child, 'message')
  const rest = makeBusy(20)
  const inTime = await end(child, 1900).finally(rest)
  rmSync(folder, { recursive: true, force: true })
  expect(inTime).toBe(true)
})
