/** What the console says of the cost of models. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { insertAiCall } from '../../news/models/writes/ai-calls.ts'
import { spendOf } from '../../news/operator/queries/spend.ts'
import type { Database } from '../../platform/database/database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await call('2026-10-31T22:30:00Z', 1, 'refused')
  // The first of November in Stockholm, though not yet in Greenwich.
  await call('2026-10-31T23:30:00Z', 2, 'accepted')
  await call('2026-11-20T12:00:00Z', 4, 'failed')
})
afterAll(() => database.close())

const call = (at: string, cost: number, verdict: 'accepted' | 'refused' | 'failed') =>
  insertAiCall(database.db, {
    purpose: 'summary',
    articleId: null,
    at: new Date(at),
    ms: 1,
    provider: 'p',
    model: `m${cost}`,
    promptVersion: '1',
    contentHash: null,
    request: {},
    response: null,
    reason: null,
    inputTokens: 10,
    outputTokens: 5,
    cost,
    verdict,
  })

it('tells the month from the last thirty days, both by the calendar of the site', async () => {
  const days = Array.from({ length: 30 }, (_, i) =>
    new Date(Date.UTC(2026, 9, 23) + i * 86_400_000).toISOString().slice(0, 10),
  )
  const spend = await spendOf(database.db, days, 'Europe/Stockholm')
  expect(spend.month).toMatchObject({ calls: 2, refused: 0, failed: 1, cost: 6 })
  const spent = spend.days.filter(({ calls }) => calls > 0).map(({ day, cost }) => [day, cost])
  expect(spent).toEqual([
    ['2026-10-31', 1],
    ['2026-11-01', 2],
    ['2026-11-20', 4],
  ])
  expect(spend.models.map(({ model }) => model)).toEqual(['m4', 'm2', 'm1'])
})

it('tells each stage day by day, the dearest first', async () => {
  const days = ['2026-11-19', '2026-11-20']
  const { stages } = await spendOf(database.db, days, 'Europe/Stockholm')
  expect(stages).toEqual([{ purpose: 'summary', cost: 4, days: [0, 4] }])
})
