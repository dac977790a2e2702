/** A pass over feeds by the running service's worker: how long it takes with and without readers, and what readers meet. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { listDueSweeps } from '../../src/news/stages/writes/pending-stages.ts'
import { type Queue, startQueue } from '../../src/platform/queue/queue.ts'
import { startScript } from './children.ts'
import type { Measure } from './measure.ts'
import { READS_A_SECOND, withReaders } from './readers.ts'
import type { Running } from './service.ts'
import { addPlainFeeds } from './synthetic.ts'

const FEEDS = 40
const MOST_MS = 50
const MOST_RATIO = 2
const POLL_MS = 50

let passes = 0

/** Seconds from when the worker is told of feeds that are new until nothing is left to do: all their articles are new. */
export async function runPass({ database, feeds }: Running, queue: Queue): Promise<number> {
  passes++
  const added = await addPlainFeeds(
    database,
    feeds.slice(0, FEEDS).map((url) => `${url}?pass=${passes}`),
  )
  const articles = await countArticles(database)
  const since = new Date()
  const started = performance.now()
  await queue.add(
    'fetch',
    added.map(({ id }) => String(id)),
  )
  do {
    await sleep(POLL_MS)
    for (const stage of ['fetch', 'cluster', 'stories'] as const) await queue.whenIdle(stage, since)
  } while ((await listDueSweeps(database, new Date())).length > 0)
  const seconds = (performance.now() - started) / 1000
  if ((await countArticles(database)) === articles)
    throw new Error('The pass brought no article: nothing was measured.')
  return seconds
}

async function countArticles({ db }: Running['database']): Promise<number> {
  const { n } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Gives jobs to the service's worker, and takes none. */
export const openQueue = ({ database }: Running): Promise<Queue> => startQueue(database, pino({ level: 'error' }))

export async function benchPass(running: Running): Promise<Measure[]> {
  const { service, feeds } = running
  const queue = await openQueue(running)
  const bare = await startScript('./bare.ts', { BENCH_ORIGIN: service.origin })
  const pass = () => runPass(running, queue)
  await pass()
  // The one before and the one after, since every pass leaves more to compare with.
  const before = await pass()
  const busy = await withReaders(service.origin, pass)
  const beside = await withReaders(bare.origin, pass)
  const quiet = (before + (await pass())) / 2
  await bare.stop()
  await queue.stop()
  const count = Math.min(FEEDS, feeds.length)
  const told = ({ p50, p99, max }: typeof busy.report) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(0)} ms`
  return [
    {
      group: 'At work',
      name: `a pass over ${count} feeds with ${READS_A_SECOND} reads a second, over one without`,
      value: busy.result / quiet,
      unit: '×',
      max: MOST_RATIO,
      note: `${busy.result.toFixed(1)} s over ${quiet.toFixed(1)} s`,
    },
    {
      group: 'At work',
      name: 'p99 of hot reads during that pass',
      value: busy.report.p99,
      unit: 'ms',
      max: MOST_MS,
      note: told(busy.report),
    },
    {
      group: 'At work',
      name: 'p99 of a bare server beside the same pass',
      value: beside.report.p99,
      unit: 'ms',
      note: `${told(beside.report)}; the pass took ${beside.result.toFixed(1)} s`,
    },
  ]
}
