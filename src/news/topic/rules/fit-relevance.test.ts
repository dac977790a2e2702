import { describe, expect, it } from 'vitest'
import { type Example, fitRelevance, measureRelevance, parseExamples } from './fit-relevance.ts'

const example = (title: string, relevant: boolean, publisher: string | null = null): Example => ({
  title,
  text: '',
  publisher,
  relevant,
})
/** The names alone take what has a goal, and nothing else. */
const baseline = { threshold: 2, score: ({ title }: Example) => (/goal/.test(title) ? 3 : 1), passed: new Set(['the']) }
const twice = (title: string, relevant: boolean, publisher?: string) => [
  example(title, relevant, publisher),
  example(title, relevant, publisher),
]

describe('weights', () => {
  it.each<[string, Example[], RegExp]>([
    [
      'speak for a word of what is about it',
      [...twice('the roses', true), ...twice('the goal', false)],
      /"roses":0\.[5-9]/,
    ],
    [
      'speak against a word of what is not',
      [...twice('the roses', true), ...twice('the goal', false)],
      /"goal":-0\.[5-9]/,
    ],
    ['speak for a source', [...twice('a', true, 'x.example'), ...twice('b', false)], /"x\.example":0\.[5-9]/],
    [
      'say nothing of a word of one headline',
      [example('rare', true), example('goal', false)],
      /^\{"terms":\{\},"sources":\{\}\}$/,
    ],
    [
      'say nothing of a word that both have',
      [...twice('news today', true), ...twice('news today', false)],
      /"terms":\{\}/,
    ],
    ['say nothing of words that are passed', twice('the', true), /^\{"terms":\{\}/],
  ])('%s', (_, examples, weights) => {
    const learnt = JSON.stringify(fitRelevance(examples, baseline))
    expect(learnt).toMatch(weights)
    expect(learnt).not.toContain('"the"')
  })
})

it('many examples teach more than two: a word is not drowned by those that do not have it', () => {
  const others = Array.from({ length: 400 }, (_, at) => example(`number ${at}`, false))
  const roses = Array.from({ length: 12 }, () => example('the roses', true))
  const { terms } = fitRelevance([...roses, ...others], baseline)
  expect(terms.roses).toBeGreaterThan(fitRelevance(roses.slice(0, 2), baseline).terms.roses ?? 0)
  expect(terms.roses).toBeGreaterThan(1)
})

it('precision and recall count what was taken and what was missed, and name both', () => {
  const examples = [example('a', true), example('b', true), example('c', false)]
  const { precision, recall, wrong } = measureRelevance(examples, ({ title }) => title !== 'b')
  expect([precision.hits, precision.of, recall.hits, recall.of]).toEqual([1, 2, 1, 2])
  expect(wrong.map(({ title }) => title)).toEqual(['b', 'c'])
})

it.each([
  ['1\tRoses', [example('Roses', true)], []],
  ['# note\r\n\r\n0\tGoal\tlead\tX.example\r\n', [{ ...example('Goal', false, 'x.example'), text: 'lead' }], []],
  ['yes\tRoses\n1\t\n1', [], [1, 2, 3]],
])('%j is read', (text, examples, lines) => {
  expect(parseExamples(text)).toEqual({
    examples,
    violations: lines.map((line) => `line ${line}: not "1" or "0", a tab and a headline`),
  })
})
