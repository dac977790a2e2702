import { describe, expect, it } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { checkAbout } from './about.ts'
import { readSource } from './source.ts'

const rules = await loadVerifyRules('content', 'sv', [])
const check = (text: string, source: string, { language = 'en', title = '' } = {}) =>
  checkAbout(
    text,
    readSource({ title, text: source, language }, rules.languages),
    rules.languages.siteReading,
    rules.names,
  )

/** So many words that a name shared by chance is less than a twentieth. */
const LONG =
  'Katten sover hela dagen under bordet medan hunden springer längs stranden, fiskarna simmar genom vattnet, ' +
  'fåglarna sjunger högt bland grenarna, barnen bygger sandslott bredvid klipporna, mormor plockar blommor vid ' +
  'stugan, morfar läser tidningen framför brasan och grannen målar staketet grönt varje lördag före middagen.'
const SOURCE = 'Larkfield recalls 41,000 headphones sold by Oden Components in the autumn.'

describe('a text is about its source', () => {
  it.each([
    ['that says two names of it', `Larkfield och Oden Components är oense. ${LONG}`, SOURCE],
    ['that says a name and a number of it', `Larkfield tar tillbaka 41 000 par. ${LONG}`, SOURCE],
    [
      'that shares words with it',
      'Produktionen av kritiska komponenter organiseras om.',
      'The production of critical components.',
    ],
  ])('%s', (_, text, source) => expect(check(text, source)).toBeNull())

  it('whose headline it repeats', () => {
    const text = 'Försäljningen av hörlurar växer snabbt i hela landet.'
    expect(check(text, 'Nothing else is said.', { title: 'Hörlurar växer' })).toBeNull()
    expect(check(text, 'Nothing else is said.', { title: 'Batterier krymper märkbart överallt' })).not.toBeNull()
  })

  it('in the language of the site where a quarter of its telling words are there', () => {
    const text = 'Domstolen prövar avgiften nästa vecka i staden.'
    const swedish = { language: 'sv' }
    expect(check(text, 'Avgiften höjs och domstolen säger sitt.', swedish)).toBeNull()
    expect(check(text, 'Katten sover hela dagen under bordet.', swedish)).not.toBeNull()
  })
})

describe('a text is about something else', () => {
  it.each([
    ['with one name of it', `Vid havet bor Larkfield. ${LONG}`, SOURCE],
    ['with one number of it', `Det kom 41 000 besökare. ${LONG}`, SOURCE],
    ['with nothing of it', 'Katten sover hela dagen under bordet.', SOURCE],
  ])('%s', (_, text, source) => expect(check(text, source)).not.toBeNull())
})
