/** Reads of every surface against a bare server: hot, conditional, and of different articles that are not cached. */
import type { Database } from '../../src/platform/database/database.ts'
import { startScript, startWeb } from './children.ts'
import { compare, type Load } from './load.ts'
import type { Measure } from './measure.ts'
import { fillArticles } from './synthetic.ts'

export interface ReadOptions {
  /** Settings of the service's process. */
  env: Record<string, string>
  /** Of load on each of two servers that are compared. */
  seconds: number
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

const json = 0.75
const html = 0.7
const conditional = 0.75
const uncached = 0.25

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
  const both = new Set(['/entries.json', '/api/v1/entries', '/feed.json', '/', '/entries.rss', '/index.md', pathname])
  const address = (min: number) => (path: string) => ({ path, min, conditional: both.has(path) })
  return [
    ...['/entries.json', '/entries/popular.json', `/entries/${id}.json`, '/feeds.json', '/tags.json'].map(
      address(json),
    ),
    ...['/api/v1/entries', '/api/v1/feeds', '/api/v1/tags', '/api/v1/stories', '/feed.json'].map(address(json)),
    ...['/', pathname, '/feeds', '/entries.rss', '/index.md', `/entries/${id}.md`].map(address(html)),
  ]
}

/** Fills the database of the service, which is migrated and empty. */
export async function benchReads(database: Database, options: ReadOptions, short: boolean): Promise<Measure[]> {
  const articles = short ? 2000 : 10_000
  await fillArticles(database, articles)
  const { env, seconds } = options
  const measures: Measure[] = []
  const measure = async (name: string, min: number, ours: Load, bare: Load) => {
    const outcome = await compare(ours, bare, seconds)
    const note = `p50 ${ms(outcome.ours.p50)}, p99 ${ms(outcome.ours.p99)}; bare ${ms(outcome.other.p50)} and ${ms(outcome.other.p99)}`
    measures.push({ group: 'Reads', name, value: outcome.ratio, unit: '×', min, note })
  }
  const first = await startWeb(env)
  const all = await surfaces(first.origin)
  await first.stop()
  const few = ['/entries.json', '/api/v1/entries', '/']
  // Both start anew for each address: after a quiet moment V8 gives up compiled code, in one sooner than in the other, and
  // that process is a fifth slower from then on.
  for (const { path, min, ...address } of short ? all.filter(({ path }) => few.includes(path)) : all) {
    const ours = await startWeb(env)
    const bare = await startScript('./bare.ts', { BENCH_ORIGIN: ours.origin })
    const load = { paths: [path] }
    await measure(`${path} hot`, min, { ...load, origin: ours.origin }, { ...load, origin: bare.origin })
    const again = { ...load, conditional: true }
    if (address.conditional)
      await measure(
        `${path} conditional`,
        conditional,
        { ...again, origin: ours.origin },
        { ...again, origin: bare.origin },
      )
    await ours.stop()
    await bare.stop()
  }
  measures.push(...(await benchUncached(options, articles, short)))
  return measures
}

/** Every answer is built: the cache is too small to hold what comes back. */
async function benchUncached(options: ReadOptions, articles: number, short: boolean): Promise<Measure[]> {
  const { seconds, env } = options
  const ours = await startWeb({ ...env, CACHE_MB: '1' })
  const bare = await startScript('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const ids = (most: number) => Array.from({ length: Math.min(most, articles) }, (_, i) => i + 1)
  const cold: { name: string; paths: string[]; min?: number }[] = [
    {
      name: '/entries/:id.json',
      paths: ids(10_000).map((id) => `/entries/${id}.json`),
      min: uncached,
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
      group: 'Reads',
      name: `${paths.length} different ${name}, not cached`,
      value: ratio,
      unit: '×',
      ...(min === undefined ? {} : { min }),
      note: `p50 ${ms(outcome.ours.p50)}, p99 ${ms(outcome.ours.p99)}`,
    })
  }
  await ours.stop()
  await bare.stop()
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
