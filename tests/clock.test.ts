/** The machine's clock runs an hour and a day ahead and is set back: nothing waits for a time that will not come, or comes twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runOnce } from '../src/news/stages/run.ts'
import { createBudget } from '../src/news/texts/budget.ts'
import { limits } from '../src/platform/http/rate-limit.ts'
import { leaseWebhooks } from '../src/platform/outbox/webhook-streams.ts'
import { seedFeed, seedWebhook } from './support/build.ts'
import { openTestDatabase } from './support/database.ts'
import { NEIGHBOUR } from './support/neighbour.ts'
import { lastCode } from './support/people.ts'
import { type Publisher, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const right = new Date('2026-11-21T12:00:00Z')
const ahead = new Date('2026-11-22T13:00:00Z')
const email = 'ann@example.se'
let web: TestWeb
let publisher: Publisher
let token: string

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  await seedFeed(web.database, { url: publisher.at('/feed'), extract: false, relevance: 'all', next_fetch_at: right })
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

const publish = (...titles: string[]) =>
  publisher.serve('/feed', {
    body: rssDocument(
      'Bladet',
      titles.map((title) => ({ title, link: `https://bladet.example/${title}`, date: right })),
    ),
  })
const pass = async () => runOnce(web.services.pipeline, await web.services.queue(), {})
const list = async () => {
  const { entries } = (await web.app.inject({ url: '/entries.json' })).json()
  return entries as { id: number; title: string; posted: string }[]
}
const login = (body: object) =>
  web.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { provider: 'email', email, ...body } })

it('what was read while the clock was ahead stays, once, and what comes after it is newer', {
  tags: 'slow',
}, async () => {
  web.clock.set(ahead)
  publish('ett')
  await pass()
  const [first] = await list()
  web.clock.set(right)
  publish('ett', 'två')
  await pass()
  const entries = await list()
  expect(entries.map((entry) => entry.title).sort()).toEqual(['ett', 'två'])
  expect(entries.find((entry) => entry.title === 'två')?.id).toBeGreaterThan(first?.id ?? 0)
  expect(entries.map((entry) => entry.posted)).toEqual(['nu', 'nu'])
  for (const path of ['/', '/status', '/populart', '/entries.rss', '/api/v1/entries'])
    expect([path, (await web.app.inject({ url: path })).statusCode]).toEqual([path, 200])
})

it('whoever signed in stays signed in, a code holds, and none can be used twice', async () => {
  web.clock.set(ahead)
  expect((await login({})).statusCode).toBe(202)
  web.clock.set(right)
  const code = lastCode(web, email)
  const signedIn = await login({ code })
  expect(signedIn.statusCode).toBe(200)
  expect((await login({ code })).statusCode).toBe(401)
  token = signedIn.json().data.token
  const headers = { authorization: `Bearer ${token}` }
  for (const now of [ahead, right, new Date(right.getTime() - 86_400_000)]) {
    web.clock.set(now)
    expect((await web.app.inject({ url: '/api/v1/feeds', headers })).statusCode).toBe(200)
  }
})

it('whoever used up a limit while the clock was ahead does not wait a day for it', { tags: 'slow' }, async () => {
  const { calls, seconds } = limits.search
  web.clock.set(ahead)
  const search = () => web.app.inject({ url: '/api/v1/entries/search?q=ett' })
  for (let n = 0; n < calls; n++) expect((await search()).statusCode).toBe(200)
  expect((await search()).statusCode).toBe(429)
  web.clock.set(right)
  for (let n = 0; n < calls; n++) expect((await search()).statusCode).toBe(200)
  const refused = await search()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(seconds)
})

it('deliveries that were taken, or put off, while the clock was ahead are taken again', async () => {
  // Of its own: a web delivers by itself.
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const id = await seedWebhook(database, 'https://receiver.example/hooks/a-long-key-0123456789', {
    created_at: web.clock.now(),
  })
  await database.db.updateTable('webhooks').set({ cursor: '0' }).where('id', '=', id).execute()
  const taken = async (now: Date) => (await leaseWebhooks(database, sql`w.cursor = '0'`, now, 10)).length
  expect(await taken(ahead)).toBe(1)
  expect(await taken(new Date(ahead.getTime() + 1000))).toBe(0)
  // The process that took them died; the clock is set back.
  expect(await taken(right)).toBe(1)
  const put = { try_at: new Date(ahead.getTime() + 7_200_000), leased_until: null }
  await database.db.updateTable('outbox').set(put).where('id', '<', NEIGHBOUR).execute()
  expect(await taken(ahead)).toBe(0)
  expect(await taken(right)).toBe(1)
})

it('a budget counts what was spent while the clock was ahead, in this month and in the next', async () => {
  const call = {
    purpose: 'summary' as const,
    articleId: null,
    provider: 'x',
    model: 'x',
    promptVersion: 'x@1',
    contentHash: null,
  }
  const planned = (at: Date) => ({ ...call, request: {}, inputTokens: 1, outputTokens: 1, cost: 0.4, at })
  const clock = { time: right, now: () => clock.time }
  const budget = createBudget(1, clock, 'UTC')
  const spend = () => budget.within(web.database.db, planned(clock.now()), async () => 'made')
  clock.time = ahead
  expect(await spend()).toBe('made')
  clock.time = new Date('2026-12-01T01:00:00Z')
  expect(await spend()).toBe('made')
  clock.time = right
  expect(await spend()).toBeUndefined()
  expect(budget.isUsedUp()).toBe(false)
})
