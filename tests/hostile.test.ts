/** A hostile publisher through the whole pipeline: each feed ends in the state that it should, and the others go on. */
// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Feed, listAllFeeds } from '../src/news/feeds/writes/feeds.ts'
import { runOnce } from '../src/news/stages/run.ts'
import { createFetcher, type Fetcher } from '../src/platform/fetch/fetcher.ts'
import { seedFeed } from './support/build.ts'
import { type Misbehaviour, type Publisher, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const healthy = (title: string) =>
  rssDocument(title, [{ title: `${title} har nyheter`, link: `https://${title}.example/1`, description: 'Text.' }])

const internals = ['10.0.0.5', '169.254.169.254', '192.168.1.1', '127.0.0.2']

/** Kind of trouble, what the feed's error must say, minutes until it may be asked again (give or take 10 %). */
const troubles: [string, Misbehaviour, RegExp, number][] = [
  ['a byte now and then', { kind: 'slow-loris' }, /in time|took longer|seconds/i, 1],
  ['silence', { kind: 'silence' }, /in time|took longer|seconds/i, 1],
  ['a body without end', { kind: 'endless' }, /sent more than/, 1],
  ['a gzip bomb', { kind: 'gzip-bomb' }, /sent more than/, 1],
  ['10 MB of garbage', { kind: 'garbage' }, /./, 1],
  ['redirects in a circle', { kind: 'redirect-loop' }, /redirects/, 1],
  [
    'a redirect to the metadata service',
    { kind: 'redirect', to: 'http://169.254.169.254/latest' },
    /169\.254\.169\.254/,
    1,
  ],
  ['a redirect to our own loopback by IPv6', { kind: 'redirect', to: 'http://[::1]:1/' }, /::1/, 1],
  ['a redirect to a file', { kind: 'redirect', to: 'file:///etc/passwd' }, /Only http and https/, 1],
  [
    'a redirect to a name of a private address',
    { kind: 'redirect', to: 'http://inside0.example/' },
    /inside0|10\.0\.0\.5/,
    1,
  ],
  ['entities that unfold', { kind: 'entity-bomb' }, /entit/i, 1],
  ['no HTTP', { kind: 'nonsense' }, /HTTP|broke off/, 1],
  ['a hang-up', { kind: 'hang-up' }, /broke off/, 1],
  ['429 and an hour', { kind: 'status', status: 429, retryAfter: '3600' }, /429/, 60],
  ['503 and a date', { kind: 'status', status: 503, retryAfter: 'Sat, 21 Nov 2026 14:00:00 GMT' }, /503/, 120],
  ['429 and a year', { kind: 'status', status: 429, retryAfter: '31536000' }, /429/, 7 * 24 * 60],
  ['500', { kind: 'status', status: 500 }, /500/, 1],
  ['404', { kind: 'status', status: 404 }, /404/, 1],
  ['a login', { kind: 'status', status: 401 }, /401/, 1],
  ['an unknown page', { kind: 'wrong-type', body: '<html><body>Parked</body></html>', type: 'text/html' }, /./, 1],
]

let web: TestWeb
let publisher: Publisher
let feeds: Map<string, Feed>
const ids = new Map<string, number>()

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  const add = async (name: string, url: string) => ids.set(name, await seedFeed(web.database, { url, extract: false }))
  for (const [at, [name, trouble]] of troubles.entries()) {
    publisher.misbehave(`/trouble-${at}`, trouble)
    await add(name, publisher.at(`/trouble-${at}`))
    publisher.serve(`/healthy-${at}`, { body: healthy(`frisk${at}`) })
    await add(`healthy ${at}`, publisher.at(`/healthy-${at}`))
  }
  publisher.misbehave('/gone', { kind: 'status', status: 410 })
  await add('gone', publisher.at('/gone'))
  publisher.misbehave('/cut', { kind: 'truncated', body: healthy('stympad') })
  await add('cut short', publisher.at('/cut'))
  publisher.misbehave('/entity-file', { kind: 'entity-file' })
  await add('an entity that reads a file', publisher.at('/entity-file'))
  publisher.misbehave('/wrong-type', { kind: 'wrong-type', body: healthy('feltyp') })
  await add('a wrong media type', publisher.at('/wrong-type'))
  for (const [n, address] of internals.entries()) await add(`inside ${address}`, `http://inside${n}.example/feed`)
  await pass()
})

afterAll(async () => {
  await web.close()
  await publisher.close()
})

/**
 * One pass over names that resolve to addresses inside. Patience is short with those who answer slowly, and long with
 * all others: on a machine that is busy they must fail for their own fault and not for the time.
 */
