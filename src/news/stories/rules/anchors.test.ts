import { describe, expect, it } from 'vitest'
import type { Language } from '../../../platform/languages/language.ts'
import { indexLanguages } from '../../../platform/languages/languages.ts'
import { buildLexicon } from '../../../platform/text/thesaurus.ts'
import { parseVocabulary } from '../../../platform/text/vocabulary.ts'
import { anchorsOf } from './anchors.ts'

const language = (code: string, stop: string, common: string) => {
  const words = (text: string) => text.split(' ')
  return {
    code,
    also: [],
    stop: words(stop),
    common: words(common),
    numbers: { ordinals: [], scales: {} },
    units: { words: {} },
    roundups: [],
  } as unknown as Language
}
const languages = indexLanguages([
  language('en', 'to in for the hits', 'new monday'),
  language('sv', 'i för av på och', 'nya måndag'),
])
const vocabulary = parseVocabulary('tags: [{ name: Brightphone, slug: brightphone, kind: product }]')
const lexicon = buildLexicon({ shared: new Map(), requested: [] }, vocabulary, languages, languages.all)

const reported = (title: string, lead = '', language = 'en') => ({ title, lead, language, tags: [] })
const anchors = (...texts: ReturnType<typeof reported>[]) => Object.values(anchorsOf(lexicon, texts).written)

describe('anchors', () => {
  it.each([
    ['names inside a sentence', reported('Frost hits Apple growers in Kent'), ['Apple', 'Kent']],
    ['no first word that nothing else shows to be a name', reported('Skolan stängs i Hedby', '', 'sv'), ['Hedby']],
    ['a first word of the vocabulary', reported('Brightphone in the rain'), ['Brightphone']],
    [
      'a first word that the text writes with a capital',
      reported('Volthamn slutar', 'Nu slutar Volthamn.', 'sv'),
      ['Volthamn'],
    ],
    ['no numbers', reported('Then 1500 in 21 for 9,5'), []],
    ['codes', reported('Court hears B1234 again'), ['B1234']],
    ['a version with its product', reported('The Tundra 7.2 arrives'), ['Tundra', 'Tundra 7.2']],
    ['no countries, continents, languages', reported('All of Sweden, Europe, Danish, European meet in Kent'), ['Kent']],
    ['none of them in Swedish', reported('Nu möts Norge, Europa, svenska Hedby', '', 'sv'), ['Hedby']],
    ['no usual words', reported('On Monday the New arrive'), []],
    ['nothing of a title in which all words have a capital', reported('Frost Hits Growers Again Today Says Ann'), []],
  ])('are %s', (_, text, expected) => {
    expect(anchors(text)).toEqual(expected)
  })

  it('that are parts of one name, or written within another, are one thing', () => {
    const { names } = anchorsOf(lexicon, [
      reported('Now Tim Cook and Castle & Vale meet'),
      reported('The Tundra 7.2 arrives'),
    ])
    expect(names).toContainEqual(['tim', 'cook'])
    expect(names).toContainEqual(['castle', 'vale'])
    expect(names).toContainEqual(['tundra', 'tundra 7.2'])
  })

  it('are leading where a headline names them', () => {
    expect(anchorsOf(lexicon, [reported('The fire in Kent', 'So says Ann Ek.')]).leading).toEqual(['kent'])
  })
})
