import { readFileSync } from 'node:fs'
import { eld } from 'eld/extrasmall'
import { expect, it } from 'vitest'
import { loadDetector } from './language-table.ts'

const texts = readFileSync('tests/fixtures/language-headlines.tsv', 'utf8').split('\n').filter(Boolean)

it('scores every text as the package itself does', async () => {
  const languages = ['sv', 'no', 'da', 'en', 'de', 'uk', 'el', 'ar']
  const own = await loadDetector(languages)
  eld.setLanguageSubset(languages)
  for (const text of texts) expect(own.detect(text).getScores()).toEqual(eld.detect(text).getScores())
  expect(Object.keys(own.detect('Så blir nya Macbook Air').getScores())[0]).toBe('sv')
})
