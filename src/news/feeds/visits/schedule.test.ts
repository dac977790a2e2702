import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Failed, FeedState, Succeeded } from './feed-record.ts'
import { afterFetch } from './schedule.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE)
const every = (minutes: number, count: number) => Array.from({ length: count }, (_, n) => ago(n * minutes))

const feedWith = (changes: Partial<FeedState> = {}): FeedState => ({
  id: 7,
  url: 'https://example.com/feed',
  status: 'active',
  statusReason: null,
  etag: null,
  lastModified: null,
  bodyHash: null,
  nextFetchAt: NOW,
  holdUntil: null,
  intervalMinutes: 60,
  ownIntervalMinutes: null,
  usualGapMinutes: null,
  longestGapMinutes: null,
  answerMs: null,
  republishedAt: null,
  ttlMinutes: null,
  lastFetchedAt: null,
  lastSuccessAt: null,
  lastNewAt: null,
  errorsInRow: 0,
  failingSince: null,
  failure: null,
  lastError: null,
  redirectUrl: null,
  redirectSeen: 0,
  redirectSince: null,
  pushedAt: null,
  ...changes,
})

const success = (changes: Partial<Succeeded> = {}): Succeeded => ({
  outcome: 'new',
  headers: {},
  bodyHash: 'hash',
  ttlMinutes: null,
  times: [],
  redirects: [],
  ms: 200,
  republished: false,
  ...changes,
})

const failure = (changes: Partial<Failed> = {}): Failed => ({
  outcome: 'failed',
  error: 'It broke.',
  cause: 'broken',
  httpStatus: null,
  headers: {},
  ...changes,
})

const waitOf = (patch: { nextFetchAt?: Date }) => ((patch.nextFetchAt?.getTime() ?? 0) - NOW.getTime()) / MINUTE
const waitAfter = (changes: Partial<Succeeded>, feed: Partial<FeedState> = {}) =>
  waitOf(afterFetch(feedWith(feed), success(changes), NOW))

describe('the interval', () => {
  test.each([
    ['nothing known', [], 60],
    ['an article every 6 hours', every(6 * HOUR, 100), 60],
    ['an article an hour', every(HOUR, 100), 10],
    ['one every 5 minutes', every(5, 100), 5],
    ['one a day', every(DAY, 100), 3 * HOUR],
    ['one a month', every(30 * DAY, 20), DAY],
    ['nothing for a year', [ago(365 * DAY)], DAY],
    ['a burst of 10 and no memory before it', every(1, 10), 24],
  ])('with %s', (_what, times, minutes) => {
    const { intervalMinutes } = afterFetch(feedWith(), success({ times }), NOW)
    expect(intervalMinutes).toBeGreaterThan(minutes * 0.8)
    expect(intervalMinutes).toBeLessThan(minutes * 1.2)
  })

  test('lies between 5 minutes and 24 hours, never under what the publisher asks, whatever comes', () => {
    const number = fc.integer({ min: -10, max: 10_000_000 })
    const times = fc.array(fc.integer({ min: -5000, max: 100_000 }).map(ago), { maxLength: 100 })
    fc.assert(
      fc.property(fc.nat(100_000), times, fc.option(number), fc.option(number), (id, times, ttlMinutes, maxAge) => {
        const headers: Record<string, string> = maxAge === null ? {} : { 'cache-control': `public, max-age=${maxAge}` }
        const wait = waitAfter({ times, ttlMinutes, headers }, { id })
        const floor = Math.min(Math.max(ttlMinutes ?? 0, (maxAge ?? 0) / 60, 5), DAY)
        expect(wait).toBeGreaterThanOrEqual(floor)
        expect(wait).toBeLessThanOrEqual(DAY + 0.001)
      }),
    )
  })

  test('is the same each time for one feed and spread over feeds', () => {
    const wait = (id: number) => waitAfter({ times: every(HOUR, 100) }, { id })
    expect(wait(3)).toBe(wait(3))
    const waits = Array.from({ length: 40 }, (_, id) => wait(id + 1))
    expect(new Set(waits.map((minutes) => Math.floor(minutes * 10))).size).toBeGreaterThan(12)
  })

  test.each([
    ['ttl', { ttlMinutes: 180 }, 180],
    ['max-age', { headers: { 'cache-control': 'public, max-age=7200' } }, 120],
    ['max-age less the age', { headers: { 'cache-control': 'max-age=7200', age: '3600' } }, 60],
    ['Expires', { headers: { expires: 'Sat, 21 Nov 2026 12:00:00 GMT', date: 'Sat, 21 Nov 2026 09:00:00 GMT' } }, 180],
    ['Expires without Date', { headers: { expires: 'Sat, 21 Nov 2026 12:00:00 GMT' } }, 180],
    [
      'max-age over Expires',
      { headers: { 'cache-control': 'max-age=600', expires: 'Sun, 22 Nov 2026 09:00:00 GMT' } },
      10,
    ],
    ['the longest wish', { ttlMinutes: 30, headers: { 'cache-control': 'max-age=7200' } }, 120],
    ['at most a day', { ttlMinutes: 525_600 }, DAY],
  ])('obeys %s', (_what, readerAction, minutes) => {
    expect(waitAfter({ times: every(5, 100), ...readerAction })).toBeCloseTo(minutes, 1)
  })

  test.each([
    ['no-cache', { 'cache-control': 'no-cache, max-age=7200' }],
    ['s-maxage alone', { 'cache-control': 's-maxage=7200' }],
    ['x-max-age', { 'cache-control': 'x-max-age=7200' }],
    ['Expires: 0', { expires: '0' }],
    ['Expires: -1', { expires: '-1' }],
    ['Expires in the past', { expires: 'Thu, 01 Dec 1994 16:00:00 GMT' }],
    ['nonsense', { expires: 'soon', 'cache-control': 'max-age=soon', age: 'old' }],
  ])('takes %s for no wish', (_what, headers) => {
    expect(waitAfter({ times: every(5, 100), headers: { ...headers } as Record<string, string> })).toBeLessThan(6)
  })
})

