import { expect, test } from 'vitest'
import { readGateSet } from '../eval/gate-sets.ts'
import { passes, scoreGates } from '../eval/gates.ts'

test('the gates let faithful summaries through that say things in their own words', async () => {
  const score = scoreGates(await readGateSet('tests/eval/paraphrases.jsonl', { every: 8 }))
  expect(score.good.total).toBeGreaterThanOrEqual(30)
  expect(score.good.refused).toBeLessThanOrEqual(3)
})

test('the gates leave next to no sentence out of drafts that a model writes by the prompt', async () => {
  const { losses } = scoreGates(await readGateSet('tests/eval/drafts.jsonl', { every: 3 }))
  const read = losses.find(({ half }) => half === 'tuning')
  expect(read?.sentences).toBeGreaterThanOrEqual(60)
  expect(read?.dropped).toBeLessThanOrEqual(4)
})

// A sample: `npm run eval:gates` reads them all.
test('the gates refuse the faulty summaries of the evaluation file and at most 5 % of the good ones', async () => {
  const score = scoreGates(await readGateSet('tests/eval/gates.jsonl', { every: 7 }))
  expect(score.pairs).toBeGreaterThanOrEqual(40)
  expect(score.faulty.total).toBeGreaterThanOrEqual(score.pairs * 0.45)
  expect(passes(score)).toBe(true)
})
