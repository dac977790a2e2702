import { expect, test } from 'vitest'
import { readAnswerSet } from '../eval/answer-sets.ts'
import { type CheckScore, passes, scoreChecks } from '../eval/trust.ts'

const scoreOf = async (name: string, every: number) =>
  scoreChecks(await readAnswerSet(`tests/eval/${name}.jsonl`, { every }))
const sum = (score: CheckScore, fault: (fault: string | null) => boolean, pick: 'answers' | 'certain' | 'findings') => {
  const some = score.classes.filter((one) => fault(one.fault) && one.half !== 'held-out')
  const values = { answers: 'answers', certain: 'certain', findings: 'withFindings' } as const
  return some.reduce(
    (total, one) => total + (pick === 'answers' ? one.answers : one[values[pick] as 'certain'].touched),
    0,
  )
}

test.each(['faults', 'drafts', 'fresh', 'paraphrases', 'reckoned', 'gates'])(
  'certain checks refuse next to nothing that is good in %s',
  async (name) => {
    const score = await scoreOf(name, 4)
    expect(sum(score, (fault) => fault === null, 'answers')).toBeGreaterThanOrEqual(8)
    expect(passes(score)).toBe(true)
  },
)

test('findings ask about few good drafts, and about many values that are wrong', async () => {
  const score = await scoreOf('drafts', 2)
  expect(sum(score, (fault) => fault === null, 'findings')).toBeLessThanOrEqual(3)
  const isValue = (fault: string | null) => fault === 'value'
  expect(sum(score, isValue, 'findings')).toBeGreaterThan(sum(score, isValue, 'answers') * 0.4)
})

test('certain checks refuse quotations that nobody spoke, orders, other articles and other forms', async () => {
  const isCertain = (fault: string | null) =>
    ['quote', 'quotation', 'injected', 'injection', 'wrong-article', 'markup', 'copied', 'self_talk'].includes(
      fault ?? '',
    )
  for (const name of ['faults', 'gates']) {
    const score = await scoreOf(name, 1)
    expect(sum(score, isCertain, 'certain')).toBeGreaterThanOrEqual(sum(score, isCertain, 'answers') * 0.9)
  }
})
