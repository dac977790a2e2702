import { describe, expect, it } from 'vitest'
import { findNovelty } from './novelty.ts'

const existing = ['The court fined Klangverk 1,500 kronor on Friday. Judge Anna Berg read the ruling.']

describe('findNovelty', () => {
  it.each([
    ['a number that changed', 'The fine is 1,700 kronor, the court said.', '1700'],
    ['a decimal', 'The price fell by 4,5 per cent.', '4.5'],
    ['a name', 'The appeal was announced by Bertil Ek.', 'Bertil'],
  ])('finds %s', (_, text, found) => expect(findNovelty(text, 'en', existing)).toBe(found))

  it.each([
    ['a number in another notation', 'Boten för bolaget blev 1500 kronor.'],
    ['a name with an ending', 'Domen lästes upp av Annas kollegor hos Klangverks domare.'],
    ['a day, an hour and a year', 'It happened on 21 November 2026 at 10.'],
    ['the first word of a sentence', 'Nobody else was there. Lawyers left.'],
    ['the same in other words', 'On Friday the judge fined the firm.'],
  ])('takes for known %s', (_, text) => expect(findNovelty(text, 'en', existing)).toBeNull())
})
