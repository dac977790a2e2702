/** The service as a WebSub subscriber (W3C Recommendation) of its sources, with a played publisher and hub. */
import { createHmac } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedFeed } from '../../../tests/support/build.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { fetchFeed } from '../../news/feeds/visits/fetch-feed.ts'
import { endLapsedPushes, listPushedFeedIds } from '../../news/feeds/writes/feed-pushes.ts'
import { listDueSubscriptions, savePush } from './feed-subscriptions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let web: TestWeb
let publisher: Publisher
let hub: SmallServer
let hubUrl: string
/** Of the requests that the hub got. */
let queries: URLSearchParams[]
let answer: { status: number; headers?: Record<string, string> }
let feed: number
let path: string
let n = 0

beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  publisher = await startPublisher()
  hub = await startSmallServer(async (request, response) => {
    queries.push(new URLSearchParams(await text(request)))
    response.writeHead(request.url === '/moved' ? 202 : answer.status, answer.headers).end()
  })
  hubUrl = `${hub.url}/`
})
afterAll(async () => {
  await web.close()
  await publisher.close()
  await hub.close()
})
beforeEach(async () => {
  queries = []
  answer = { status: 202 }
  await sql`update feeds set status = 'removed' where id < ${NEIGHBOUR}`.execute(web.database.db)
  path = `/feed-${++n}.xml`
  publish(['First'])
  feed = await seedFeed(web.database, { url: publisher.at(path), first_pass_done: false })
})

const item = (title: string) => ({ title, link: `https://x.example/${n}/${title.replaceAll(' ', '-')}` })
const document = (titles: string[]) => rssDocument('Paper', titles.map(item))
const publish = (
  titles: string[],
  extra: Record<string, string> = { link: `<${hubUrl}>; rel="hub", <${publisher.at(path)}>; rel="self"` },
) => publisher.serve(path, { body: document(titles), headers: extra })
const wait = (ms: number) => web.clock.set(new Date(web.clock.now().getTime() + ms))
const due = () => listDueSubscriptions(web.database, web.clock.now())
const visit = () => fetchFeed(web.services.pipeline, feed)
const subscription = async () =>
  (await web.database.db.selectFrom('feed_subscriptions').selectAll().where('feed_id', '=', feed).executeTakeFirst())!
const record = async () =>
  web.database.db.selectFrom('feeds').selectAll().where('id', '=', feed).executeTakeFirstOrThrow()
const titles = async () => {
  const rows = await web.database.db
    .selectFrom('articles')
    .select('title')
    .where('feed_id', '=', feed)
    .orderBy('id')
    .execute()
  return rows.map(({ title }) => title)
}

/** The question of a hub before it trusts an address (5.3). */
const verify = (query: Record<string, string>, callback = queries.at(-1)?.get('hub.callback')) =>
  web.app.inject(
    `${new URL(callback ?? '').pathname}?${new URLSearchParams({ 'hub.topic': publisher.at(path), 'hub.challenge': 'xyzzy', ...query })}`,
  )

/** Asks the hub of the source, as the stage does. */
const requestPushes = (id: number) =>
  web.services.pipeline.stages.find(({ stage }) => stage === 'subscribe')?.handle(String(id))

async function subscribed(lease = 10 * DAY): Promise<void> {
  await visit()
  await requestPushes(feed)
  expect((await verify({ 'hub.mode': 'subscribe', 'hub.lease_seconds': String(lease / 1000) })).body).toBe('xyzzy')
}

async function push(body: string, { secret, method = 'sha256' }: { secret?: string; method?: string } = {}) {
  const { key, secret: right } = await subscription()
  const signature = `${method}=${createHmac(method, secret ?? right)
    .update(body)
    .digest('hex')}`
  return web.app.inject({
    method: 'POST',
    url: `/websub/${key}`,
    headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'x-hub-signature': signature },
    payload: body,
  })
}
/** As the worker does when something was pushed. */
const take = async () => {
  expect(await listPushedFeedIds(web.database)).toEqual([feed])
  await visit()
}

it('finds hub and topic in the headers of a feed, or in the feed', { tags: 'slow' }, async () => {
  await visit()
  expect(await record()).toMatchObject({ hub_url: hubUrl, hub_topic: publisher.at(path) })
  const extra = `<link xmlns="http://www.w3.org/2005/Atom" rel="hub" href="https://other.example/hub"/><link xmlns="http://www.w3.org/2005/Atom" rel="self" href="https://x.example/own.xml"/>`
  publisher.serve(path, { body: rssDocument('Paper', [item('Second')], extra) })
  await visit()
  expect(await record()).toMatchObject({ hub_url: 'https://other.example/hub', hub_topic: 'https://x.example/own.xml' })
  publisher.serve(path, { body: rssDocument('Paper', [item('Third')]) })
  await visit()
  expect(await record()).toMatchObject({ hub_url: null, hub_topic: null })
})

