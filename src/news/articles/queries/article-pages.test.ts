/** Numbered pages by the counts show each article once, in the order of the list, from the first page to the last. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type ArticleFilter, type ArticleSort, listArticleIds } from './articles.ts'
import { pageArticles } from './pages.ts'

let database: Database
let feedId: number
let tagId: number
beforeAll(async () => {
  database = await openTestDatabase()
  const feeds = [await seedFeed(database), await seedFeed(database)]
  feedId = feeds[0] ?? 0
  tagId = await seedTag(database, 'Nyhet')
  // Two a day, over more than one block of 64 days.
  const start = Date.UTC(2026, 2, 1)
  await seedArticles(
    database,
    Array.from({ length: 400 }, (_, n) => ({
      feed_id: feeds[n % 4 === 0 ? 1 : 0] ?? 0,
      sort_at: new Date(start + n * 43_200_000),
      relevant: n % 3 !== 0,
      language: n % 5 === 0 ? 'sv' : 'en',
      tag_ids: n % 2 === 0 ? [tagId] : [],
    })),
  )
})
afterAll(() => database.close())

const cases: [string, () => ArticleFilter, ArticleSort, number][] = [
  ['all', () => ({}), 'newest', 400],
  ['all', () => ({}), 'popular', 400],
  ['relevant ones', () => ({ relevant: true }), 'newest', 266],
  ['of a source', () => ({ feedIds: [feedId] }), 'newest', 300],
  ['of a tag', () => ({ tagId }), 'newest', 200],
  ['in English', () => ({ language: 'en' }), 'popular', 320],
]

it.each(cases)('%s %#', async (_name, filterOf, sort, total) => {
  const filter = filterOf()
  const list = await listArticleIds(database.readDb, { filter, sort, limit: 1000 })
  const shown: number[] = []
  for (let page = 1; page <= Math.ceil(total / 30); page++) {
    const { items, total: told } = await pageArticles(database.readDb, {
      filter,
      sort,
      page,
      perPage: 30,
      siteLanguage: 'sv',
    })
    expect(told).toBe(total)
    shown.push(...items.map(({ id }) => id))
  }
  expect(shown).toEqual(list)
  expect(list).toHaveLength(total)
})
