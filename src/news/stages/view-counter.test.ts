/** Readings on their way from memory to the database: who counts, and that none is lost when the database is away. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { startViewCounter, type ViewCounter } from './view-counter.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let now = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => now }

let database: Database
let counter: ViewCounter
let articleId: number
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[articleId] = (await seedArticles(database, [{ feed_id: await seedFeed(database) }])) as [number]
  counter = startViewCounter(database, clock, pino({ level: 'silent' }))
})
afterEach(() => counter.stop())

const read = (ip: string, userAgent = firefox) => counter.add({ articleId, ip, userAgent })
const views = async () => {
  const row = await database.db.selectFrom('articles').select('views').where('id', '=', articleId).executeTakeFirst()
  return row?.views
}

it('counts a reader once, and neither robots nor those who say nothing of themselves', async () => {
  for (const ip of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) read(ip)
  read('203.0.113.3', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  read('203.0.113.4', 'GPTBot/1.2')
  read('203.0.113.5', '')
  await counter.flush()
  expect(await views()).toBe(2)
})

it('knows a visitor again on the same day alone', async () => {
  const hashes = async () => {
    const rows = await database.db
      .selectFrom('article_visitors')
      .select('visitor')
      .where('article_id', '=', articleId)
      .execute()
    return rows.map(({ visitor }) => visitor.toString('hex'))
  }
  for (const day of [22, 23, 22]) {
    now = new Date(`2026-11-${day}T12:00:00Z`)
    read('203.0.113.1')
    await counter.flush()
  }
  expect(new Set(await hashes()).size).toBe(2)
})

it('keeps what could not be written', async () => {
  read('203.0.113.1')
  await database.db.schema.alterTable('article_visitors').renameTo('away').execute()
  await expect(counter.flush()).rejects.toThrow(/article_visitors/)
  await database.db.schema.alterTable('away').renameTo('article_visitors').execute()
  read('203.0.113.2')
  await counter.flush()
  expect(await views()).toBe(2)
})
