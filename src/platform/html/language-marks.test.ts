import { describe, expect, it } from 'vitest'
import { autoDirection, languageAttributes } from './language-marks.ts'

describe('languageAttributes', () => {
  it.each([
    ['sv', 'sv', ''],
    ['sv-FI', 'sv', ''],
    ['en', 'sv', ' lang="en"'],
    ['ar', 'sv', ' lang="ar" dir="rtl"'],
    ['fa-IR', 'sv', ' lang="fa-IR" dir="rtl"'],
    ['he', 'ar', ' lang="he"'],
    ['en', 'ur', ' lang="en" dir="ltr"'],
    [null, 'sv', ' dir="auto"'],
  ])('%j on a page in %s is %j', (language, page, attributes) => {
    expect(String(languageAttributes(language, page) ?? '')).toBe(attributes)
  })
})

it('autoDirection marks only what holds letters from right to left', () => {
  expect(String(autoDirection('Beirut: بيروت'))).toBe(' dir="auto"')
  expect(autoDirection('Beirut')).toBeNull()
})
