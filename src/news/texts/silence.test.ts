/** A provider that falls silent for an hour, comes back, and is silent again. A minute is 10 milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { ARTICLE_TEXT, enrichCtx, seedArticle } from '../../../tests/support/generation.ts'
import { isJudging } from '../../../tests/support/played/answers/judge.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import type { Database } from '../../platform/database/database.ts'
import { modelIssues } from '../health/model-checks.ts'
import { listToEnrich, publishUnenriched } from '../stages/writes/pending-stages.ts'
import { areModelsPaused } from './generate-text.ts'
import { type EnrichCtx, enrichArticle } from './summaries/enrich.ts'

const MINUTE = 10
const HOUR = 60 * MINUTE
const start = new Date('2026-11-21T10:00:00Z')
let now = start
let database: Database
let server: ModelServer
let ctx: EnrichCtx

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
  const policy = { tries: 1, breakMs: MINUTE }
  ctx = { ...(await enrichCtx(database, server, { AI_CONCURRENCY: '1' }, policy)), clock: { now: () => now } }
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const NAMES = ['Adelsö', 'Bergsjö', 'Drottningholm', 'Eskilstuna', 'Falköping', 'Gränna', 'Hjo', 'Jönköping']
const articles = new Map<number, string>()
async function arrive(name: string, hoursAgo: number): Promise<number> {
  const discoveredAt = new Date(now.getTime() - hoursAgo * 3_600_000)
  const text = `${ARTICLE_TEXT} It was printed in ${name}, where the lab of ${name} has been open since spring.`
  const id = await seedArticle(database, { title: `How Apple tests the headset in ${name}`, text, discoveredAt })
  articles.set(id, name)
  return id
}

/** As the worker does at each poll. */
async function poll(): Promise<void> {
  if (await areModelsPaused(ctx)) return void (await publishUnenriched(database))
  for (const { key } of await listToEnrich(database)) await enrichArticle(ctx, Number(key)).catch(() => undefined)
}
const isProbe = (prompt: string) => prompt === '1 + 1 ='
const probes = () => server.calls.filter(({ prompt }) => isProbe(prompt)).length
/** Names of the articles that were asked about, in order. */
const requested = () =>
  server.calls.flatMap(({ prompt }) =>
    isProbe(prompt) || isJudging(prompt) ? [] : (NAMES.find((name) => prompt.includes(name)) ?? []),
  )
const states = async () =>
  (
    await database.db
      .selectFrom('articles')
      .select(['id', 'status', 'translated_by', 'enrich_state'])
      .orderBy('id')
      .execute()
  ).map(({ id, status, translated_by, enrich_state }) => ({
    name: articles.get(id),
    status,
    translated_by,
    enrich_state,
  }))
const notices = async () => (await modelIssues(database.db, now)).map(({ kind }) => kind)

async function silentForAnHour(waiting: string[]): Promise<void> {
  server.mode = 'broken'
  server.calls.length = 0
  for (let polls = 0; polls < 6; polls++) {
    await poll()
    await sleep(HOUR / 6)
    now = new Date(now.getTime() + 600_000)
    expect(await notices()).toEqual(['model_away'])
  }
  // Two calls found the silence. From then on the smallest call alone, at growing intervals.
  expect(requested()).toHaveLength(2)
  expect(probes()).toBeGreaterThan(1)
  expect(probes()).toBeLessThanOrEqual(6)
  const pending = (await states()).filter(({ enrich_state }) => enrich_state === 'pending')
  expect(pending.map(({ name }) => name).sort()).toEqual(waiting.toSorted())
  for (const { status, translated_by } of pending) expect([status, translated_by]).toEqual(['published', null])
}

async function back(inOrder: string[]): Promise<void> {
  server.mode = 'good'
  server.calls.length = 0
  await expect.poll(() => areModelsPaused(ctx), { timeout: 5000 }).toBe(false)
  await poll()
  expect(requested()).toEqual(inOrder)
  expect(await notices()).toEqual([])
}

it('costs two calls and some of the smallest; then each article is asked about once, by news value', {
  tags: 'slow',
}, async () => {
  await arrive('Adelsö', 1)
  await poll()
  expect(requested()).toEqual(['Adelsö'])
  await arrive('Bergsjö', 50)
  await arrive('Drottningholm', 3)
  const reported = await arrive('Eskilstuna', 5)
  await database.db.updateTable('articles').set({ source_count: 3 }).where('id', '=', reported).execute()
  await arrive('Falköping', 2)
  await silentForAnHour(['Bergsjö', 'Drottningholm', 'Eskilstuna', 'Falköping'])
  await back(['Eskilstuna', 'Falköping', 'Drottningholm', 'Bergsjö'])
  await arrive('Gränna', 1)
  await arrive('Hjo', 2)
  await silentForAnHour(['Gränna', 'Hjo'])
  await arrive('Jönköping', 0)
  await back(['Jönköping', 'Gränna', 'Hjo'])

  expect(await states()).toEqual(
    [...articles.values()].map((name) => ({ name, status: 'published', translated_by: 'ai', enrich_state: 'done' })),
  )
  const calls = await database.db
    .selectFrom('ai_calls')
    .select(['verdict', 'article_id'])
    .where('purpose', '=', 'summary')
    .execute()
  expect(calls.filter(({ verdict }) => verdict === 'failed')).toHaveLength(4)
  const accepted = calls.flatMap(({ verdict, article_id }) => (verdict === 'accepted' ? article_id : []))
  expect(accepted.map(Number).sort((a, b) => a - b)).toEqual([...articles.keys()])
})
