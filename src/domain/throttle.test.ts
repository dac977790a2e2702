import { beforeEach, expect, it } from 'vitest'
import { createThrottle, type Throttle } from './throttle.ts'

/** Milliseconds of the played clock; so many readers a second come while it goes on. */
let [now, readers]: [number, number] = [0, 0]
let throttle: Throttle
let told: string[]

function pass(ms: number): void {
  for (const end = now + ms; now < end; now++) {
    if (Math.floor(((now + 1) * readers) / 1000) > Math.floor((now * readers) / 1000)) throttle.asked()
  }
}
const settled = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}
const takes = (ms: number, name = '') =>
  throttle.run(async () => {
    told.push(`${name} begins`)
    await settled()
    pass(ms)
    told.push(`${name} ends`)
    return name
  })

beforeEach(() => {
  now = 0
  readers = 0
  told = []
  throttle = createThrottle({
    now: () => now,
    sleep: async (ms?: number) => {
      await settled()
      pass(ms ?? 0)
      return undefined as never
    },
  })
})

it('does everything at once while nobody reads', async () => {
  expect(await Promise.all([takes(100, 'a'), takes(100, 'b')])).toEqual(['a', 'b'])
  expect(told.slice(0, 2)).toEqual(['a begins', 'b begins'])
  expect(throttle.restedSeconds()).toBe(0)
})

it('does one after the other while many read, and rests nineteen times as long as each took', async () => {
  readers = 100
  pass(1000)
  await Promise.all([takes(100, 'a'), takes(200, 'b'), takes(50, 'c')])
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(throttle.restedSeconds()).toBeCloseTo(19 * 0.3, 1)
})

it('rests less while fewer read', async () => {
  readers = 25
  pass(2000)
  await takes(100)
  await takes(10)
  expect(throttle.restedSeconds()).toBeCloseTo((19 * 0.1) / 2, 1)
})

it('rests no longer when the readers have gone', async () => {
  readers = 100
  pass(1000)
  await takes(500)
  readers = 0
  await takes(10)
  expect(throttle.restedSeconds()).toBeLessThan(2.5)
})

it('rests ten seconds at most, however long a task took', async () => {
  readers = 100
  pass(1000)
  await takes(60_000)
  await takes(10)
  expect(throttle.restedSeconds()).toBeCloseTo(10, 0)
})

it('keeps nobody waiting for what stands in another line', async () => {
  readers = 100
  pass(1000)
  const stuck = throttle.line().run(() => new Promise(() => {}))
  expect(await takes(10, 'next')).toBe('next')
  expect(await Promise.race([stuck, 'still waiting'])).toBe('still waiting')
})

it('keeps nobody waiting for a task that failed', async () => {
  readers = 100
  pass(1000)
  const failing = throttle.run(() => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await takes(10, 'next')).toBe('next')
})
