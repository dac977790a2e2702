/**
 * `npm run bench`: what the service costs, as ratios to what stands beside it in the same run.
 *   --engine embedded|postgres|both   --only reads,ingest,mixed,growth,stages,stories   --sizes 10000,100000,1000000   --seconds N
 *   (of load on each side of a line)   --short (what CI runs)   --json   --write (docs/bench.md)
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDemoPublisher } from '../../demo/publisher.ts'
import { parseOpml } from '../../src/feeds/formats/opml.ts'
import { connectDatabase, openEmbedded } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { hasTestData, startFeedServer } from '../support/feed-server.ts'
import { type PostgresCluster, startPostgres } from '../support/postgres-cluster.ts'
import { benchGrowth } from './growth.ts'
import { benchIngest } from './ingest.ts'
import { holds, type Measure, printMeasure, renderPage } from './measure.ts'
import { benchMixed } from './mixed.ts'
import { benchReads } from './reads.ts'
import { benchStages } from './stages.ts'
import { benchStories } from './stories.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    only: { type: 'string', default: 'reads,ingest,mixed,growth,stages,stories' },
    sizes: { type: 'string' },
    seconds: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const { short } = values
const sizes = (values.sizes ?? (short ? '2000,10000' : '10000,100000,1000000')).split(',').map(Number)
const seconds = Number(values.seconds ?? (short ? 3 : 10))
const parts = new Set(values.only.split(','))

/** Addresses of the documents: the real feeds where they are, else the demo's. */
async function startDocuments(): Promise<{ urls: string[]; close(): Promise<void> }> {
  if (hasTestData) return startFeedServer()
  const demo = await startDemoPublisher()
  return { urls: parseOpml(demo.opml).map((source) => source.url), close: () => demo.close() }
}

const measures: Measure[] = []
const add = (found: Measure[]) => {
  measures.push(...found)
  if (!values.json) found.forEach(printMeasure)
  // At once, since a whole run takes the better part of an hour.
  if (values.write) writePage()
}

async function benchEngine(engine: 'embedded' | 'postgres', cluster: PostgresCluster | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-bench-'))
  /** Each part has a database of its own. */
  const env = async (name: string): Promise<Record<string, string>> => ({
    DATA_DIR: join(folder, name),
    ...(cluster ? { DATABASE_URL: await createDatabase(cluster, name) } : {}),
  })
  const open = async (name: string) =>
    cluster ? openPostgres(await createDatabase(cluster, name), 5) : openEmbedded({})
  const articles = sizes[0] ?? 0
  if (parts.has('reads')) add(await benchReads({ engine, env: await env('reads'), articles, seconds }, short))
  const documents = await startDocuments()
  if (parts.has('ingest')) {
    const { first, later } = await benchIngest(await open('ingest'), documents.urls)
    const name = `${engine}: over a bare loop of fetching and parsing`
    const note = `in the first turn ${first.toFixed(2)}`
    add([{ group: 'Ingest', name, value: later, unit: '×', max: 5, note }])
  }
  if (parts.has('mixed'))
    add(await benchMixed(engine, await env('mixed'), Math.min(100_000, sizes.at(-1) ?? 0), documents.urls))
  await documents.close()
  if (parts.has('growth')) {
    const database = await open('growth')
    await migrate(database)
    add(await benchGrowth(engine, database, sizes))
    await database.close()
  }
  if (cluster && parts.has('stages')) {
    const database = await open('stages')
    await migrate(database)
    add(await benchStages(database, short ? [1000, 4000] : [1000, 10_000, 100_000]))
  }
  if (cluster && parts.has('stories')) {
    const database = await open('stories')
    await migrate(database)
    add(await benchStories(database, short ? [2000] : [2000, 8000, 40_000]))
    await database.close()
  }
  rmSync(folder, { recursive: true, force: true })
}

async function createDatabase({ url }: PostgresCluster, name: string): Promise<string> {
  const admin = await connectDatabase({ connectionString: url }, 1)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  return url.replace(/postgres$/, name)
}

if (values.engine !== 'postgres') await benchEngine('embedded', null)
if (values.engine !== 'embedded') {
  const cluster = await startPostgres()
  try {
    await benchEngine('postgres', cluster)
  } finally {
    cluster.destroy()
  }
}
report()

function whereAndWhen() {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const machine = `node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GiB`
  return { machine, date: new Date().toISOString().slice(0, 10) }
}

function writePage(): void {
  const command = `npm run bench${process.argv.slice(2).length > 0 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`
  writeFileSync(new URL('../../docs/bench.md', import.meta.url), renderPage(measures, { command, ...whereAndWhen() }))
}

function report(): void {
  const { machine, date } = whereAndWhen()
  if (values.json) console.log(JSON.stringify({ machine, date, measures }))
  else console.log(`\n${machine}, ${date}: ${measures.filter(holds).length} of ${measures.length} lines as promised`)
  process.exitCode = measures.every(holds) || short ? 0 : 1
}
