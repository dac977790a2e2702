import { expect, it } from 'vitest'
import { datedFirst } from './dated-first.ts'

const [undated, dated] = [{ publishedAt: null }, { publishedAt: new Date(0) }]

it('lets the first dated one open the list, and leaves the rest in order', () => {
  const list = [
    { id: 1, ...undated },
    { id: 2, ...undated },
    { id: 3, ...dated },
    { id: 4, ...dated },
  ]
  expect(datedFirst(list).map(({ id }) => id)).toEqual([3, 1, 2, 4])
})

it('leaves a list of undated ones as it is', () => expect(datedFirst([undated])).toEqual([undated]))
