import { expect, it } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { valuesDiffer } from './differing-values.ts'

const { siteReading } = (await loadVerifyRules('content', 'sv', ['Apple'])).languages

it.each([
  ['a sum', 'Bron kostade 450 miljoner kronor.', 'Bron kostade 520 miljoner kronor.', true],
  ['a number of days', 'Apple har 60 dagar på sig.', 'Apple har nittio dagar på sig.', true],
  ['a day', 'Försäljningen börjar den 12 december.', 'Försäljningen börjar den 19 december.', true],
  ['a share', 'Omkring 30 procent berörs av felet.', 'Felet berör 45 procent.', true],
  [
    'the same sum in other words',
    'Bron kostade 450 miljoner kronor.',
    'Bron har kostat 450 Mkr, 450 miljoner kronor.',
    false,
  ],
  ['numbers that count other things', 'Bolaget har 90 dagar på sig.', 'Mer än 60 procent är nöjda med bolaget.', false],
  ['the same unit of other matters', 'Badhuset kostar 15 miljoner kronor.', 'Tomterna gav 18 miljoner kronor.', false],
  ['no numbers', 'Ingen orsak har uppgetts.', 'Felet kom av en uppdatering.', false],
])('tells whether two statements give the same thing another value: %s', (_, a, b, expected) => {
  expect(valuesDiffer(a, b, siteReading)).toBe(expected)
  expect(valuesDiffer(b, a, siteReading)).toBe(expected)
})
