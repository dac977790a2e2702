import { expect, test } from 'vitest'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { featuresOf } from './pair-features.ts'
import { separationReasonOf } from './separation-reason.ts'

const HOUR = 3_600_000
const report = (title: string, publisher: string, hours = 0) => ({
  id: 1,
  at: hours * HOUR,
  publisher,
  features: featuresOf(contentLexicon(), { title, text: '', language: 'en' }),
})
const first = report('iOS 26.4 beta 2 is out', 'a.example')

test.each([
  ['time', report('iOS 26.4 beta 2 is out', 'b.example', 97)],
  ['version', report('iOS 26.5 is out', 'b.example')],
  ['stage', report('iOS 26.4 beta 3 is out', 'a.example')],
  ['publisher', report('A shop opens in Lund', 'a.example')],
  ['little', report('A shop opens in Lund', 'b.example')],
])('%s', (parting, other) => {
  expect(separationReasonOf([first], [other])).toBe(parting)
})
