import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { seedArticle } from '../../../tests/support/generation.ts'
import { embedText, type ModelServer, playedConfig, startModelServer } from '../../../tests/support/played/model.ts'
import { findServingModel } from '../../../tests/support/vectors.ts'
import type { Database } from '../../platform/database/database.ts'
import { createEmbedder, type EmbeddingUse } from '../../platform/models/embedders.ts'
import { listVectorModels } from '../embeddings/writes/embedding-models.ts'
import { findVectors } from '../embeddings/writes/vectors.ts'
import { spentSince } from '../models/writes/ai-calls.ts'
import { createBudget } from '../texts/budget.ts'
import { type EmbedCtx, embeddingIsDue, embedPending, recordEmbeddings } from './embed.ts'
import { nearest } from './queries/nearest.ts'

let database: Database
let server: ModelServer

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startModelServer()
})
beforeEach(() => {
  server.mode = 'good'
  server.calls = []
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const clock = { now: () => new Date() }
const budget = createBudget(null, clock, 'UTC')

/** Publishers that were found to reserve their articles. */
const reserving = new Set<string>()
const reservationOf = async (url: string) => (reserving.has(url) ? 'robots.txt' : null)

function ctx(env: Record<string, string> = {}, onUse?: (use: EmbeddingUse) => void): EmbedCtx {
  const options = { policy: { pauseMs: 5, tries: 1 }, ...(onUse ? { onUse } : {}) }
  const embedder = createEmbedder(playedConfig(server, env), options)
  return { database, embedder, clock, log: pino({ level: 'silent' }), budget, price: 0, reservationOf, passages: [] }
}

async function publish(title: string): Promise<number> {
  const id = await seedArticle(database, { title })
  await database.db.updateTable('articles').set({ status: 'published', excerpt: title }).where('id', '=', id).execute()
  return id
}

const nearestIds = async (text: string, k: number) => {
  const model = await findServingModel(database.db)
  if (!model) throw new Error('no model serves')
  const found = await nearest(database.db, model, embedText(text, model.dimensions), { k })
  return found.map((hit) => hit.articleId)
}

describe('the embedding stage', () => {
  let battery: number
  let court: number

  test('embeds what is published, once, and finds it by likeness', async () => {
    const waiting = await seedArticle(database, { title: 'not published yet' })
    battery = await publish('battery charger capacity')
    court = await publish('lawsuit court ruling')
    expect(await embedPending(ctx())).toBe(2)
    expect(await embedPending(ctx())).toBe(0)
    expect(server.calls).toHaveLength(1)
    expect((await nearestIds('court ruling', 1))[0]).toBe(court)
    expect((await nearestIds('battery charger', 1))[0]).toBe(battery)
    expect(await nearestIds('anything', 10)).not.toContain(waiting)
  })

  test('embeds again what readers see differently, and nothing else', async () => {
    await database.db.updateTable('articles').set({ views: 7, source_count: 2 }).where('id', '=', court).execute()
    expect(await embedPending(ctx())).toBe(0)
    await database.db
      .updateTable('articles')
      .set({ translated_title: 'Batteri och laddare', translated_summary: 'Nytt om laddare.', translated_by: 'ai' })
      .where('id', '=', battery)
      .execute()
    expect(await embedPending(ctx())).toBe(1)
    expect((await nearestIds('laddare batteri', 1))[0]).toBe(battery)
  })

  test('a removed article is found no more', async () => {
    const id = await publish('zebra migration')
    await embedPending(ctx())
    expect((await nearestIds('zebra migration', 1))[0]).toBe(id)
    await database.db.updateTable('articles').set({ status: 'removed' }).where('id', '=', id).execute()
    expect(await nearestIds('zebra migration', 50)).not.toContain(id)
  })

  test('a change during the call is embedded again', async () => {
    const id = await publish('quantum computing')
    const context = ctx()
    const embed = context.embedder.embed.bind(context.embedder)
    let times = 0
    context.embedder = {
      ...context.embedder,
      embed: async (texts, kind, signal) => {
        times += 1
        if (times === 1)
          await database.db.updateTable('articles').set({ excerpt: 'gardening' }).where('id', '=', id).execute()
        return embed(texts, kind, signal)
      },
    }
    expect(await embedPending(context)).toBe(2)
    expect(times).toBe(2)
  })

  test('a new model is filled while the old one serves, then takes over', async () => {
    const old = await findServingModel(database.db)
    for (let n = 0; n < 40; n++) await publish(`article number ${n} about subject${n}`)
    await embedPending(ctx())
    server.dimensions = 96
    const next = { EMBEDDING_MODEL: 'played-two' }
    expect(await embedPending(ctx(next), 1)).toBe(0)
    expect(await embedPending(ctx(next), 1)).toBe(32)
    expect((await findServingModel(database.db))?.name).toBe(old?.name)
    expect((await nearestIds('lawsuit court', 1))[0]).toBe(court)
    await embedPending(ctx(next))
    const serving = await findServingModel(database.db)
    expect(serving).toMatchObject({ name: 'played-two', dimensions: 96 })
    expect(await listVectorModels(database.db)).toHaveLength(1)
    expect((await nearestIds('lawsuit court', 1))[0]).toBe(court)
    expect((await findVectors(database.db, serving as never, [court])).get(court)).toHaveLength(96)
    server.dimensions = 64
  })

  test('what its publisher reserves is not sent, and the vector goes that it had before that was known', async () => {
    const model = ctx({ EMBEDDING_MODEL: 'played-two' })
    server.dimensions = 96
    const id = await publish('orchard harvest')
    expect(await embedPending(model)).toBe(1)
    const { url } = await database.db
      .selectFrom('articles')
      .select('url')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    reserving.add(url)
    await database.db.updateTable('articles').set({ excerpt: 'orchard thief' }).where('id', '=', id).execute()
    server.calls = []
    expect(await embedPending(model)).toBe(0)
    expect(server.calls).toEqual([])
    expect(await nearestIds('orchard thief', 50)).not.toContain(id)
    expect(await embeddingIsDue(model)).toBe(false)
  })

  test('an article waits until its page was read, which may reserve it', async () => {
    const model = ctx({ EMBEDDING_MODEL: 'played-two' })
    const id = await publish('lighthouse keeper')
    const set = (state: 'pending' | 'done') =>
      database.db.updateTable('articles').set({ extract_state: state }).where('id', '=', id).execute()
    await set('pending')
    expect(await embedPending(model)).toBe(0)
    expect(await embeddingIsDue(model)).toBe(false)
    await set('done')
    expect(await embedPending(model)).toBe(1)
  })

  test('a server that fails loses nothing', async () => {
    const id = await publish('umbrella weather')
    server.mode = 'broken'
    server.dimensions = 96
    await expect(embedPending(ctx({ EMBEDDING_MODEL: 'played-two' }))).rejects.toMatchObject({ code: 'unavailable' })
    server.mode = 'good'
    expect(await embedPending(ctx({ EMBEDDING_MODEL: 'played-two' }))).toBe(1)
    expect((await nearestIds('umbrella weather', 1))[0]).toBe(id)
  })

  test('waits when the budget for models is used up', async () => {
    await publish('too dear to embed')
    const poor = { ...ctx({ EMBEDDING_MODEL: 'played-two' }), budget: createBudget(0.000001, clock, 'UTC'), price: 3 }
    expect(await embedPending(poor)).toBe(0)
    expect(server.calls).toHaveLength(0)
    expect(poor.budget.isUsedUp()).toBe(true)
    expect(await embeddingIsDue(poor)).toBe(false)
    expect(await embeddingIsDue({ ...poor, price: 0 })).toBe(true)
    expect(await embedPending({ ...poor, budget: createBudget(1, clock, 'UTC') })).toBe(1)
  })

  test('says what it used', async () => {
    await publish('tokens and cost')
    const uses: EmbeddingUse[] = []
    await embedPending(ctx({ EMBEDDING_MODEL: 'played-two', EMBEDDING_PRICE_INPUT: '3' }, (use) => uses.push(use)))
    expect(uses).toHaveLength(1)
    expect(uses[0]?.tokens).toBe(server.calls[0]?.inputTokens)
    expect(uses[0]?.cost).toBeCloseTo(((uses[0]?.tokens ?? 0) * 3) / 1e6, 9)
  })
})

test.each([
  ['of unit length', 1],
  ['three times as long', 3],
  ['very short', 1e-4],
])('vectors of a server that are %s come as unit vectors, which one server gives as another', async (_name, length) => {
  server.embed = (text, dimensions) => embedText(text, dimensions).map((value) => value * length)
  const [vector] = await createEmbedder(playedConfig(server)).embed(['batteri och laddning'], 'passage')
  server.embed = embedText
  const [usual] = await createEmbedder(playedConfig(server)).embed(['batteri och laddning'], 'passage')
  for (const [at, value] of usual?.entries() ?? []) expect(vector?.[at]).toBeCloseTo(value, 9)
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 9)
})

test('what embeddings cost counts against the budget; free ones leave no row', async () => {
  const onUse = recordEmbeddings({ database, clock, log: pino({ level: 'silent' }) })
  await database.db.deleteFrom('ai_calls').execute()
  await createEmbedder(playedConfig(server), { onUse }).embed(['one', 'two'], 'passage')
  const paid = createEmbedder(playedConfig(server, { EMBEDDING_PRICE_INPUT: '1000000' }), { onUse })
  await paid.embed(['four', 'five six'], 'passage')
  await expect.poll(async () => (await spentSince(database.db, new Date(0))).calls).toBe(1)
  const spent = await spentSince(database.db, new Date(0))
  expect(spent.inputTokens).toBe(server.calls[1]?.inputTokens)
  expect(spent.cost).toBe(spent.inputTokens)
})
