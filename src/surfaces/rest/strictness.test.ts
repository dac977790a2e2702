/** Parameters that are not known on any route: named in the answer, and refused where a client asks for that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { projectContent } from '../../../tests/support/content.ts'
import { completeTable } from '../../../tests/support/features.ts'
import type { ApiRoute } from './route.ts'

const table = completeTable(projectContent().site)

let api: TestApi
let token: string
let readers = 0
beforeAll(async () => {
  api = await startApi()
  const tag = await seedTag(api.web.database, 'Fynd', 'fynd')
  const feed = await seedFeed(api.web.database)
  await seedEvent(api.web.database, [{ feed_id: feed, tag_ids: [tag] }])
  token = await api.signIn('ann@example.se')
})
afterAll(() => api.close())

/** The address of something that is there, with what has to be asked. */
const NEEDED: Record<string, string> = { q: 'q=x', event_ids: 'event_ids=1' }
function addressOf({ path, query }: ApiRoute): string {
  const needed = Object.keys(query?.shape ?? {}).flatMap((name) => NEEDED[name] ?? [])
  return `${path.replace(':id', path.includes('/tags/') ? 'fynd' : '1')}?${needed.join('&')}`
}

const request = ({ method }: ApiRoute, url: string, headers = {}) =>
  api.call(method, url, { token, headers, ip: `10.2.0.${readers++}` })

describe.each(table.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it('refuses what it does not know with strict=1, naming it and what it knows', async () => {
    const { status, body } = await request(route, `${addressOf(route)}&strict=1&tagg=fynd&__proto__=1`)
    expect([status, body.error.type]).toEqual([400, 'bad_request'])
    expect(body.error.message).toContain('"tagg"')
    for (const name of Object.keys(route.query?.shape ?? {})) expect(body.error.message).toContain(name)
  })

  it('takes strict=1 where all is known, and nothing but 1 and 0 of it', async () => {
    const { body } = await request(route, `${addressOf(route)}&strict=ja`)
    expect(body.error.message).toBe('strict must be 1 or 0.')
    if (route.method !== 'GET' || route.path.endsWith('/stream')) return
    const plain = await request(route, addressOf(route))
    const strict = await request(route, `${addressOf(route)}&strict=1`)
    expect([strict.status, strict.body.data]).toEqual([plain.status, plain.body.data])
    expect(strict.body.meta).not.toHaveProperty('ignored')
  })
})

const reads = table.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'))
it.each(reads.map((route) => [route.path, route] as const))('%s names what it ignored', async (_, route) => {
  const plain = await request(route, addressOf(route))
  const noted = await request(route, `${addressOf(route)}&tagg=fynd&sida=2&tagg=x`)
  const again = await request(route, addressOf(route))
  expect(noted.status).toBe(plain.status)
  if (plain.status !== 200) return
  expect(noted.body.meta.ignored).toEqual(['tagg', 'sida'])
  expect([noted.body.data, noted.headers.etag]).toEqual([plain.body.data, plain.headers.etag])
  // No other answer is touched by it, since the cache keeps them.
  expect(again.body.meta).not.toHaveProperty('ignored')
})

it('repeats plain words alone', async () => {
  const { ignored } = (await api.call('GET', '/api/v1/entries?%3Cb%3E%22=1&x[]=2')).body.meta
  expect(ignored).toEqual(['?b??', 'x[]'])
})

it('names few, cuts long ones, and can be compressed', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `p${n}${'x'.repeat(n === 0 ? 300 : 1)}=1`).join('&')
  const headers = { 'accept-encoding': 'gzip' }
  const { ignored } = (await api.call('GET', `/api/v1/entries?${many}`)).body.meta
  expect([ignored.length, ignored[0].length]).toEqual([20, 100])
  const response = await api.web.app.inject({ url: `/api/v1/entries?${many}`, headers })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(response.headers.vary).toContain('accept-encoding')
})
