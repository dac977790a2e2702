/** The client's iterator over changes, and the list of sources for other readers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ApiError,
  type Change,
  createClient,
  followChanges,
  NotKarnhusetError,
} from '../../../clients/typescript/client.ts'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'

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

const nothing = { data: [], next: '0-1', has_more: false, meta: { api_version: 'v1' } }

/** A client to which the answers come one after the other, and then nothing new. */
function played(...answers: (() => Response | Promise<Response>)[]) {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    urls.push(String(url))
    init?.signal?.throwIfAborted()
    return (answers.shift() ?? (() => Response.json(nothing)))()
  }
  return { urls, client: createClient({ baseUrl: 'https://site.example', fetch, timeoutMs: 50 }) }
}

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

it('gives each change once, over pages, and goes on where it is heard', async () => {
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
    name: 'ApiError',
    status: 502,
    type: 'unknown',
    message: 'Bad Gateway',
  })
})

it('stops waiting when it is heard to', async () => {
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

it('does not wait at all when it is heard to stop while it asks', async () => {
  const leaving = new AbortController()
  const answered: typeof fetch = async () => {
    leaving.abort()
    return Response.json(nothing)
  }
  const client = createClient({ baseUrl: 'https://site.example', fetch: answered })
  const from = performance.now()
  for await (const _ of followChanges(client, { everyMs: 5000, signal: leaving.signal }))
    throw new Error('nothing has happened')
  expect(performance.now() - from).toBeLessThan(2500)
})

it('gives none of the rest of a page once it is heard to stop', async () => {
  const leaving = new AbortController()
  const data = [1, 2, 3].map((id) => ({ type: 'entry.created', id, object: null }))
  const { client } = played(() => Response.json({ ...nothing, data }))
  const taken: unknown[] = []
  for await (const { id } of followChanges(client, { everyMs: 8, signal: leaving.signal })) {
    taken.push(id)
    leaving.abort()
  }
  expect(taken).toEqual([1])
})

it('waits longer after each failure where it does not wait between looks', async () => {
  const leaving = new AbortController()
  const { client } = played(...Array.from({ length: 6 }, () => failed(503)))
  const waits: number[] = []
  const onError = (_: unknown, waitMs: number) => waits.push(waitMs) === 6 && leaving.abort()
  for await (const _ of followChanges(client, { everyMs: 0, onError, signal: leaving.signal }))
    throw new Error('nothing has happened')
  for (const [n, most] of [1, 2, 4, 8, 16, 32].entries()) expect(waits[n]).toBeGreaterThanOrEqual(most / 2)
})

const failed =
  (status: number, headers = {}) =>
  () =>
    Response.json({ error: { type: 'unavailable', message: 'Away.' } }, { status, headers })

it('waits twice as long after each failure, and tells of it', async () => {
  const leaving = new AbortController()
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  const page = { ...nothing, data: [{ type: 'entry.created', id: 1, object: null }], next: '0-2' }
  const { client, urls } = played(
    unreachable,
    failed(503),
    failed(429),
    unreachable,
    () => Response.json(page),
    failed(502),
  )
  const heard: [string, number][] = []
  const onError = (error: unknown, waitMs: number) => {
    heard.push([String((error as Error).message), waitMs])
    if (heard.length === 5) leaving.abort()
  }
  const taken: number[] = []
  for await (const change of followChanges(client, { everyMs: 8, onError, signal: leaving.signal }))
    if (change.type === 'entry.created') taken.push(change.id)
  expect([taken, heard.map(([message]) => message)]).toEqual([
    [1],
    ['fetch failed', 'Away.', 'Away.', 'fetch failed', 'Away.'],
  ])
  for (const [n, most] of [8, 16, 32, 64, 8].entries()) {
    expect(heard[n]?.[1]).toBeGreaterThanOrEqual(most / 2)
    expect(heard[n]?.[1]).toBeLessThanOrEqual(most)
  }
  expect(urls.at(-1)).toContain('after=0-2')
})

it.each([
  ['seconds', () => '7', 7000, 7000],
  ['a date', () => new Date(Date.now() + 60_000).toUTCString(), 50_000, 61_000],
  ['neither', () => 'soon', 0, 5],
])('waits as long as Retry-After says: %s', async (_, header, least, most) => {
  const leaving = new AbortController()
  const { client } = played(failed(429, { 'retry-after': header() }))
  let waited = -1
  const onError = (_: unknown, waitMs: number) => {
    waited = waitMs
    leaving.abort()
  }
  for await (const _ of followChanges(client, { everyMs: 5, onError, signal: leaving.signal })) break
  expect(waited).toBeGreaterThanOrEqual(least)
  expect(waited).toBeLessThanOrEqual(most)
})

it.each([
  ['a page of another site', () => new Response('<html>Welcome</html>')],
  ['JSON of another service', () => Response.json({ data: [], next: 'x' })],
  ['JSON that is no object', () => Response.json(null)],
])('ends with an error that says so where the other end is not Kärnhuset: %s', async (_, answer) => {
  const { client } = played(answer)
  const follow = followChanges(client, { everyMs: 5 }).next()
  await expect(follow).rejects.toThrow(NotKarnhusetError)
  await expect(follow).rejects.toThrow('https://site.example/api/v1/changes answers, but not as a Kärnhuset site')
})

it('ends with what is no fault that passes', async () => {
  for (const status of [400, 401, 404, 410]) {
    const { client } = played(failed(status))
    await expect(followChanges(client, { everyMs: 5 }).next()).rejects.toMatchObject({ status })
  }
  expect(() => createClient({ baseUrl: 'site.example' })).toThrow('Invalid URL')
  expect(() => createClient({ baseUrl: 'https://site.example', token: 'of two\nlines' })).toThrow(/header/)
})

/** Never answers, as a connection that hangs. */
const hanging: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

it('gives a call up after its time, and asks again', async () => {
  const client = createClient({ baseUrl: 'https://site.example', fetch: hanging, timeoutMs: 20 })
  await expect(client.get('/api/v1/changes')).rejects.toMatchObject({ name: 'TimeoutError' })
  const leaving = new AbortController()
  const heard: string[] = []
  const onError = (error: unknown) => {
    heard.push((error as Error).name)
    if (heard.length === 2) leaving.abort()
  }
  for await (const _ of followChanges(client, { everyMs: 2, onError, signal: leaving.signal })) break
  expect(heard).toEqual(['TimeoutError', 'TimeoutError'])
})

it('ends a call that is under way when it is heard to', async () => {
  const client = createClient({ baseUrl: 'https://site.example', fetch: hanging })
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(), 20)
  await expect(client.get('/api/v1/changes', { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  const other = new AbortController()
  setTimeout(() => other.abort(), 20)
  for await (const _ of followChanges(client, { signal: other.signal })) throw new Error('nothing has happened')
})

it('says of what kind the object of a change is', async () => {
  const { next } = await api.client().get('/api/v1/changes')
  await publish(1)
  const [change] = await take(1, next)
  // Compiled only where `type` narrows `object`.
  const title = change?.type === 'entry.created' ? change.object?.content.original.title : null
  expect(title).toEqual(expect.any(String))
})
