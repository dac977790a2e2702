/** The client's iterator over changes, and the list of sources for other readers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError, type Change, createClient, followChanges } from '../../clients/typescript/client.ts'
import { parseOpml } from '../../src/feeds/formats/opml.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { seedArticles, seedFeed } from '../support/seed.ts'

let api: TestApi
let feed: number
beforeAll(async () => {
  api = await startApi()
  feed = await seedFeed(api.web.database, { title: 'First', url: 'https://me:secret@first.example/feed' })
})
afterAll(() => api.close())

const publish = (n: number) =>
  seedArticles(
    api.web.database,
    Array.from({ length: n }, () => ({ feed_id: feed, event_id: null })),
  )

async function take(n: number, after: string): Promise<Change[]> {
  const leaving = new AbortController()
  const changes: Change[] = []
  for await (const change of followChanges(api.client(), { after, everyMs: 20, signal: leaving.signal })) {
    changes.push(change)
    if (changes.length === n) break
  }
  leaving.abort()
  return changes
}

it('gives each change once, over pages, and goes on where it is told', async () => {
  const { next } = await api.client().get('/api/v1/changes')
  const ids = await publish(230)
  const first = await take(150, next)
  const rest = take(82, first.at(-1)?.cursor ?? '')
  const later = await publish(2)
  expect([...first, ...(await rest)].map(({ id }) => id)).toEqual([...ids, ...later])
})

it('ends with an error that says so when the cursor is too old', async () => {
  await expect(take(1, '00000000-1')).rejects.toThrow(ApiError)
})

it('is an ApiError too when what stands before the service answers in its own form', async () => {
  const proxy = async () => new Response('<html>502 Bad Gateway</html>', { status: 502, statusText: 'Bad Gateway' })
  const client = createClient({ baseUrl: 'https://news.example', fetch: proxy })
  await expect(client.get('/api/v1/entries/{id}', { path: { id: 12 } })).rejects.toMatchObject({
    ...{ name: 'ApiError', status: 502, type: 'unknown', message: 'Bad Gateway' },
  })
})

it('stops waiting when it is told to', async () => {
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(), 50)
  for await (const _ of followChanges(api.client(), { everyMs: 60_000, signal: leaving.signal }))
    throw new Error('nothing has happened')
})

it('lists active sources as OPML, without passwords and what is the operator’s alone', async () => {
  await seedFeed(api.web.database, { title: 'Paused', status: 'paused' })
  const { body, headers } = await api.web.app.inject('/feeds.opml')
  expect(parseOpml(body).sources.map(({ title, url }) => [title, url])).toEqual([
    ['First', 'https://first.example/feed'],
  ])
  expect(body).not.toMatch(/secret|relevance|publisher/)
  expect(headers.etag).toBeTruthy()
  await sql`update feeds set title = 'Renamed' where id = ${feed}`.execute(api.web.database.db)
  await expect.poll(async () => (await api.web.app.inject('/feeds.opml')).body).toContain('Renamed')
})

it('does not wait at all when it is told to stop while it asks', async () => {
  const leaving = new AbortController()
  const answered: typeof fetch = async () => {
    leaving.abort()
    return Response.json({ data: [], next: '0-1', has_more: false })
  }
  const client = createClient({ baseUrl: 'https://site.example', fetch: answered })
  const from = performance.now()
  for await (const _ of followChanges(client, { everyMs: 5000, signal: leaving.signal }))
    throw new Error('nothing has happened')
  expect(performance.now() - from).toBeLessThan(2500)
})
