/** Limits exact at their border, by the injected clock. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, startApi, type TestApi } from '../../../tests/support/api.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { lastCode } from '../../../tests/support/people.ts'

const start = Date.UTC(2026, 10, 21, 12)
let api: TestApi
let proxied: TestApi

beforeAll(async () => {
  ;[api, proxied] = await Promise.all([startApi(), startApi({ TRUST_PROXY: '127.0.0.1' })])
})
afterAll(() => Promise.all([api.close(), proxied.close()]))
beforeEach(async () => {
  api.web.clock.set(new Date(start))
  await api.web.database.db.deleteFrom('rate_hits').execute()
})

const passed = (ms: number) => api.web.clock.set(new Date(start + ms))
const search = (options: CallOptions = {}, on = api) => on.call('GET', '/api/v1/entries/search?q=x', options)
const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const seen = []
  for (let i = 0; i < count; i++) seen.push((await call()).status)
  return seen
}
const good = (count: number) => Array.from({ length: count }, () => 200)

describe('search', () => {
  it('refuses the 31st call in ten minutes and takes the first one after', { tags: 'slow' }, async () => {
    expect((await search()).headers).toMatchObject({
      'ratelimit-policy': '"search";q=30;w=600',
      ratelimit: '"search";r=29;t=600',
    })
    passed(1000)
    expect(await statuses(29, search)).toEqual(good(29))
    passed(599_999)
    const refused = await search()
    expect([refused.status, refused.body.error.type]).toEqual([429, 'rate_limited'])
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"search";r=0;t=1' })
    passed(600_000)
    expect((await search()).status).toBe(200)
    expect((await search()).status).toBe(429)
    passed(601_000)
    expect(await statuses(29, search)).toEqual(good(29))
    expect((await search()).status).toBe(429)
  })

  it('refuses the 31st of many that come at the same moment', { tags: 'slow' }, async () => {
    const rush = await Promise.all(Array.from({ length: 40 }, () => search()))
    expect(rush.filter(({ status }) => status === 200)).toHaveLength(30)
  })

  it('does not count what was refused for its parameters, nor by token', { tags: 'slow' }, async () => {
    await statuses(5, () => api.call('GET', '/api/v1/entries/search'))
    await statuses(5, () => search({ token: 'wrong' }))
    expect(await statuses(31, search)).toEqual([...good(30), 429])
  })

  it('counts IPv4 by address and IPv6 by /64', { tags: 'slow' }, async () => {
    await statuses(30, () => search({ ip: '198.51.100.1' }))
    expect((await search({ ip: '::ffff:198.51.100.1' })).status).toBe(429)
    expect((await search({ ip: '198.51.100.2' })).status).toBe(200)
    let host = 0
    const sameNet = () => search({ ip: `2001:db8:1:2::${(++host).toString(16)}` })
    expect(await statuses(31, sameNet)).toEqual([...good(30), 429])
    expect((await search({ ip: '2001:db8:1:3::1' })).status).toBe(200)
  })

  it('believes X-Forwarded-For only from a proxy that is named', { tags: 'slow' }, async () => {
    let visitor = 0
    const forwarded = (on: TestApi, ip: string) =>
      search({ ip, headers: { 'x-forwarded-for': `203.0.113.${++visitor}` } }, on)
    expect((await statuses(31, () => forwarded(api, '127.0.0.1'))).at(-1)).toBe(429)
    expect((await statuses(31, () => forwarded(proxied, '127.0.0.1'))).at(-1)).toBe(200)
    expect((await statuses(31, () => forwarded(proxied, '198.51.100.9'))).at(-1)).toBe(429)
  })
})

describe('a proxy that is trusted', () => {
  const forms = [
    [
      '203.0.113.7',
      '203.0.113.7:1001',
      '[::ffff:203.0.113.7]:1002',
      '::ffff:203.0.113.7',
      '198.51.100.1, 203.0.113.7:5',
    ],
    ['2001:db8::1', '[2001:db8::2]', '[2001:db8::3]:1001', '"[2001:DB8:0:0::4]:1002"', '[2001:db8::5%eth0]:1003'],
    // A value that is no address counts as the proxy itself.
    ['unknown', '_x1', '203.0.113.8:port', '3405803783', '203.0.113.9, nobody', ''],
  ]
  type Limited = [name: string, limit: number, ask: (ip: string, header: string) => Promise<number>]
  const surfaces: Limited[] = [
    ['search', 30, (ip, header) => send('GET', '/api/v1/entries/search?q=x', ip, header)],
    ['the search page', 60, (ip, header) => send('GET', '/sok?q=x', ip, header)],
    ['MCP', 30, (ip, header) => send('POST', '/mcp', ip, header)],
    ['signing in', 10, (ip, header) => send('POST', '/api/v1/auth/login', ip, header)],
    ...ifThere<Limited>('google-reader', [
      'the reader API',
      10,
      (ip, header) => send('POST', '/accounts/ClientLogin', ip, header),
    ]),
    ...ifThere<Limited>('websub', ['the hub', 30, (ip, header) => send('POST', '/websub', ip, header)]),
  ]
  const login = { provider: 'email', email: 'ann@example.se', code: '000000' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'none' }, ...login })
  async function send(method: 'GET' | 'POST', url: string, remoteAddress: string, header: string): Promise<number> {
    const accept = 'application/json, text/event-stream'
    const headers = { 'x-forwarded-for': header, accept, host: 'site.example', 'content-type': 'application/json' }
    const { statusCode } = await proxied.web.app.inject({ method, url, remoteAddress, headers, payload: body })
    return statusCode
  }

  describe.each(forms)('that forwards $0', (...spellings) => {
    it.each(surfaces)(
      'names one reader to %s, however it writes the address',
      { tags: 'slow' },
      async (_name, limit, ask) => {
        await proxied.web.database.db.deleteFrom('rate_hits').execute()
        const statuses: number[] = []
        for (let i = 0; i <= limit; i++) statuses.push(await ask('127.0.0.1', String(spellings[i % spellings.length])))
        expect(statuses.indexOf(429)).toBe(limit)
        expect(await ask('127.0.0.1', '192.0.2.200:80')).not.toBe(429)
      },
    )
  })

  it('is trusted where it, too, is named with a port by another', { tags: 'slow' }, async () => {
    await proxied.web.database.db.deleteFrom('rate_hits').execute()
    const ask = (reader: string) => send('GET', '/api/v1/entries/search?q=x', '127.0.0.1', `${reader}, 127.0.0.1:8080`)
    for (let i = 0; i < 30; i++) await ask(`203.0.113.1:${i + 1000}`)
    expect([await ask('203.0.113.1'), await ask('203.0.113.2')]).toEqual([429, 200])
  })
})

describe('signing in', () => {
  const login = (email: string, ip: string, code?: string) =>
    api.call('POST', '/api/v1/auth/login', { body: { provider: 'email', email, code }, ip })

  it('is tried at most ten times in ten minutes from one address', async () => {
    let n = 0
    const attempt = () => login(`p${++n}@example.se`, '198.51.100.1', '000000')
    expect(await statuses(11, attempt)).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    passed(600_000)
    expect((await attempt()).status).toBe(401)
  })

  it('sends at most five codes an hour to one mail address for one address of the net, and others all the same', {
    tags: 'slow',
  }, async () => {
    const ask = (email: string, ip = '198.51.100.1') => login(email, ip)
    const spellings = ['ann@example.se', 'Ann@Example.se', 'ann@example.se ', 'ANN@example.se', 'ann@example.SE']
    for (const email of spellings) expect((await ask(email)).status).toBe(202)
    const refused = await ask('ann@example.se')
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"codes";q=5;w=3600'])
    expect((await ask('per@example.se')).status).toBe(202)
    expect((await ask('ann@example.se', '198.51.100.2')).status).toBe(202)
    const code = lastCode(api.web, 'ann@example.se')
    expect((await login('ann@example.se', '198.51.100.2', code)).status).toBe(200)
    passed(3_600_000)
    expect((await ask('ann@example.se')).status).toBe(202)
  })

  describe('to a mailbox that many addresses ask for', () => {
    const flood = async (email: string) => {
      const seen = []
      for (let n = 1; n <= 40; n++) seen.push((await login(email, `203.0.113.${n}`)).status)
      return seen
    }
    const reader = '198.51.100.9'

    it('sends twenty codes an hour, of which the last is valid until another can be sent', {
      tags: 'slow',
    }, async () => {
      expect(await flood('bo@example.se')).toEqual(Array(40).fill(202))
      expect(api.web.outbox('bo@example.se')).toHaveLength(20)
      expect((await login('eva@example.se', reader)).status).toBe(202)
      passed(3_599_000)
      expect((await login('bo@example.se', reader)).status).toBe(202)
      expect((await login('bo@example.se', reader, lastCode(api.web, 'bo@example.se'))).status).toBe(200)
      const refused = await login('bo@example.se', reader)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
      passed(3_600_000)
      expect((await login('bo@example.se', reader)).status).toBe(202)
      expect(api.web.outbox('bo@example.se')).toHaveLength(21)
    })

    it('says so where that last one is void', { tags: 'slow' }, async () => {
      await flood('ida@example.se')
      const code = lastCode(api.web, 'ida@example.se')
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      for (let n = 0; n < 5; n++) await login('ida@example.se', '203.0.113.77', wrong)
      expect((await login('ida@example.se', reader, code)).status).toBe(401)
      const refused = await login('ida@example.se', reader)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    })
  })
})

it('keeps neither addresses nor mail addresses', async () => {
  await search({ ip: '198.51.100.77' })
  await api.call('POST', '/api/v1/auth/login', { body: { provider: 'email', email: 'ann@example.se' } })
  const rows = await api.web.database.db.selectFrom('rate_hits').selectAll().execute()
  expect(rows.length).toBe(4)
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|127\.0|example\.se/)
})
