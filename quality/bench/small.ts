/**
 * A small machine: memory and starts with 1,000 articles, in one process and in several, memory with 100,000, and a day's load
 * within 512 MB.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { canLimitMemory, type MemoryGroup, makeMemoryGroup } from '../../tests/support/machine.ts'
import { startRealFeeds } from '../../tests/support/test-data.ts'
import { launcher, startScript } from './children.ts'
import { type Measure, middle } from './measure.ts'
import { familyOf, kindOf, memoryIn } from './memory.ts'
import { openQueue, runPass } from './pass.ts'
import { inPlace, type Place } from './place.ts'
import { processorTimeOf } from './processor-time.ts'
import type { PacedReport } from './readers.ts'
import { type Running, startServe } from './service.ts'
import { fillArticles, neverAsk } from './synthetic.ts'

/** Together they bring some 1,000 articles. */
const ARTICLES = 300
const MANY_ARTICLES = 100_000
const FEEDS = 13
const PAGE_VIEWS = 200
const REST_MS = 30_000
/** Bytes of the machine that is played: those sold with 1 and 2 GB have a little less. */
const BOX = { one: 1000 * 2 ** 20, many: 1950 * 2 ** 20 }
const MAX_MB = { one: 260, many: 380 }
const MAX_MB_OF_MANY_ARTICLES = 450
const MAX_READY_MS = { filled: 1200, empty: 4000 }
const MAX_START_MS = 1500
const STARTS = 5

const BOX_BYTES = 512 * 1024 ** 2
const LOAD_MS = 600_000
const READS_A_SECOND = 10

const group = 'Small machine'

/** Throws where the machine lets us make no cgroup. */
export async function benchSmall(short: boolean): Promise<Measure[]> {
  if (!canLimitMemory()) throw new Error('A small machine cannot be played: this one lets us make no cgroup.')
  const feeds = await startRealFeeds()
  try {
    const of = (processes: 'one' | 'many') => inPlace(undefined, (place) => measured(place, feeds.urls, processes))
    return [
      ...(await of('one')),
      ...(await of('many')),
      await inPlace(undefined, (place) => withManyArticles(place, feeds.urls, short)),
      await inPlace(undefined, (place) => loadedBox(place, feeds.urls, short)),
    ]
  } finally {
    await feeds.close()
  }
}

async function measured(place: Place, feeds: string[], processes: 'one' | 'many'): Promise<Measure[]> {
  const env = { ...place.env, PROCESSES: processes }
  const box = makeMemoryGroup(BOX[processes])
  const npmStart = box.entering(['npm', '-s', 'start'])
  const empty = await startServe(env, npmStart)
  await empty.stop()
  await fill(place, ARTICLES)
  const starts: { readyMs: number; spentMs: number }[] = []
  for (let round = 0; round < STARTS; round++) {
    const service = await startServe(env, npmStart)
    starts.push({ readyMs: service.readyMs, spentMs: processorTimeOf(webOf(service.pid)) })
    await service.stop()
  }
  const ready = (ms: number, of: 'filled' | 'empty'): Measure => ({
    group,
    name: `${processes}: npm start until it answers, ${of} folder`,
    value: ms,
    unit: 'ms',
    max: MAX_READY_MS[of],
  })
  return [
    await afterPass({ place, feeds: feeds.slice(0, FEEDS), env, box, max: MAX_MB[processes] }),
    ready(middle(starts.map(({ readyMs }) => readyMs)), 'filled'),
    ready(empty.readyMs, 'empty'),
    {
      group,
      name: `${processes}: processor time of the process that answers readers, until it does`,
      value: middle(starts.map(({ spentMs }) => spentMs)),
      unit: 'ms',
      max: MAX_START_MS,
    },
  ]
}

async function withManyArticles(place: Place, feeds: string[], short: boolean): Promise<Measure> {
  await fill(place, short ? MANY_ARTICLES / 10 : MANY_ARTICLES)
  const box = makeMemoryGroup(BOX.one)
  return afterPass({ place, feeds, env: { ...place.env, PROCESSES: 'one' }, box, max: MAX_MB_OF_MANY_ARTICLES })
}

interface AtWork {
  place: Place
  feeds: string[]
  env: Place['env']
  box: MemoryGroup
  max: number
}

/** Memory 30 seconds after a pass and some page views. */
async function afterPass({ place, feeds, env, box, max }: AtWork): Promise<Measure> {
  const service = await startServe(env, box.entering([process.execPath, launcher, 'serve']))
  const database = await place.connect()
  try {
    await pass({ place, service, database, feeds, short: true })
    const { n: articles } = await database.db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    for (let n = 1; n <= PAGE_VIEWS; n++) await (await fetch(`${service.origin}/entries/${n}`)).arrayBuffer()
    await sleep(REST_MS)
    return {
      group,
      name: `${env.PROCESSES}: memory of all processes, ${articles} articles, after a pass and ${PAGE_VIEWS} page views`,
      ...memoryIn(service.pid),
      unit: 'MB',
      max,
    }
  } finally {
    await database.close()
    await service.stop()
    await box.remove()
  }
}

const webOf = (pid: number): number[] => familyOf(pid).filter((one) => ['web', 'web-and-worker'].includes(kindOf(one)))

async function pass(running: Running): Promise<void> {
  const queue = await openQueue(running)
  await runPass(running, queue)
  await queue.stop()
}

async function fill(place: Place, articles: number): Promise<void> {
  const database = await place.open()
  await fillArticles(database, articles)
  await neverAsk(database)
  await database.close()
}

/** Sources of a day and its readers in a cgroup: what the kernel killed, and what the readers met. */
async function loadedBox(place: Place, feeds: string[], short: boolean): Promise<Measure> {
  await fill(place, ARTICLES)
  const box = makeMemoryGroup(BOX_BYTES)
  const service = await startServe(place.env, box.entering([process.execPath, launcher, 'serve']))
  const database = await place.connect()
  const readers = await startScript('./paced.ts', {
    BENCH_ORIGIN: service.origin,
    BENCH_PATHS: [
      '/',
      '/entries.json',
      '/feed.json',
      ...Array.from({ length: ARTICLES }, (_, n) => `/entries/${n + 1}.json`),
    ].join('\n'),
    BENCH_PER_SECOND: String(READS_A_SECOND),
  })
  const ends = performance.now() + (short ? LOAD_MS / 10 : LOAD_MS)
  let [passes, most] = [0, 0]
  try {
    while (performance.now() < ends) {
      await pass({ place, service, database, feeds, short })
      passes++
      most = Math.max(most, box.inUse())
      await sleep(Math.min(REST_MS, Math.max(0, ends - performance.now())))
    }
    const { answers, failed, p50, p99 } = (await readers.ask('report')) as PacedReport
    return {
      group,
      name: `processes killed in a cgroup of 512 MB, and reads that failed`,
      value: box.kills() + failed,
      unit: '×',
      max: 0,
      note: `${box.kills()} killed, ${failed} failed of ${answers} reads, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${passes} passes over 40 feeds; at most ${(most / 1e6).toFixed(0)} MB of the processes' own after a pass`,
    }
  } finally {
    await readers.stop()
    await database.close()
    await service.stop()
    await box.remove()
  }
}
