import { expect, it } from 'vitest'
import {
  type ArticleAnswer,
  type JudgeExam,
  judgeResult,
  monthCost,
  type PairAnswer,
  perThousand,
  spread,
  volumeOf,
  writerResult,
} from './exam.ts'

/** So many errors of which so many are refused, and so many true pairs of which so many are supported. */
const answersOf = (errors: number, refused: number, truths: number, supported: number): PairAnswer[] => [
  ...Array.from({ length: errors }, (_, at) => ({
    id: `e${at}`,
    class: 'value',
    truth: false,
    isSupported: at >= refused,
  })),
  ...Array.from({ length: truths }, (_, at) => ({
    id: `t${at}`,
    class: 'name',
    truth: true,
    isSupported: at < supported,
  })),
]

it.each<[string, [number, number, number, number], string]>([
  ['all right', [80, 80, 80, 80], 'good'],
  ['a few wrong', [80, 75, 80, 78], 'good'],
  ['errors refused, but perhaps too few', [80, 72, 80, 80], 'unsure'],
  ['true pairs refused, but perhaps not too many', [80, 80, 80, 74], 'unsure'],
  ['always yes', [80, 0, 80, 80], 'poor'],
  ['always no', [80, 80, 80, 0], 'poor'],
  ['a coin', [80, 40, 80, 40], 'poor'],
  ['right, but too few pairs to tell', [10, 10, 10, 10], 'unsure'],
  ['no answers', [0, 0, 0, 0], 'unsure'],
])('grades a judge by its intervals: %s', (_, counts, grade) => {
  expect(judgeResult(answersOf(...counts)).grade).toBe(grade)
})

it('counts by class, and what was not answered as neither caught nor supported', () => {
  const unanswered = [
    { id: 'a', class: 'value', truth: false, isSupported: null },
    { id: 'b', class: 'value', truth: true, isSupported: null },
  ]
  const { caught, wronglyRefused, classes } = judgeResult([...answersOf(4, 3, 2, 2), ...unanswered])
  expect([caught.hits, caught.of, wronglyRefused.hits, wronglyRefused.of]).toEqual([3, 5, 1, 3])
  expect(classes.map((one) => [one.class, one.caught.of, one.wronglyRefused.of])).toEqual([
    ['name', 0, 2],
    ['value', 5, 1],
  ])
})

const article = (acceptedAt: number | null, dropped: string[], refused: string[]): ArticleAnswer => ({
  id: 'x',
  acceptedAt,
  sentences: acceptedAt ? 4 : 0,
  dropped,
  refused,
})

it('counts a writer by try and by check', () => {
  const result = writerResult([
    article(1, ['quotes'], []),
    article(2, [], ['length']),
    article(null, [], ['length', 'language']),
  ])
  expect([result.first.hits, result.second.hits, result.first.of, result.dropped.hits, result.dropped.of]).toEqual([
    1, 1, 3, 1, 8,
  ])
  expect(result.checks).toEqual([
    { check: 'length', refused: 2, dropped: 0 },
    { check: 'language', refused: 1, dropped: 0 },
    { check: 'quotes', refused: 0, dropped: 1 },
  ])
})

it('reckons a judge by its calls, since two of them judge a text', () => {
  const exam: JudgeExam = {
    id: 1,
    role: 'judge',
    model: 'm',
    baseUrl: null,
    language: 'sv',
    promptVersion: 'judge.sv@3',
    items: 160,
    startedAt: new Date(0),
    endedAt: new Date(1),
    error: null,
    answers: answersOf(80, 80, 80, 80),
    calls: 40,
    ms: 40_000,
    inputTokens: 30_000,
    outputTokens: 5000,
    cost: 0.02,
  }
  const expected = { calls: 2000, ms: 2_000_000, inputTokens: 1_500_000, outputTokens: 250_000, cost: 1 }
  expect(perThousand(exam)).toEqual(expected)
  expect(monthCost(exam, volumeOf(null))).toBeCloseTo(3)
  expect(perThousand({ ...exam, calls: 0, ms: 0, cost: 0 }).cost).toBe(0)
})

it('takes as many of each group as of any other', () => {
  const items = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
  expect(spread(items, (item) => item.slice(0, 1), 4)).toEqual(['a1', 'b1', 'c1', 'a2'])
  expect(spread(items, (item) => item.slice(0, 1), null)).toHaveLength(6)
  expect(spread([], String, 4)).toEqual([])
})
