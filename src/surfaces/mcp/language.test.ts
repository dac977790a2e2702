import { expect, it } from 'vitest'
import { clientLanguage } from './language.ts'

it.each([
  ['sv-SE,sv;q=0.9,en;q=0.8', 'sv'],
  ['fr, en;q=0.4, sv;q=0.7', 'sv'],
  ['*', 'en'],
  ['fr', 'en'],
  ['sv;q=0', 'en'],
  [null, 'en'],
])('a client that sends %s is told in %s', (header, language) => {
  expect(clientLanguage(header, ['en', 'sv'])).toBe(language)
})
