/**
 * `npm run bench:search [-- --small 10000 --large 100000 --vectors 20000]`: what the index costs when articles come in,
 * how the cost of a search grows with their number, and how much of the exact answer vector search gives. On the embedded
 * database, or with TEST_DATABASE_URL on PostgreSQL (with pgvector there: 100,000 vectors).
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { searchArticles } from '../../src/read/search/search.ts'
import type { Database } from '../../src/store/database/database.ts'
import { ensureVectorModel, findPgvector, nearest, saveVectors } from '../../src/store/search/vectors.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'
import { seedArticles, seedFeed } from '../support/seed.ts'

const DIMENSIONS = 384
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The same numbers each time (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const random = dice(26)
const syllables = [
  'ka',
  'rö',
  'sten',
  'lig',
  'mot',
  'bil',
  'ny',
  'tra',
  'vek',
  'so',
  'fram',
  'gå',
  'äll',
  'dis',
  'pro',
  'tik',
]

/** Word `n` of a made-up language; lower ones are used more, as in any language. */
function word(n: number): string {
  let text = ''
  for (let rest = n + 16; rest > 0; rest = Math.floor(rest / 16)) text += syllables[rest % 16]
  return text
}
const zipf = () => word(Math.floor(60_000 ** random()) - 1)
const text = (words: number) => Array.from({ length: words }, zipf).join(' ')

async function addArticles(database: Database, feed: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1000)
    await seedArticles(
      database,
      Array.from({ length: Math.min(1000, count - done) }, () => ({
        feed_id: feed,
        language: 'sv',
        title: text(9),
        excerpt: text(45),
      })),
    )
}

const milliseconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function median(times: number, work: (i: number) => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < times; i++) all.push(await milliseconds(() => work(i)))
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

async function benchIngest(database: Database, feed: number): Promise<void> {
  const passes = 10
  const toggle = (state: 'enable' | 'disable') =>
    sql.raw(`alter table articles ${state} trigger articles_words_after_insert`).execute(database.db)
  const pass = () =>
    seedArticles(
      database,
      Array.from({ length: 100 }, () => ({ feed_id: feed, language: 'sv', title: text(9), excerpt: text(45) })),
    )
  const indexed = await median(passes, pass)
  await toggle('disable')
  const bare = await median(passes, pass)
  await toggle('enable')
  await sql`delete from articles a where not exists (select from article_search s where s.article_id = a.id)`.execute(
    database.db,
  )
  say(`ingest of 100 articles: ${indexed.toFixed(0)} ms with the index of words, ${bare.toFixed(0)} ms without`)
}

const kinds: [string, () => string][] = [
  ['one common word', () => word(0)],
  ['two common words', () => `${word(1)} ${word(2)}`],
  ['three words', () => text(3)],
  ['a rare word', () => word(40_000 + Math.floor(random() * 10_000))],
  ['a question of 15 words', () => text(15)],
]

async function benchWords(database: Database): Promise<Map<string, number>> {
  const costs = new Map<string, number>()
  const parts = { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } }
  for (const [name, query] of kinds)
    costs.set(name, await median(15, () => searchArticles(parts, { q: query(), limit: 20 })))
  return costs
}

async function benchGrowth(database: Database, feed: number, small: number, large: number): Promise<void> {
  await addArticles(database, feed, small)
  await sql`analyze`.execute(database.db)
  const few = await benchWords(database)
  await addArticles(database, feed, large - small)
  await sql`analyze`.execute(database.db)
  const many = await benchWords(database)
  for (const [name] of kinds) {
    const [a, b] = [few.get(name) ?? 0, many.get(name) ?? 0]
    say(`${name}: ${a.toFixed(1)} ms in ${small} articles, ${b.toFixed(1)} ms in ${large}: ${(b / a).toFixed(1)} times`)
  }
}

/** Vectors as texts give them: a few hidden subjects, projected at random, with noise. */
function makeVector(projection: number[][]): number[] {
  const hidden = projection.map(() => (random() < 0.2 ? random() * 2 - 1 : 0))
  const vector = Array.from({ length: DIMENSIONS }, (_, d) =>
    hidden.reduce((sum, weight, i) => sum + weight * (projection[i]?.[d] ?? 0), (random() - 0.5) * 0.4),
  )
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

async function benchVectors(database: Database, feed: number, count: number): Promise<void> {
  const pgvector = await findPgvector(database)
  if (!pgvector) return void say(`vectors: not measured, since this ${testEngine} server has no pgvector`)
  const at = new Date('2026-11-21T12:00:00Z')
  const model = await ensureVectorModel(database, pgvector, { name: 'bench', dimensions: DIMENSIONS }, at)
  const projection = Array.from({ length: 48 }, () => Array.from({ length: DIMENSIONS }, () => random() * 2 - 1))
  const ids = await database.db.selectFrom('articles').select('id').orderBy('id').limit(count).execute()
  if (ids.length < count) {
    const missing = Array.from({ length: count - ids.length }, () => ({ feed_id: feed, title: 'x', excerpt: '' }))
    for (const id of await seedArticles(database, missing)) ids.push({ id })
  }
  const vectors = ids.map(({ id }) => ({
    item: { articleId: id, text: '', queuedAt: '2026-01-01' },
    vector: makeVector(projection),
  }))
  for (let i = 0; i < count; i += 500) await saveVectors(database, model, vectors.slice(i, i + 500))
  const queries = Array.from({ length: 50 }, () => makeVector(projection))
  let found = 0
  const cost = await median(queries.length, async (i) => {
    const query = queries[i] ?? []
    const exact = exactNearest(query, vectors, 10)
    const hits = await nearest(database, model, query, 10)
    found += hits.filter((hit) => exact.has(hit.articleId)).length
  })
  const inMemory = await median(10, async (i) => exactNearest(queries[i] ?? [], vectors, 10))
  const recall = found / (queries.length * 10)
  say(
    `${count} vectors on ${testEngine}: recall@10 ${recall.toFixed(3)} of the exact answer (at least 0.97), ` +
      `${(cost - inMemory).toFixed(0)} ms a query, ${((cost - inMemory) / inMemory).toFixed(1)} times a scan in memory`,
  )
  if (recall < 0.97) process.exitCode = 1
}

function exactNearest(
  query: number[],
  vectors: { item: { articleId: number }; vector: number[] }[],
  k: number,
): Set<number> {
  const scored = vectors.map(({ item, vector }) => {
    let dot = 0
    for (let d = 0; d < vector.length; d++) dot += (vector[d] ?? 0) * (query[d] ?? 0)
    return { id: item.articleId, dot }
  })
  scored.sort((a, b) => b.dot - a.dot)
  return new Set(scored.slice(0, k).map(({ id }) => id))
}

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '100000' },
    vectors: { type: 'string', default: testEngine === 'postgres' ? '100000' : '20000' },
  },
})
const database = await openTestDatabase()
try {
  const feed = await seedFeed(database)
  await benchIngest(database, feed)
  if (Number(values.large) > 0) await benchGrowth(database, feed, Number(values.small), Number(values.large))
  if (Number(values.vectors) > 0) await benchVectors(database, feed, Number(values.vectors))
} finally {
  await database.close()
}
