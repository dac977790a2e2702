import { expect, it } from 'vitest'
import { groupStatements, type RelatedPair } from './group-statements.ts'

it.each<[string, number, RelatedPair[], [sides: number[][], judged: boolean][]]>([
  [
    'statements without a doubtful pair are points of their own',
    2,
    [],
    [
      [[[0]], true],
      [[[1]], true],
    ],
  ],
  ['two that exclude each other are one point', 2, [{ pair: [0, 1], relation: 'exclude' }], [[[[0], [1]], true]]],
  ['so are two of which no judge could say', 2, [{ pair: [0, 1], relation: null }], [[[[0], [1]], false]]],
  ['two that say the same are one side', 2, [{ pair: [0, 1], relation: 'same' }], [[[[0, 1]], true]]],
  [
    'two that add to each other stay apart',
    2,
    [{ pair: [0, 1], relation: 'add' }],
    [
      [[[0]], true],
      [[[1]], true],
    ],
  ],
  [
    'three answers to one question are three sides',
    4,
    [
      { pair: [0, 1], relation: 'exclude' },
      { pair: [0, 3], relation: 'exclude' },
      { pair: [1, 3], relation: 'other' },
    ],
    [
      [[[0], [1], [3]], true],
      [[[2]], true],
    ],
  ],
  [
    'what says the same as one side of a dispute joins that side',
    3,
    [
      { pair: [0, 2], relation: 'same' },
      { pair: [1, 2], relation: 'exclude' },
    ],
    [[[[0, 2], [1]], true]],
  ],
  [
    'a side does not dispute with itself',
    2,
    [
      { pair: [0, 1], relation: 'same' },
      { pair: [0, 1], relation: null },
    ],
    [[[[0, 1]], true]],
  ],
])('%s', (_, count, pairs, expected) => {
  expect(groupStatements(count, pairs).map(({ sides, judged }) => [sides, judged])).toEqual(expected)
})

it('has groups that add to each other under one number, and others under their own', () => {
  const numbers = groupStatements(5, [
    { pair: [0, 1], relation: 'exclude' },
    { pair: [1, 3], relation: 'add' },
    { pair: [2, 4], relation: 'other' },
  ]).map(({ matter }) => matter)
  expect(numbers).toEqual([0, 2, 0, 4])
})
