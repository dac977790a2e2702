/** Old articles leave when the settings say so: in steps, with right counts, and without coming back. */
// @module-tag slow

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedFeed } from '../../../tests/support/build.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { stats } from '../../cli/stats.ts'
import { imageFolder } from '../../platform/media/images/folder.ts'

let publisher: Publisher
let web: TestWeb
let feed: number
const DAY = 86_400_000
const now = new Date('2026-11-21T12:00:00Z')
const item = (n: number, days: number): RssItem => ({
  title: `Nyhet ${n} om flygplatsen i Visby`,
  link: `https://bladet.example/${n}`,
  guid: `g${n}`,
  date: new Date(now.getTime() - days * DAY),
})
const items = [item(1, 1), item(2, 10), item(3, 50), item(4, 51), item(5, 200)]

beforeAll(async () => {
  publisher = await startPublisher()
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', items) })
  web = await startTestWeb(
    { FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', KEEP_ARTICLES: '40', KEEP_IMAGES: '7' },
    undefined,
    { alone: true },
  )
  feed = await seedFeed(web.database, { url: publisher.at('/feed.xml'), extract: false })
  await actionsOf(web).ingest({})
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

const { db } = { db: () => web.database.db }
const titles = async () =>
  (await db().selectFrom('articles').select('title').where('status', '=', 'published').orderBy('id').execute()).map(
    ({ title }) => title.slice(0, 7),
  )
const stored = async () => (await db().selectFrom('articles').select('id').execute()).length
const listed = async (path: string) => (await web.app.inject({ url: path })).json()

it('what leaves, and what that frees, is said before', async () => {
  expect((await actionsOf(web).stats()).storage).toMatchObject({
    keepDays: 40,
    old: { articles: 3 },
    per100000: null,
  })
  const { io, lines } = recordedIo()
  await stats(web.services, io, {})
  expect(lines.join('\n')).toMatch(/^Kept +articles are kept for 40 days; 3 are older, and free about \d+ MB/m)
  expect(lines.join('\n')).toMatch(/^Growth +2026-11 5$/m)
})

it('old articles leave every surface, then the disk, and what models cost for them stays', async () => {
  const [oldest] = await db().selectFrom('articles').select('id').orderBy('sort_at').limit(1).execute()
  await db()
    .insertInto('ai_calls')
    .values({
      purpose: 'summary',
      article_id: oldest!.id,
      at: now,
      provider: 'p',
      model: 'm',
      request: '{}',
      prompt_version: '1',
      cost: 0.5,
      verdict: 'accepted',
    })
    .execute()
  await web.services.pipeline.maintain()
  expect(await titles()).toEqual(['Nyhet 2', 'Nyhet 1'])
  expect(await stored()).toBe(5)
  expect((await listed('/api/v1/entries')).pagination.total).toBe(2)
  await web.services.pipeline.cluster()
  await web.services.pipeline.maintain()
  expect(await stored()).toBe(2)
  expect((await listed('/api/v1/entries')).pagination.total).toBe(2)
  expect((await web.app.inject({ url: `/entries/${oldest!.id}` })).statusCode).toBe(404)
  expect((await actionsOf(web).stats()).spend.thisMonth).toBe(0.5)
  const events = await db()
    .selectFrom('events')
    .select(['articles_count', 'id'])
    .where('merged_into', 'is', null)
    .execute()
  const members = await db().selectFrom('event_members').select('event_id').execute()
  for (const event of events)
    expect(event.articles_count).toBe(members.filter(({ event_id }) => event_id === event.id).length)
})

it('answers of models go with the originals that they quote', async () => {
  const call = { purpose: 'summary' as const, provider: 'p', model: 'm', request: '{}', prompt_version: '1' }
  const rows = await db()
    .insertInto('ai_calls')
    .values(
      [31, 29].map((days) => ({
        ...call,
        at: new Date(web.clock.now().getTime() - days * DAY),
        verdict: 'accepted' as const,
        response: 'Citat ur originalet',
      })),
    )
    .returning('id')
    .execute()
  await web.services.pipeline.maintain()
  const ids = rows.map(({ id }) => id)
  const left = await db().selectFrom('ai_calls').select('response').where('id', 'in', ids).orderBy('id').execute()
  expect(left.map(({ response }) => response)).toEqual([null, 'Citat ur originalet'])
})

it('a feed that still lists them does not bring them back', async () => {
  web.clock.set(new Date(now.getTime() + DAY))
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', [item(6, 0), ...items]) })
  const [visit] = await actionsOf(web).ingest({ feedIds: [feed] })
  expect(visit).toMatchObject({ created: 1, updated: 0 })
  expect(await titles()).toEqual(['Nyhet 2', 'Nyhet 1', 'Nyhet 6'])
})

it('images that nobody has looked at leave, the others stay', async () => {
  const folder = imageFolder(web.config.DATA_DIR)
  mkdirSync(folder, { recursive: true })
  const at = (days: number) => new Date(web.clock.now().getTime() - days * DAY)
  for (const [name, days] of [
    ['old.webp', 8],
    ['new.webp', 6],
  ] as const) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), at(days), at(days))
  }
  await web.services.pipeline.maintain()
  expect(['old.webp', 'new.webp'].map((name) => existsSync(join(folder, name)))).toEqual([false, true])
})