async function pass(): Promise<void> {
  const fetcher = createFetcher({
    allow: web.config.FETCH_ALLOW,
    userAgent: 'test/1.0',
    limits: { totalMs: 120_000 },
    lookup: (host, options, callback) => {
      const address = internals[Number(/^inside(\d)/.exec(host)?.[1])] ?? '127.0.0.1'
      if (options.all) callback(null, [{ address, family: 4 }])
      else callback(null, address, 4)
    },
  })
  const slow = troubles.flatMap(([, { kind }], at) =>
    kind === 'slow-loris' || kind === 'silence' ? publisher.at(`/trouble-${at}`) : [],
  )
  const get: Fetcher['get'] = (url, asked) => fetcher.get(url, slow.includes(url) ? { ...asked, totalMs: 2000 } : asked)
  try {
    await runOnce({ ...web.services.pipeline, fetcher: { ...fetcher, get } }, await web.services.queue(), {})
  } finally {
    await fetcher.close()
  }
  feeds = new Map((await listAllFeeds(web.database)).map((feed) => [String(feed.id), feed]))
}

const feedOf = (name: string) => feeds.get(String(ids.get(name))) as Feed
const articlesOf = (name: string) =>
  web.database.db.selectFrom('articles').select(['title', 'excerpt']).where('feed_id', '=', ids.get(name)!).execute()
const minutesUntil = (at: Date | null) => ((at?.getTime() ?? 0) - web.clock.now().getTime()) / 60_000

describe('a publisher that sends', () => {
  it.each(troubles)('%s fails with a reason and is asked again later', async (name, _trouble, why, minutes) => {
    const feed = feedOf(name)
    expect(feed.last_error).toMatch(why)
    expect(feed).toMatchObject({ status: 'active', errors_in_row: 1, last_success_at: null })
    expect(feed.hold_until).toEqual(feed.next_fetch_at)
    expect(minutesUntil(feed.hold_until)).toBeGreaterThanOrEqual(minutes * 0.9)
    expect(minutesUntil(feed.hold_until)).toBeLessThanOrEqual(minutes * 1.1 + 0.01)
    expect(await articlesOf(name)).toEqual([])
    const fetches = await web.database.db.selectFrom('fetches').selectAll().where('feed_id', '=', feed.id).execute()
    expect(fetches).toMatchObject([{ outcome: 'failed', error: feed.last_error }])
  })

  it.each(internals)('us to %s is refused before a connection', (address) => {
    const feed = feedOf(`inside ${address}`)
    expect(feed.last_error).toContain(address)
    expect(feed.errors_in_row).toBe(1)
  })

  it('410 is paused, with the reason', () => {
    expect(feedOf('gone')).toMatchObject({ status: 'gone', status_reason: expect.stringContaining('410') })
  })

  it('less than it promised fails, since the rest may be missing', () => {
    expect(feedOf('cut short')).toMatchObject({
      errors_in_row: 1,
      last_error: expect.stringMatching(/broke off|short/),
    })
  })

  it('an entity that names a file gets no file', async () => {
    expect(JSON.stringify(await articlesOf('an entity that reads a file'))).not.toContain('root:')
  })

  it('a feed under a wrong media type is read all the same', async () => {
    expect(feedOf('a wrong media type').last_error).toBeNull()
    expect(await articlesOf('a wrong media type')).toHaveLength(1)
  })
})

describe('meanwhile and afterwards', () => {
  it('every other feed brought its article', async () => {
    for (const at of troubles.keys()) {
      expect(feedOf(`healthy ${at}`)).toMatchObject({ errors_in_row: 0, last_error: null, first_pass_done: true })
      expect(await articlesOf(`healthy ${at}`)).toHaveLength(1)
    }
  })

  it('a second pass at once leaves those alone that hold us off, and asks the healthy ones', async () => {
    const before = publisher.seen.length
    await pass()
    const paths = publisher.seen.slice(before).map((request) => request.path)
    expect(paths.filter((path) => /trouble|gone|cut/.test(path))).toEqual([])
    expect(paths.filter((path) => path.startsWith('/healthy'))).toHaveLength(troubles.length)
  })

  it('a feed that recovers is as good as new', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 5 * 60_000))
    const at = troubles.findIndex(([name]) => name === '500')
    publisher.serve(`/trouble-${at}`, { body: healthy('frisknad') })
    await pass()
    expect(feedOf('500')).toMatchObject({ errors_in_row: 0, last_error: null, hold_until: null })
    expect(await articlesOf('500')).toHaveLength(1)
  })
})
