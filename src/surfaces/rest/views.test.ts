/** Readings of an article's page, as the API shows them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { purgeVisitors } from '../../news/articles/writes/views.ts'

let api: TestApi
let id: number
// Scores are as of now by the database's own clock: what is read at the start has lost half its weight by then.
const start = Date.now() - 2 * 86_400_000
const twoSources = 1 + Math.log(2)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

beforeAll(async () => {
  api = await startApi()
  api.web.clock.set(new Date(start))
  const feed = await seedFeed(api.web.database)
  ;[id = 0] = await seedArticles(api.web.database, [
    { feed_id: feed, title: 'Nyhet', source_count: 2 },
    { feed_id: feed },
  ])
})
afterAll(() => api.close())

const read = (ip: string, agent = firefox, url = `/entries/${id}-nyhet`) =>
  api.web.app.inject({ url, remoteAddress: ip, headers: { 'user-agent': agent, accept: 'text/html' } })
const shown = async () => {
  const { body } = await api.call('GET', '/api/v1/entries/popular')
  return body.data.find((entry: { id: number }) => entry.id === id)
}
const passed = (seconds: number) => api.web.clock.set(new Date(start + seconds * 1000))

it('counts a visitor once a day, and no bot; what is shown follows within a minute', async () => {
  expect(await shown()).toMatchObject({ click_count: 0 })
  for (const ip of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) expect((await read(ip)).statusCode).toBe(200)
  await read('198.51.100.3', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  await read('198.51.100.4', '')
  await api.web.flushViews()
  const first = await shown()
  expect(first).toMatchObject({ click_count: 2, popularity_score: expect.closeTo((2 / 2) * twoSources, 2) })

  await read('198.51.100.5')
  passed(30)
  await api.web.flushViews()
  expect((await shown()).click_count).toBe(2)
  passed(60)
  await api.web.flushViews()
  const second = await shown()
  expect(second.click_count).toBe(3)
  expect(second.popularity_score).toBeGreaterThan(first.popularity_score)
})

it('counts the same visitor again the next day, and what is older weighs less', async () => {
  const before = await shown()
  passed(2 * 86_400)
  await read('198.51.100.1', firefox, `/entries/${id}.md`)
  await api.web.flushViews()
  const after = await shown()
  expect(after.click_count).toBe(before.click_count + 1)
  expect(after.popularity_score).toBeCloseTo((3 / 2 + 1) * twoSources, 2)
})

it('keeps nothing that tells who has read what', async () => {
  const { db } = api.web.database
  const rows = await db.selectFrom('article_visitors').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|Firefox/)
  // Without its salt a day's hashes fit nobody any more.
  await purgeVisitors(api.web.database, new Date(start + 9 * 86_400_000))
  expect(await db.selectFrom('visitor_salts').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('article_visitors').selectAll().execute()).toEqual([])
})
