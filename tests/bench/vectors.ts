/**
 * `npm run bench:vectors [-- --count N]`: recall@10 of vector search against the exact answer, and its latency, on the
 * embedded database (20,000 vectors) or on the PostgreSQL of TEST_DATABASE_URL (100,000) where it has pgvector.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../src/store/database/database.ts'
import {
  ensureVectorModel,
  ensureVectorTables,
  findPgvector,
  nearest,
  type VectorModel,
} from '../../src/store/search/vectors.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'

const DIMENSIONS = 384
const LATENT = 24
const QUERIES = 50
const K = 10

const { values } = parseArgs({ options: { count: { type: 'string' } } })
const count = Number(values.count ?? (testEngine === 'postgres' ? 100_000 : 20_000))

/** A seeded generator (mulberry32), so that every run measures the same vectors. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const next = random(7)
const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
const projection = Array.from({ length: LATENT }, () => Float32Array.from({ length: DIMENSIONS }, gauss))

/** A point of few dimensions projected into many, as sentence vectors lie. */
function vector(): Float32Array {
  const out = new Float32Array(DIMENSIONS)
  for (const axis of projection) {
    const weight = gauss()
    for (let at = 0; at < DIMENSIONS; at++) out[at] = (out[at] ?? 0) + weight * (axis[at] ?? 0)
  }
  const length = Math.hypot(...out)
  return out.map((value) => value / length)
}

const dot = (a: Float32Array, b: Float32Array) => {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

async function fill(database: Database, model: VectorModel, vectors: Float32Array[]): Promise<void> {
  await sql`insert into feeds (url, title, publisher) values ('https://bench.example/', 'Bench', 'bench.example')`.execute(
    database.db,
  )
  await sql`
    insert into articles (feed_id, url, canonical_url, title, discovered_at, sort_at, updated_at, content_hash, status)
    select (select max(id) from feeds), 'u' || n, 'u' || n, 't', now(), now(), now(), 'h' || n, 'published'
    from generate_series(1, ${vectors.length}::integer) n`.execute(database.db)
  for (let from = 0; from < vectors.length; from += 250) {
    const rows = vectors.slice(from, from + 250).map((v, n) => sql`(${from + n + 1}, ${`[${v.join(',')}]`}::text)`)
    await sql`
      insert into ${sql.table(`vectors_${model.id}`)} (article_id, v)
      select x.id::bigint, x.v::vector from (values ${sql.join(rows)}) x(id, v)`.execute(database.db)
  }
}

const database = await openTestDatabase()
const pgvector = await findPgvector(database)
if (!pgvector) {
  console.log(`${testEngine}: pgvector is not installed on this server, nothing to measure`)
  await database.close()
  process.exit(0)
}
const model = await ensureVectorModel(database, pgvector, { name: 'bench', dimensions: DIMENSIONS }, new Date())
const vectors = Array.from({ length: count }, vector)
const started = performance.now()
// Filled first and indexed at once: adding them one by one gives the same kind of index in many times the time.
await sql`drop index if exists ${sql.ref(`vectors_${model.id}_nearest`)}`.execute(database.db)
await fill(database, model, vectors)
await database.db.transaction().execute((trx) => ensureVectorTables(trx, database.engine, pgvector))
const filled = performance.now() - started

const times: number[] = []
let found = 0
for (let n = 0; n < QUERIES; n++) {
  const query = vector()
  const scored = vectors.map((v, at) => ({ id: at + 1, score: dot(v, query) })).sort((a, b) => b.score - a.score)
  const exact = new Set(scored.slice(0, K).map(({ id }) => id))
  const before = performance.now()
  const hits = await nearest(database, model, [...query], K)
  times.push(performance.now() - before)
  found += hits.filter(({ articleId }) => exact.has(articleId)).length
}
times.sort((a, b) => a - b)
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
console.log(
  `${testEngine}, pgvector ${pgvector.version}: ${count} vectors of ${DIMENSIONS}, filled and indexed in ${(filled / 1000).toFixed(1)} s\n` +
    `recall@${K} ${(found / (QUERIES * K)).toFixed(3)}   median ${at(0.5)} ms   95th percentile ${at(0.95)} ms`,
)
await database.close()
process.exitCode = found / (QUERIES * K) >= 0.97 ? 0 : 1
