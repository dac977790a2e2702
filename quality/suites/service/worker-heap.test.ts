/** A worker whose heap is too small is started again with a larger one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { supervise } from '../../../src/platform/supervisor/process.ts'
import { openTestDatabase, urlOf } from '../../../tests/support/database.ts'
import { until } from '../../../tests/support/service.ts'

/** Loaded into the worker: writes down its flag when it is ready, and fills its heap on SIGUSR2. */
const hook = `
  import { appendFileSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread && process.send) {
    const send = process.send.bind(process)
    process.send = (message, ...rest) => {
      const flag = process.execArgv.find((each) => each.startsWith('--max-old-space-size='))
      if (message === 'ready') appendFileSync(process.env.HEAP_FILE, process.pid + ' ' + flag + '\\n')
      return send(message, ...rest)
    }
    process.on('SIGUSR2', () => { for (const all = []; ; ) all.push(new Array(1e6).fill(Math.random())) })
  }`

it('up to a limit, which the log tells of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-heap-'))
  const file = join(folder, 'heap')
  writeFileSync(file, '')
  const database = await openTestDatabase({ alone: true })
  const errors: string[] = []
  const log = pino({}, { write: (line: string) => void errors.push(JSON.parse(line).msg) })
  const env = {
    DATABASE_URL: urlOf(database.address),
    DATA_DIR: folder,
    SOURCES: 'none',
    LOG_LEVEL: 'silent',
    BASE_URL: '',
    HEAP_FILE: file,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
  }
  const { stop } = supervise('worker', env, log, { heap: { mb: 128, maxMb: 200 } })
  const started = (count: number) =>
    until(
      async () => readFileSync(file, 'utf8').trim().split('\n'),
      (lines) => lines.length === count && lines[0] !== '',
    )
  try {
    for (const times of [1, 2, 3]) {
      const lines = await started(times)
      expect(lines.map((line) => line.split('=')[1])).toEqual(['128', '200', '200'].slice(0, times))
      if (times < 3) process.kill(Number(lines.at(-1)?.split(' ')[0]), 'SIGUSR2')
    }
    const again = 'worker has ended; it is started again'
    expect(errors).toEqual([
      again,
      'worker was aborted, as V8 does when a heap of 128 MB is full: it has 200 MB from now on',
      again,
      'worker was aborted, as V8 does when a heap of 200 MB is full: raise WORKER_HEAP_MB',
    ])
  } finally {
    await stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
