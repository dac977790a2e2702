import { expect, test } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { buildLanguageRules } from './language-rules.ts'
import { checkLength, isTooShort } from './length.ts'

const { siteReading } = buildLanguageRules(readLanguages('content'), 'sv')
const rule = { words: [6, 9], sentences: [2, 3] } as const
const check = (text: string, title = 'Rubrik') => checkLength(title, text, rule, siteReading.ends)

test.each([
  ['the fewest words', 'Ett två tre. Fyra fem sex.'],
  ['the most words and sentences', 'Ett två tre. Fyra fem sex. Sju åtta nio!'],
  ['a closing quotation', 'Ett två tre. Han sade ”fyra fem.”'],
  ['a blank at the end', 'Ett två tre. Fyra fem sex. '],
  ['three dots', 'Ett två tre. Fyra fem sex…'],
])('allows %s', (_, text) => expect(check(text)).toBeNull())

test.each([
  ['a word too few', 'Ett två tre. Fyra fem.', /5 words/],
  ['a word too many', 'Ett två tre. Fyra fem sex. Sju åtta nio tio.', /10 words/],
  ['a sentence too few', 'Ett två tre fyra fem sex.', /1 sentence,/],
  ['a sentence too many', 'Ett två. Tre fyra. Fem sex. Sju åtta.', /4 sentences/],
  ['an open end', 'Ett två tre. Fyra fem sex', /not complete/],
  ['a sentence twice', 'Ett två tre. ETT två tre.', /twice/],
  ['words of endless length', `Ett två tre. Fyra fem ${'x'.repeat(181)}.`, /too long/],
])('refuses %s', (_, text, reason) => expect(check(text)).toMatch(reason))

test.each([
  ['', false],
  ['\u200b', false],
  ['x'.repeat(140), true],
  ['x'.repeat(141), false],
])('a title of %j is allowed: %s', (title, isAllowed) =>
  expect(check('Ett två tre. Fyra fem sex.', title) === null).toBe(isAllowed),
)

test('a source of fewer words than the text is too short', () =>
  expect([isTooShort('Ett två tre fyra fem.', rule), isTooShort('Ett två tre fyra fem sex.', rule)]).toEqual([
    true,
    false,
  ]))
