import { expect, it } from 'vitest'
import { priceWords } from './price.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

it('writes a price out in the words of the language', () => {
  expect(plain(priceWords(13995, 'SEK', 'sv'))).toBe('13 995 svenska kronor')
  expect(plain(priceWords(599, 'USD', 'sv'))).toBe('599 amerikanska dollar')
  expect(plain(priceWords(9.5, 'EUR', 'en'))).toBe('9.50 euros')
})
