import { expect, it } from 'vitest'
import { fuse } from './fuse.ts'

const order = (byWords: number[], bySemantics: number[], exact: number[]) =>
  fuse(byWords, bySemantics, exact).map(({ id }) => id)

it('puts first what both lists hold', () => expect(order([1, 2, 3], [3, 4], [])).toEqual([3, 1, 2, 4]))

it('keeps the best three of the very words among the first five, and no more: the rest belongs to meaning', () => {
  expect(order([1, 2, 3, 4, 5], [5, 6, 7], [1, 2, 3, 4])).toEqual([5, 1, 2, 6, 3, 7, 4])
})

it('lifts the very words over what merely means the same', () => {
  expect(order([9], [1, 2, 3, 4, 5, 6, 7], [9])).toEqual([9, 1, 2, 3, 4, 5, 6, 7])
  expect(order([5, 6, 7, 8, 9], [5, 6, 7, 8, 1], [9]).slice(0, 5)).toContain(9)
})
