import { expect, test } from 'vitest'
import { loadVerifyRules } from '../../load-rules.ts'
import type { VerifyRules } from '../running-text.ts'
import { containsName, findNames, indexNames } from './find-names.ts'

const swedish = await loadVerifyRules('content', 'sv', [])
const bare = { ...swedish, names: { ...swedish.names, dictionary: null } }
const german = await loadVerifyRules('content', 'de', [])

test.each<[string, string, VerifyRules, string[]]>([
  ['names at all places', 'Bilen köptes av Anna Lind i Kalix.', swedish, ['Anna', 'Kalix']],
  ['words that may be ordinary, without a dictionary', 'Bilen köptes av Anna Lind.', bare, ['Anna', 'Lind']],
  ['no nouns, where all have a capital', 'Der Hund von Anna lebt in Kalix', german, ['Anna', 'Kalix']],
  ['no abbreviations of everyday', 'Dess VD bor på PC-bolaget HP:s lokal', swedish, ['HP']],
  ['letters with digits, and no numbers', 'M5 och 5G samt iPhone 17', swedish, ['M5', 'iPhone']],
  ['no units behind a number', 'Vikten är 12 GB minne och 5 Watt', swedish, []],
  ['names at the opening of a quotation', 'Han sade: ”Kalix är bra.”', swedish, ['Kalix']],
  ['names that are ordinary words too', 'Shell ökar. Signal är en app', swedish, ['Shell', 'Signal']],
  ['capitals inside a word', 'McDonald gick. ABB:s chef', swedish, ['McDonald', 'ABB']],
  ['the parts of a compound', 'Apple-chefen och Wi-Fi', swedish, ['Apple', 'Wi', 'Fi']],
])('finds %s', (_, text, { languages, names }, found) =>
  expect(findNames(text, languages.siteReading.ends, names)).toEqual(found),
)

test.each([
  ['Cooks', 'Tim Cook', true],
  ['Cook', 'Cook’s', true],
  ['USA', 'U.S.A.', true],
  ['BMI', 'body mass index', true],
  ['bmi', 'body mass index', false],
  ['RSPB', 'Royal Society for the Protection of Birds', true],
  ['Applechefen', 'Apple', true],
  ['Kina', 'Kinakrogen', true],
  ['Kinaxyzx', 'Kina', false],
  ['Trollhättefabriken', 'Trollhättan', true],
  ['Växjölaget', 'Växjöklubben', true],
  ['Växjölaget', 'Växthuset', false],
  ['Kalix', 'Kalinka', false],
  ['Lind', 'Lund', false],
  ['Sony', 'Song', false],
  ['Bo', 'Bu', false],
  ['Zelenskyj', 'Zelensky', true],
  ['PowerBook', 'PowerPC', false],
  ['iPhone', 'iphoneförsäljning', true],
  ['Tyskland', 'Germany', false],
  ['FN', 'The United Nations', false],
])('%s, beside %j: %s', (name, text, expected) =>
  expect(containsName(name, indexNames(text, swedish.languages.siteReading.nameEndings, false), swedish.names)).toBe(
    expected,
  ),
)

test.each([
  ['Tyskland', true],
  ['FN', true],
  ['Kalixbo', false],
])('%s may have another name in a source of another language: %s', (name, expected) =>
  expect(containsName(name, indexNames('Elsewhere', [], true), swedish.names)).toBe(expected),
)
