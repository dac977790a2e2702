/** A process that lives and does not answer is started again; one that is busy is left alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { supervise } from '../../../src/platform/supervisor/process.ts'
import { openTestDatabase, urlOf } from '../../../tests/support/database.ts'
import { until } from '../../../tests/support/service.ts'

const hook = pathToFileURL(join(import.meta.dirname, '../../../tests/support/processes/blocking-hook.mjs')).href

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

it.concurrent.each([
  ['web', 'in a loop'],
  ['worker', 'in a loop'],
  ['worker', 'asleep'],
])('%s, %s', async (name, how) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-heartbeat-'))
  const database = await openTestDatabase({ alone: true })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const env = {
    DATABASE_URL: urlOf(database.address),
    DATA_DIR: folder,
    SOURCES: 'none',
    LOG_LEVEL: 'silent',
    // Vitest has a BASE_URL of its own.
    PORT: await freePort(),
    BASE_URL: '',
    NODE_OPTIONS: `--import ${hook}`,
    BLOCKING_FOLDER: folder,
  }
  writeFileSync(join(folder, 'told'), '')
  const noted = () =>
    readFileSync(join(folder, 'told'), 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
  const ready = () => noted().flatMap(([pid, word]) => (word === 'ready' ? [Number(pid)] : []))
  const block = (pid: number, ms: number) => {
    writeFileSync(join(folder, 'ms'), `${ms} ${how}`)
    process.kill(pid, 'SIGUSR2')
  }
  const { stop } = supervise(name, env, log)
  try {
    const [first = 0] = await until(
      async () => ready(),
      ({ length }) => length === 1,
    )
    block(first, 5000)
    await until(
      async () => noted(),
      (all) => all.some(([, word]) => word === 'unblocked'),
    )
    expect(lines).toEqual([])
    block(first, 600_000)
    const pids = await until(
      async () => ready(),
      ({ length }) => length === 2,
      // On a busy machine its loop takes longer to use up its time.
      300,
    )
    expect(pids).toEqual([first, expect.any(Number)])
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      `${name} has not answered for 10 seconds and is killed`,
      `${name} has ended; it is started again`,
    ])
  } finally {
    await stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