it('subscribes with a secret and a lease, and gives the challenge back for that topic alone', {
  tags: 'slow',
}, async () => {
  await visit()
  expect(await due()).toEqual([feed])
  await requestPushes(feed)
  const { key, secret } = await subscription()
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    'hub.mode': 'subscribe',
    'hub.topic': publisher.at(path),
    'hub.callback': `https://site.example/websub/${key}`,
    'hub.secret': secret,
    'hub.lease_seconds': '864000',
  })
  expect(secret.length).toBeLessThan(200)
  expect((await verify({ 'hub.mode': 'subscribe', 'hub.topic': 'https://other.example/' })).statusCode).toBe(404)
  expect((await verify({ 'hub.mode': 'unsubscribe' })).statusCode).toBe(404)
  expect((await verify({ 'hub.mode': 'subscribe' }, 'https://site.example/websub/guessed')).statusCode).toBe(404)
  expect((await subscription()).state).toBe('asked')
  const { statusCode, body, headers } = await verify({ 'hub.mode': 'subscribe', 'hub.lease_seconds': '86400' })
  expect([statusCode, body, headers['content-type']]).toEqual([200, 'xyzzy', 'text/plain; charset=utf-8'])
  expect(await subscription()).toMatchObject({ state: 'active', expires_at: new Date(web.clock.now().getTime() + DAY) })
  expect(await due()).toEqual([])
})

it('takes in what is pushed with the right signature, by any method of the standard, and once', {
  tags: 'slow',
}, async () => {
  await subscribed()
  const pushed = document(['First', 'Pushed'])
  expect((await push(pushed)).statusCode).toBe(202)
  await take()
  expect(await titles()).toEqual(['First', 'Pushed'])
  expect((await push(pushed)).statusCode).toBe(202)
  await take()
  await push(document(['Later']), { method: 'sha1' })
  await take()
  expect(await titles()).toEqual(['First', 'Pushed', 'Later'])
  expect(publisher.counts(path).requests).toBe(1)
})

it('ignores what is signed wrongly or not at all, and says so to nobody', async () => {
  await subscribed()
  expect((await push(document(['Forged']), { secret: 'guessed' })).statusCode).toBe(202)
  const { key } = await subscription()
  const unsigned = await web.app.inject({ method: 'POST', url: `/websub/${key}`, payload: document(['Forged']) })
  expect(unsigned.statusCode).toBe(202)
  expect(await listPushedFeedIds(web.database)).toEqual([])
  expect((await record()).pushed_at).toBeNull()
})

it('drops a push that is no feed, and polls on', async () => {
  await subscribed()
  await push('<html>Sorry</html>')
  await take()
  expect([await titles(), (await record()).pushed_at, await listPushedFeedIds(web.database)]).toEqual([
    ['First'],
    null,
    [],
  ])
})

it('takes no more than it can read, and says when to come back', { tags: 'slow' }, async () => {
  await subscribed()
  for (let i = 0; i < 5; i++) expect((await push(document([`Many ${i}`]))).statusCode).toBe(202)
  const refused = await push(document(['Too much']))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
  await take()
  expect((await titles()).length).toBe(6)
})

it('waits for five in all, and for twenty megabytes, however many come at once', { tags: 'slow' }, async () => {
  await subscribed()
  const save = (bytes: number) =>
    savePush(web.database, { feedId: feed, body: Buffer.alloc(bytes), contentType: '' }, web.clock.now())
  const taken = (answers: boolean[]) => answers.filter(Boolean).length
  expect(taken(await Promise.all(Array.from({ length: 12 }, () => save(10))))).toBe(5)
  await sql`delete from feed_pushes`.execute(web.database.db)
  expect(taken(await Promise.all(Array.from({ length: 4 }, () => save(9_000_000))))).toBe(2)
  await sql`delete from feed_pushes`.execute(web.database.db)
})

it('reads one push of a source at a time, signed or not, and answers the others at once', async () => {
  await subscribed()
  const { key } = await subscription()
  const address = await web.app.listen({ port: 0, host: '127.0.0.1' })
  const piece = Buffer.alloc(100_000, 'x')
  const body = new PassThrough()
  body.write(piece)
  const options = (sent: Buffer | ReadableStream) => ({ method: 'POST', body: sent, duplex: 'half' }) as RequestInit
  const first = fetch(`${address}/websub/${key}`, options(Readable.toWeb(body) as ReadableStream))
  const second = async () => fetch(`${address}/websub/${key}`, options(piece))
  await expect.poll(async () => (await second()).status, { timeout: 10_000 }).toBe(503)
  expect((await second()).headers.get('retry-after')).toBe('10')
  body.end()
  expect((await first).status).toBe(202)
  expect((await second()).status).toBe(202)
  expect((await push(document(['After']))).statusCode).toBe(202)
  await take()
  expect(await titles()).toContain('After')
})

it('refuses what is larger than a feed may be, by its first bytes too many', async () => {
  await subscribed()
  const { key } = await subscription()
  const payload = Buffer.alloc(11 * 1024 * 1024)
  const answer = await web.app.inject({ method: 'POST', url: `/websub/${key}`, payload })
  expect(answer.statusCode).toBe(413)
})

