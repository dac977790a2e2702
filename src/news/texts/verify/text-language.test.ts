import { expect, test } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { checkLanguage } from './text-language.ts'

const swedish = await loadVerifyRules('content', 'sv', [])
const isWord = (word: string) => swedish.names.dictionary?.has(word) === true
const check = (title: string, text: string, { languages, detector } = swedish, words: typeof isWord | null = isWord) =>
  checkLanguage(title, text, languages, detector, words)

const GOOD = 'Bolaget släpper en ny version av sitt system i dag. Den är gratis för alla som redan har en telefon.'

test.each([
  ['a plain text', 'Bolaget släpper ny version', GOOD],
  ['a name for a title', 'Tern', GOOD],
  ['a quotation', 'Bolaget', `${GOOD} Han sade ”it is free and for all of the users”.`],
  ['a single letter of another script', 'Bolaget', `${GOOD} Den heter β.`],
  ['one foreign word more than its own', 'Bolaget', `${GOOD} Appen Me and My säljs och syns.`],
])('lets %s pass', (_, title, text) => expect(check(title, text)).toBeNull())

test.each([
  [
    'an English text',
    'Bolaget',
    'The company ships a new version of its system today. It is free for all who have it.',
  ],
  ['an English sentence', 'Bolaget', `${GOOD} It is free and for all of the users.`],
  ['a short English sentence', 'Bolaget', `${GOOD} It is free for all of the.`],
  [
    'the English half of a sentence',
    'Bolaget',
    `${GOOD} Enhetschefen och hans folk har till slut fått se att de that the device was sold with its own charger.`,
  ],
  ['words of another script', 'Bolaget', `${GOOD} Бесплатно.`],
  ['an English title', 'Company ships new version today', GOOD],
  ['an English title above short words', 'Bra for the users', GOOD],
])('refuses %s', (_, title, text) => expect(check(title, text)).not.toBeNull())

test('needs words to judge a title by', () =>
  expect(check('Company ships new version today', GOOD, swedish, null)).toBeNull())
