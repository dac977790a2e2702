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

it('asks for the rarest of many common words together, until chance would give less than one article', () => {
  const docs = [2500, 1500, 2000, 50_000, 3000]
  const plan = planCandidates(
    docs.map((n, i) => term(`ord${i}`, n)),
    100_000,
  )
  expect(plan.common?.every).toBe("('ord1') & ('ord2') & ('ord0')")
  expect(plan.common?.any.split(' | ')).toHaveLength(5)
  expect(plan.expected).toBeCloseTo(0.75)
})
