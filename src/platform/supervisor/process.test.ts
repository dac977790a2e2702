import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachedDataVersionTag } from 'node:v8'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { backOff, end, type Supervision, supervise } from './process.ts'

it('a process that ends once is started again at once, one that ends ever again after five seconds', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(backOff)
  expect(waits).toEqual([0, 200, 500, 1000, 2000, 5000, 5000, 5000])
})

/**
 * It notes its process id, the id that it was given, the size of its heap and the version of V8's compiled code, beats, and acts
 * on SIGUSR2.
 */
const PROGRAM = `
  import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
  import { cachedDataVersionTag } from 'node:v8'
  const note = (...words) => appendFileSync(process.env.NOTES, words.join(' ') + '\\n')
  const heap = process.execArgv.find((each) => each.startsWith('--max-old-space-size=')) ?? '='
  const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  const fill = () => {
    // V8 writes its stack to the standard error output.
    closeSync(2)
    openSync('/dev/null', 'w')
    for (const all = []; ; ) all.push(new Array(1e5).fill(Math.random()))
  }
  const deeds = { sleep, fill }
  process.on('SIGUSR2', () => {
    const [deed, ms] = readFileSync(process.env.DEED, 'utf8').split(' ')
    deeds[deed](Number(ms))
    note('done')
  })
  process.send('ready')
  if (process.env.HEARS) process.on('message', (word) => note(word))
  setInterval(() => process.send('alive'), 200)
  note(process.pid, process.argv.at(-1), heap.split('=')[1], cachedDataVersionTag())`

/** The played program under watch. */
function watch(options: Supervision) {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-supervise-'))
  const [program, notes, deed] = ['program.mjs', 'notes', 'deed'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(program, PROGRAM)
  writeFileSync(notes, '')
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const env = { NOTES: notes, DEED: deed, HEARS: options.begin ? 'yes' : '' }
  const { stop } = supervise('worker', env, log, { ...options, program })
  const noted = () =>
    readFileSync(notes, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
  const untilNoted = (count: number) =>
    vi.waitUntil(() => noted().length > count && noted(), { timeout: 60_000, interval: 20 })
  return {
    lines,
    noted,
    untilNoted,
    endSupervision: stop,
    tell: (pid: string | undefined, what: string) => {
      writeFileSync(deed, what)
      process.kill(Number(pid), 'SIGUSR2')
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

it.concurrent('one that hangs is killed and started again as the same, one that is busy is left alone', {
  tags: 'slow',
}, async () => {
  const { lines, untilNoted, tell, stop } = watch({ hungMs: 2000 })
  const [[pid, id] = []] = await untilNoted(1)
  tell(pid, 'sleep 500')
  await untilNoted(2)
  expect(lines).toEqual([])
  tell(pid, 'sleep 600000')
  const [, , [other, same] = []] = await untilNoted(3)
  expect([other !== pid, same]).toEqual([true, id])
  expect(lines).toEqual([
    'worker has not answered for 2 seconds and is killed',
    'worker has ended; it is started again',
  ])
  await stop()
})

it.concurrent('one has no flag with which V8 refuses the compiled code that Node brings', async () => {
  const { untilNoted, stop } = watch({})
  const [[, , , version] = []] = await untilNoted(1)
  expect(version).toBe(String(cachedDataVersionTag()))
  await stop()
})

it.concurrent('one whose heap is full has a larger one, up to a limit that the log names', {
  tags: 'slow',
}, async () => {
  const { lines, untilNoted, tell, stop } = watch({ heap: { mb: 32, maxMb: 48 } })
  for (const times of [1, 2, 3]) {
    const noted = await untilNoted(times)
    expect(noted.slice(0, times).map(([, , mb]) => mb)).toEqual(['32', '48', '48'].slice(0, times))
    if (times < 3) tell(noted[times - 1]?.[0], 'fill')
  }
  const again = 'worker has ended; it is started again'
  expect(lines).toEqual([
    again,
    'worker was aborted, as V8 does when a heap of 32 MB is full: it has 48 MB from now on',
    again,
    'worker was aborted, as V8 does when a heap of 48 MB is full: raise WORKER_HEAP_MB',
  ])
  await stop()
})

it.concurrent.each([
  { ended: false, name: 'is started after it' },
  { ended: true, name: 'is not started once it was asked to end' },
])('one that waits for another $name', { tags: 'slow' }, async ({ ended }) => {
  const other = Promise.withResolvers<void>()
  const { noted, untilNoted, endSupervision, stop } = watch({ after: other.promise })
  await sleep(500)
  expect(noted()).toEqual([['']])
  if (ended) await endSupervision()
  other.resolve()
  if (!ended) await untilNoted(1)
  await sleep(500)
  expect(noted()).toHaveLength(ended ? 1 : 2)
  await stop()
})

it.concurrent('one begins once it may, and at once when it is started again', { tags: 'slow' }, async () => {
  const begin = Promise.withResolvers<void>()
  const { untilNoted, stop } = watch({ begin: begin.promise })
  const [[pid = ''] = []] = await untilNoted(1)
  begin.resolve()
  const [, first] = await untilNoted(2)
  process.kill(Number(pid), 'SIGKILL')
  const [, , , second] = await untilNoted(4)
  expect([first, second]).toEqual([['begin'], ['begin']])
  await stop()
})

it.concurrent.each([
  { what: 'ends at once', onSignal: 'process.exit()', inTime: true },
  { what: 'is in a loop', onSignal: 'for (;;);', inTime: false },
  { what: 'sleeps', onSignal: '', inTime: false },
])('asked to end, one that $what: it was given the time, $inTime', { tags: 'slow' }, async ({ onSignal, inTime }) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-end-'))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `process.on('SIGTERM', () => { ${onSignal} }); process.send('ready'); setInterval(() => {}, 1000)`,
  )
  const child = fork(program, { execArgv: [] })
  await once(child, 'message')
  const ended = await end(child, 900)
  rmSync(folder, { recursive: true, force: true })
  expect(ended).toBe(inTime)
})
