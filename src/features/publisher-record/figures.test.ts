import { expect, it } from 'vitest'
import type { Case } from './cases.ts'
import { topicsOf } from './figures.ts'

const one: Case = {
  event: 1,
  at: 0,
  lag: null,
  original: true,
  others: ['b'],
  before: [],
  seenBefore: [],
  echoes: [],
  copyOf: null,
  copyAfter: null,
  copiedBy: [],
  disputed: true,
  settled: null,
  correctedAfter: null,
  tags: [7],
}

it('counts by topic what was confirmed, and what was settled for and against', () => {
  const cases = [one, { ...one, settled: 'for' as const }, { ...one, settled: 'against' as const, tags: [7, 8] }]
  const topics = topicsOf(cases, 'a', new Set())
  expect(topics['7']).toMatchObject({ confirmed: [3, 3], settled_for: [1, 2], settled_against: [1, 2] })
  expect(topics['8']).toMatchObject({ settled_for: [0, 1], settled_against: [1, 1] })
})

it.each<[string, Partial<Case>, skewed: string[], confirmed: number]>([
  ['is dated later', { lag: 1 }, [], 1],
  ['is dated earlier, and was seen later', { lag: 1, before: ['b'] }, [], 0],
  ['is dated later, and was seen earlier', { lag: 1, seenBefore: ['b'] }, [], 1],
  ['has a wrong clock, and was seen later', { lag: 1, before: ['b'] }, ['b'], 1],
  ['has a wrong clock, and was seen earlier', { lag: 1, seenBefore: ['b'] }, ['b'], 0],
  ['was seen later than a report without a date', { before: ['b'] }, [], 1],
])('another confirms an event where it %s', (_, about, skewed, confirmed) => {
  expect(topicsOf([{ ...one, ...about }], 'a', new Set(skewed))['7']).toMatchObject({ confirmed: [confirmed, 1] })
})
