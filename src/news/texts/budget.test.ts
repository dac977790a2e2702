/** The budget for models at the end of its month: nothing is asked in vain, nothing is lost, and readers see excerpts. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedArticle } from '../../../tests/support/generation.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { insertAiCall, recordResponse, spentSince } from '../models/writes/ai-calls.ts'
import { createBudget } from './budget.ts'

let server: ModelServer
let web: TestWeb

beforeAll(async () => {
  server = await startModelServer()
  // One call fits, which is all that an article takes here; what it leaves is too little for another.
  const settings = { EMBEDDING_PROVIDER: 'none', AI_JUDGE: 'off', AI_MONTHLY_BUDGET: '0.008' }
  web = await startTestWeb({ ...playedSettings(server), ...settings })
})
afterAll(async () => {
  await web.close()
  await server.close()
})
beforeEach(() => web.database.db.deleteFrom('ai_calls').execute())

/** What a sweep of the worker does, without asking a feed. */
const pass = () => actionsOf(web).ingest({ feedIds: [] })

async function enrichJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pgboss.job where name = 'enrich'`.execute(
    web.database.db,
  )
  return rows[0]?.n ?? 0
}

const waiting = () => web.database.db.selectFrom('articles').selectAll().where('enrich_state', '=', 'pending').execute()

test('articles over the budget are published and offered again only when the month turns', {
  tags: 'slow',
}, async () => {
  for (let n = 0; n < 3; n++) await seedArticle(web.database)
  // Beside a call under way the others only see that it may take all: the second pass settles it.
  await pass()
  await pass()
  expect(server.calls).toHaveLength(1)
  expect((await waiting()).map(({ status }) => status)).toEqual(['published', 'published'])
  const jobs = await enrichJobs()

  await seedArticle(web.database)
  for (let n = 0; n < 3; n++) await pass()
  expect(await enrichJobs()).toBe(jobs)
  expect((await waiting()).map(({ status }) => status)).toEqual(['published', 'published', 'published'])

  web.clock.set(new Date('2026-12-01T12:00:00Z'))
  await pass()
  expect(server.calls).toHaveLength(2)
  expect(await waiting()).toHaveLength(2)
})

const planned = {
  purpose: 'summary',
  articleId: null,
  provider: 'openai',
  model: 'played',
  promptVersion: 'x@1',
  contentHash: null,
  request: {},
  inputTokens: 10,
  outputTokens: 10,
  cost: 0.6,
} as const

test('a call whose process died counts with its estimate, at once and for good', async () => {
  const { db } = web.database
  const at = new Date('2026-12-02T12:00:00Z')
  await insertAiCall(db, { ...planned, at, ms: 0, response: null, verdict: 'asked', reason: null })
  const call = { ...planned, at }
  const soon = createBudget(1, { now: () => at }, 'UTC')
  expect(await soon.within(db, call, async () => 'made')).toBeUndefined()
  // It may still come to its end, and cheaper: nothing is used up yet.
  expect(soon.isUsedUp()).toBe(false)
  const later = createBudget(1, { now: () => new Date('2026-12-02T14:00:00Z') }, 'UTC')
  expect(await later.within(db, call, async () => 'made')).toBeUndefined()
  expect(later.isUsedUp()).toBe(true)
})

test('calls beside each other see one another', async () => {
  const { db } = web.database
  const clock = { now: () => new Date('2026-12-02T12:00:00Z') }
  const budget = createBudget(1, clock, 'UTC')
  const call = { ...planned, at: clock.now() }
  const made = await Promise.all([1, 2, 3].map(() => budget.within(db, call, async () => 'made')))
  expect(made.filter((outcome) => outcome === 'made').length).toBeLessThanOrEqual(1)
})

test('a call is settled once: what comes later neither takes its cost away nor adds to it', async () => {
  const { db } = web.database
  const planned = { purpose: 'check', articleId: null, at: web.clock.now(), ms: 0, provider: 'p', model: 'm' } as const
  const row = await insertAiCall(db, {
    ...planned,
    promptVersion: '1',
    contentHash: null,
    request: {},
    response: null,
    inputTokens: 10,
    outputTokens: 10,
    cost: 0.5,
    verdict: 'asked',
    reason: null,
  })
  const answer = { ms: 5, response: 'ja', inputTokens: 8, outputTokens: 2, reason: null }
  await recordResponse(db, row, { ...answer, cost: 0.25, verdict: 'accepted' })
  await recordResponse(db, row, { ...answer, cost: 0, verdict: 'failed' })
  expect(await spentSince(db, planned.at)).toMatchObject({ calls: 1, cost: 0.25 })
})

test('processes that ask at once stay within it together', async () => {
  const clock = { now: () => new Date('2026-12-05T12:00:00Z') }
  const processes = [1, 2, 3].map(() => createBudget(1, clock, 'UTC'))
  const call = { ...planned, at: clock.now(), cost: 0.1 }
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => processes[n % 3]?.within(web.database.db, call, async () => 'made')),
  )
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10)
  const { cost } = await spentSince(web.database.db, new Date('2026-12-01T00:00:00Z'))
  expect(cost).toBeCloseTo(1, 6)
})
