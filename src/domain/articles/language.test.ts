import { describe, expect, it } from 'vitest'
import { detectLanguage } from './language.ts'

describe('detectLanguage', () => {
  it.each([
    ['Så blir nya Macbook Air', null, 'sv'],
    ['Apple höjer priset på TV-tjänsten', 'en', 'sv'],
    ['The best Black Friday deals on headphones', 'sv', 'en'],
    ['Apple lanserer ny iPhone', 'nb-NO', 'no'],
    ['iPhone 17 Pro: recension', 'sv-SE', 'sv'],
    ['Das neue Telefon ist da', 'de-DE', 'de'],
    ['M5', 'sv', 'sv'],
    ['M5', null, null],
    ['', null, null],
    ['…', 'not a language', null],
  ])('%j declared %j is %j', (text, prior, language) => {
    expect(detectLanguage(text, prior)).toBe(language)
  })
})
