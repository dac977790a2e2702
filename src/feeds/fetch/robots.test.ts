import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Publisher, startPublisher } from '../../../tests/support/publisher.ts'
import { createDocumentReader } from '../documents/document-reader.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { createRobots } from './robots.ts'
import { robotsAllow } from './robots-rules.ts'

const allows = (text: string, path: string) => robotsAllow(text, `https://example.com${path}`, 'Karnhuset')

describe('the rules of a robots.txt', () => {
  test.each([
    ['nothing', '', '/a', true],
    ['all agents kept out', 'User-agent: *\nDisallow: /', '/a', false],
    ['an empty disallow', 'User-agent: *\nDisallow:', '/a', true],
    ['us kept out', 'User-agent: karnhuset\nDisallow: /\n\nUser-agent: *\nAllow: /', '/a', false],
    ['only others kept out', 'User-agent: GPTBot\nDisallow: /\n', '/a', true],
    ['us let in, others not', 'User-agent: *\nDisallow: /\n\nUser-agent: KARNHUSET/2.0\nAllow: /', '/a', true],
    ['a group for several', 'User-agent: GPTBot\nUser-agent: Karnhuset\nDisallow: /x', '/x/y', false],
    ['the longest match', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['allow before disallow when equal', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a wildcard', 'User-agent: *\nDisallow: /*/print', '/2026/11/print', false],
    ['an anchored end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
    ['letters of either case', 'User-agent: *\nDisallow: /Secret', '/secret', true],
    ['a query', 'User-agent: *\nDisallow: /*?print=', '/a?print=1', false],
    ['comments and odd line ends', '\ufeff# hello\r\nuser-agent: * # all\rDISALLOW : /a', '/a', false],
    ['percent-encoding', 'User-agent: *\nDisallow: /räksmörgås', '/r%C3%A4ksm%C3%B6rg%C3%A5s', false],
    ['HTML instead of rules', '<!doctype html><p>User-agent: none', '/a', true],
  ])('%s', (_what, text, path, expected) => {
    expect(allows(text, path)).toBe(expected)
  })
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

  test('follows redirects', async () => {
    publisher.misbehave('/robots.txt', { kind: 'redirect', to: '/rules' })
    publisher.serve('/rules', { body: 'User-agent: *\nDisallow: /x', type: 'text/plain' })
    expect(await robots().refusal(publisher.at('/x'))).not.toBeNull()
  })
})
