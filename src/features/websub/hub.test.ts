/** The service as a WebSub hub (W3C Recommendation), with a played subscriber. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { beginRows } from '../../platform/outbox/rows.ts'
import { leaseSubscriptions, listLeasedSubscriptions } from './hub-subscriptions.ts'

const topic = 'https://site.example/entries.rss'
let web: TestWeb
let feed: number
let subscriber: SmallServer
let callback: string
let queries: URLSearchParams[]
let delivered: { headers: IncomingHttpHeaders; body: string }[]
/** The subscriber's answer to a verification, and when; null echoes the challenge. */
let answer: string | null
let held: Promise<void>
/** The status by which it answers a delivery. */
let receive: () => Promise<number>

beforeAll(async () => {
  web = await startTestWeb({}, undefined, { alone: true, strangers: ['127.0.0.1/32'] })
  feed = await seedFeed(web.database)
  subscriber = await startSmallServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    if (request.method === 'GET') {
      queries.push(url.searchParams)
      await held
      return void response.end(answer ?? url.searchParams.get('hub.challenge'))
    }
    let body = ''
    for await (const chunk of request) body += chunk
    delivered.push({ headers: request.headers, body })
    response.statusCode = await receive()
    response.end()
  })
  callback = `${subscriber.url}/push?for=me`
})
afterAll(async () => {
  await web.close()
  await subscriber.close()
})
beforeEach(async () => {
  await sql`delete from hub_subscriptions`.execute(web.database.db)
  await sql`delete from rate_hits`.execute(web.database.db)
  queries = []
  delivered = []
  answer = null
  held = Promise.resolve()
  receive = async () => 200
})

const post = (fields: Record<string, string>) =>
  web.app.inject({
    method: 'POST',
    url: '/websub',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const request = (mode: string, more: Record<string, string> = {}) =>
  post({ 'hub.mode': mode, 'hub.topic': topic, 'hub.callback': callback, ...more })
const subscriptions = async () =>
  (await sql<{ expires_at: Date }>`select expires_at from hub_subscriptions`.execute(web.database.db)).rows
const subscribe = async (more: Record<string, string> = {}) => {
  expect((await request('subscribe', more)).statusCode).toBe(202)
  await expect.poll(async () => (await subscriptions()).length, { timeout: 10_000 }).toBe(1)
}
const publish = (title: string) => seedArticles(web.database, [{ feed_id: feed, title }])
const wait = (ms: number) => web.clock.set(new Date(web.clock.now().getTime() + ms))

it('makes a feed once for a change, however often it looks', { tags: 'slow' }, async () => {
  const made = async () => {
    const { body } = await web.app.inject('/metrics')
    const counts = body.matchAll(/^karnhuset_http_requests_total\{.*route="\/entries\.rss".*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, n]) => sum + Number(n), 0)
  }
  await subscribe()
  await publish('Before')
  await web.deliver()
  const before = await made()
  for (let n = 0; n < 5; n++) await web.deliver()
  expect((await made()) - before).toBe(0)
  wait(30_000)
  await publish('After')
  // On a busy machine the hub rests after a look that took long.
  const afterLook = () => web.deliver().then(() => delivered.length)
  await expect.poll(afterLook, { timeout: 30_000 }).toBe(2)
})

it('is named by the feeds', async () => {
  const { headers } = await web.app.inject('/entries.rss')
  expect(headers.link).toBe(`<https://site.example/websub>; rel="hub", <${topic}>; rel="self"`)
})

it('asks the subscriber whether it means it, for a lease within bounds', async () => {
  await subscribe({ 'hub.lease_seconds': '9999999999' })
  expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
    for: 'me',
    'hub.mode': 'subscribe',
    'hub.topic': topic,
    'hub.lease_seconds': String(30 * 86_400),
  })
  const [row] = await subscriptions()
  expect(row?.expires_at.getTime()).toBe(web.clock.now().getTime() + 30 * 86_400_000)
})