describe('a success', () => {
  const failing = { errorsInRow: 9, lastError: 'It broke.', holdUntil: NOW }

  test('ends the errors', () => {
    const patch = afterFetch(feedWith(failing), success(), NOW)
    expect(patch).toMatchObject({
      errorsInRow: 0,
      lastError: null,
      holdUntil: null,
      lastSuccessAt: NOW,
      lastNewAt: NOW,
    })
  })

  test('without anything new leaves the time of the last news', () => {
    expect(afterFetch(feedWith(), success({ outcome: 'unchanged' }), NOW)).not.toHaveProperty('lastNewAt')
  })

  test('keeps validators over a 304 that repeats none, and drops them after a document without', () => {
    const existing = feedWith({ etag: '"1"', lastModified: 'then', bodyHash: 'old' })
    const notModified = afterFetch(existing, success({ outcome: 'unchanged', bodyHash: null }), NOW)
    expect(notModified).toMatchObject({ etag: '"1"', lastModified: 'then', bodyHash: 'old' })
    expect(afterFetch(existing, success({ headers: { etag: '"1"' } }), NOW).etag).toBeNull()
    const document = afterFetch(existing, success({ headers: { etag: '"2"' } }), NOW)
    expect(document).toMatchObject({ etag: '"2"', lastModified: null, bodyHash: 'hash' })
  })

  test('without a document keeps the wait that the last one asked for', () => {
    const times = every(5, 100)
    const asking = { ...feedWith(), ...afterFetch(feedWith(), success({ times, ttlMinutes: 180 }), NOW) }
    expect(asking.ttlMinutes).toBe(180)
    const notModified = afterFetch(asking, success({ times, outcome: 'unchanged', bodyHash: null }), NOW)
    expect(waitOf(notModified)).toBeGreaterThanOrEqual(180)
    expect(waitOf(afterFetch(asking, success({ times }), NOW))).toBeLessThan(6)
    expect(afterFetch(feedWith(), success({ ttlMinutes: 1e12 }), NOW).ttlMinutes).toBe(DAY)
  })

  test('learns the usual gap and keeps it while too little is known', () => {
    expect(afterFetch(feedWith(), success({ times: every(90, 20) }), NOW).usualGapMinutes).toBe(90)
    expect(afterFetch(feedWith({ usualGapMinutes: 33 }), success({ times: [NOW] }), NOW).usualGapMinutes).toBe(33)
  })
})

