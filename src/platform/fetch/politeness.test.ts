import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startPublisher } from '../../../tests/support/played/publisher.ts'
import { createFetcher } from './fetcher.ts'
import { createHostBreakers } from './host-breakers.ts'
import { createPoliteness } from './politeness.ts'

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const strangers = async () => false

/** Runs tasks and notes who ran beside whom, in what order and when. */
function recorder(ms = 5) {
  const started: { name: string; at: number }[] = []
  const open = { now: 0, max: 0 }
  const task = (name: string) => async () => {
    started.push({ name, at: performance.now() })
    open.max = Math.max(open.max, ++open.now)
    await later(ms)
    open.now--
  }
  return { started, open, task }
}

describe('politeness', () => {
  describe('to one registrable domain', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    test('has two requests at once and one start an interval, whatever the host', async () => {
      const { started, open, task } = recorder(200)
      const politeness = createPoliteness(strangers, { pace: { atOnce: 2, perInterval: 1, intervalMs: 40 } })
      const hosts = ['www.example.com', 'feeds.example.com', 'example.com', 'cdn.example.com', 'a.b.example.com']
      for (const host of hosts) void politeness.run(new URL(`https://${host}/`), task(host))
      await vi.advanceTimersByTimeAsync(1000)
      expect(open.max).toBe(2)
      const gaps = started.slice(1).map(({ at }, index) => at - (started[index]?.at ?? 0))
      expect(gaps).toHaveLength(4)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40)
    })

    test('starts one a second unless told otherwise', async () => {
      const { started, task } = recorder()
      const politeness = createPoliteness(strangers)
      for (let i = 0; i < 4; i++) void politeness.run(new URL('https://example.com/'), task(`${i}`))
      const after: number[] = []
      for (const ms of [10, 980, 20, 980, 20]) {
        await vi.advanceTimersByTimeAsync(ms)
        after.push(started.length)
      }
      expect(after).toEqual([1, 1, 2, 2, 3])
    })
  })

  test('domains do not wait for each other', async () => {
    const { started, open, task } = recorder()
    const politeness = createPoliteness(strangers, { pace: { atOnce: 1, perInterval: 1, intervalMs: 60_000 } })
    const domains = ['a.com', 'b.se', 'c.co.uk', 'd.github.io', 'e.github.io']
    await Promise.all(domains.map((domain) => politeness.run(new URL(`https://${domain}/`), task(domain))))
    expect(started).toHaveLength(5)
    expect(open.max).toBe(5)
  })

  test('feeds go before pages', async () => {
    const { started, task } = recorder()
    const politeness = createPoliteness(strangers, { pace: { atOnce: 1, perInterval: 1, intervalMs: 5 } })
    const run = (name: string, priority: number) =>
      politeness.run(new URL('https://example.com/'), task(name), { priority })
    await Promise.all([run('first', 0), run('page', 0), run('page', 0), run('feed', 1)])
    expect(started.map(({ name }) => name)).toEqual(['first', 'feed', 'page', 'page'])
  })

  test('the own network has no pace, and eight at once per host', async () => {
    const publisher = await startPublisher({ delayMs: 20 })
    publisher.serve('/feed', { body: 'x' })
    const fetcher = createFetcher({
      allow: ['127.0.0.1'],
      userAgent: 'Test/1',
      pace: { atOnce: 1, perInterval: 1, intervalMs: 60_000 },
    })
    await Promise.all(Array.from({ length: 40 }, () => fetcher.get(publisher.at('/feed'))))
    expect(publisher.mostAtOnce()).toBe(8)
    expect(publisher.counts('/feed').requests).toBe(40)
    await fetcher.close()
    await publisher.close()
  })

  test('an aborted wait leaves the queue and starts nothing', async () => {
    const { started, task } = recorder()
    const politeness = createPoliteness(strangers, { pace: { atOnce: 1, perInterval: 1, intervalMs: 5 } })
    const controller = new AbortController()
    const url = new URL('https://example.com/')
    const first = politeness.run(url, task('first'))
    const second = politeness.run(url, task('second'), { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    await first
    await politeness.run(url, task('third'))
    expect(started.map(({ name }) => name)).toEqual(['first', 'third'])
  })
})

describe('a dead host', () => {
  test('is asked for by name once for a hundred pages, and none of them waits for its turn', async () => {
    const lookups: string[] = []
    const fetcher = createFetcher({
      allow: [],
      userAgent: 'Test/1',
      // At this pace the hundredth turn would come in over a minute.
      pace: { atOnce: 2, perInterval: 1, intervalMs: 1000 },
      lookup: (host, _options, callback) => {
        lookups.push(host)
        callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '')
      },
    })
    const pages = Array.from({ length: 100 }, (_, n) => fetcher.get(`http://dead.example.com/${n}`, { skipDown: true }))
    const kinds = (await Promise.allSettled(pages)).map((page) => page.status === 'rejected' && page.reason.kind)
    expect(kinds.filter((kind) => kind === 'dns')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'host_down')).toHaveLength(99)
    expect(lookups).toHaveLength(1)
    await fetcher.close()
  })
})

describe('a circuit breaker', () => {
  const clockAt = (start: string) => {
    const time = { now: new Date(start).getTime() }
    return { clock: { now: () => new Date(time.now) }, pass: (minutes: number) => (time.now += minutes * 60_000) }
  }

  test('opens for ten minutes after three failures in a row, then one more try decides', () => {
    const { clock, pass } = clockAt('2026-11-21T09:00:00Z')
    const breakers = createHostBreakers(clock)
    breakers.failed('a.se')
    breakers.failed('a.se')
    expect(breakers.openUntil('a.se')).toBeNull()
    breakers.failed('a.se')
    expect(breakers.openUntil('a.se')).toEqual(new Date('2026-11-21T09:10:00Z'))
    expect(breakers.openUntil('b.se')).toBeNull()
    pass(11)
    expect(breakers.openUntil('a.se')).toBeNull()
    breakers.failed('a.se')
    expect(breakers.openUntil('a.se')).toEqual(new Date('2026-11-21T09:21:00Z'))
  })

  test('an answer in between starts the count anew', () => {
    const breakers = createHostBreakers(clockAt('2026-11-21T09:00:00Z').clock)
    for (const act of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) breakers[act]('a.se')
    expect(breakers.openUntil('a.se')).toBeNull()
  })

  test('a pause that a host asks for is kept through answers, for an hour at most from pages', () => {
    const { clock, pass } = clockAt('2026-11-21T09:00:00Z')
    const breakers = createHostBreakers(clock)
    breakers.retryAfter('a.se', 7 * 24 * 3_600_000, true)
    breakers.succeeded('a.se')
    expect(breakers.openUntil('a.se')).toEqual(new Date('2026-11-21T10:00:00Z'))
    pass(61)
    expect(breakers.openUntil('a.se')).toBeNull()
  })

  test('a pause that one feed of a host is asked for keeps pages back for ten minutes at most', () => {
    const { clock, pass } = clockAt('2026-11-21T09:00:00Z')
    const breakers = createHostBreakers(clock)
    breakers.retryAfter('a.se', 3_600_000, false)
    expect(breakers.openUntil('a.se')).toEqual(new Date('2026-11-21T09:10:00Z'))
    pass(5)
    breakers.retryAfter('a.se', 120_000, false)
    expect(breakers.openUntil('a.se')).toEqual(new Date('2026-11-21T09:10:00Z'))
  })
})
