/** Texts that an edition is spoken from: never those of a publisher that keeps its articles from machines. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { materialOf } from './synthesize.ts'

let database: Database
let free: number
let reserved: number

beforeAll(async () => {
  database = await openTestDatabase()
  const feed = { feed_id: await seedFeed(database) }
  const ids = await seedArticles(database, [feed, { ...feed, reservation: 'https://a.example/robots.txt' }])
  free = ids[0] ?? 0
  reserved = ids[1] ?? 0
})
afterAll(() => database.close())

const long = `${'Mycket text om ingenting. '.repeat(40)}Slut.`
const spoken = async (lead: number, revision: number) => {
  const event = {
    title: 'Rubrik',
    summary: long,
    language: 'sv',
    revision,
    story: { title: 'Följetong' },
    lead: { id: lead, url: `https://a.example/${lead}` },
    sources: [{ name: 'Bladet' }],
    entries: [{ id: lead }],
  }
  return materialOf({ database, readEvents: async () => [event] }, [7])
}

it.each([
  ['an article of nobody who reserves it', () => spoken(free, 0), 1],
  ['a text of ours about such an article', () => spoken(free, 1), 1],
  ['a reserved article', () => spoken(reserved, 0), 0],
  ['a text of ours about a reserved article', () => spoken(reserved, 1), 1],
])('of %s', async (_name, material, count) => {
  expect(await material()).toHaveLength(count)
})

it('is cut to what can be listened to, with its sources and its story', async () => {
  const [material] = await spoken(free, 0)
  expect(material?.summary.length).toBeLessThanOrEqual(420)
  expect(material).toMatchObject({ sources: ['Bladet'], story: 'Följetong', entryIds: [free] })
})