describe('failures', () => {
  const waitAt = (errors: number, id = 7) =>
    waitOf(afterFetch(feedWith({ id, errorsInRow: errors - 1 }), failure(), NOW))

  test('back off by the cube of their number, two days at most, for ever', () => {
    for (const errors of [1, 2, 3, 5, 8, 13]) {
      expect(waitAt(errors) / errors ** 3).toBeGreaterThan(0.89)
      expect(waitAt(errors) / errors ** 3).toBeLessThan(1.11)
    }
    for (const errors of [16, 17, 100, 100_000]) {
      expect(waitAt(errors)).toBeLessThanOrEqual(2 * DAY)
      expect(waitAt(errors)).toBeGreaterThan(1.9 * DAY)
      expect(afterFetch(feedWith({ errorsInRow: errors }), failure(), NOW)).not.toHaveProperty('status')
    }
  })

  test('of many feeds at once do not come back at once', () => {
    const waits = Array.from({ length: 40 }, (_, id) => Math.floor(waitAt(8, id + 1)))
    expect(new Set(waits).size).toBeGreaterThan(20)
  })

  test('keep validators, count up and say why', () => {
    const patch = afterFetch(feedWith({ errorsInRow: 2, etag: '"1"' }), failure(), NOW)
    expect(patch).toMatchObject({ errorsInRow: 3, lastError: 'It broke.', lastFetchedAt: NOW })
    expect(patch).not.toHaveProperty('etag')
    expect(patch.holdUntil).toEqual(patch.nextFetchAt)
  })

  test.each([
    [429, '7200', 120],
    [503, '7200', 120],
    [503, 'Sat, 21 Nov 2026 11:00:00 GMT', 120],
    [503, '  Saturday, 21-Nov-26 11:00:00 GMT ', 120],
    [429, '99999999', 7 * DAY],
  ])('%d with Retry-After: %s is obeyed', (httpStatus, retryAfter, minutes) => {
    const patch = afterFetch(feedWith(), failure({ httpStatus, headers: { 'retry-after': retryAfter } }), NOW)
    expect(waitOf(patch)).toBe(minutes)
    expect(patch.holdUntil).toEqual(patch.nextFetchAt)
  })

  test.each([
    [429, '0'],
    [429, '-5'],
    [503, 'soon'],
    [503, 'Sat, 21 Nov 2020 11:00:00 GMT'],
    [500, '7200'],
    [404, '7200'],
  ])('%d with Retry-After: %s backs off as usual', (httpStatus, retryAfter) => {
    const patch = afterFetch(feedWith(), failure({ httpStatus, headers: { 'retry-after': retryAfter } }), NOW)
    expect(waitOf(patch)).toBeLessThan(1.2)
  })

  test('a Retry-After shorter than the back-off does not shorten it', () => {
    const feed = feedWith({ errorsInRow: 9 })
    const patch = afterFetch(feed, failure({ httpStatus: 503, headers: { 'retry-after': '60' } }), NOW)
    expect(waitOf(patch)).toBeGreaterThan(890)
  })

  test('410 ends the fetching, with the reason', () => {
    const patch = afterFetch(feedWith(), failure({ httpStatus: 410 }), NOW)
    expect(patch.status).toBe('gone')
    expect(patch.statusReason).toContain('410')
  })
})

