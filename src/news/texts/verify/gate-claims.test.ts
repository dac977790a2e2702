/** One claim a line of tests/fixtures/gate-claims.tsv, inside a summary that is right otherwise: refused by a check or asked about, or neither. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSummary } from '../../../../tests/support/generation.ts'
import { loadVerifyRules } from '../load-rules.ts'

const rules = await loadVerifyRules('content', 'sv', ['Apple'])
// Two names, so that the whole is about its source.
const REST =
  'Beskedet har väntats länge av både användare och utvecklare, som nu med stor spänning hoppas att det ska göra vardagen enklare. ' +
  'Zorblatt och Quillfeather säger att arbetet går vidare och att fler förbättringar är på väg, utan att vilja gå in på detaljer. ' +
  'Flera bedömare tror att konkurrenterna snart följer efter, eftersom intresset bland kunderna är stort och växande.'

const lines = readFileSync('tests/fixtures/gate-claims.tsv', 'utf8').trim().split('\n').slice(1)

test.each(lines.map((line) => line.split('\t')))('%s: %s', (verdict = '', claim = '', text = '') => {
  const answer = { title: 'Nytt besked från Apple', summary: `${claim} ${REST}` }
  const result = checkSummary(
    answer,
    { title: 'Apple news', text: `${text} Zorblatt and Quillfeather say more.`, language: 'en' },
    rules,
  )
  expect(result === null).toBe(verdict === 'accept')
})
