/** Numbers and dates as they are read, in a text and in a source, which supports more than it states. */
import { expect, test } from 'vitest'
import { readLanguages } from '../../../../platform/languages/language-files.ts'
import { buildLanguageRules } from '../language-rules.ts'
import { dayValues, findDates } from './dates.ts'
import { countListed, findNumbers } from './numbers.ts'

const rules = buildLanguageRules(readLanguages('content'), 'sv')
const numbersOf = (text: string, language: string | null, wide: boolean) =>
  findNumbers(text, rules.of(language).numbers, wide).map(({ text: written, values, unit }) =>
    [written, ...values, ...(unit ? [unit] : [])].join(' | '),
  )

test.each<[string, string | null, string[]]>([
  ['tjugofem, trehundrafemtio och femtusen', 'sv', ['tjugofem | 25', 'trehundrafemtio | 350', 'femtusen | 5000']],
  ['tvåhundratusen', 'sv', ['tvåhundratusen | 200000']],
  ['achtundzwanzig', 'de', ['achtundzwanzig | 28']],
  ['dreihundert Milliarden', 'de', ['dreihundert Milliarden | 300000000000']],
  ['en bil och noll båtar', 'sv', []],
  ['en miljon', 'sv', ['en miljon | 1000000']],
  ['en halv miljon', 'sv', ['halv miljon | 500000']],
  ['half a million', 'en', ['half a million | 500000']],
  ['half a car', 'en', []],
  ['two hundred and fifty thousand', 'en', ['two hundred and fifty thousand | 250000']],
  ['two hundred fifty-one', 'en', ['two hundred fifty-one | 251']],
  ['two hundred and one hundred', 'en', ['two hundred | 200', 'one hundred | 100']],
  ['two thousand and five', 'en', ['two thousand | 2000', 'five | 5']],
  ['forty-five', 'en', ['forty-five | 45']],
  ['forty -five', 'en', ['forty | 40', 'five | 5']],
  ['två-tre', 'sv', ['två | 2', 'tre | 3']],
  ['3 million million million million', 'en', ['3 million million million | 3000000000000000000']],
  ['1 234 567', 'sv', ['1 234 567 | 1234567']],
  ['12 34', 'sv', ['12 | 12', '34 | 34']],
  ['1 2345', 'sv', ['1 | 1', '2345 | 2345']],
  ['1,500', 'en', ['1,500 | 1500']],
  ['1,500', 'sv', ['1,500 | 1.5']],
  ['1.500', 'sv', ['1.500 | 1500']],
  ['1,500', null, ['1,500 | 1500 | 1.5']],
  ['1.5', null, ['1.5 | 1.5']],
  ['1,500.25', 'en', ['1,500.25 | 1500.25']],
  ['1.500,25', 'de', ['1.500,25 | 1500.25']],
  ['26.1.2', 'sv', ['26.1.2 | 26.1.2']],
  ['9:30', 'sv', ['9:30 | 9.3']],
  ['09.30', 'sv', ['09.30 | 9.3']],
  ['7 p.m.', 'en', ['7 | 7 | 19']],
  ['$1.5B', 'en', ['1.5B | 1500000000 | dollar']],
  ['€5m and 5 m', 'en', ['5m | 5000000 | euro', '5 | 5']],
  ['5k', 'en', ['5k | 5000']],
  ['$95-million', 'en', ['95-million | 95000000 | dollar']],
  ['5 %', 'sv', ['5 | 5 | percent']],
  ['5-procent', 'sv', ['5 | 5 | percent']],
  ['SEK 500', 'sv', ['500 | 500 | krona']],
  ['500 kr.', 'sv', ['500 | 500 | krona']],
  ['2.3 to 2.5 million', 'en', ['2.3 | 2.3 | 2300000', '2.5 million | 2500000']],
  ['2 cars of the 5 million', 'en', ['2 | 2', '5 million | 5000000']],
  ['third, both, one', 'en', []],
  ['femårig', 'sv', []],
  ['13.10.2026', 'de', ['13.10.2026 | 13.10.2026']],
])('%j in %s states %j', (text, language, values) => expect(numbersOf(text, language, false)).toEqual(values))

test.each<[string, string, string[]]>([
  ['third, both, one', 'en', ['third | 3', 'both | 2', 'one | 1']],
  ['ett par', 'sv', ['ett | 1', 'par | 2']],
  ['femårig', 'sv', ['femårig | 5']],
  ['dreijährige', 'de', ['dreijährige | 3']],
  [`${'x'.repeat(41)} fem${'x'.repeat(40)}`, 'sv', []],
  ['7.30 pm', 'en', ['7.30 | 7.3 | 19.3 | 7 | 30']],
  ['13.10.2026', 'de', ['13.10.2026 | 13 | 10 | 2026 | 13.10.2026']],
])('as a source, %j in %s supports %j', (text, language, values) =>
  expect(numbersOf(text, language, true)).toEqual(values),
)

test.each<[string, string[], string[]]>([
  ['i maj', ['month 4'], ['month 4']],
  ['May 5', ['month 4'], ['month 4']],
  ['may 5', [], []],
  ['oktobers', ['month 9'], ['month 9']],
  ['på tisdagens möte', ['weekday 1'], ['weekday 1']],
  ['Nov. 21', [], ['month 10']],
  ['tis', [], ['weekday 1']],
  ['2026-11-21', [], ['month 10']],
  ['21.11.2026', [], ['month 20', 'month 10']],
  ['11/21/26', [], ['month 10', 'month 20']],
])('%j states %j, and supports %j as a source', (text, stated, supported) => {
  const valuesOf = (wide: boolean) => findDates(text, rules.siteReading.dates, wide).map(({ value }) => value)
  expect([valuesOf(false), valuesOf(true)]).toEqual([stated, supported])
})

test.each([
  ['2026-11-22', 22, 'weekday 6'],
  ['2026-11-23', 23, 'weekday 0'],
])('a report of %s supports its day', (day, date, weekday) =>
  expect(dayValues(new Date(`${day}T08:00:00Z`))).toEqual({
    numbers: ['2026', String(date)],
    dates: ['month 10', weekday],
  }),
)

test.each([
  ['Sweden, Norway, Denmark and Finland', 'en', 4],
  ['Sweden, Norway, and Finland', 'en', 3],
  ['Sverige och Norge', 'sv', 2],
  ['Schweden, Norwegen und Finnland', 'de', 3],
  ['in Sweden', 'en', 1],
  [', and', 'en', 0],
] as const)('counts the things of "%s"', (text, language, things) => {
  expect(countListed(text, rules.of(language).numbers)).toBe(things)
})
