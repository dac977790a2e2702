/**
 * `npm run bench:scale`: the figures that docs/scale.md reckons with: answers a second of one web process and their bytes,
 * bytes of an article in PostgreSQL, and what a visit to a source costs a worker. Options: --articles N, --seconds N.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { actionsOf } from '../../tests/support/actions.ts'
import { seedFeed } from '../../tests/support/build.ts'
import { type RssItem, rssDocument, startPublisher } from '../../tests/support/played/publisher.ts'
import { startCluster } from '../../tests/support/postgres.ts'
import { startTestWeb } from '../../tests/support/web.ts'
import { startWeb } from './children.ts'
import { runLoad } from './load.ts'
import { fillArticles } from './synthetic.ts'

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '5' } },
})
const articles = Number(values.articles)
const show = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(58)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`)

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-scale-'))
const cluster = await startCluster()
try {
  await fill()
  await measureReads()
  await measureSize()
  await measureVisits()
} finally {
  cluster.destroy()
  rmSync(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const database = await connectDatabase({ connectionString: cluster.url }, 2)
  await migrate(database)
  await fillArticles(database, articles)
  await database.close()
}

async function measureReads(): Promise<void> {
  const common = { SOURCES: 'none', LOG_LEVEL: 'error', DATABASE_URL: cluster.url, DATA_DIR: folder }
  // Room for little, so that every article is asked of the database.
  const web = await startWeb({ ...common, CACHE_MB: '1' })
  const { origin } = web
  const headers = { 'accept-encoding': 'br' }
  for (const path of ['/', '/entries.json', '/api/v1/entries', '/entries.rss']) {
    const answer = await fetch(origin + path, { headers })
    await answer.arrayBuffer()
    show(`${path}: bytes with br`, Number(answer.headers.get('content-length')), 'bytes')
    await runLoad({ origin, paths: [path], headers }, 1)
    const { perSecond } = await runLoad({ origin, paths: [path], headers }, Number(values.seconds))
    show(`${path}: answers from memory, one process`, perSecond, 'a second')
  }
  const paths = Array.from({ length: 5000 }, (_, n) => `/entries/${1 + ((n * 7919) % articles)}.json`)
  const { perSecond } = await runLoad({ origin, paths, headers }, Number(values.seconds))
  show('different articles, each asked of the database', perSecond, 'a second')
  await web.stop()
}

async function measureSize(): Promise<void> {
  const database = await connectDatabase({ connectionString: cluster.url }, 2)
  const { rows } = await database.pool.query(`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  show(`one article of ${articles} in PostgreSQL, indexes and all`, Number(rows[0]?.bytes) / articles, 'bytes')
  await database.close()
}

/** CPU of this process alone: the publisher in it serves from memory. */
async function measureVisits(): Promise<void> {
  const sources = 100
  const publisher = await startPublisher()
  const web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  const items = (name: string, count: number): RssItem[] =>
    Array.from({ length: count }, (_, n) => ({
      title: `${name} has matter ${n}`,
      link: `https://${name}.example/${n}`,
      date: new Date(web.clock.now().getTime() - n * 3_600_000),
      description: `Matter ${n} of ${name} is told here at the length that feeds have, in a few sentences. `.repeat(4),
    }))
  const serve = (count: number) => {
    for (let n = 0; n < sources; n++) publisher.serve(`/s${n}`, { body: rssDocument(`s${n}`, items(`s${n}`, count)) })
  }
  const ids: number[] = []
  for (let n = 0; n < sources; n++)
    ids.push(await seedFeed(web.database, { url: publisher.at(`/s${n}`), extract: false, relevance: 'all' }))
  const pass = async () => {
    const before = process.cpuUsage()
    await actionsOf(web).ingest({ feedIds: ids })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  serve(20)
  show('a new article: fetched, judged, joined (embedded database)', (await pass()) / (sources * 20), 'ms of CPU')
  show('a visit that brings nothing new', (await pass()) / sources, 'ms of CPU')
  await web.close()
  await publisher.close()
}
