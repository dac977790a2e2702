import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Publisher, startPublisher } from '../../../tests/support/played/publisher.ts'
import { createDocumentReader } from '../../news/feeds/documents/document-reader.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { createRobots, robotName } from './robots.ts'

test.each([
  ['Karnhuset', 'karnhuset'],
  ['Kärnhuset i Åre', 'karnhuset-i-are'],
  ['新闻', 'newsreader'],
])('calls the crawler of %s %s', (site, name) => {
  expect(robotName(site)).toBe(name)
})

describe('fetching robots.txt', () => {
  const reader = createDocumentReader()
  let publisher: Publisher
  let fetcher: Fetcher
  const time = { now: 0 }

  beforeEach(async () => {
    time.now = new Date('2026-11-21T09:00:00Z').getTime()
    publisher = await startPublisher()
    fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Karnhuset/1' })
  })
  afterEach(async () => {
    await fetcher.close()
    await publisher.close()
  })
  afterAll(() => reader.close())

  const robots = () => createRobots(fetcher, reader, 'Karnhuset', { now: () => new Date(time.now) })

  test('happens once a day for each site, however many ask', async () => {
    publisher.serve('/robots.txt', { body: 'User-agent: *\nDisallow: /x', type: 'text/plain' })
    const site = robots()
    const answers = await Promise.all(['/x', '/a', '/b'].map((path) => site.refusal(publisher.at(path))))
    expect(answers.map((answer) => answer === null)).toEqual([false, true, true])
    time.now += 23 * 3_600_000
    await site.refusal(publisher.at('/a'))
    expect(publisher.counts('/robots.txt').requests).toBe(1)
    time.now += 2 * 3_600_000
    await site.refusal(publisher.at('/a'))
    expect(publisher.counts('/robots.txt').requests).toBe(2)
  })

  test.each([404, 403, 401, 410])('with %d lets us read everything', async (status) => {
    publisher.misbehave('/robots.txt', { kind: 'status', status })
    expect(await robots().refusal(publisher.at('/a'))).toBeNull()
  })

  test.each([500, 502, 503, 429])('with %d lets us read nothing for now', async (status) => {
    publisher.misbehave('/robots.txt', { kind: 'status', status, retryAfter: '0' })
    const site = robots()
    const refusal = await site.refusal(publisher.at('/a'))
    expect(refusal).toMatchObject({ refused: 'unreachable', reason: expect.stringContaining(String(status)) })
    publisher.misbehave('/robots.txt', { kind: 'status', status: 404 })
    expect(await site.refusal(publisher.at('/a'))).not.toBeNull()
    time.now += 11 * 60_000
    expect(await site.refusal(publisher.at('/a'))).toBeNull()
  })

  test('reads the first 500 KiB of a longer file, and no cut line', { tags: 'slow' }, async () => {
    const filler = `# ${'x'.repeat(97)}\n`.repeat(5242)
    const start = `User-agent: *\nDisallow: /x\n${filler}`
    const rest = `${'#'.repeat(512 * 1024 - start.length - 12)}\nDisallow: /much/longer\nDisallow: /late\n`
    publisher.serve('/robots.txt', { body: start + rest, type: 'text/plain' })
    const site = robots()
    const answers = await Promise.all(['/x', '/a', '/late'].map((path) => site.refusal(publisher.at(path))))
    expect(answers.map((answer) => answer?.refused ?? null)).toEqual(['robots', null, null])
  })

  test('follows redirects', async () => {
    publisher.misbehave('/robots.txt', { kind: 'redirect', to: '/rules' })
    publisher.serve('/rules', { body: 'User-agent: *\nDisallow: /x', type: 'text/plain' })
    expect(await robots().refusal(publisher.at('/x'))).not.toBeNull()
  })
})
