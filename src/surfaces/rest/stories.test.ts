/** Stories over the API: list, detail, kin, and what becomes of a merged one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'

let api: TestApi
let ids: number[]
let articles: number[]

beforeAll(async () => {
  api = await startApi()
  const { database } = api.web
  const { db } = database
  const feed = await seedFeed(database, { title: 'MacBladet' })
  const tag = await seedTag(database, 'Prov', 'prov')
  const at = new Date('2026-11-20T08:00:00Z')
  const event = await db
    .insertInto('events')
    .values({ created_at: at, first_at: at, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  articles = await seedArticles(database, [
    { feed_id: feed, event_id: event.id, title: 'Första', tag_ids: [tag] },
    {
      feed_id: feed,
      event_id: event.id,
      translated_title: 'Andra',
      translated_summary: 'Sammanfattat.',
      translated_by: 'ai',
    },
  ])
  const story = async (title: string, values: object) => {
    const row = { title, first_at: at, last_at: at, created_at: at, updated_at: at, entries_count: 2, ...values }
    return (await db.insertInto('stories').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const old = await story('Förra rättegången', { status: 'dormant', last_at: new Date('2026-08-01T00:00:00Z') })
  const running = await story('Rättegången om appbutiken', {
    lead: 'Ingress.',
    body: 'Brödtext.',
    image_url: 'https://img.example/1.jpg',
    predecessor_id: old,
  })
  const merged = await story('Samma rättegång', { merged_into: running })
  const before = await story('Samma rättegång igen', { merged_into: merged })
  await db.insertInto('dissolved_stories').values({ story_id: 77, event_id: event.id, at }).execute()
  ids = [old, running, merged, before]
  await db.insertInto('story_events').values({ event_id: event.id, story_id: running, reason: '{}', at }).execute()
})
afterAll(() => api.close())

it('lists what was not merged, most recently updated first', async () => {
  const { body } = await api.call('GET', '/api/v1/stories')
  expect(body.data.map((story: { id: number }) => story.id)).toEqual([ids[1], ids[0]])
  expect(body.data[0]).toEqual({
    id: ids[1],
    title: 'Rättegången om appbutiken',
    lead: 'Ingress.',
    status: 'active',
    entries_count: 2,
    first_entry_published_at: '2026-11-20T08:00:00.000Z',
    last_entry_published_at: '2026-11-20T08:00:00.000Z',
    image_url: 'https://img.example/1.jpg',
    url: `https://site.example/stories/${ids[1]}-rattegangen-om-appbutiken`,
    by: 'publisher',
  })
})

it('filters by status, and says which there are', async () => {
  const { body } = await api.call('GET', '/api/v1/stories?status=dormant')
  expect(body.data.map((story: { id: number }) => story.id)).toEqual([ids[0]])
  expect(body.meta.filters).toEqual({ status: 'dormant' })
  const refused = await api.call('GET', '/api/v1/stories?status=dead')
  expect([refused.status, refused.body.error.message]).toEqual([400, 'status must be one of active, dormant.'])
})

it('shows one with its text, its kin and its members, by id or id and any slug', async () => {
  for (const id of [`${ids[1]}`, `${ids[1]}-any-slug`, `${ids[1]}-%C3%A5`]) {
    const { data } = (await api.call('GET', `/api/v1/stories/${id}`)).body
    expect(data).toMatchObject({ id: ids[1], body: 'Brödtext.', successors: [] })
    expect(data.predecessor).toEqual({
      id: ids[0],
      title: 'Förra rättegången',
      status: 'dormant',
      url: `https://site.example/stories/${ids[0]}-forra-rattegangen`,
    })
    expect(data.entries.map((entry: { id: number }) => entry.id)).toEqual([articles[1], articles[0]])
    expect(data.entries[0]).toEqual({
      id: articles[1],
      title: 'Andra',
      summary: 'Sammanfattat.',
      source: 'MacBladet',
      url: expect.any(String),
      canonical_url: `https://site.example/entries/${articles[1]}-andra`,
      published_at: '2026-11-20T08:01:00.000Z',
      tags: [],
    })
  }
  const { data } = await api.client().get('/api/v1/stories/{id}', { path: { id: String(ids[0]) } })
  expect(data).toMatchObject({ predecessor: null, successors: [{ id: ids[1] }] })
})

it('leads from a merged story to where it went on', async () => {
  for (const id of [ids[2], ids[3]]) {
    const { status, body, headers } = await api.call('GET', `/api/v1/stories/${id}`)
    expect([status, headers.location]).toEqual([301, `/api/v1/stories/${ids[1]}`])
    expect(body.data).toEqual({ id: ids[1], url: `https://site.example/api/v1/stories/${ids[1]}` })
  }
})

it('leads from one that was dissolved to the page of its best article', async () => {
  const { status, body, headers } = await api.call('GET', '/api/v1/stories/77')
  const path = `/entries/${articles[0]}-forsta`
  expect([status, headers.location]).toEqual([301, path])
  expect(body.data).toEqual({ id: null, url: `https://site.example${path}` })
})

it('knows no other', async () => {
  for (const id of ['9999', 'abc', '1x', '999999999999999', '9999999999999999999'])
    expect((await api.call('GET', `/api/v1/stories/${id}`)).body.error.type).toBe('not_found')
})
