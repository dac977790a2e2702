import { expect, it } from 'vitest'
import { mapInTurns } from './turns.ts'

const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('lets others go between its turns, one turn at a time whoever waits', async () => {
  const order: string[] = []
  const work = (name: string) =>
    mapInTurns([1, 2, 3], (n) => {
      busy(10)
      order.push(`${name}${n}`)
      setImmediate(() => order.push('reader'))
      return n * 2
    })
  expect(await Promise.all([work('a'), work('b')])).toEqual([
    [2, 4, 6],
    [2, 4, 6],
  ])
  const turns = order.filter((entry) => entry !== 'reader')
  expect(turns.sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  // From the second turn on, a reader stands before each of them.
  for (const later of ['a2', 'b2', 'a3', 'b3']) expect(order[order.indexOf(later) - 1]).toBe('reader')
})
