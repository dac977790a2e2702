import { expect, test } from 'vitest'
import { countryForms, countryNames } from './country-names.ts'

const ENDINGS = ['ien', 'ia', 'a', 'y']

test("a country's name stands for its people by the longest ending that the language's file lets it lose", () => {
  expect(countryForms(countryNames('sv').get('SK') ?? '', ENDINGS)).toEqual(['Slovakien', 'Slovak*', 'slovak*'])
  expect(countryForms(countryNames('en').get('NA') ?? '', ENDINGS)).toEqual(['Namibia', 'Namib*', 'namib*'])
})

test('a short stem, a name of several words and a language without such endings keep the name as it is', () => {
  expect(countryForms('Kuba', ENDINGS)).toEqual(['Kuba'])
  expect(countryForms('Costa Rica', ENDINGS)).toEqual(['Costa Rica'])
  expect(countryForms('Slovakien', [])).toEqual(['Slovakien', 'Slovakien*', 'slovakien*'])
})