it('polls once a day while pushes come, and in its own time once they stop', async () => {
  await subscribed()
  const untilNext = (await record()).next_fetch_at.getTime() - web.clock.now().getTime()
  expect(untilNext).toBeLessThan(6 * HOUR)
  await push(document(['First', 'Pushed']))
  await take()
  const polled = web.clock.now().getTime()
  expect((await record()).next_fetch_at.getTime()).toBe(polled + DAY)
  // The day's poll finds what was pushed already.
  wait(20 * HOUR)
  publish(['First', 'Pushed', 'Also pushed'])
  await push(document(['Also pushed']))
  await take()
  wait(4 * HOUR)
  await visit()
  // Its longest silence, of 20 hours, counts from the push.
  expect((await record()).next_fetch_at.getTime()).toBe(web.clock.now().getTime() + 16 * HOUR)
  // It finds what was not pushed: pushes have stopped.
  wait(20 * HOUR)
  publish(['First', 'Pushed', 'Also pushed', 'Not pushed'])
  await visit()
  expect((await record()).pushed_at).toBeNull()
  expect((await record()).next_fetch_at.getTime()).toBeLessThan(web.clock.now().getTime() + DAY / 2)
})

it('renews before the lease is over, with the same address and secret, and polls again when it is over', async () => {
  await subscribed(2 * DAY)
  await push(document(['Pushed']))
  await take()
  const before = await subscription()
  wait(1.5 * DAY)
  expect(await due()).toEqual([])
  wait(0.2 * DAY)
  expect(await due()).toEqual([feed])
  await requestPushes(feed)
  expect(queries.length).toBe(2)
  expect(await subscription()).toMatchObject({ key: before.key, secret: before.secret, state: 'active' })
  await endLapsedPushes(web.database, web.clock.now())
  expect((await record()).pushed_at).not.toBeNull()
  // The hub does not verify: another request, ever more seldom, and what it does not promise is polled.
  wait(HOUR)
  expect(await due()).toEqual([feed])
  wait(0.3 * DAY)
  await endLapsedPushes(web.database, web.clock.now())
  expect((await record()).pushed_at).toBeNull()
})

it('records the answer of a hub with the one source that it is about', async () => {
  await visit()
  await requestPushes(feed)
  const beside = feed
  path = `/feed-${++n}.xml`
  publish(['First'])
  feed = await seedFeed(web.database, { url: publisher.at(path), first_pass_done: false })
  await visit()
  answer = { status: 500 }
  await requestPushes(feed)
  expect((await subscription()).last_error).toContain('500')
  feed = beside
  expect((await subscription()).last_error).toBeNull()
})

it('asks a hub that fails or refuses again later, and follows one that has moved', async () => {
  await visit()
  answer = { status: 500 }
  await requestPushes(feed)
  expect(await subscription()).toMatchObject({ state: 'asked', last_error: expect.stringContaining('500') })
  expect(await due()).toEqual([])
  wait(HOUR)
  expect(await due()).toEqual([feed])
  answer = { status: 307, headers: { location: '/moved' } }
  await requestPushes(feed)
  expect([
    queries.length,
    queries[1]?.toString() === queries[2]?.toString(),
    (await subscription()).last_error,
  ]).toEqual([3, true, null])
  expect((await verify({ 'hub.mode': 'denied', 'hub.reason': 'Too many' })).statusCode).toBe(200)
  expect(await subscription()).toMatchObject({ state: 'denied', last_error: 'The hub refuses: Too many' })
  wait(6 * DAY)
  expect(await due()).toEqual([])
})

it('begins anew at another hub, and tells the old one that it is over', async () => {
  await subscribed()
  const { key } = await subscription()
  publish(['Moved'], { link: `<${hubUrl}other>; rel="hub"` })
  await visit()
  expect(await due()).toEqual([feed])
  const gone = await web.app.inject({ method: 'POST', url: `/websub/${key}`, payload: 'x' })
  expect(gone.statusCode).toBe(410)
  await requestPushes(feed)
  expect((await subscription()).key).not.toBe(key)
})

it('names no source that is paused or queries with a login, and no hub that the fetcher would refuse', async () => {
  await visit()
  await web.database.db
    .updateTable('feeds')
    .set({ secret: Buffer.from('sealed') })
    .where('id', '=', feed)
    .execute()
  expect(await due()).toEqual([])
  await web.database.db.updateTable('feeds').set({ secret: null, status: 'paused' }).where('id', '=', feed).execute()
  expect(await due()).toEqual([])
  await web.database.db
    .updateTable('feeds')
    .set({ status: 'active', hub_url: 'http://169.254.169.254/' })
    .where('id', '=', feed)
    .execute()
  await requestPushes(feed)
  expect((await subscription()).last_error).toContain('not a public address')
  expect(queries).toEqual([])
})
