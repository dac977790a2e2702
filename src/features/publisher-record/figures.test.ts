import { expect, it } from 'vitest'
import type { Case } from './cases.ts'
import { topicsOf } from './figures.ts'

it('counts by topic what was confirmed, and what was settled for and against', () => {
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
  const cases = [one, { ...one, settled: 'for' as const }, { ...one, settled: 'against' as const, tags: [7, 8] }]
  const topics = topicsOf(cases, 'a', new Set())
  expect(topics['7']).toMatchObject({ confirmed: [3, 3], settled_for: [1, 2], settled_against: [1, 2] })
  expect(topics['8']).toMatchObject({ settled_for: [0, 1], settled_against: [1, 1] })
})
