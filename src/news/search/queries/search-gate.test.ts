import { expect, it } from 'vitest'
import { costOf, createSearchGate } from './search-gate.ts'

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** A gate whose work is recorded: what runs, and what was cancelled. */
function recorded(options: { capacity: number; waitMs?: number; limitMs?: number }) {
  const running = { now: 0, most: 0, cancelled: 0 }
  const gate = createSearchGate({
    ...options,
    cancelledBy: (signal, work) => {
      signal.addEventListener('abort', () => running.cancelled++, { once: true })
      return work()
    },
  })
  const search = (ms: number, cost = 1, signal?: AbortSignal) =>
    gate
      .run(
        cost,
        async () => {
          const share = Math.min(cost, options.capacity)
          running.now += share
          running.most = Math.max(running.most, running.now)
          await later(ms)
          running.now -= share
        },
        signal,
      )
      .then(
        () => 'answered',
        (error) => error.message,
      )
  return { running, search }
}
const TOO_MANY = 'Too many searches at a time. Try again shortly.'

it('lets in what its capacity has room for, by cost, and the next in their order', async () => {
  const { running, search } = recorded({ capacity: 3 })
  const all = await Promise.all([search(20), search(20), search(20, 2), search(5), search(5, 9)])
  expect(all).toEqual(Array(5).fill('answered'))
  expect(running.most).toBe(3)
})

it('refuses at once what is too much to wait, and soon what waits too long', async () => {
  const { search } = recorded({ capacity: 1, waitMs: 50 })
  const [first, ...others] = Array.from({ length: 40 }, () => search(200))
  const waiting = others[0]?.then(() => 'ended')
  const refused = others.at(-1)?.then(() => 'refused')
  expect(await Promise.race([waiting, refused])).toBe('refused')
  expect(await Promise.all(others)).toEqual(Array(39).fill(TOO_MANY))
  expect(await first).toBe('answered')
  expect(await search(1)).toBe('answered')
})

it('ends what takes too long or is given up, and its place is free when that has ended', async () => {
  const { running, search } = recorded({ capacity: 1, waitMs: 500, limitMs: 30 })
  const gone = new AbortController()
  const [slow, given, next] = [search(100), search(1, 1, gone.signal), search(1)]
  gone.abort()
  expect(await given).toBe('The search was given up.')
  expect(await slow).toBe('The search took too long. Try again, or with fewer words.')
  expect(running).toMatchObject({ now: 1, cancelled: 1 })
  expect(await next).toBe('answered')
  expect(running.most).toBe(1)
  expect(await search(1, 1, AbortSignal.abort())).toBe('The search was given up.')
})

it('counts words', () => {
  expect(['', 'ett', 'ord '.repeat(10).trim(), 'ord '.repeat(11).trim()].map(costOf)).toEqual([1, 1, 1, 2])
})
