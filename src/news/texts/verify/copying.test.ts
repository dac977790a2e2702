import { expect, it } from 'vitest'
import { checkCopying } from './copying.ts'

const words = 'ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton'.split(' ')
const source = { text: `Inledning. ${words.join(' ')}. Slut.`, isForeign: false }
const run = (length: number) =>
  checkCopying(`Bolaget säger ${words.slice(0, length).join(' ')} enligt uppgift.`, source)

it('lets twelve words in a row stand and refuses the thirteenth', () => {
  expect(run(12)).toBeNull()
  expect(run(13)).toMatch(/more than 12 words are copied/)
})

it('has nothing to say of a source in another language', () => {
  expect(checkCopying(words.join(' '), { ...source, isForeign: true })).toBeNull()
})
