import { expect, test } from 'vitest'
import { readAnswerSet } from './answer-sets.ts'
import { type CheckScore, passes, scoreChecks } from './trust.ts'

/** Scored once; of the drafts every fourth, of the others every eighth: `npm run eval:trust` scores them all. */
const scores = new Map<string, Promise<CheckScore>>()
const scoreOf = (name: string): Promise<CheckScore> => {
  const score = scores.get(name) ?? readSet(name, name === 'drafts' ? 4 : 8).then(scoreChecks)
  scores.set(name, score)
  return score
}
const readSet = (name: string, every: number) => readAnswerSet(`quality/eval/${name}.jsonl`, { every })
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
  { tags: 'slow' },
  async (name) => {
    const score = await scoreOf(name)
    expect(sum(score, (fault) => fault === null, 'answers')).toBeGreaterThanOrEqual(8)
    expect(passes(score)).toBe(true)
  },
)

test('findings ask about few good drafts, and about many values that are wrong', { tags: 'slow' }, async () => {
  const score = await scoreOf('drafts')
  expect(sum(score, (fault) => fault === null, 'findings')).toBeLessThanOrEqual(3)
  const isValue = (fault: string | null) => fault === 'value'
  expect(sum(score, isValue, 'findings')).toBeGreaterThan(sum(score, isValue, 'answers') * 0.4)
})

test('certain checks refuse quotations that nobody spoke, orders, other articles and other forms', {
  tags: 'slow',
}, async () => {
  const certain = 'quote quotation injected injection wrong-article markup copied self_talk'.split(' ')
  for (const name of ['faults', 'gates']) {
    const { pairs, ...set } = await readSet(name, 1)
    const score = await scoreChecks({ ...set, pairs: pairs.filter(({ fault }) => certain.includes(fault ?? '')) })
    expect(sum(score, Boolean, 'answers')).toBeGreaterThan(20)
    expect(sum(score, Boolean, 'certain')).toBeGreaterThanOrEqual(sum(score, Boolean, 'answers') * 0.9)
  }
})
