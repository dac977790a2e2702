/** Answers that go out before any routing are those that the route would give. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishing } from '../src/store/database/database.ts'
import { seedArticles, seedFeed, seedTag } from './support/seed.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let port: number
beforeAll(async () => {
  web = await startTestWeb()
  const feed = await seedFeed(web.database)
  await seedTag(web.database, 'Nyhet')
  await seedArticles(
    web.database,
    Array.from({ length: 30 }, () => ({ feed_id: feed })),
  )
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  port = (web.app.server.address() as { port: number }).port
})
afterAll(() => web.close())

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
      answer.on('end', () => {
        const { date: _, ...rest } = answer.headers
        resolve({ status: answer.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** What a cookie is sent with is routed. */
const viaRoute = (path: string, headers: Record<string, string> = {}) => get(path, { cookie: 'a=b', ...headers })

const direct = () => web.ctx.cache.stats.direct

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

it.each(paths)('%s: the same status, headers and body, in every encoding and as a 304', async (path) => {
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    const headers = { 'accept-encoding': encoding }
    const byRoute = await viaRoute(path, headers)
    await get(path, headers)
    const before = direct()
    const byLane = await get(path, headers)
    expect(direct()).toBe(before + 1)
    expect(byLane).toEqual(byRoute)
    const bodies = { identity: (b: Buffer) => b, gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
    expect(bodies[encoding as keyof typeof bodies](byLane.body).length).toBeGreaterThan(100)
  }
  const etag = (await get(path)).headers.etag ?? ''
  const byRoute = await viaRoute(path, { 'if-none-match': etag })
  const byLane = await get(path, { 'if-none-match': etag })
  expect([byLane.status, byLane.body.length]).toEqual([304, 0])
  for (const name of ['etag', 'vary', 'cache-control', 'access-control-allow-origin'])
    expect([name, byLane.headers[name]]).toEqual([name, byRoute.headers[name]])
})

/** What comes back on one connection on which `requests` are written in one go, and which the last of them ends. */
function exchange(requests: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('end', () => resolve(text.split(/(?=HTTP\/1\.1 )/)))
    socket.on('error', reject)
  })
}

const ask = (...headers: string[]) => ['GET /tags.json HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n')

/** Headers come in another order. */
const parts = (answer: string) => {
  const [head = '', body] = answer.split('\r\n\r\n')
  const lines = head.split('\r\n').filter((line) => !line.startsWith('Date: '))
  return { status: lines[0], lines: lines.toSorted(), body }
}

it('writes what the route would, on a connection that goes on and on one that ends', async () => {
  for (let i = 0; i < 2; i++) await get('/tags.json')
  const before = direct()
  const [byRoute = '', byLane = '', notModified = '', last = ''] = await exchange([
    ask('Cookie: a=b'),
    ask(),
    ask('If-None-Match: *'),
    ask('Connection: close'),
  ])
  expect(direct()).toBe(before + 3)
  expect(parts(byLane)).toEqual(parts(byRoute))
  expect(byLane).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/m)
  expect(byLane).toMatch(/^Keep-Alive: timeout=72\r$/m)
  expect(parts(notModified)).toMatchObject({ status: 'HTTP/1.1 304 Not Modified', body: '' })
  expect(parts(notModified).lines).toContain('Keep-Alive: timeout=72')
  const [lastByRoute = ''] = await exchange([ask('Cookie: a=b', 'Connection: close')])
  expect(parts(last)).toEqual(parts(lastByRoute))
})

it('shows the request its own time, and what was published since', async () => {
  const timestamp = async () => JSON.parse((await get('/api/v1/entries')).body.toString()).meta.timestamp
  await timestamp()
  web.clock.set(new Date('2026-11-21T12:00:07.123Z'))
  expect(await timestamp()).toBe('2026-11-21T12:00:07.123Z')
  const titles = async () => (await get('/entries.json')).body.toString()
  await titles()
  await publishing(web.database, (trx) => sql`update articles set title = 'Helt ny rubrik'`.execute(trx))
  expect(await titles()).toContain('Helt ny rubrik')
  const posted = async () => JSON.parse((await get('/entries.json?items=1')).body.toString()).entries[0].posted
  const before = await posted()
  web.clock.set(new Date('2026-11-23T12:00:00Z'))
  expect(await posted()).not.toBe(before)
})

it('leaves to the routes what they have more to do for', async () => {
  expect((await get('/api/v1/entries', { authorization: 'Bearer kh_wrong' })).status).toBe(401)
  expect((await get('/entries.json', {}, 'POST')).status).toBe(405)
  const head = await get('/entries.json', {}, 'HEAD')
  expect([head.status, head.body.length]).toEqual([200, 0])
  let refused = 0
  for (let i = 0; i < 70; i++) refused += Number((await get('/sok?q=rubrik')).status === 429)
  expect(refused).toBeGreaterThan(0)
})

it('counts each reading of an article', async () => {
  const [{ id, url } = { id: 0, url: '' }] = JSON.parse((await get('/api/v1/entries')).body.toString()).data
  const { pathname } = new URL(url, 'http://site.example')
  const page = (await get(`/entries/${id}`)).headers.location ?? pathname
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/'
  for (let i = 0; i < 2; i++) await get(page, { 'user-agent': `${agent}${i}` })
  const before = direct()
  for (let i = 2; i < 5; i++) await get(page, { 'user-agent': `${agent}${i}` })
  await get(page, { 'user-agent': `${agent}5`, 'sec-purpose': 'prefetch' })
  expect(direct()).toBe(before + 4)
  await web.flushViews()
  const { rows } = await sql<{
    views: number
  }>`select count(*)::int as views from article_visits where article_id = ${id}`
    .execute(web.database.db)
    .catch(() => sql<{ views: number }>`select views from articles where id = ${id}`.execute(web.database.db))
  expect(rows[0]?.views).toBe(5)
})

it('answers in markdown who asks for it at the same address', async () => {
  const accept = { accept: 'text/markdown' }
  const { data } = JSON.parse((await get('/api/v1/entries')).body.toString())
  const path = (await get(`/entries/${data[0].id}`)).headers.location ?? ''
  for (let i = 0; i < 2; i++) {
    expect((await get(path)).headers['content-type']).toContain('text/html')
    expect((await get(path, accept)).headers['content-type']).toContain('text/markdown')
  }
})

it('lets nobody wait for what many are reading: it is built anew behind them, once a second at most', async () => {
  const titles = async () => (await get('/entries.json?items=3')).body.toString()
  for (let i = 0; i < 60; i++) await titles()
  const { misses, direct } = web.ctx.cache.stats
  const publish = (title: string) =>
    publishing(web.database, (trx) => sql`update articles set title = ${title}`.execute(trx))
  for (let i = 0; i < 10; i++) {
    await publish(`Rubrik ${i}`)
    await titles()
  }
  expect(web.ctx.cache.stats.misses - misses).toBeLessThan(10)
  expect(web.ctx.cache.stats.direct - direct, 'sent before any routing').toBeGreaterThan(0)
  await expect.poll(titles, { interval: 20 }).toContain('Rubrik 9')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await publish('Efter en paus')
  expect(await titles()).toContain('Efter en paus')
})
