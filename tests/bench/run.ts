/**
 * `npm run bench`: the service against a bare node:http server that sends the same bodies, in one run, as ratios.
 *   --engine embedded|postgres|both   --articles N   --seconds N   --rounds N   --short   --json
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openPostgres } from '../../src/store/database.ts'
import { freePort, type PostgresCluster, spawnNode, startPostgres } from '../support/postgres-cluster.ts'
import { benchDeepPages } from './deep-pages.ts'
import { benchIngest } from './ingest.ts'
import { compare, type Load } from './load.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    articles: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const articles = Number(values.articles ?? (values.short ? 2_000 : 20_000))
const seconds = Number(values.seconds ?? (values.short ? 2 : 4))
const rounds = Number(values.rounds ?? (values.short ? 1 : 3))

export interface Measure {
  name: string
  ratio: number
  /** The ratio must be at least (`min`) or at most (`max`) this. */
  min?: number
  max?: number
}

async function startChild(script: string, env: Record<string, string>): Promise<{ origin: string; stop(): void }> {
  const port = await freePort()
  const child = spawnNode([new URL(script, import.meta.url).pathname], { ...env, PORT: String(port) })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (data) => String(data).includes('ready') && resolve())
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGKILL') }
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `/entries/${i + 1}.json`)

async function benchReads(engine: string, env: Record<string, string>): Promise<Measure[]> {
  const settings = { SOURCES: 'none', LOG_LEVEL: 'error', BENCH_ARTICLES: String(articles), ...env }
  const ours = await startChild('./server.ts', settings)
  const bare = await startChild('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const measures: Measure[] = []
  const measure = async (name: string, limits: { min?: number }, load: Omit<Load, 'origin'>) => {
    const { ratio } = await compare({ ...load, origin: ours.origin }, { ...load, origin: bare.origin }, seconds, rounds)
    measures.push({ name: `${engine}: ${name}`, ratio, ...limits })
  }
  const etag = async (path: string) => (await fetch(ours.origin + path)).headers.get('etag') ?? ''
  await measure('/entries.json hot', { min: 0.9 }, { paths: ['/entries.json'] })
  const headers = { 'if-none-match': await etag('/entries.json') }
  await measure('/entries.json conditional', { min: 0.9 }, { paths: ['/entries.json'], headers })
  await measure('/api/v1/entries hot', { min: 0.9 }, { paths: ['/api/v1/entries'] })
  await measure('/entries.rss hot', { min: 0.9 }, { paths: ['/entries.rss'] })
  await measure('/index.md hot', { min: 0.9 }, { paths: ['/index.md'] })
  await measure('/ hot', { min: 0.8 }, { paths: ['/'] })
  ours.stop()
  bare.stop()
  measures.push(await benchCold(engine, settings))
  return measures
}

/** Every answer is built: the cache is too small to hold what comes back. */
async function benchCold(engine: string, settings: Record<string, string>): Promise<Measure> {
  const ours = await startChild('./server.ts', { ...settings, CACHE_MB: '1' })
  const bare = await startChild('./bare.ts', { BENCH_ORIGIN: ours.origin })
  const paths = ids(Math.min(10_000, articles))
  for (let i = 0; i < paths.length; i += 50) {
    await Promise.all(
      paths.slice(i, i + 50).map((path) => fetch(bare.origin + path).then((answer) => answer.arrayBuffer())),
    )
  }
  const { ratio } = await compare({ origin: ours.origin, paths }, { origin: bare.origin, paths }, seconds, rounds)
  ours.stop()
  bare.stop()
  return {
    name: `${engine}: ${paths.length} different /entries/:id.json, none kept`,
    ratio,
    min: engine === 'embedded' ? 0.08 : 0.2,
  }
}

async function benchEngine(engine: 'embedded' | 'postgres', cluster: PostgresCluster | null): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-bench-'))
  const measures = await benchReads(engine, { DATA_DIR: dataDir, ...(cluster ? { DATABASE_URL: cluster.url } : {}) })
  rmSync(dataDir, { recursive: true, force: true })
  if (cluster) {
    const database = await openPostgres(cluster.url, 5)
    const pages = await benchDeepPages(database, 15)
    measures.push(
      { name: `${engine}: page 100 of ${articles} articles, over page 1`, ratio: pages.page100, max: 5 },
      { name: `${engine}: last page of ${articles} articles, over page 1`, ratio: pages.last, max: 5 },
    )
    await sql`create database ingest`.execute(database.db)
    await database.close()
  }
  const ingestUrl = cluster ? cluster.url.replace(/postgres$/, 'ingest') : null
  measures.push({
    name: `${engine}: ingest over a bare loop of fetching and parsing`,
    ratio: await benchIngest(ingestUrl),
    max: 5,
  })
  return measures
}

const measures: Measure[] = []
if (values.engine !== 'postgres') measures.push(...(await benchEngine('embedded', null)))
if (values.engine !== 'embedded') {
  const cluster = await startPostgres()
  try {
    measures.push(...(await benchEngine('postgres', cluster)))
  } finally {
    cluster.destroy()
  }
}
report(measures)

function report(all: Measure[]): void {
  const rows = all.map((m) => ({ ...m, ok: m.ratio >= (m.min ?? 0) && m.ratio <= (m.max ?? Number.POSITIVE_INFINITY) }))
  if (values.json) console.log(JSON.stringify({ articles, rows }))
  else {
    console.log(
      `node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${articles} articles, ${new Date().toISOString().slice(0, 10)}\n`,
    )
    for (const row of rows) {
      const target = row.min !== undefined ? `at least ${row.min}` : `at most ${row.max}`
      console.log(`${row.ok ? 'ok  ' : 'MISS'}  ${row.ratio.toFixed(2).padStart(6)}  ${target.padEnd(14)}  ${row.name}`)
    }
  }
  process.exitCode = rows.every((row) => row.ok) || values.short ? 0 : 1
}