it('keeps nothing that the subscriber did not confirm', async () => {
  answer = 'something else'
  await request('subscribe')
  await expect.poll(() => queries.length, { timeout: 10_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await subscriptions()).toEqual([])
})

it('delivers the feed when it has changed, signed with the secret, and once', async () => {
  await subscribe({ 'hub.secret': 'hemligt' })
  await web.deliver()
  expect(delivered).toEqual([])
  await publish('Pushed')
  await web.deliver()
  await web.deliver()
  expect(delivered.length).toBe(1)
  const [{ headers, body } = { headers: {}, body: '' }] = delivered
  expect(body).toBe((await web.app.inject('/entries.rss')).body)
  expect(body).toContain('Pushed')
  expect(headers['content-type']).toMatch(/^application\/rss\+xml/)
  expect(headers.link).toContain(`<${topic}>; rel="self"`)
  expect(headers['x-hub-signature']).toBe(`sha256=${createHmac('sha256', 'hemligt').update(body).digest('hex')}`)
})

it.each([
  [{ 'hub.mode': 'publish' }, 'hub.mode'],
  [{ 'hub.topic': 'https://elsewhere.example/feed' }, 'hub.topic'],
  [{ 'hub.topic': 'https://site.example/healthz' }, 'hub.topic'],
  [{ 'hub.topic': 'https://site.example/api/v1/changes/stream' }, 'hub.topic'],
  [{ 'hub.topic': 'https://site.example/%zz' }, 'hub.topic'],
  [{ 'hub.callback': 'ftp://x.example/' }, 'hub.callback'],
  [{ 'hub.callback': 'no address' }, 'hub.callback'],
  [{ 'hub.secret': 'x'.repeat(200) }, 'hub.secret'],
])('refuses %o and says what is wrong', async (wrong, field) => {
  const { statusCode } = await request('subscribe', wrong as Record<string, string>)
  expect([statusCode, field, queries]).toEqual([400, field, []])
})

it('refuses at once a callback that can never be public', { tags: 'slow' }, async () => {
  const guarded = await startTestWeb()
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '10.0.0.1',
      '192.168.1.9:8443',
      '172.16.0.1',
      '169.254.169.254',
    ],
    ...['0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '8.8.8.8'],
    ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2001:db8::1]'],
    ...[
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'skrivare.local',
      'server',
      'db.internal',
      'nas.home.arpa',
      'x.onion',
    ],
  ]
  const callbacks = [
    ...hosts.map((host) => `https://${host}/push`),
    ...[
      callback,
      'http://reader.example/',
      'ftp://reader.example/',
      'file:///etc/passwd',
      'javascript:1',
      'https:',
      '/push',
    ],
  ]
  for (const [n, address] of callbacks.entries()) {
    const { statusCode, body } = await guarded.app.inject({
      method: 'POST',
      url: '/websub',
      remoteAddress: `2001:db8:${n}::1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': address }).toString(),
    })
    expect([address, statusCode]).toEqual([address, 400])
    expect(body).toMatch(/^hub\.callback/)
  }
  expect(queries).toEqual([])
  await guarded.close()
})

it('keeps a subscription that is renewed while its last delivery fails', async () => {
  await subscribe()
  await publish('Once')
  receive = async () => 503
  await web.deliver()
  wait(86_460_000)
  receive = async () => {
    receive = async () => 503
    const [before] = await subscriptions()
    expect((await request('subscribe')).statusCode).toBe(202)
    await expect.poll(subscriptions, { timeout: 10_000 }).not.toEqual([before])
    return 503
  }
  await web.deliver()
  expect(await subscriptions()).toHaveLength(1)
})

it.each([
  'https://site.example/entries.rss?',
  'https://site.example/entries.rss?again=1',
  'https://site.example/entries.rss#top',
  'HTTPS://SITE.example:443/entries.rss',
  'https://site.example/tags/../entries.rss',
  'https://site.example/%65ntries.rss',
])('takes %s for the topic that it is, and verifies it as it was spelt', async (spelling) => {
  await subscribe()
  await request('subscribe', { 'hub.topic': spelling, 'hub.secret': 'later', 'hub.callback': `${callback}#else` })
  await expect.poll(() => queries.length, { timeout: 10_000 }).toBe(2)
  expect(queries.at(-1)?.get('hub.topic')).toBe(spelling)
  await publish('Once')
  await web.deliver()
  expect([delivered.length, (await subscriptions()).length]).toEqual([1, 1])
  expect(delivered[0]?.headers.link).toContain(`<${topic}>; rel="self"`)
  await request('unsubscribe', { 'hub.topic': spelling })
  await expect.poll(async () => (await subscriptions()).length, { timeout: 10_000 }).toBe(0)
})

/** Subscriptions of many callbacks below an address. */
const seedSubscriptions = (address: string, times: number) =>
  sql`insert into hub_subscriptions (topic, callback, expires_at)
    select ${topic}, ${address} || n, now() + interval '1000 days' from generate_series(1, ${times}::integer) n`.execute(
    web.database.db,
  )

it('holds fifty of one receiver, whatever its servers are called, and renews them when it is full', async () => {
  await seedSubscriptions('https://a.reader.example/', 49)
  await seedSubscriptions(callback, 50)
  const statusFor = async (address: string) => (await request('subscribe', { 'hub.callback': address })).statusCode
  const callbacks = ['https://b.reader.example/', 'https://b.reader.example/2', callback, `${callback}1`]
  await seedSubscriptions('https://b.reader.example/', 1)
  expect(await Promise.all(callbacks.map(statusFor))).toEqual([503, 503, 503, 202])
  expect(await statusFor('https://b.reader.example/1')).toBe(202)
  expect(await statusFor('https://reader.other.example/')).toBe(202)
})

it('holds a thousand in all, and no more of one receiver when many are verified at once', {
  tags: 'slow',
}, async () => {
  await seedSubscriptions(callback, 47)
  const released = Promise.withResolvers<void>()
  held = released.promise
  const addresses = Array.from({ length: 8 }, (_, n) => `${callback}x${n}`)
  const answers = await Promise.all(addresses.map((address) => request('subscribe', { 'hub.callback': address })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(202))
  await expect.poll(() => queries.length, { timeout: 10_000 }).toBe(8)
  released.resolve()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await subscriptions()).length).toBe(50)
  for (let n = 0; n < 19; n++) await seedSubscriptions(`https://reader${n}.example/`, 50)
  expect((await request('subscribe', { 'hub.callback': 'https://one.more.example/' })).statusCode).toBe(503)
})

it('sends nothing to who has ended it since its turn was planned, and signs as was said last', async () => {
  await subscribe({ 'hub.secret': 'first' })
  const lease = () => leaseSubscriptions(web.database, new Map([[topic, 'new']]), 1, web.clock.now())
  const begun = async (rows: Awaited<ReturnType<typeof lease>>) =>
    (await beginRows(web.database, rows, web.clock.now())).size
  const first = await lease()
  await request('subscribe', { 'hub.secret': 'second' })
  await expect.poll(() => queries.length, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => begun(first), { timeout: 10_000 }).toBe(0)
  const second = await lease()
  expect(await listLeasedSubscriptions(web.database, second)).toMatchObject([{ secret: 'second' }])
  wait(20_000)
  const third = await lease()
  expect([await begun(second), await begun(third)]).toEqual([0, 1])
  await request('unsubscribe')
  await expect.poll(async () => (await subscriptions()).length, { timeout: 10_000 }).toBe(0)
  expect(await begun(third)).toBe(0)
})

it('is none where other servers cannot reach the site, or another hub is named', { tags: 'slow' }, async () => {
  for (const env of [{ BASE_URL: 'http://localhost:3000' }, { WEBSUB_HUB: 'https://hub.example/' }]) {
    const other = await startTestWeb(env)
    expect((await other.app.inject({ method: 'POST', url: '/websub' })).statusCode).toBe(404)
    await other.close()
  }
})
