import { expect, it } from 'vitest'
import { formatPrice } from './price.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

it.each([
  [13995, 'SEK', 'sv', '13 995 kr'],
  [599, 'USD', 'sv', '599 amerikanska dollar'],
  [13995, 'SEK', 'en', '13,995 Swedish kronor'],
  [9.5, 'EUR', 'en', '€9.50'],
])('writes %s %s in "%s" with the sign only where it can mean nothing else', (amount, currency, language, words) => {
  expect(plain(formatPrice(amount, currency, language))).toBe(words)
})
