import { expect, it } from 'vitest'
import { sourceNames } from './source-names.ts'

const context = { site: { language: 'sv' }, t: (_: string, values: object = {}) => `${Object.values(values)} till` }

it.each([
  [1, 'A'],
  [2, 'A och B'],
  [3, 'A, B och C'],
  [4, 'A, B och 2 till'],
  [5, 'A, B och 3 till'],
])('%i publishers where two are named are "%s": none gives way to "1 more"', (count, expected) => {
  const sources = ['A', 'B', 'C', 'D', 'E'].slice(0, count).map((name) => ({ name }))
  expect(sourceNames(context as never, sources, 2)).toBe(expected)
})
