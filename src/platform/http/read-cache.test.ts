import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { exposeCollector } from '../supervisor/collect-at-rest.ts'
import { type CachedRead, ReadCache } from './read-cache.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

const textRead = (key: string, load: () => Promise<string | null>): CachedRead<string> => ({
  key,
  dependsOn: ['content'],
  load,
  render: (body) => ({ type: 'text/plain; charset=utf-8', body }),
})

const textOf = async (cache: ReadCache, read: CachedRead<string>, at = now) => {
  const { answer, stale } = await cache.get(read, at)
  return `${answer?.bodies.identity ?? 'none'}${stale ? ' (stale)' : ''}`
}

/** A load whose outcome the test decides, and that counts how often it ran. */
function controlled() {
  const calls: PromiseWithResolvers<string | null>[] = []
  const load = () => {
    const call = Promise.withResolvers<string | null>()
    calls.push(call)
    return call.promise
  }
  return { load, calls }
}

const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

async function putInDemand(cache: ReadCache, read: CachedRead<string>): Promise<void> {
  for (let i = 0; i < 60; i++) await cache.get(read, now)
}

describe('single flight', () => {
  it('builds an answer once however many ask for it at the same moment', async () => {
    const [cache, { load, calls }] = [new ReadCache(1e6), controlled()]
    const asking = Array.from({ length: 100 }, () => textOf(cache, textRead('/', load)))
    calls[0]?.resolve('here')
    expect(new Set(await Promise.all(asking))).toEqual(new Set(['here']))
    expect([calls.length, await textOf(cache, textRead('/', load))]).toEqual([1, 'here'])
  })

  it('does not answer with what was read before a change whoever asks after it', async () => {
    const [cache, { load, calls }] = [new ReadCache(1e6), controlled()]
    const before = textOf(cache, textRead('/', load))
    cache.raise('content')
    const after = textOf(cache, textRead('/', load))
    calls[1]?.resolve('new')
    expect(await after).toBe('new')
    calls[0]?.resolve('old')
    expect(await before).toBe('old')
    expect([await textOf(cache, textRead('/', load)), calls.length]).toEqual(['new', 2])
  })

  it('asks again after a load that failed, whether it threw or rejected', async () => {
    const failures = [
      () => {
        throw new Error('thrown')
      },
      () => Promise.reject(new Error('rejected')),
    ]
    for (const fail of failures) {
      const cache = new ReadCache(1e6)
      await expect(cache.get(textRead('/', fail), now)).rejects.toThrow(/thrown|rejected/)
      expect(
        await textOf(
          cache,
          textRead('/', async () => 'here'),
        ),
      ).toBe('here')
    }
  })
})

describe('freshness', () => {
  it('shows a change to the next reader, and what does not exist as such until it does', async () => {
    const cache = new ReadCache(1e6)
    let text: string | null = null
    const read = textRead('/', async () => text)
    expect(await textOf(cache, read)).toBe('none')
    text = 'first'
    expect(await textOf(cache, read)).toBe('none')
    cache.raise('content')
    expect(await textOf(cache, read)).toBe('first')
    text = 'second'
    cache.raise('views')
    expect(await textOf(cache, read)).toBe('first')
    cache.raise('content')
    expect(await textOf(cache, read)).toBe('second')
  })

  it('renders again without a load when only time has passed, also when the clock was set back', async () => {
    const [cache, { load, calls }] = [new ReadCache(1e6), controlled()]
    const read: CachedRead<string> = {
      ...textRead('/', load),
      render: (view, at) => ({
        type: 'text/plain',
        body: `${view} at ${at.getTime()}`,
        validUntil: at.getTime() + 60_000,
      }),
    }
    const first = textOf(cache, read)
    calls[0]?.resolve('read')
    expect(await first).toBe(`read at ${now.getTime()}`)
    expect(await textOf(cache, read, later(59_999))).toBe(`read at ${now.getTime()}`)
    expect(await textOf(cache, read, later(60_000))).toBe(`read at ${now.getTime() + 60_000}`)
    expect(await textOf(cache, read, later(-1))).toBe(`read at ${now.getTime() - 1}`)
    expect(calls.length).toBe(1)
  })

  it('loads again in a new edition, and does not cache what may be better the next time', async () => {
    const cache = new ReadCache(1e6)
    let n = 0
    const read = textRead('/', async () => `load ${++n}`)
    expect(await textOf(cache, { ...read, edition: 1 })).toBe('load 1')
    expect(await textOf(cache, { ...read, edition: 1 })).toBe('load 1')
    expect(await textOf(cache, { ...read, edition: 2 })).toBe('load 2')
    const doubtful = { ...read, key: '/doubtful', isCacheable: () => false }
    expect([await textOf(cache, doubtful), await textOf(cache, doubtful)]).toEqual(['load 3', 'load 4'])
  })
})

