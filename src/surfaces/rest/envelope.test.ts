/** The envelope of every list: first, middle, last page, and one past the end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed, seedGuide, seedTag } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'

let api: TestApi
let token: string
const lists = [
  '/api/v1/entries',
  '/api/v1/entries/popular',
  '/api/v1/entries/follows',
  '/api/v1/feeds/1/entries',
  '/api/v1/tags/t1/entries',
  '/api/v1/feeds',
  '/api/v1/tags',
  ...ifThere('podcast', '/api/v1/podd_episodes'),
  '/api/v1/stories',
  ...ifThere('guides', '/api/v1/guides'),
]
/** Lists that do not go by time: those that do have cursors. */
const byKey = new Set(['/api/v1/feeds', '/api/v1/tags', '/api/v1/podd_episodes', '/api/v1/guides'])

beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  const feeds: number[] = []
  for (let i = 0; i < 5; i++) feeds.push(await seedFeed(database))
  const tags: number[] = []
  for (let i = 1; i <= 5; i++) tags.push(await seedTag(database, `T${i}`))
  const [feed = 0] = feeds
  await seedArticles(
    database,
    tags.map((tag) => ({ feed_id: feed, tag_ids: [...new Set([tag, tags[0] ?? 0])] })),
  )
  const at = new Date('2026-11-20T06:00:00Z')
  const times = { created_at: at, updated_at: at }
  await database.db
    .insertInto('stories')
    .values(tags.map((_, i) => ({ title: `Story ${i}`, first_at: at, last_at: at, entries_count: 3, ...times })))
    .execute()
  const audio = { duration_seconds: 1, audio_path: 'a/a.mp3', audio_type: 'audio/mpeg', audio_bytes: 1 }
  await database.db
    .insertInto('episodes')
    .values(
      tags.map((_, i) => ({
        episode_id: `a-${i}`,
        title: 'A',
        published_on: at,
        origin: 'import' as const,
        ...audio,
        ...times,
      })),
    )
    .execute()
  for (const i of tags.keys()) await seedGuide(database, `guide-${i}`)
  token = await api.signIn('ann@example.se')
  await api.call('POST', `/api/v1/feeds/${feed}/follow`, { token })
})
afterAll(() => api.close())

describe.each(lists)('%s', (list) => {
  it.each([
    [1, 2, { has_next: true, has_prev: false, next_page: 2, prev_page: null }],
    [2, 2, { has_next: true, has_prev: true, next_page: 3, prev_page: 1 }],
    [3, 1, { has_next: false, has_prev: true, next_page: null, prev_page: 2 }],
    [4, 0, { has_next: false, has_prev: true, next_page: null, prev_page: 3 }],
    [9_007_199_254_740_991, 0, { has_next: false, has_prev: true, next_page: null, prev_page: 3 }],
  ])('page %i of 3', async (page, items, rest) => {
    const { status, body } = await api.call('GET', `${list}?per_page=2&page=${page}`, { token })
    expect([status, body.data.length]).toEqual([200, items])
    const { next_cursor: cursor, ...pagination } = body.pagination
    expect(pagination).toEqual({ current_page: page, per_page: 2, total: 5, last_page: 3, ...rest })
    if (cursor !== undefined) expect(cursor === null).toBe(page >= 3)
  })

  it.skipIf(byKey.has(list))('goes on by cursor, though something comes in before', async () => {
    const first = (await api.call('GET', `${list}?per_page=2`, { token })).body
    let cursor = first.pagination.next_cursor
    if (cursor === undefined) return
    const seen: number[] = first.data.map(({ id }: { id: number }) => id)
    while (cursor !== null) {
      const { body } = await api.call('GET', `${list}?per_page=2&cursor=${cursor}`, { token })
      expect(body.pagination).toMatchObject({ current_page: null, next_page: null, prev_page: null, total: 5 })
      seen.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.pagination.next_cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    expect((await api.call('GET', `${list}?cursor=5`, { token })).status).toBe(400)
  })

  it('shows each item on one page only', async () => {
    const seen: unknown[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await api.call('GET', `${list}?per_page=2&page=${page}`, { token })
      seen.push(...body.data.map((item: Record<string, unknown>) => item.id ?? item.episode_id ?? item.slug))
    }
    expect(new Set(seen).size).toBe(5)
  })

  it('has 20 a page unless asked, and at most 100', async () => {
    expect((await api.call('GET', list, { token })).body.pagination.per_page).toBe(20)
    for (const more of [101, '99999999999999999999999'])
      expect((await api.call('GET', `${list}?per_page=${more}`, { token })).body.pagination.per_page).toBe(100)
    expect((await api.call('GET', `${list}?per_page=0`, { token })).status).toBe(400)
  })
})

it('has one page of nothing where there is nothing', async () => {
  const { body } = await api.call('GET', '/api/v1/entries?lang=sv&page=2')
  expect(body.pagination).toMatchObject({ total: 0, last_page: 1, has_next: false, has_prev: true, prev_page: 1 })
})
