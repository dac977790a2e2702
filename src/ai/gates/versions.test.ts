import { expect, it } from 'vitest'
import { readLanguages } from '../../language-files.ts'
import { buildGateLanguages } from './reading.ts'
import { modelsGate } from './versions.ts'

const languages = buildGateLanguages(readLanguages('content'), 'sv')

const gate = (text: string, source: string) =>
  modelsGate(text, {
    text: source,
    language: 'en',
    site: 'sv',
    reading: languages.of('en'),
    injected: '',
    known: [],
    publishedAt: null,
  })

it('knows a model by its whole name', () => {
  expect(gate('Nu säljs iPhone 17 Pro Max.', 'The iPhone 17 Pro is on sale.')).toContain('Max')
  expect(gate('Nu säljs iPhone 17 Pro Max.', 'The iPhone 17 Pro Max is on sale.')).toBeNull()
  expect(gate('Nu säljs iPhone 17 Pro Max.', 'The iPhone 17, 17 Pro and 17 Pro Max are on sale.')).toBeNull()
})

it('makes no model of parts of others', () => {
  expect(gate('Nya iPad mini visas.', 'The iPad Air is here. So is the Mac mini.')).toContain('iPad mini')
})