describe('stale-while-revalidate', () => {
  it('lets nobody wait for what many ask for while one load builds it anew', { tags: 'slow' }, async () => {
    const [cache, { load, calls }] = [new ReadCache(1e6), controlled()]
    const read = textRead('/', load)
    const first = textOf(cache, read)
    calls[0]?.resolve('old')
    await first
    await putInDemand(cache, read)
    cache.raise('content')
    // Younger than a second: not built again yet.
    expect([await textOf(cache, read), calls.length]).toEqual(['old', 1])
    await sleepInDemand(cache, read, 1050)
    for (let i = 0; i < 5; i++) {
      cache.raise('content')
      expect(await textOf(cache, read)).toBe('old')
    }
    expect(calls.length).toBe(2)
    calls[1]?.resolve('new')
    await sleep(1)
    expect(await textOf(cache, read)).toBe('new')
  })

  it('ends when demand does: the next reader waits for what is true', { tags: 'slow' }, async () => {
    const cache = new ReadCache(1e6)
    let text = 'old'
    const read = textRead('/', async () => text)
    await putInDemand(cache, read)
    await sleep(1050)
    text = 'new'
    cache.raise('content')
    expect(await textOf(cache, read)).toBe('new')
  })

  it('ends when building anew fails: the next reader learns of it', { tags: 'slow' }, async () => {
    const cache = new ReadCache(1e6)
    let load: () => Promise<string> = async () => 'old'
    const read = textRead('/', () => load())
    await putInDemand(cache, read)
    await sleepInDemand(cache, read, 1050)
    load = () => Promise.reject(unreachable)
    cache.raise('content')
    expect(await textOf(cache, read)).toBe('old')
    await sleep(1)
    expect(await textOf(cache, read)).toBe('old (stale)')
  })

  /** Time passes while the answer goes on being asked for. */
  async function sleepInDemand(cache: ReadCache, read: CachedRead<string>, ms: number): Promise<void> {
    const end = performance.now() + ms
    while (performance.now() < end) {
      await sleep(20)
      await cache.get(read, now)
    }
  }
})

describe('while the database is away', () => {
  it('serves what is cached, marked as stale, and throws for the rest', async () => {
    const cache = new ReadCache(1e6)
    let load: () => Promise<string> = async () => 'old'
    const read = textRead('/', () => load())
    await textOf(cache, read)
    load = () => Promise.reject(unreachable)
    expect(await textOf(cache, read)).toBe('old')
    cache.raise('content')
    expect(await textOf(cache, read)).toBe('old (stale)')
    await expect(cache.get(textRead('/other', load), now)).rejects.toThrow('ECONNREFUSED')
    load = async () => 'back'
    expect([await textOf(cache, read), cache.stats.stale]).toEqual(['back', 1])
  })

  it('hides no other failure behind an old answer', async () => {
    const cache = new ReadCache(1e6)
    await textOf(
      cache,
      textRead('/', async () => 'old'),
    )
    cache.raise('content')
    const wrong = textRead('/', () => Promise.reject(new Error('column "x" does not exist')))
    await expect(cache.get(wrong, now)).rejects.toThrow('column "x"')
  })

  it('counts a database that hangs as away; while it hangs it is not asked again', {
    timeout: 60_000,
    tags: 'slow',
  }, async () => {
    const cache = new ReadCache(1e6)
    await textOf(
      cache,
      textRead('/', async () => 'old'),
    )
    cache.raise('content')
    const { load, calls } = controlled()
    expect(await textOf(cache, textRead('/', load))).toBe('old (stale)')
    cache.raise('content')
    expect(await textOf(cache, textRead('/', load))).toBe('old (stale)')
    expect(calls.length, 'no second load beside one that hangs').toBe(1)
    calls[0]?.resolve('late')
    await sleep(1)
    expect(
      await textOf(
        cache,
        textRead('/', async () => 'back'),
      ),
    ).toBe('back')
  })
})

