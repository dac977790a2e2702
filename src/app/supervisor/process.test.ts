import { expect, it } from 'vitest'
import { backOff } from './process.ts'

it('a process that ends once is started again at once, one that ends ever again after five seconds', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(backOff)
  expect(waits).toEqual([0, 200, 500, 1000, 2000, 5000, 5000, 5000])
})
