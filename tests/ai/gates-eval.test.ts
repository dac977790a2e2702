import { expect, test } from 'vitest'
import { readGateSet } from '../eval/gate-sets.ts'
import { passes, scoreGates } from '../eval/gates.ts'

test('the gates let faithful summaries through that say things in their own words', async () => {
  const score = scoreGates(await readGateSet('tests/eval/paraphrases.jsonl', { every: 8 }))
  expect(score.good.total).toBeGreaterThanOrEqual(30)
  expect(score.good.refused).toBeLessThanOrEqual(3)
})

// A sample: `npm run eval:gates` reads them all.
test('the gates refuse the faulty summaries of the evaluation file and at most 5 % of the good ones', async () => {
  const score = scoreGates(await readGateSet('tests/eval/gates.jsonl', { every: 7 }))
  expect(score.pairs).toBeGreaterThanOrEqual(40)
  expect(score.faulty.total).toBeGreaterThanOrEqual(score.pairs * 0.45)
  expect(passes(score)).toBe(true)
})
