import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedWords } from './changed-words.ts'

it.each([
  ['priset är 99 kronor nu', 'priset är 129 kronor nu', ['priset är', ' 99', ' 129', ' kronor nu']],
  ['i maj', 'i början av maj', ['i', '', ' början av', ' maj']],
  ['ha ha', 'ha ha ha', ['ha ha', '', ' ha', '']],
  ['helt olika', 'allt annat', ['', 'helt olika', 'allt annat', '']],
  ['samma', 'samma', ['samma', '', '', '']],
  ['', 'ny', ['', '', 'ny', '']],
])('%j and %j differ in whole words', (before, after, [start, was, is, end]) => {
  expect(changedWords(before, after)).toEqual({ start, before: was, after: is, end })
})

it('keeps both texts whole', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n'), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const { start, before, after, end } = changedWords(one, other)
      expect([start + before + end, start + after + end]).toEqual([one, other])
    }),
  )
})
