/** The service as it is at work: reads while sources are read in the same process, and the memory that it takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from './children.ts'
import { steadyLoad } from './load.ts'
import type { Measure } from './measure.ts'

const sources = 40
/** Longer than threads that have nothing to do are kept. */
const RESTS_MS = 30_000
const perSecond = 500
/** Sources that are read before it counts, as pages are: a service has long done both. */
const FIRST = 5

/** `urls`: documents that the service may fetch. */
export async function benchMixed(
  engine: string,
  env: Record<string, string>,
  articles: number,
  urls: readonly string[],
): Promise<Measure[]> {
  const feeds = urls.slice(0, sources)
  const settings = {
    SOURCES: 'none',
    LOG_LEVEL: 'error',
    RELEVANCE: 'all',
    FETCH_ALLOW: '127.0.0.1/32',
    BENCH_ARTICLES: String(articles),
    BENCH_FEEDS: feeds.join(' '),
    BENCH_FIRST_FEEDS: urls.slice(sources, sources + FIRST).join(' '),
    ...env,
  }
  // Filling takes memory that a service which came by its articles one by one never took.
  ;(await startServer('./server.ts', settings)).stop()
  const server = await startServer('./server.ts', settings)
  const load = { origin: server.origin, paths: ['/entries.json', '/api/v1/entries', '/', '/entries.rss'] }
  await server.ask('ingest first')
  await steadyLoad(load, perSecond, { seconds: 3 })
  const idle = await steadyLoad(load, perSecond, { seconds: 20 })
  const restedBefore = await server.ask('rested')
  const ingest = server.ask('ingest')
  const busy = await steadyLoad(load, perSecond, { over: ingest })
  const took = await ingest
  const rested = (await server.ask('rested')) - restedBefore
  await sleep(RESTS_MS)
  const memory = await server.ask('memory')
  server.stop()
  return [
    {
      group: `At work (${engine})`,
      name: `p99 of hot reads while ${feeds.length} sources are read, over the idle p99`,
      value: busy.p99 / idle.p99,
      unit: '×',
      max: 3,
      note: `${busy.p99.toFixed(1)} ms over ${idle.p99.toFixed(1)} ms; p50 ${busy.p50.toFixed(1)} over ${idle.p50.toFixed(1)}; longest ${busy.max.toFixed(0)} over ${idle.max.toFixed(0)}; the pass took ${(took / 1000).toFixed(0)} s, of which it rested ${(rested / 1000).toFixed(0)} s for readers`,
    },
    {
      group: `At work (${engine})`,
      name: `resident memory with ${articles} articles, half a minute after load and a pass`,
      value: memory,
      unit: 'MB',
      ...(engine === 'embedded' ? { max: 450 } : {}),
    },
  ]
}
