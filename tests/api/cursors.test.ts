/** Lists that do not go by time, read from a cursor. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.ts'
import { seedArticles, seedFeed, seedTag } from '../support/seed.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  for (let n = 0; n < 5; n++) {
    const feed = await seedFeed(database, { title: `Paper ${n}` })
    const tag = await seedTag(database, `Tag ${n}`, `tag-${n}`)
    await seedArticles(
      database,
      Array.from({ length: n + 1 }, () => ({ feed_id: feed, tag_ids: [tag] })),
    )
    await database.db
      .insertInto('episodes')
      .values({
        ...{ episode_id: `e-${n}`, title: `Episode ${n}`, description: '', published_on: new Date(2026, 0, n + 1) },
        ...{ duration_seconds: 1, audio_path: `e-${n}/a.mp3`, audio_type: 'audio/mpeg', audio_bytes: 1 },
        ...{ origin: 'import', created_at: new Date(), updated_at: new Date(), chapters: '[]', sources: '[]' },
      } as never)
      .execute()
  }
})
afterAll(() => api.close())

it.each([
  ['/api/v1/feeds', 'id'],
  ['/api/v1/tags', 'slug'],
  ['/api/v1/podd_episodes', 'episode_id'],
])('%s gives each item once, page by page', async (path, key) => {
  const read = async (query: string) => (await api.web.app.inject(`${path}?${query}`)).json()
  const all = (await read('per_page=100')).data.map((one: Record<string, unknown>) => one[key])
  expect(all.length).toBe(5)
  const paged: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await read(`per_page=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.data.map((one: Record<string, unknown>) => one[key]))
    expect(page.pagination.has_next).toBe(page.pagination.next_cursor !== null)
    cursor = page.pagination.next_cursor
  }
  expect(paged).toEqual(all)
  expect((await api.web.app.inject(`${path}?cursor=gone`)).statusCode).toBe(400)
})
