/** Answers over real connections: encodings, validators, credentials, and that each one is counted. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishing } from '../src/store/database/database.ts'
import { startApi, type TestApi } from './support/api.ts'
import { seedArticles, seedFeed } from './support/seed.ts'

let api: TestApi
let port: number
let feed: number
beforeAll(async () => {
  api = await startApi()
  feed = await seedFeed(api.web.database)
  await seedArticles(
    api.web.database,
    Array.from({ length: 30 }, () => ({ feed_id: feed })),
  )
  await api.web.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.web.app.server.address() as { port: number }).port
})
afterAll(() => api.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
const paths = [
  '/entries.json',
  '/api/v1/entries',
  '/',
  '/index.md',
  '/entries.rss',
  '/feeds',
  '/llms.txt',
  '/feed.json',
]

it.each(paths)('%s is the same in each encoding, with one validator that each of them answers 304 to', async (path) => {
  const plain = await get(path)
  expect([plain.status, plain.headers.vary]).toEqual([200, expect.stringContaining('accept-encoding')])
  for (const [encoding, decode] of Object.entries(decoders)) {
    const asked = { 'accept-encoding': encoding }
    const packed = await get(path, asked)
    if (plain.body.length >= 860) {
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(decode(packed.body).equals(plain.body)).toBe(true)
    }
    expect(packed.headers.etag).toBe(plain.headers.etag)
    const again = await get(path, { ...asked, 'if-none-match': String(plain.headers.etag) })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, plain.headers.etag])
    for (const name of ['vary', 'cache-control', 'access-control-allow-origin'])
      expect([name, again.headers[name]]).toEqual([name, plain.headers[name]])
  }
})

describe('credentials', () => {
  const tokenOf = async (email: string) => (await api.signIn(email)) as string
  const follow = (token: string) => api.call('POST', `/api/v1/feeds/${feed}/follow`, { token })
  const ask = async (path: string, token?: string) => {
    const { headers, body } = await get(path, token ? { authorization: `Bearer ${token}` } : {})
    return { control: String(headers['cache-control']), body: JSON.parse(String(body)) }
  }

  it('nobody is answered with what another follows, in whatever order they ask', async () => {
    const [follower, other] = [await tokenOf('follower@site.example'), await tokenOf('other@site.example')]
    await follow(follower)
    const following = async (token?: string) => (await ask(`/api/v1/feeds/${feed}`, token)).body.data.is_following
    expect(await following(follower)).toBe(true)
    expect([await following(), await following(other), await following()]).toEqual([false, false, false])
    expect(await following(follower)).toBe(true)
    const followed = async (token: string) => (await ask('/api/v1/entries/follows', token)).body.pagination.total
    expect([await followed(follower), await followed(other), await followed(follower)]).toEqual([30, 0, 30])
    expect((await get('/api/v1/entries/follows')).status).toBe(401)
    expect((await get('/api/v1/entries/follows', { cookie: `session=${follower}` })).status).toBe(401)
  })

  it('what depends on an account is not cached, here or on the way', async () => {
    const token = await tokenOf('follower@site.example')
    const { cache } = api.web.ctx
    for (const path of ['/api/v1/entries/follows', '/api/v1/feeds']) {
      await ask('/api/v1/feeds')
      const before = cache.entries
      const { control } = await ask(path, token)
      expect([path, control, cache.entries - before]).toEqual([path, expect.stringMatching(/^private/), 0])
    }
    expect((await ask('/api/v1/entries', token)).control).toMatch(/^private/)
    expect((await ask('/api/v1/entries')).control).toMatch(/^public/)
  })

  it('a token that is not valid is refused though the answer is cached', async () => {
    expect((await get('/api/v1/entries')).status).toBe(200)
    expect((await get('/api/v1/entries', { authorization: 'Bearer kh_wrong' })).status).toBe(401)
  })

  it('a cookie changes no page, and no page sets one', async () => {
    const plain = await get('/')
    const withCookie = await get('/', { cookie: 'session=abc' })
    expect(withCookie.body.equals(plain.body)).toBe(true)
    expect([plain.headers['set-cookie'], withCookie.headers['set-cookie']]).toEqual([undefined, undefined])
  })
})

it('is limited in its keys: parameters that mean nothing make no new answers', async () => {
  await get('/entries.json')
  const { entries } = api.web.ctx.cache
  for (let i = 0; i < 20; i++) expect((await get(`/entries.json?x=${i}${'y'.repeat(4000)}`)).status).toBe(200)
  expect(api.web.ctx.cache.entries).toBe(entries)
})

it('has a duration in /metrics for every answer: cached, 304, HEAD, errors, unknown and undecodable addresses', async () => {
  await get('/metrics')
  const counts = async () => {
    const text = String((await get('/metrics', { host: '127.0.0.1' })).body)
    const of = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((sum, [, n]) => sum + Number(n), 0)
    return {
      requests: of(/^karnhuset_http_requests_total\{[^}]*\} (\d+)$/gm),
      durations: of(/^karnhuset_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm),
    }
  }
  const etag = String((await get('/tags.json')).headers.etag)
  const before = await counts()
  const asked: [string, Record<string, string>, string, number][] = [
    ['/tags.json', {}, 'GET', 200],
    ['/tags.json', { 'if-none-match': etag }, 'GET', 304],
    ['/tags.json', {}, 'HEAD', 200],
    ['/tags.json', {}, 'POST', 405],
    ['/nowhere/at/all', {}, 'GET', 404],
    ['/api/v1/entries?page=0', {}, 'GET', 400],
    ['/entries/%E0%A4%A', {}, 'GET', 404],
  ]
  for (const [path, headers, method, status] of asked)
    expect([method, path, (await get(path, headers, method)).status]).toEqual([method, path, status])
  const after = await counts()
  // Asking for the numbers is an answer too.
  expect(after.requests - before.requests).toBe(asked.length + 1)
  expect(after.durations).toBe(after.requests)
})

it('sends security headers with an address that cannot be decoded, too', async () => {
  const { headers } = await get('/entries/%E0%A4%A')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBeDefined()
})

it('names sources and tags of articles as they are after each change, in order, each tag once', async () => {
  const { database } = api.web
  const insertTag = (name: string) =>
    publishing(database, (trx) =>
      trx.insertInto('tags').values({ name, slug: name.toLowerCase() }).returning('id').executeTakeFirstOrThrow(),
    )
  const [road, hill] = [(await insertTag('Road')).id, (await insertTag('Hill')).id]
  const cycling = await seedFeed(database, { title: 'Cycling', site_url: null, url: 'https://cycling.example/feed' })
  const [id] = await seedArticles(database, [{ feed_id: cycling, tag_ids: [hill, road, hill] }])
  const names = async () => {
    const { data } = JSON.parse(String((await get(`/api/v1/feeds/${cycling}/entries`)).body))
    return [data[0].id, data[0].feed.title, data[0].feed.url, ...data[0].tags.map((tag: { name: string }) => tag.name)]
  }
  expect(await names()).toEqual([id, 'Cycling', 'https://cycling.example/feed', 'Hill', 'Road'])
  await publishing(database, (trx) =>
    trx.updateTable('tags').set({ name: 'Mountain' }).where('id', '=', hill).execute(),
  )
  await publishing(database, (trx) =>
    trx.updateTable('feeds').set({ title: 'Wheel' }).where('id', '=', cycling).execute(),
  )
  await publishing(database, (trx) => trx.deleteFrom('tags').where('id', '=', road).execute())
  expect(await names()).toEqual([id, 'Wheel', 'https://cycling.example/feed', 'Mountain'])
})
