import { expect, test } from 'vitest'
import { DampenedFrequency } from './dampened-frequency.ts'

const DAY = 100
const HOUR = DAY * 24

/** Articles come in one after the other, at so many hours after the start of the day. */
function counted(...hours: number[]): DampenedFrequency {
  const count = new DampenedFrequency(HOUR, 0)
  for (const hour of hours) count.add(HOUR + hour, 1)
  return count
}

test('of the articles of one hour the root counts, those of different hours count each', () => {
  expect(counted(3, 3, 3, 3).upTo(DAY)).toBeCloseTo(2)
  expect(counted(3, 4, 3, 5).upTo(DAY)).toBeCloseTo(Math.SQRT2 + 2)
})

test('an article counts on its day and the three after it, not before and not later', () => {
  const count = counted(0, 23)
  expect([-1, 0, 3, 4].map((after) => count.upTo(DAY + after))).toEqual([0, 2, 2, 0])
})

test('days add up, whichever came in first', () => {
  expect(counted(50, 1, 25).upTo(DAY + 2)).toBeCloseTo(3)
  expect(counted(50, 1, 25).upTo(DAY)).toBeCloseTo(1)
})

test('what is taken back counts no more', () => {
  const count = counted(3, 3, 7)
  count.add(HOUR + 3, -1)
  count.add(HOUR + 7, -1)
  expect(count.upTo(DAY)).toBeCloseTo(1)
})
