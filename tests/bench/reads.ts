/** Reads of every surface: hot, conditional and cold, against a bare server and against Express. */
import { startServer } from './children.ts'
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

interface Address {
  path: string
  /** The least ratio that was promised. */
  min: number
  /** One of each surface is asked for with a validator too. */
  conditional: boolean
}

/** An article's pages are those of the newest one. */
async function surfaces(origin: string): Promise<Address[]> {
  const { entries } = (await (await fetch(`${origin}/entries.json?items=1`)).json()) as { entries: { id: number }[] }
  const id = entries[0]?.id ?? 0
  const pathname = await canonicalPath(origin, id)
  const conditional = new Set([
    '/entries.json',
    '/api/v1/entries',
    '/feed.json',
    '/',
    '/entries.rss',
    '/index.md',
    pathname,
  ])
  const address = (min: number) => (path: string) => ({ path, min, conditional: conditional.has(path) })
  return [
    ...['/entries.json', '/entries/popular.json', `/entries/${id}.json`, '/feeds.json', '/tags.json'].map(
      address(json),
    ),
    ...['/api/v1/entries', '/api/v1/feeds', '/api/v1/tags', '/api/v1/stories', '/feed.json'].map(address(json)),
    ...['/', pathname, '/feeds', '/entries.rss', '/index.md', `/entries/${id}.md`].map(address(html)),
  ]
}

export async function benchReads(options: ReadOptions, short: boolean): Promise<Measure[]> {
  const { engine, seconds } = options
  const measures: Measure[] = []
  const measure = async (name: string, min: number, ours: Load, bare: Load) => {
    const outcome = await compare(ours, bare, seconds)
    const note = `p50 ${ms(outcome.ours.p50)}, p99 ${ms(outcome.ours.p99)}; bare ${ms(outcome.other.p50)} and ${ms(outcome.other.p99)}`
    measures.push({ group: `Reads (${engine})`, name, value: outcome.ratio, unit: '×', min, note })
  }
  const first = await startServer('./server.ts', settings(options))
  const all = await surfaces(first.origin)
  first.stop()
  const few = ['/entries.json', '/api/v1/entries', '/']
  // Both start anew for each address: after a quiet moment V8 gives up compiled code, in one sooner than in the other, and
  // that process is a fifth slower from then on.
  for (const { path, min, conditional } of short ? all.filter(({ path }) => few.includes(path)) : all) {
    const ours = await startServer('./server.ts', settings(options))
    const bare = await startServer('./bare.ts', { BENCH_ORIGIN: ours.origin })
    const load = { paths: [path] }
    await measure(`${path} hot`, min, { ...load, origin: ours.origin }, { ...load, origin: bare.origin })
    const again = { ...load, conditional: true }
    if (conditional)
      await measure(`${path} conditional`, min, { ...again, origin: ours.origin }, { ...again, origin: bare.origin })
    ours.stop()
    bare.stop()
  }
  if (options.env.DATABASE_URL) measures.push(...(await benchBesideExpress(options)))
  measures.push(...(await benchCold(options, short)))
  return measures
}

const settings = ({ env, articles }: ReadOptions) => ({
  SOURCES: 'none',
  LOG_LEVEL: 'error',
  BENCH_ARTICLES: String(articles),
  ...env,
})

async function benchBesideExpress(options: ReadOptions): Promise<Measure[]> {
  const ours = await startServer('./server.ts', settings(options))
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
  ours.stop()
  express.stop()
  return measures
}

/** Every answer is built: the cache is too small to hold what comes back. */
async function benchCold(options: ReadOptions, short: boolean): Promise<Measure[]> {
  const { engine, articles, seconds, env } = options
  const ours = await startServer('./server.ts', { ...settings(options), CACHE_MB: '1' })
  const bare = await startServer('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const ids = (most: number) => Array.from({ length: Math.min(most, articles) }, (_, i) => i + 1)
  const cold: { name: string; paths: string[]; min?: number }[] = [
    {
      name: '/entries/:id.json',
      paths: ids(10_000).map((id) => `/entries/${id}.json`),
      min: env.DATABASE_URL ? 0.2 : 0.08,
    },
    { name: '/api/v1/entries?page=:n', paths: ids(articles / 25).map((page) => `/api/v1/entries?page=${page}`) },
    { name: 'article pages', paths: await canonicalPaths(ours.origin, ids(2000)) },
    { name: '/entries/:id.md', paths: ids(2000).map((id) => `/entries/${id}.md`) },
  ]
  const measures: Measure[] = []
  for (const { name, paths, min } of short ? cold.slice(0, 1) : cold) {
    await inFifties(paths, async (path) => void (await (await fetch(bare.origin + path)).arrayBuffer()))
    const { ratio, ...outcome } = await compare({ origin: ours.origin, paths }, { origin: bare.origin, paths }, seconds)
    measures.push({
      group: `Reads (${engine})`,
      name: `${paths.length} different ${name}, none kept`,
      value: ratio,
      unit: '×',
      ...(min === undefined ? {} : { min }),
      note: `p50 ${ms(outcome.ours.p50)}, p99 ${ms(outcome.ours.p99)}`,
    })
  }
  ours.stop()
  bare.stop()
  return measures
}

/** Where the address of an article without words leads. */
async function canonicalPath(origin: string, id: number): Promise<string> {
  const answer = await fetch(`${origin}/entries/${id}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', origin).pathname
}

async function canonicalPaths(origin: string, ids: number[]): Promise<string[]> {
  const paths: string[] = []
  await inFifties(ids, async (id) => {
    paths.push(await canonicalPath(origin, id))
  })
  return paths
}

async function inFifties<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 50) await Promise.all(items.slice(i, i + 50).map(work))
}
