import { expect, it } from 'vitest'
import { readLanguages } from '../../language-files.ts'
import { withoutInches, withQuotationsApart } from './inches.ts'
import { quantities } from './quantities.ts'
import { buildGateLanguages } from './reading.ts'

const { own } = buildGateLanguages(readLanguages('content'), 'sv')
const unitsIn = (text: string) => quantities(text, own).map(({ unit }) => unit?.class ?? null)

it('takes a mark behind a number for inches where no quotation is open', () => {
  expect(withoutInches('Skärmarna är 6,1" och 6,9" stora.')).toBe('Skärmarna är 6,1  och 6,9  stora.')
  expect(unitsIn('Skärmen är 6,3" stor.')).toEqual(['inch'])
})

it('ends a quotation with a number as what it is', () => {
  expect(withQuotationsApart('Det kallas ”Nyhet 3”: en rad.')).toBe('Det kallas ”Nyhet 3 ”: en rad.')
  expect(unitsIn('Det kallas ”Nyhet 3”: en rad.')).toEqual([null])
})

it('reads inches behind a quotation that has ended', () => {
  expect(unitsIn('Den ”stora” skärmen är 6,3" bred.')).toEqual(['inch'])
})
