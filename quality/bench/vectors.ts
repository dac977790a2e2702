/**
 * `npm run bench:vectors [-- --dimensions 384 --counts 10000,100000]`: search by vectors against an exact scan of the same in
 * single precision: recall@10, and processor time, memory and loading of a scan in memory. Where the server has pgvector
 * (TEST_DATABASE_URL), its index too.
 */

import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { ensureVectorModel, type VectorModel } from '../../src/news/embeddings/writes/embedding-models.ts'
import { indexVectors } from '../../src/news/embeddings/writes/vector-index.ts'
import { saveVectors } from '../../src/news/embeddings/writes/vectors.ts'
import { nearest } from '../../src/news/search/queries/nearest.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { exposeCollector } from '../../src/platform/supervisor/collect-at-rest.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { exactNearest, vectorMaker } from '../../tests/support/vectors.ts'
import { holds, type Measure, middle, printMeasure } from './measure.ts'

const QUERIES = 50
const K = 10

const { values } = parseArgs({
  options: {
    dimensions: { type: 'string', default: '384' },
    counts: { type: 'string', default: '10000,100000' },
  },
})
const dimensions = Number(values.dimensions)
const collectGarbage = exposeCollector()

const measures: Measure[] = []
const report = (measure: Measure) => {
  measures.push(measure)
  printMeasure(measure)
}

async function seed(database: Database, count: number): Promise<void> {
  await sql`insert into feeds (url, title, publisher) values ('https://bench.example/', 'Bench', 'bench.example')`.execute(
    database.db,
  )
  await sql`alter table articles disable trigger user`.execute(database.db)
  await sql`
    insert into articles (feed_id, url, canonical_url, title, discovered_at, sort_at, updated_at, content_hash, status)
    select (select max(id) from feeds), 'u' || n, 'u' || n, 't', now(), now(), now(), 'h' || n, 'published'
    from generate_series(1, ${count}::integer) n`.execute(database.db)
}

async function save(database: Database, model: VectorModel, vectors: readonly Float32Array[]): Promise<void> {
  for (let from = 0; from < vectors.length; from += 1000) {
    const batch = vectors.slice(from, from + 1000).map((vector, n) => ({
      item: { articleId: from + n + 1, text: '', queuedAt: '2026-01-01' },
      vector: [...vector],
    }))
    await saveVectors(database, model, batch)
  }
}

/** Processor time of this process, in milliseconds. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function memory(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

interface Question {
  query: number[]
  exact: Set<number>
}

async function ask(database: Database, model: VectorModel, questions: readonly Question[]) {
  let found = 0
  const walls: number[] = []
  const before = processor()
  for (const { query, exact } of questions) {
    const start = performance.now()
    const hits = await nearest(database.db, model, query, { k: K })
    walls.push(performance.now() - start)
    found += hits.filter(({ articleId }) => exact.has(articleId)).length
  }
  return {
    recall: found / (questions.length * K),
    cost: (processor() - before) / questions.length,
    wall: middle(walls),
  }
}

async function bench(database: Database, count: number): Promise<void> {
  const model = await ensureVectorModel(database, { name: `bench ${count}`, dimensions }, new Date())
  const make = vectorMaker(dimensions)
  const vectors = Array.from({ length: count }, () => Float32Array.from(make()))
  const questions = Array.from({ length: QUERIES }, () => {
    const query = make()
    return { query, exact: new Set(exactNearest(query, vectors, K).map((at) => at + 1)) }
  })
  await save(database, model, vectors)
  await sql`analyze article_vectors`.execute(database.db)
  const group = `${count.toLocaleString('en')} vectors of ${dimensions} dimensions`
  await benchScan(database, model, questions, group)
  await benchIndex(database, model, questions, group)
}

async function benchScan(database: Database, model: VectorModel, questions: readonly Question[], group: string) {
  const [held, spent, start] = [memory(), processor(), performance.now()]
  await nearest(database.db, model, questions[0]?.query ?? [], { k: K })
  const load = { cost: processor() - spent, wall: performance.now() - start, memory: memory() - held }
  const { recall, cost, wall } = await ask(database, model, questions)
  const note = `${recall.toFixed(3)}`
  report({ group, name: `recall@${K} of a scan in memory`, value: recall, unit: '×', min: 0.98, note })
  report({ group, name: 'processor time of a scan', value: cost, unit: 'ms', note: `median ${wall.toFixed(1)} ms` })
  report({
    group,
    name: 'loading, processor time',
    value: load.cost,
    unit: 'ms',
    note: `${load.wall.toFixed(0)} ms in all`,
  })
  report({ group, name: 'memory', value: load.memory, unit: 'MB' })
}

async function benchIndex(database: Database, model: VectorModel, questions: readonly Question[], group: string) {
  const start = performance.now()
  const indexed = await indexVectors(database)
  if (indexed.length === 0) return console.log(`${group}: this server has no pgvector, so its index is not measured`)
  const built = (performance.now() - start) / 1000
  const { recall, cost, wall } = await ask(database, model, questions)
  const note = `${recall.toFixed(3)}; built in ${built.toFixed(0)} s`
  report({ group, name: `recall@${K} of pgvector's index`, value: recall, unit: '×', min: 0.98, note })
  const beside = `median ${wall.toFixed(1)} ms with the server's work`
  report({
    group,
    name: "processor time of a search by pgvector's index, without the server's",
    value: cost,
    unit: 'ms',
    note: beside,
  })
}

const database = await openTestDatabase()
try {
  const counts = values.counts.split(',').map(Number)
  await seed(database, Math.max(...counts))
  for (const count of counts) await bench(database, count)
} finally {
  await database.close()
}
process.exitCode = measures.every(holds) ? 0 : 1
