import { describe, expect, it } from 'vitest'
import { passageFinder, passageLocator } from './passages.ts'

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

describe('a passage of a source with a headline', () => {
  const locate = passageLocator({ title: 'Court stops the deal', text: SOURCE })

  it('is taken from the text where it stands there', () =>
    expect(locate('the shares fell')).toEqual([{ start: 48, end: 63, text: 'the\u00a0shares fell' }]))
  it('is marked where it is of the headline', () =>
    expect(locate('Court stops')).toEqual([{ start: 0, end: 11, text: 'Court stops', headline: true }]))
  it('that runs from one into the other is two', () =>
    expect(locate('stops the deal\n\nThe court said')).toEqual([
      { start: 6, end: 20, text: 'stops the deal', headline: true },
      { start: 0, end: 14, text: 'The court said' },
    ]))
  it('that stands nowhere is none', () => expect(locate('The court allowed it')).toEqual([]))
})
