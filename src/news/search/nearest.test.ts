/** The nearest articles by their vectors, on a server with an index of pgvector and without one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { exactNearest, findServingModel, toUnit, vectorMaker } from '../../../tests/support/vectors.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  ensureVectorModel,
  listVectorModels,
  serveModel,
  type VectorModel,
} from '../embeddings/writes/embedding-models.ts'
import { findPgvector, indexVectors } from '../embeddings/writes/vector-index.ts'
import { findVectors, saveVectors } from '../embeddings/writes/vectors.ts'
import { nearest } from './queries/nearest.ts'

const at = new Date('2026-11-21T12:00:00Z')
const ARTICLES = 700
let database: Database
let ids: number[]
let pgvector: boolean

beforeAll(async () => {
  database = await openTestDatabase()
  pgvector = (await findPgvector(database)) !== null
  if (!pgvector) console.log('this server has no pgvector: its index is not tried')
  const feed_id = await seedFeed(database)
  ids = await seedArticles(
    database,
    Array.from({ length: ARTICLES }, () => ({ feed_id })),
  )
})
afterAll(() => database.close())

const save = (model: VectorModel, vectors: number[][], of = ids) =>
  saveVectors(
    database,
    model,
    vectors.map((vector, n) => ({ item: { articleId: of[n] as number, text: '', queuedAt: '2026-01-01' }, vector })),
  )

async function startModel(name: string, dimensions: number): Promise<VectorModel> {
  const model = await ensureVectorModel(database, { name, dimensions }, at)
  await serveModel(database, model)
  return { ...model, serving: true }
}

const found = async (model: VectorModel, vector: number[], k: number) =>
  (await nearest(database.db, model, vector, { k })).map(({ articleId }) => articleId)

/** `vector` turned by a little more for each of `count`, the last to a cosine of about 0.94. */
const beside = (vector: number[], count: number) =>
  Array.from({ length: count }, (_, n) => {
    const step = ((n + 1) * 0.05) / Math.sqrt(vector.length)
    return toUnit(vector.map((value, i) => value + step * Math.sin(i * 7 + n)))
  })