describe('the limit in bytes', () => {
  it('holds for keys, bodies, compressed forms and views: many long addresses stay below it', {
    tags: 'slow',
  }, async () => {
    const collect = exposeCollector()
    const held = () => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const limit = 8e6
    const cache = new ReadCache(limit)
    const before = held()
    for (let i = 0; i < 20_000; i++) {
      const key = `/sok?${i} ${randomBytes(450).toString('hex')}`
      await cache.get(
        textRead(key, async () => null),
        now,
      )
    }
    expect(cache.entries).toBeGreaterThan(1000)
    expect(cache.bytes).toBeLessThanOrEqual(limit)
    expect(held() - before).toBeLessThan(limit * 1.5)

    for (let i = 0; i < 1000; i++) {
      const view = Array.from({ length: 10 }, () => randomBytes(100).toString('hex'))
      const read: CachedRead<string[]> = {
        key: `/${i}`,
        dependsOn: [],
        load: async () => view,
        render: (lines) => ({ type: 'text/html', body: lines.join('\n'), validUntil: now.getTime() + 60_000 }),
      }
      const { answer } = await cache.get(read, now)
      for (const encoding of ['gzip', 'br', 'zstd'] as const) if (answer) cache.body(read.key, answer, encoding)
    }
    expect(cache.entries).toBeGreaterThan(100)
    expect(cache.bytes).toBeLessThanOrEqual(limit)
    expect(held() - before).toBeLessThan(limit * 1.5)
  })

  it('counts what it compresses, once for each encoding', async () => {
    const cache = new ReadCache(1e6)
    const { answer } = await cache.get(
      textRead('/', async () => 'kärnhus '.repeat(500)),
      now,
    )
    if (!answer) throw new Error('nothing was cached')
    const plain = cache.bytes
    const packed = cache.body('/', answer, 'gzip')
    expect(cache.bytes).toBe(plain + packed.length)
    expect(cache.body('/', answer, 'gzip')).toBe(packed)
    expect(cache.bytes).toBe(plain + packed.length)
    expect(
      (
        await cache.get(
          textRead('/', async () => 'other'),
          now,
        )
      ).answer,
    ).toBe(answer)
  })

  it('lets go of what was used least recently, and of what changed with its old size', async () => {
    const cache = new ReadCache(20_000)
    const body = 'x'.repeat(3000)
    const load = async () => body
    for (const key of ['/a', '/b', '/c', '/d']) await cache.get(textRead(key, load), now)
    await cache.get(textRead('/a', load), now)
    await cache.get(textRead('/e', load), now)
    const misses = cache.stats.misses
    await cache.get(textRead('/a', load), now)
    expect(cache.stats.misses).toBe(misses)
    await cache.get(textRead('/b', load), now)
    expect(cache.stats.misses).toBe(misses + 1)
    cache.raise('content')
    const bytes = cache.bytes
    await cache.get(
      textRead('/b', async () => 'y'.repeat(3000)),
      now,
    )
    expect(cache.bytes).toBe(bytes)
  })

  it('does not cache what is larger than the whole, nor what has an over-long key', async () => {
    const cache = new ReadCache(10_000)
    expect(
      await textOf(
        cache,
        textRead('/', async () => 'x'.repeat(20_000)),
      ),
    ).toHaveLength(20_000)
    expect(
      await textOf(
        cache,
        textRead('k'.repeat(2001), async () => 'here'),
      ),
    ).toBe('here')
    expect([cache.entries, cache.bytes]).toEqual([0, 0])
  })
})
