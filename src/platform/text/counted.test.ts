/** Numbers and what they count. */
import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 sources'],
  [1, '1 source'],
  [2, '2 sources'],
  [1204, '1,204 sources'],
])('%i has its noun in the right number', (n, text) => {
  expect(counted(n, 'source')).toBe(text)
})

it('takes a plural that is not made with an s', () => {
  expect([1, 2].map((n) => counted(n, 'story', 'stories'))).toEqual(['1 story', '2 stories'])
})
