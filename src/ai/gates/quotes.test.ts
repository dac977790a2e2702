import { expect, it } from 'vitest'
import { readLanguages } from '../../language-files.ts'
import { quotesGate } from './quotes.ts'
import { buildGateLanguages } from './reading.ts'

const { own } = buildGateLanguages(readLanguages('content'), 'sv')

const gate = (text: string, source: string) =>
  quotesGate(text, own, {
    text: source,
    language: 'sv',
    site: 'sv',
    reading: own,
    injected: '',
    known: [],
    publishedAt: null,
  })

it('takes the mark behind a number for inches, unless a quotation is open', () => {
  expect(gate('Skärmen är 6,3" stor och ljus.', 'The screen is 6.3 inches.')).toBeNull()
  expect(gate('Skärmarna är 6,1" och 6,9" stora.', 'The screens are 6.1 and 6.9 inches.')).toBeNull()
  expect(gate('Han sade "den är 17" i går.', 'Han sade: den är 17.')).toBeNull()
  expect(gate('Han sade "den är 18" i går.', 'Han sade: den är 17.')).toContain('den är 18')
})

it('refuses a mark without a partner', () => {
  expect(gate('Han sade "den är klar i går.', 'Den är klar i går.')).toMatch(/no partner/)
})
