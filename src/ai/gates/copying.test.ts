import { expect, it } from 'vitest'
import { copyingGate } from './copying.ts'

const words = 'ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton'.split(' ')
const evidence = { text: `Inledning. ${words.join(' ')}. Slut.`, language: 'sv' }
const run = (length: number) =>
  copyingGate(`Bolaget säger ${words.slice(0, length).join(' ')} enligt uppgift.`, 'sv', evidence)

it('lets twelve words in a row stand and refuses the thirteenth', () => {
  expect(run(12)).toBeNull()
  expect(run(13)).toMatch(/more than 12 words are copied/)
})

it('has nothing to say of an original in another language', () => {
  expect(copyingGate(words.join(' '), 'sv', { ...evidence, language: 'en' })).toBeNull()
})
