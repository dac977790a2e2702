/** What the service says to requests that are odd: wrong methods, unknown and unreadable addresses, other origins. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseOpml } from '../src/news/feeds/formats/opml.ts'
import { t } from './support/content.ts'
import { ifThere } from './support/features.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let port: number

beforeAll(async () => {
  web = await startTestWeb()
  port = Number(new URL(await web.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => web.close())

const ask = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  web.app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })

/** Bytes as they are, and all that comes back. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

it.each([
  ['POST', '/', 'GET, HEAD'],
  ['DELETE', '/entries.json', 'GET, HEAD'],
  ['PUT', '/api/v1/entries', 'GET, HEAD'],
  ['GET', '/api/v1/auth/login', 'POST'],
  ['PATCH', '/api/v1/changes/stream', 'GET, HEAD'],
])('%s %s is 405 and names what can be used', async (method, url, allow) => {
  const { statusCode, headers } = await ask(method, url)
  expect([statusCode, headers.allow]).toEqual([405, allow])
})

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])(
  '%s of an unknown path is 404, whatever its body',
  async (method) => {
    const body = method === 'GET' || method === 'HEAD' ? undefined : '{'
    for (const url of ['/no/such/page', '/api/v1/nothing', '/api/v1/nothing/'])
      expect((await ask(method, url, { 'content-type': 'application/x-odd' }, body)).statusCode, url).toBe(404)
  },
)

it('answers a path that cannot be decoded as one that nobody knows, in the words of its surface', async () => {
  const page = await ask('GET', '/entries/%E0%A4%A')
  expect([page.statusCode, page.body]).toEqual([404, (await ask('GET', '/no/such/page')).body])
  const api = await ask('GET', '/api/v1/tags/%E0%A4%A')
  expect([api.statusCode, api.json().error.type]).toEqual([404, 'not_found'])
})

it('does not say that something broke where the request was wrong', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [status, method, url, body] of [
    [405, 'POST', '/'],
    [404, 'GET', '/no/such/page'],
    [413, 'POST', '/konto/code', 'a='.padEnd(100_000, 'x')],
    [405, 'POST', '/konto', 'a='.padEnd(100_000, 'x')],
  ] as const) {
    const answer = await ask(method, url, form, body)
    expect(answer.statusCode, url).toBe(status)
    expect(answer.body).not.toContain('gick fel')
    if (status === 405) expect(answer.body).toContain(t('broken.method_title'))
  }
})

it('leads from an address with a slash at its end to the one without', async () => {
  for (const [url, location] of [
    ['/api/v1/entries/?page=2', '/api/v1/entries?page=2'],
    ['/populart/', '/populart'],
    ['/stories//', '/stories'],
    ['/konto/', '/konto'],
    ['/api/docs/', '/api/docs'],
  ] as const) {
    const { statusCode, headers } = await ask('GET', url)
    expect([statusCode, headers.location], url).toEqual([308, location])
  }
  const { statusCode, headers } = await ask('POST', '/api/v1/auth/login/', {}, '{}')
  expect([statusCode, headers.location], 'with its method and body').toEqual([308, '/api/v1/auth/login'])
  expect((await ask('GET', '//evil.example/')).statusCode).toBe(404)
})

it.each([
  ['//api/v1/entries', 200, 'application/json'],
  ['/api//v1/entries', 200, 'application/json'],
  ['/api/v1///entries?page=1', 200, 'application/json'],
  ['//api/v1', 404, 'application/json'],
  ['//api/', 404, 'application/json'],
  ['/api//v1//nothing//', 404, 'application/json'],
  ['//mcp', 405, 'application/json'],
  ['//mcp/nothing', 404, 'application/json'],
  ...ifThere<[string, number, string]>('google-reader', ['//reader//api/0/token', 401, 'text/plain']),
  ['//entries.json', 200, 'application/json'],
  ['//entries.rss', 200, 'application/rss+xml'],
  ['//evil.example', 404, 'text/html'],
])('reads %s without its empty segments', async (url, status, type) => {
  const { statusCode, headers } = await ask('GET', url)
  expect([statusCode, String(headers['content-type']).split(';')[0]]).toEqual([status, type])
})

it.each([
  ['POST', 500, 405],
  ['POST', 501, 404],
  ['GET', 501, 404],
] as const)('answers %s of a parameter of %i characters with %i', async (method, length, status) => {
  const id = `${'%61'.repeat(length - 1)}x`
  expect((await ask(method, `/api/v1/tags/${id}`)).statusCode).toBe(status)
  expect((await ask(method, `/api/v1/tags/${id}/`)).statusCode).toBe(length > 500 ? 404 : 308)
})

it('leads from slashes at both ends to an address of its own', async () => {
  expect((await ask('GET', '//api//v1/entries//')).headers.location).toBe('/api/v1/entries')
})

it('answers headers that are too long and bytes that are no request, under /api in its shape', async () => {
  const long = `X-Long: ${'x'.repeat(20_000)}`
  const page = await raw(`GET / HTTP/1.1\r\nHost: x\r\n${long}\r\n\r\n`)
  expect(page).toMatch(/^HTTP\/1\.1 431 .*\r\nContent-Type: text\/plain/)
  const api = await raw(`GET /api/v1/entries HTTP/1.1\r\nHost: x\r\n${long}\r\n\r\n`)
  expect(api).toMatch(/^HTTP\/1\.1 431 /)
  expect(JSON.parse(api.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { type: 'bad_request' } })
  expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

it.each([
  '/entries.json',
  '/index.md',
  '/entries.rss',
  '/feed.json',
  '/api/v1/entries',
  '/api/v1/nothing',
  '/no/such.json',
  '/llms.txt',
  '/.well-known/api-catalog',
])('lets every origin read %s, and says so to a preflight', async (url) => {
  const origin = 'https://app.example'
  const requested = await ask('OPTIONS', url, { origin, 'access-control-request-method': 'GET' })
  expect([requested.statusCode, requested.headers['access-control-allow-origin']]).toEqual([204, '*'])
  for (const name of ['if-none-match', 'x-requested-with', 'accept-language', 'cache-control', '*'])
    expect(requested.headers['access-control-allow-headers']).toContain(name)
  const { headers } = await ask('GET', url, { origin })
  expect(headers['access-control-allow-origin']).toBe('*')
  for (const name of ['etag', 'link', 'ratelimit', 'retry-after'])
    expect(headers['access-control-expose-headers']).toContain(name)
})

it.each(['/admin', '/konto'])('lets no other origin read %s', async (url) => {
  const { headers } = await ask('GET', url, { origin: 'https://app.example' })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('%s /mcp is 405 and names POST', async (method) => {
  const { statusCode, headers } = await ask(method, '/mcp')
  expect([statusCode, headers.allow]).toEqual([405, 'POST, OPTIONS'])
  expect(headers['content-type']).toContain('application/json')
})

it('publishes a list of sources before there is one', async () => {
  const { statusCode, body } = await ask('GET', '/feeds.opml')
  expect([statusCode, parseOpml(body).sources]).toEqual([200, []])
})

it('answers 304 for what the front page loads', async () => {
  const { body } = await ask('GET', '/')
  const urls = new Set([...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => String(url)))
  expect(urls.size).toBeGreaterThan(3)
  for (const url of urls) {
    const { etag } = (await ask('GET', url)).headers
    for (const tag of [String(etag), String(etag).replace(/"$/, '-gzip"')])
      expect((await ask('GET', url, { 'if-none-match': tag })).statusCode, url).toBe(304)
  }
})

it.each([
  '/robots.txt',
  '/entries.rss',
  '/site.webmanifest',
  '/mcp/server-card',
  '/.well-known/mcp.json',
  '/icon-192.png',
])('answers 304 for %s to who has it', async (url) => {
  const { headers } = await ask('GET', url)
  expect(headers.etag).toBeTruthy()
  for (const tag of [String(headers.etag), String(headers.etag).replace(/"$/, '-gzip"')])
    expect((await ask('GET', url, { 'if-none-match': tag })).statusCode).toBe(304)
})