describe.each(['by an index of pgvector', 'by a scan in memory'])('the nearest articles, %s', (way) => {
  const indexed = way.includes('index')
  beforeEach(({ skip }) => {
    if (indexed && !pgvector) skip()
  })
  const index = async () => {
    if (indexed) expect(await indexVectors(database)).toHaveLength(1)
  }

  it.each([3, 50, 384, 1025])(
    'are the exact ones in %i dimensions, best first',
    { tags: 'slow' },
    async (dimensions) => {
      const make = vectorMaker(dimensions)
      const model = await startModel(`exact ${dimensions} ${way}`, dimensions)
      const queries = Array.from({ length: 5 }, make)
      const near = queries.map((query) => beside(query, 10))
      const vectors = [...near.flat(), ...Array.from({ length: ARTICLES - 50 }, make)]
      await save(model, vectors)
      await index()
      const floats = vectors.map((vector) => Float32Array.from(vector))
      for (const query of queries) {
        const exact = exactNearest(query, floats, 10).map((n) => ids[n])
        const hits = await nearest(database.db, model, query, { k: 10 })
        // In three dimensions many are equally near.
        if (dimensions > 3) expect(new Set(hits.map(({ articleId }) => articleId))).toEqual(new Set(exact))
        const least = Math.min(...exact.map((id) => cosine(query, floats[ids.indexOf(id as number)] as Float32Array)))
        expect(hits).toHaveLength(10)
        for (const { articleId, similarity } of hits) {
          const exactly = cosine(query, floats[ids.indexOf(articleId)] as Float32Array)
          expect(similarity).toBeCloseTo(exactly, 2)
          expect(exactly).toBeGreaterThan(least - 0.01)
        }
        expect(hits).toEqual(hits.toSorted((a, b) => b.similarity - a.similarity))
      }
    },
  )

  it('follow what is embedded anew, added and removed', async () => {
    const model = await startModel(`changes ${way}`, 24)
    const make = vectorMaker(24)
    const [target, elsewhere] = [make(), make().map((value) => -value)]
    await save(model, Array.from({ length: ARTICLES - 1 }, make))
    await index()
    const last = ids.at(-1) as number
    expect(await found(model, target, 3)).not.toContain(last)
    await save(model, [target], [last])
    expect((await found(model, target, 3))[0]).toBe(last)
    await save(model, [elsewhere], [last])
    expect(await found(model, target, 3)).not.toContain(last)
    expect((await found(model, elsewhere, 3))[0]).toBe(last)
    await database.db.updateTable('articles').set({ status: 'removed' }).where('id', '=', last).execute()
    expect(await found(model, elsewhere, 3)).not.toContain(last)
    await database.db.updateTable('articles').set({ status: 'published' }).where('id', '=', last).execute()
    expect((await found(model, elsewhere, 3))[0]).toBe(last)
  })

  it('are those of the old model until the new one serves', async () => {
    const old = await startModel(`old ${way}`, 16)
    const [make, makeNext] = [vectorMaker(16), vectorMaker(32)]
    const [vectors, others] = [Array.from({ length: 40 }, make), Array.from({ length: 40 }, makeNext)]
    await save(old, vectors)
    const next = await ensureVectorModel(database, { name: `next ${way}`, dimensions: 32 }, at)
    await save(next, others)
    if (indexed) expect(await indexVectors(database)).toHaveLength(2)
    expect((await findServingModel(database.db))?.id).toBe(old.id)
    expect((await found(old, vectors[5] as number[], 1))[0]).toBe(ids[5])
    expect((await found(next, others[6] as number[], 1))[0]).toBe(ids[6])
    expect((await found(old, vectors[7] as number[], 1))[0]).toBe(ids[7])
    await serveModel(database, next)
    expect((await listVectorModels(database.db)).map(({ id }) => id)).toEqual([next.id])
    expect((await found(next, others[8] as number[], 1))[0]).toBe(ids[8])
    expect((await findVectors(database.db, old, ids)).size).toBe(0)
  })

  it('meet conditions', async () => {
    const model = await startModel(`conditions ${way}`, 8)
    const make = vectorMaker(8)
    const vectors = Array.from({ length: 30 }, make)
    await save(model, vectors)
    await index()
    const query = vectors[0] as number[]
    const most = await nearest(database.db, model, query, { k: 20, conditions: [sql`a.id > ${ids[0]}`] })
    expect(most).toHaveLength(20)
    expect(most.map(({ articleId }) => articleId)).not.toContain(ids[0])
  })

  it('are none for a vector of other dimensions or of no numbers', async () => {
    const model = await startModel(`wrong ${way}`, 8)
    await save(model, [vectorMaker(8)()])
    await expect(found(model, [1, 0], 1)).rejects.toThrow('8 dimensions, the query 2')
    await expect(found(model, new Array(8).fill(Number.NaN), 1)).rejects.toThrow('finite')
    await expect(save(model, [[1, 2, 3]])).rejects.toThrow('8 dimensions, but gave 3')
  })
})

const cosine = (a: number[], b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

describe('a scan in memory', () => {
  it('misses no vector of writers that commit side by side', { tags: 'slow' }, async () => {
    const model = await startModel('side by side', 4)
    const make = vectorMaker(4)
    const parts = Array.from({ length: 20 }, (_, n) => ids.slice(n * 30, (n + 1) * 30))
    const writers = parts.map((part) => save(model, part.map(make), part))
    let writing = true
    const reader = (async () => {
      while (writing) await found(model, make(), 5)
    })()
    await Promise.all(writers)
    writing = false
    await reader
    expect(new Set(await found(model, make(), ARTICLES))).toEqual(new Set(parts.flat()))
  })

  it('ends when nobody waits for it any more', async () => {
    const model = await startModel('stopped', 4)
    await save(model, [vectorMaker(4)()])
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(nearest(database.db, model, [1, 0, 0, 0], { k: 1, signal })).rejects.toThrow('too late')
    expect(await found(model, [1, 0, 0, 0], 1)).toEqual([ids[0]])
  })
})

it('goes with its vectors where a model of that name has other dimensions', async () => {
  const old = await startModel('changed', 8)
  await save(old, Array.from({ length: 9 }, vectorMaker(8)))
  const changed = await ensureVectorModel(database, { name: 'changed', dimensions: 16 }, at)
  expect(changed).toEqual({ id: expect.any(Number), name: 'changed', dimensions: 16, serving: true })
  expect(await listVectorModels(database.db)).toEqual([changed])
  expect((await findVectors(database.db, old, ids)).size).toBe(0)
})
