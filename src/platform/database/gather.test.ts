import { expect, it } from 'vitest'
import { gather } from './gather.ts'

it('does at once what was asked for within moments, and apart what came later', async () => {
  const done: number[][] = []
  const double = gather(async (all: number[]) => {
    done.push(all)
    return all.map((one) => one * 2)
  }, 5)
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(done).toEqual([[1, 2, 3], [4]])
})

it('one that fails does so alone', async () => {
  const half = gather(async (all: number[]) => {
    if (all.includes(3)) throw new Error('odd')
    return all.map((one) => one / 2)
  }, 5)
  expect(await Promise.allSettled([2, 3, 4].map(half))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('odd') },
    { status: 'fulfilled', value: 2 },
  ])
  await expect(half(3)).rejects.toThrow('odd')
})

it('as many as there can be wait for no other', async () => {
  const done: number[][] = []
  const note = gather(
    async (all: number[]) => {
      done.push(all)
      return all
    },
    3_600_000,
    () => 2,
  )
  expect(await Promise.all([1, 2].map(note))).toEqual([1, 2])
  expect(await Promise.all([3, 4].map(note))).toEqual([3, 4])
  expect(done).toEqual([
    [1, 2],
    [3, 4],
  ])
})
