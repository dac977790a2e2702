import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbedder } from '../../src/ai/embedders.ts'
import { recordEmbeddings } from '../../src/pipeline/models/embed.ts'
import type { Database } from '../../src/store/database/database.ts'
import { spentSince } from '../../src/store/models/ai-calls.ts'
import { openTestDatabase } from '../support/database.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { playedConfig } from '../support/played-config.ts'

let database: Database
let server: ModelServer
beforeAll(async () => {
  database = await openTestDatabase()
  server = await startModelServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

test('what embeddings cost counts against the budget; free ones leave no row', async () => {
  const ctx = { database, clock: { now: () => new Date() }, log: pino({ level: 'silent' }) }
  const free = createEmbedder(playedConfig(server), { onUse: recordEmbeddings(ctx) })
  await free.embed(['one', 'two'], 'passage')
  const paid = createEmbedder(playedConfig(server, { EMBEDDING_PRICE_INPUT: '1000000' }), {
    onUse: recordEmbeddings(ctx),
  })
  await paid.embed(['four', 'five six'], 'passage')
  await expect.poll(async () => (await spentSince(database.db, new Date(0))).calls).toBe(1)
  const spent = await spentSince(database.db, new Date(0))
  expect(spent.inputTokens).toBe(server.calls[1]?.inputTokens)
  expect(spent.cost).toBe(spent.inputTokens)
})
