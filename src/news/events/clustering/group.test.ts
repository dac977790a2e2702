import { expect, test } from 'vitest'
import { groupUnits } from './group.ts'

const singles = (n: number) => Array.from({ length: n }, () => ({ size: 1, cohesion: 1 }))
const symmetric = (n: number, pairs: Record<string, number>) =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => pairs[`${Math.min(i, j)}-${Math.max(i, j)}`] ?? 0),
  )
const group = (
  n: number,
  pairs: Record<string, number>,
  manualOverrides: { same?: [number, number][]; cannotLink?: [number, number][]; line?: number } = {},
) => groupUnits({ units: singles(n), similarity: symmetric(n, pairs), same: [], cannotLink: [], ...manualOverrides })

test('joins the alike and leaves the rest', () => {
  expect(group(3, { '0-1': 0.5, '1-2': 0.05 }).groups).toEqual([[0, 1], [2]])
})

test.each([
  [0.7, 0.1, true],
  [0.7, 0.09, false],
  [1, 0.15, true],
  [1, 0.13, false],
  [1.4, 0.2, true],
  [1.4, 0.19, false],
])('at line %d likeness %d joins: %s', (line, similarity, joins) => {
  expect(group(2, { '0-1': similarity }, { line }).groups).toHaveLength(joins ? 1 : 2)
})

test('a chain does not grow: likeness to one member is not likeness to the event', () => {
  const chain = { '0-1': 0.6, '1-2': 0.4, '2-3': 0.6 }
  expect(group(4, chain).groups).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('two tight groups stay apart though all are somewhat alike', () => {
  const tight = { '0-1': 0.9, '0-2': 0.9, '1-2': 0.9, '3-4': 0.9, '3-5': 0.9, '4-5': 0.9 }
  const cross = Object.fromEntries([0, 1, 2].flatMap((a) => [3, 4, 5].map((b) => [`${a}-${b}`, 0.2])))
  expect(group(6, { ...tight, ...cross }).groups).toHaveLength(2)
})

test('a group asks for more the more its members have in common', () => {
  const joins = (within: number) => {
    const pairs = { '0-1': within, '0-2': within, '1-2': within, '0-3': 0.115, '1-3': 0.115, '2-3': 0.115 }
    return group(4, pairs).groups.length === 1
  }
  expect([joins(0.3), joins(0.9)]).toEqual([true, false])
})

test('what is surer of a group than of another article joins the group, though that article is a little more alike', () => {
  expect(group(4, { '0-1': 0.5, '0-2': 0.2, '1-2': 0.2, '2-3': 0.21 }).groups).toEqual([[0, 1, 2], [3]])
})

test('no group is so large that less than a tenth joins it', () => {
  const loose = (size: number, similarity: number) =>
    groupUnits({
      units: [
        { size, cohesion: 0.12 },
        { size: 1, cohesion: 1 },
      ],
      similarity: [
        [0, similarity],
        [similarity, 0],
      ],
      same: [],
      cannotLink: [],
    }).groups.length
  expect([loose(20, 0.11), loose(20, 0.09), loose(2000, 0.09)]).toEqual([1, 2, 2])
})

test('what is ruled together stays together, what is ruled apart stays apart', () => {
  expect(group(2, {}, { same: [[0, 1]] }).groups).toEqual([[0, 1]])
  expect(group(2, { '0-1': 0.9 }, { cannotLink: [[0, 1]] }).groups).toEqual([[0], [1]])
  const through = group(3, { '0-1': 0.9, '1-2': 0.8, '0-2': 0.8 }, { cannotLink: [[0, 2]] })
  expect(through.groups).toEqual([[0, 1], [2]])
})

test('close calls are named for a model to be asked', () => {
  expect(group(2, { '0-1': 0.12 }).borderline).toEqual([[0, 1]])
  expect(group(2, { '0-1': 0.15 }).borderline).toEqual([[0, 1]])
  expect(group(2, { '0-1': 0.9 }).borderline).toEqual([])
})