describe('permanent redirects', () => {
  const moved = (status = 301, to = 'https://new.example.com/feed') => [
    { from: 'https://example.com/feed', to, status },
  ]

  /** Visits every `hours`; the state after each. */
  function visit(hops: (ReturnType<typeof moved> | 'failed')[], hours: number): FeedState[] {
    const states: FeedState[] = []
    let feed = feedWith()
    for (const [index, redirects] of hops.entries()) {
      const now = new Date(NOW.getTime() + index * hours * 3_600_000)
      const attempt = redirects === 'failed' ? failure() : success({ redirects })
      feed = { ...feed, ...afterFetch(feed, attempt, now) }
      states.push(feed)
    }
    return states
  }

  test('replace the address at the fifth sighting, three days after the first', () => {
    const states = visit(Array(5).fill(moved()), 18)
    expect(states.map(({ url }) => url === 'https://new.example.com/feed')).toEqual([false, false, false, false, true])
    expect(states[3]).toMatchObject({ redirectSeen: 4, redirectUrl: 'https://new.example.com/feed' })
    expect(states[4]).toMatchObject({ redirectSeen: 0, redirectUrl: null, redirectSince: null })
  })

  test('need both five sightings and three days', () => {
    expect(visit(Array(20).fill(moved()), 1).at(-1)?.url).toBe('https://example.com/feed')
    expect(visit(Array(4).fill(moved(308)), 100).at(-1)?.url).toBe('https://example.com/feed')
    expect(visit(Array(73).fill(moved(308)), 1).at(-1)?.url).toBe('https://new.example.com/feed')
  })

  test.each([
    ['a visit without one', []],
    ['a temporary one', moved(302)],
    ['another target', moved(301, 'https://other.example.com/feed')],
  ])('start anew after %s', (_what, between) => {
    const states = visit([...Array(4).fill(moved()), between, ...Array(4).fill(moved())], 24)
    expect(states.at(-1)).toMatchObject({ url: 'https://example.com/feed', redirectSeen: 4 })
  })

  test('survive a failure in between', () => {
    expect(visit([...Array(4).fill(moved()), 'failed', moved()], 24).at(-1)?.url).toBe('https://new.example.com/feed')
  })

  test('count up to the first temporary hop of a chain', () => {
    const chain = [...moved(), { from: 'https://new.example.com/feed', to: 'https://cdn.example.com/x', status: 302 }]
    expect(visit([chain], 1)[0]).toMatchObject({ redirectUrl: 'https://new.example.com/feed' })
    const onward = [...chain, { from: 'https://cdn.example.com/x', to: 'https://cdn.example.com/y', status: 301 }]
    expect(visit([onward], 1)[0]).toMatchObject({ redirectUrl: 'https://new.example.com/feed' })
    expect(visit([onward.slice(1)], 1)[0]).toMatchObject({ redirectUrl: null, redirectSeen: 0 })
  })

  test('never take an address with a password away', () => {
    const feed = feedWith({ url: 'https://me:secret@example.com/feed' })
    expect(afterFetch(feed, success({ redirects: moved() }), NOW)).not.toHaveProperty('redirectUrl')
  })
})

describe('a failure', () => {
  test('is remembered by when it began, until the next success', () => {
    const first = afterFetch(feedWith(), failure({ cause: 'busy' }), NOW)
    expect(first).toMatchObject({ failingSince: NOW, failure: 'busy' })
    const again = afterFetch(feedWith({ failingSince: ago(DAY), errorsInRow: 4 }), failure(), NOW)
    expect(again).toMatchObject({ failingSince: ago(DAY), errorsInRow: 5 })
    const over = afterFetch(feedWith({ failingSince: ago(DAY), failure: 'busy' }), success(), NOW)
    expect(over).toMatchObject({ failingSince: null, failure: null })
  })

  test('of our own network counts against nobody, and everybody is asked again soon', () => {
    for (const errorsInRow of [0, 1, 12]) {
      const patch = afterFetch(feedWith({ errorsInRow }), failure({ cause: 'offline' }), NOW)
      expect(patch.errorsInRow).toBe(Math.max(1, errorsInRow))
      expect(waitOf(patch)).toBe(10)
    }
  })
})

test("an operator's interval goes before the reckoned one, and the publisher's wish before both", () => {
  expect(waitAfter({}, { ownIntervalMinutes: 240 })).toBeGreaterThan(200)
  expect(waitAfter({ times: every(5, 100) }, { ownIntervalMinutes: 240 })).toBeGreaterThan(200)
  expect(waitAfter({ ttlMinutes: 600 }, { ownIntervalMinutes: 10 })).toBe(600)
})

test('knows the usual gap, the longest of the latest, and how long answers take', () => {
  const weekly = [0, 1, 2, 7 * DAY, 7 * DAY + 1, 7 * DAY + 2].map(ago)
  const patch = afterFetch(feedWith({ answerMs: 1000 }), success({ times: weekly, ms: 2000 }), NOW)
  expect(patch).toMatchObject({ usualGapMinutes: 1, longestGapMinutes: 7 * DAY - 2, answerMs: 1300 })
})
