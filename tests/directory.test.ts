/** Articles name their source and tags as they are now, though these are kept in memory between two versions. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hydrateArticles } from '../src/read/articles/articles.ts'
import { type Database, publishing } from '../src/store/database/database.ts'
import { openTestDatabase } from './support/database.ts'
import { seedArticles, seedFeed, seedTag } from './support/seed.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const namesOf = async (ids: number[]) =>
  (await hydrateArticles(database.db, ids)).map(({ feed, tags }) => [feed.title, ...tags.map((tag) => tag.name)])

it('names sources and tags after each change, in the order of the article, each tag once', async () => {
  const feed = await seedFeed(database, { title: 'Cykelbladet', site_url: null })
  const [road, hill] = [await seedTag(database, 'Väg', 'vag'), await seedTag(database, 'Backe', 'backe')]
  const [first = 0, second = 0] = await seedArticles(database, [
    { feed_id: feed, tag_ids: [hill, road, hill] },
    { feed_id: feed, tag_ids: [] },
  ])
  expect(await namesOf([second, first])).toEqual([['Cykelbladet'], ['Cykelbladet', 'Backe', 'Väg']])

  await publishing(database, (trx) => trx.updateTable('tags').set({ name: 'Berg' }).where('id', '=', hill).execute())
  expect(await namesOf([first])).toEqual([['Cykelbladet', 'Berg', 'Väg']])

  await publishing(database, (trx) =>
    trx.updateTable('feeds').set({ title: 'Hjulet' }).where('id', '=', feed).execute(),
  )
  await publishing(database, (trx) => trx.deleteFrom('tags').where('id', '=', road).execute())
  expect(await namesOf([first])).toEqual([['Hjulet', 'Berg']])

  const other = await seedFeed(database, { title: 'Trampan' })
  const [third = 0] = await seedArticles(database, [{ feed_id: other }])
  const [views] = await Promise.all([namesOf([third, first, 999_999]), namesOf([first])])
  expect(views).toEqual([['Trampan'], ['Hjulet', 'Berg']])
})

it('asks once for what many articles name, and once again when something has changed', async () => {
  const feed = await seedFeed(database)
  const ids = await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }])
  const asked: string[] = []
  const watched = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked.push(Object.keys(result.rows[0] ?? {}).includes('excerpt') ? 'articles' : 'names')
      return result
    },
  })
  for (const id of ids) await hydrateArticles(watched, [id])
  expect(asked).toEqual(['articles', 'names', 'articles'])
  await publishing(database, async () => {})
  await hydrateArticles(watched, ids)
  expect(asked).toEqual(['articles', 'names', 'articles', 'articles', 'names'])
})
