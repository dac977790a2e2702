import { expect, it } from 'vitest'
import { splitCompound } from './compounds.ts'

const split = (word: string, ...existing: string[]) => splitCompound(word, (part) => existing.includes(part))

it('finds the parts of a compound, with and without a letter that binds', () => {
  expect(split('vaccinationsintyg', 'vaccination', 'intyg')).toEqual(['vaccination', 'intyg'])
  expect(split('icloudavbrott', 'icloud', 'avbrott')).toEqual(['icloud', 'avbrott'])
})

it('takes an ending off the last part', () => {
  expect(split('kaffepriset', 'kaffe', 'pris')).toEqual(['kaffe', 'pris'])
  expect(split('räntesänkning', 'ränt', 'sänk')).toEqual(['ränt', 'sänk'])
})

it('is content with a long end or beginning where the rest is unknown', () => {
  expect(split('abcdvarning', 'varning')).toEqual(['varning'])
  expect(split('torskbeståndet', 'torsk')).toEqual(['torsk'])
  expect(split('torskbeståndet', 'tor')).toEqual([])
})
