/** What a search may not cost, however many words the articles hold. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { searchArticles } from './queries/search.ts'

let database: Database

/** Words that stand once, most of them with marks on their letters. */
const word = (n: number) =>
  [...n.toString(8).padStart(5, '0')].map((digit) => ['bå', 'dä', 'fö', 'gu', 'hå', 'ke', 'lä', 'mö'][+digit]).join('')

beforeAll(async () => {
  database = await openTestDatabase()
  const feed_id = await seedFeed(database)
  const articles = Array.from({ length: 400 }, (_, i) => ({
    feed_id,
    language: 'sv',
    title: `Rubrik ${i}`,
    excerpt: Array.from({ length: 50 }, (_, j) => word(50 * i + j)).join(' '),
    event_id: null,
  }))
  await seedArticles(database, articles)
  await sql`analyze search_terms`.execute(database.db)
})
afterAll(() => database.close())

/** Reading a table from end to end is counted by the server. */
async function readEndToEnd(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows } = await sql<{ times: number }>`
    select seq_scan as times from pg_stat_user_tables where relname = 'search_terms'`.execute(database.db)
  return rows[0]?.times ?? 0
}

it.each([
  ['a known word', word(4000)],
  ['a word that no article holds', 'bådäfötyrgukelä'],
  ['a misspelt word', `${word(4000).slice(0, 3)}x${word(4000).slice(4)}`],
  ['a question of many words', Array.from({ length: 12 }, (_, i) => `${word(40 * i)}qq`).join(' ')],
])('%s is looked up by indexes: the known words are never read from end to end', async (_, q) => {
  const before = await readEndToEnd()
  await searchArticles(
    { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } },
    { q, limit: 20 },
  )
  expect(await readEndToEnd()).toBe(before)
})
