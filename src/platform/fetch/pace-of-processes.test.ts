/** The politeness delay at a played publisher of hundreds of feeds, whoever asks: one process, several, and for whatever. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type Publisher, startPublisher } from '../../../tests/support/played/publisher.ts'
import { leaseTurn, purgeOldTurns } from '../../news/feeds/writes/turns.ts'
import type { Database } from '../database/database.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { createRobots } from './robots.ts'

const intervalMs = 100
let database: Database
let publisher: Publisher

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A process that knows the publisher by a public address, while it answers on loopback. */
function startProcess(turns = database): Fetcher {
  const judged = new Set<string>()
  const fetcher = createFetcher({
    allow: ['127.0.0.1'],
    userAgent: 'Test/1',
    pace: { atOnce: 2, perInterval: 1, intervalMs },
    leaseTurn: (domain, gapMs) => leaseTurn(turns, domain, gapMs),
    lookup: (host, _options, callback) => {
      const address = judged.has(host) ? '127.0.0.1' : '93.184.215.14'
      judged.add(host)
      callback(null, [{ address, family: 4 }])
    },
  })
  onTestFinished(() => fetcher.close())
  return fetcher
}

async function startDay(): Promise<(path: string, host?: string) => string> {
  publisher = await startPublisher({ delayMs: 20 })
  onTestFinished(() => publisher.close())
  const { port } = new URL(publisher.url)
  return (path, host = 'www.bladet.example') => `http://${host}:${port}${path}`
}

/** By how many milliseconds a request came before its turn, at most; a halt of this machine makes requests late alone. */
const earliest = (startedAt: number) =>
  Math.max(
    ...publisher.seen
      .map(({ at }) => at)
      .toSorted((a, b) => a - b)
      .map((at, n) => startedAt + n * intervalMs - at),
  )
/** Timers end a part of a millisecond early. */
const slackMs = 10

it.each([1, 3])(
  '%i processes start one request an interval at a domain, all together',
  { tags: 'slow' },
  async (processes) => {
    const at = await startDay()
    for (let n = 0; n < 30; n++) publisher.serve(`/feed/${n}`, { body: 'x' })
    const fetchers = Array.from({ length: processes }, () => startProcess())
    const hosts = ['www.bladet.example', 'rss.bladet.example', 'bladet.example']
    const ask = (n: number) => fetchers[n % processes]?.get(at(`/feed/${n}`, hosts[n % 2]))
    const startedAt = Date.now()
    await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))
    expect(publisher.counts().requests).toBe(30)
    expect(earliest(startedAt)).toBeLessThan(slackMs)
    expect(publisher.mostAtOnce()).toBeLessThanOrEqual(2 * processes)
  },
)

it('a feed that redirects, its pages, robots.txt and posts to a hub wait for the same turns', {
  tags: 'slow',
}, async () => {
  const at = await startDay()
  const [fetcher, other] = [startProcess(), startProcess()]
  publisher.misbehave('/old', { kind: 'redirect', to: at('/new'), status: 301 })
  publisher.serve('/new', { body: 'x' })
  const robots = createRobots(fetcher, { read: async () => true } as never, 'test')
  const startedAt = Date.now()
  const work = Array.from({ length: 6 }, (_, n) => [
    fetcher.get(at('/old'), { priority: 1 }),
    robots.refusal(at(`/page/${n}`)),
    fetcher.get(at(`/page/${n}`)),
    other.runLimited(at('/hub'), async () => (await fetch(`${publisher.url}/hub`)).status),
  ]).flat()
  await Promise.all(work)
  expect(publisher.counts('/robots.txt').requests).toBe(1)
  expect(publisher.counts().requests).toBe(6 * 2 + 1 + 6 + 6)
  expect(earliest(startedAt)).toBeLessThan(slackMs)
})

it('turns that a clock has left far ahead are not waited for, and old ones are forgotten', async () => {
  await database.db
    .insertInto('fetch_turns')
    .values({ domain: 'ahead.example', next_at: new Date('2999-01-01') })
    .execute()
  expect(await leaseTurn(database, 'ahead.example', 1000)).toBeLessThan(31_000)
  await database.db
    .insertInto('fetch_turns')
    .values({ domain: 'old.example', next_at: new Date('2020-01-01') })
    .execute()
  await purgeOldTurns(database)
  const { rows } = await database.pool.query(`select domain from fetch_turns where domain like 'old%'`)
  expect(rows).toEqual([])
})
