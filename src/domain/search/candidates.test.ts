import { expect, it } from 'vitest'
import { planCandidates } from './candidates.ts'
import type { QueryTerm } from './terms.ts'

const term = (word: string, docs: number): QueryTerm => ({
  word,
  weight: 1,
  forms: [{ term: word, kind: 'same', docs }],
  parts: [],
})

it('looks up rare words, and expects of common ones what chance would give', () => {
  const plan = planCandidates([term('batteri', 50_000), term('rykte', 20_000), term('vision', 40)], 100_000)
  expect(plan.rare).toBe("('vision')")
  expect(plan.common).toEqual({ every: "('rykte') & ('batteri')", any: "('rykte') | ('batteri')" })
  expect(plan.expected).toBeCloseTo(10_000)
})

it('expects of a single common word no more than hold it, and nothing of nothing', () => {
  expect(planCandidates([term('batteri', 50_000)], 40_000).expected).toBe(40_000)
  expect(planCandidates([term('batteri', 5000)], 0).expected).toBe(0)
})
