/** Reads of every surface: hot, conditional and built, against a bare server and against Express. */
import { type BenchServer, startServer } from './children.ts'
import { compare, type Load } from './load.ts'
import type { Measure } from './measure.ts'

export interface ReadOptions {
  engine: string
  /** Settings of the service's process. */
  env: Record<string, string>
  articles: number
  /** Of load on each of two servers that are compared. */
  seconds: number
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

const json = 0.9
const html = 0.8

/** Addresses with the least ratio that was promised. An article's pages are those of the newest one. */
async function surfaces(origin: string): Promise<[string, number][]> {
  const { entries } = (await (await fetch(`${origin}/entries.json?items=1`)).json()) as { entries: { id: number }[] }
  const id = entries[0]?.id
  const { pathname } = new URL(
    (await fetch(`${origin}/entries/${id}`, { redirect: 'manual' })).headers.get('location') ?? '',
    origin,
  )
  return [
    ['/entries.json', json],
    ['/entries/popular.json', json],
    [`/entries/${id}.json`, json],
    ['/feeds.json', json],
    ['/tags.json', json],
    ['/api/v1/entries', json],
    ['/api/v1/feeds', json],
    ['/api/v1/tags', json],
    ['/api/v1/stories', json],
    ['/feed.json', json],
    ['/', html],
    [pathname, html],
    ['/feeds', html],
    ['/entries.rss', html],
    ['/index.md', html],
    [`/entries/${id}.md`, html],
  ]
}

export async function benchReads(options: ReadOptions, short: boolean): Promise<Measure[]> {
  const { engine, seconds } = options
  const ours = await startServer('./server.ts', settings(options))
  const bare = await startServer('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const measures: Measure[] = []
  const measure = async (name: string, min: number, load: Omit<Load, 'origin'>) => {
    const outcome = await compare({ ...load, origin: ours.origin }, { ...load, origin: bare.origin }, seconds)
    const note = `p50 ${ms(outcome.ours.p50)}, p99 ${ms(outcome.ours.p99)}; bare ${ms(outcome.other.p50)} and ${ms(outcome.other.p99)}`
    measures.push({ group: `Reads (${engine})`, name, value: outcome.ratio, unit: '×', min, note })
  }
  const all = await surfaces(ours.origin)
  for (const [path, min] of short
    ? all.filter(([path]) => ['/entries.json', '/api/v1/entries', '/'].includes(path))
    : all) {
    await measure(`${path} hot`, min, { paths: [path] })
    if (!['/entries.json', '/api/v1/entries', '/'].includes(path)) continue
    await measure(`${path} conditional`, min, { paths: [path], conditional: true })
  }
  if (options.env.DATABASE_URL) measures.push(...(await benchBesideExpress(options, ours)))
  ours.stop()
  bare.stop()
  measures.push(await benchBuilt(options))
  return measures
}

const settings = ({ env, articles }: ReadOptions) => ({
  SOURCES: 'none',
  LOG_LEVEL: 'error',
  BENCH_ARTICLES: String(articles),
  ...env,
})

async function benchBesideExpress(options: ReadOptions, ours: BenchServer): Promise<Measure[]> {
  const express = await startServer('./express.ts', options.env)
  const measures: Measure[] = []
  for (const path of ['/entries.json', '/api/v1/entries', '/entries/100.json']) {
    const {
      ratio,
      ours: a,
      other: b,
    } = await compare(
      { origin: ours.origin, paths: [path] },
      { origin: express.origin, paths: [path] },
      options.seconds,
    )
    const note = `p50 ${ms(a.p50)}, p99 ${ms(a.p99)}; Express ${ms(b.p50)} and ${ms(b.p99)}`
    measures.push({ group: `Beside Express + pg (${options.engine})`, name: path, value: ratio, unit: '×', note })
  }
  express.stop()
  return measures
}

/** Every answer is built: the cache is too small to hold what comes back. */
async function benchBuilt(options: ReadOptions): Promise<Measure> {
  const ours = await startServer('./server.ts', { ...settings(options), CACHE_MB: '1' })
  const bare = await startServer('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const paths = Array.from({ length: Math.min(10_000, options.articles) }, (_, i) => `/entries/${i + 1}.json`)
  for (let i = 0; i < paths.length; i += 50)
    await Promise.all(
      paths.slice(i, i + 50).map((path) => fetch(bare.origin + path).then((answer) => answer.arrayBuffer())),
    )
  const { ratio, ours: outcome } = await compare(
    { origin: ours.origin, paths },
    { origin: bare.origin, paths },
    options.seconds,
  )
  ours.stop()
  bare.stop()
  return {
    group: `Reads (${options.engine})`,
    name: `${paths.length} different /entries/:id.json, none kept`,
    value: ratio,
    unit: '×',
    min: options.env.DATABASE_URL ? 0.2 : 0.08,
    note: `p50 ${ms(outcome.p50)}, p99 ${ms(outcome.p99)}`,
  }
}
