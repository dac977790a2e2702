import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createWorkerThread, LimitError, type ThreadLimits, type WorkerThread } from './worker-thread.ts'

/** Answers with the thread's id after so many milliseconds, or does as a job's name demands. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
    const burn = (ms) => { for (const start = spent(); spent() - start < ms; ); }
    const work = {
      burn: () => burn(60_000),
      work: () => burn(120),
      block: () => block(400),
      hang: () => block(),
      hoard: () => { for (const all = []; ; ) all.push(new Array(1000).fill(Math.random())) },
      exit: () => process.exit(),
      throw: () => { throw new Error('Broken.') },
    }
    // Loading takes more processor time than a job may.
    burn(250)
    parentPort.on('message', async (job) => {
      parentPort.postMessage({ started: process.threadCpuUsage() })
      if (typeof job === 'number') await new Promise((resolve) => setTimeout(resolve, job))
      else work[job]()
      parentPort.postMessage({ reply: threadId })
    })`)}`,
)

let thread: WorkerThread<number | string, number>
const start = (limits: Partial<ThreadLimits> = {}) => {
  thread = createWorkerThread(file, { cpuMs: 200, memoryMb: 50, ...limits })
  return thread
}
afterEach(() => thread.close())
const failure = (run: Promise<unknown>) => run.then(() => null).catch((error: unknown) => error)

it('keeps its thread from job to job, however long one takes, and ends it when there was none for a while', {
  tags: 'slow',
}, async () => {
  const { run } = start({ idleMs: 200 })
  const first = await run(0)
  expect(await Promise.all([run(400), run(0)])).toEqual([first, first])
  await sleep(600)
  expect(await run(0)).not.toBe(first)
})

it('does what has priority before what came earlier', { tags: 'slow' }, async () => {
  start()
  const order: string[] = []
  const run = (name: string, priority?: number) => thread.run(10, priority).then(() => order.push(name))
  await Promise.all([run('running'), run('first'), run('urgent', 1)])
  expect(order).toEqual(['running', 'urgent', 'first'])
})

it('stops a job that uses up its processor time, and does the next one in another thread', {
  tags: 'slow',
}, async () => {
  const { run } = start()
  const first = await run(0)
  const error = await failure(run('burn'))
  expect(error).toBeInstanceOf(LimitError)
  expect(error).toMatchObject({ message: 'It took more than 200 ms of processor time.' })
  expect(await run(0)).not.toBe(first)
})

it('stops a job that uses up its memory', { tags: 'slow' }, async () => {
  const error = await failure(start({ cpuMs: 60_000 }).run('hoard'))
  expect(error).toBeInstanceOf(LimitError)
  expect(error).toMatchObject({ message: 'It took more than 50 MB of memory.' })
})

it("counts neither the thread's start-up, nor its waiting, nor the jobs before", { tags: 'slow' }, async () => {
  const { run } = start()
  const threads = await Promise.all([run('work'), run('block'), run('work'), run(0)])
  expect(new Set(threads).size).toBe(1)
})

it.each([
  ['ends', 'exit', 'The thread ended before it answered.'],
  ['crashes', 'throw', 'Broken.'],
])('does not blame the job for a thread that %s', { tags: 'slow' }, async (_how, job, message) => {
  const { run } = start()
  const error = await failure(run(job))
  expect(error).not.toBeInstanceOf(LimitError)
  expect(error).toMatchObject({ message })
  expect(await run(0)).toBeGreaterThan(0)
})

it('does not blame the job for a thread that hangs without using the processor', { tags: 'slow' }, async () => {
  const error = await failure(start({ hangMs: 500 }).run('hang'))
  expect(error).not.toBeInstanceOf(LimitError)
  expect(error).toMatchObject({ message: 'The thread hung.' })
})

it('does not blame what ran or waited when it was closed', async () => {
  const { run, close } = start()
  const jobs = [run('block'), run(0)].map(failure)
  await close()
  for (const error of await Promise.all(jobs)) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(LimitError)
  }
})

it('limits its memory as it is told, whatever heap the process has', { tags: 'slow' }, () => {
  const thread = `import { parentPort } from 'node:worker_threads'
    import { getHeapStatistics } from 'node:v8'
    parentPort.on('message', () => parentPort.postMessage({ reply: getHeapStatistics().heap_size_limit }))`
  const program = `import { createWorkerThread } from ${JSON.stringify(new URL('./worker-thread.ts', import.meta.url))}
    const thread = new URL('data:text/javascript,${encodeURIComponent(thread).replaceAll("'", '%27')}')
    console.log(await createWorkerThread(thread, { cpuMs: 1000, memoryMb: 512 }).run(0))
    process.exit()`
  const limitUnder = (...flags: string[]) =>
    Number(execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], { encoding: 'utf8' }))
  const limit = limitUnder()
  expect(limit).toBeGreaterThan(512 * 1024 ** 2)
  for (const heap of ['128', '2000']) expect(limitUnder(`--max-old-space-size=${heap}`)).toBe(limit)
})
