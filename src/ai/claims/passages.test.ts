import { describe, expect, it } from 'vitest'
import { passageFinder } from './passages.ts'

const SOURCE = 'The court said “no”\nto the deal on Friday – and the\u00a0shares fell.'

describe('a passage', () => {
  it.each([
    ['as it stands', 'The court said “no”'],
    ['with other quotation marks and white space', 'The court  said "no" to the deal'],
    ['with another dash', 'on Friday - and the shares fell.'],
  ])('is found %s', (_, passage) => {
    const place = passageFinder(SOURCE)(passage)
    expect(SOURCE.slice(place?.start, place?.end).slice(0, 6)).toBe(passage.slice(0, 6))
    expect(SOURCE.slice(place?.start, place?.end).at(-1)).toMatch(/[”l.]/)
  })

  it.each([
    ['that is worded otherwise', 'The court refused the deal'],
    ['that is a bare word', 'court'],
    ['that is empty', ''],
  ])('is not found %s', (_, passage) => expect(passageFinder(SOURCE)(passage)).toBeNull())
})
