import { expect, test } from 'vitest'
import { passes, scoreGates } from '../eval/gates.ts'

test('the gates refuse every faulty summary of the evaluation file and at most 5 % of the good ones', async () => {
  const score = await scoreGates('tests/eval/gates.jsonl')
  expect(score.pairs).toBeGreaterThanOrEqual(150)
  expect(score.faulty.total).toBeGreaterThanOrEqual(score.pairs * 0.45)
  expect(passes(score)).toBe(true)
})
