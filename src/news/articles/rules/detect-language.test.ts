import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

interface Labelled {
  language: string
  headline: string
  lead: string
}

const labelled: Labelled[] = readFileSync('tests/fixtures/language-headlines.tsv', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([language = '', headline = '', lead = '']) => ({ language, headline, lead }))
const byLanguage = Map.groupBy(labelled, ({ language }) => language)

/** Rows that the text decides rightly, and the others by name. */
function judge(rows: Labelled[], textOf: (row: Labelled) => string, prior: (row: Labelled) => string | null) {
  const wrong = rows.filter((row) => detectLanguage(textOf(row), prior(row)) !== row.language)
  return { right: rows.length - wrong.length, wrong: wrong.map(({ headline }) => headline).join('\n') }
}

describe('detectLanguage', () => {
  it.each([
    ['Så blir nya Macbook Air', null, 'sv'],
    ['Apple höjer priset på TV-tjänsten', 'en', 'sv'],
    ['The best Black Friday deals on headphones', 'sv', 'en'],
    ['Apple lanserer ny iPhone', 'nb-NO', 'no'],
    ['iPhone 17 Pro: recension', 'sv-SE', 'sv'],
    ['Das neue Telefon ist da', 'de-DE', 'de'],
    ['Das neue Telefon ist endlich da', null, 'de'],
    ['Novi iPhone stiže u prodavnice', 'sr', 'sr'],
    ['ทดสอบโทรศัพท์รุ่นใหม่', 'th', 'th'],
    ['آبل تطلق هاتفا جديدا في الخريف', null, 'ar'],
    ['אפל השיקה טלפון חדש בסתיו', 'iw', 'he'],
    ['اپل گوشی تازه خود را در پاییز عرضه می‌کند', null, 'fa'],
    ['ایپل نے نیا فون پیش کر دیا ہے', null, 'ur'],
    ['M5', 'sv', 'sv'],
    ['M5', null, null],
    ['', null, null],
    ['…', 'not a language', null],
  ])('%j declared %j is %j', (text, prior, language) => {
    expect(detectLanguage(text, prior)).toBe(language)
  })

  it('knows the 25 largest languages of Europe by a headline and its lead that nobody declared', () => {
    expect(byLanguage.size).toBe(25)
    for (const [language, rows] of byLanguage) {
      expect(rows.length).toBeGreaterThanOrEqual(4)
      const { right, wrong } = judge(
        rows,
        ({ headline, lead }) => `${headline}. ${lead}`,
        () => null,
      )
      expect(right, `${language}\n${wrong}`).toBe(rows.length)
    }
  })

  it('knows most by the headline alone, and at least 19 of 20 Swedish ones', () => {
    const headline = (row: Labelled) => row.headline
    const undeclared = judge(labelled, headline, () => null)
    expect(undeclared.right / labelled.length, undeclared.wrong).toBeGreaterThanOrEqual(0.9)
    const swedish = byLanguage.get('sv') ?? []
    expect(judge(swedish, headline, () => null).right / swedish.length).toBeGreaterThanOrEqual(0.95)
  })

  it('keeps a language that is declared rightly, however short the headline', () => {
    const { right, wrong } = judge(
      labelled,
      ({ headline }) => headline,
      ({ language }) => language,
    )
    expect(right, wrong).toBe(labelled.length)
  })

  it('believes the text before a feed that declares English by habit', () => {
    const { right, wrong } = judge(
      labelled,
      ({ headline, lead }) => `${headline}. ${lead}`,
      () => 'en',
    )
    expect(right / labelled.length, wrong).toBeGreaterThanOrEqual(0.97)
  })
})
