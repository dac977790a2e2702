import { expect, it } from 'vitest'
import { isId, parseId, parseSluggedId, requireId } from './ids.ts'

it.each(['1', '12', '2147483647'])('reads %s', (text) => {
  expect([parseId(text), parseSluggedId(text), isId(text), requireId(text)]).toEqual([+text, +text, true, +text])
  expect([parseSluggedId(`${text}-any-words`), parseId(`${text}-any-words`)]).toEqual([+text, null])
})

it.each([
  ...['2147483648', '99999999999', '9007199254740993', '9223372036854775807', '9223372036854775808', '9'.repeat(400)],
  ...['0', '-1', '+1', '1.5', '1e3', '', ' 1', '1 ', '1\n', '0x1', '١', '１', 'NaN', 'Infinity', 'null'],
])('takes %j for no id', (text) => {
  expect([parseId(text), parseSluggedId(text), isId(text)]).toEqual([null, null, false])
  expect(() => requireId(text)).toThrow(expect.objectContaining({ code: 'not_found' }))
})

it('takes zeros before digits for no other id, and for none of those that are stored', () => {
  expect([parseId('007'), isId('007')]).toEqual([7, false])
})

it.each([1, null, undefined, ['1'], {}])('reads text alone, not %j', (value) => expect(parseId(value)).toBeNull())
