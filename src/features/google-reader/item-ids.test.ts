import { expect, it } from 'vitest'
import { longId, parseItemId, shortId } from './item-ids.ts'

it.each([1, 10, 26, 4096, 123_456_789])('reads item %i in every form that clients send', (event) => {
  const hex = longId(event).slice('tag:google.com,2005:reader/item/'.length)
  expect(hex).toHaveLength(16)
  expect(shortId(event)).toHaveLength(16)
  const unpadded = hex.replace(/^0+/, '')
  for (const form of [
    shortId(event),
    longId(event),
    hex,
    hex.toUpperCase(),
    unpadded,
    `tag:google.com,2005:reader/item/${unpadded}`,
  ])
    expect([form, parseItemId(form)]).toEqual([form, event])
})

it.each(['', '12', 'x', 'tag:google.com,2005:reader/item/', 'f'.repeat(16), '9'.repeat(17), '-4503599627370497'])(
  'knows no item %s',
  (text) => expect(parseItemId(text)).toBeNull(),
)
