import { expect, test } from 'vitest'
import { readLanguages } from '../languages/language-files.ts'
import { buildDictionary, loadDictionary } from './dictionary.ts'

const languages = readLanguages('content')
/** Rules of the project's file about a language's dictionary. */
function rulesOf(code: string) {
  const rules = languages.find(code)?.dictionary
  if (!rules) throw new Error(`${code} has no dictionary`)
  return rules
}

test.each([
  'skärmen',
  'kvartalsrapporten',
  'säkerhetsbristerna',
  'mjukvaruuppdateringen',
  'Utvecklarna',
  'nytt',
  'ökade',
])('knows %s as a Swedish word', async (word) => expect((await loadDictionary(rulesOf('sv')))?.has(word)).toBe(true))

test.each(['Samsung', 'Gurman', 'Nvidia', 'Spotify', 'Foxconn', 'Reuters', 'Qualcomms'])(
  'knows %s as no ordinary word',
  async (word) => expect((await loadDictionary(rulesOf('sv')))?.has(word)).toBe(false),
)

test('a language whose dictionary is not installed has none', async () => {
  expect(await loadDictionary({ ...rulesOf('sv'), packages: ['xx'] })).toBeNull()
})

test.each([
  'Spezialisten',
  'Verspätungen',
  'Lokführer',
  'Gewerkschaft',
  'Bahnsteigkante',
  'fahren',
  'Züge',
  'Sanierung',
  'Thema',
  'Eindruck',
  'Zukunft',
])('knows %s as a German word, though nouns have capitals', async (word) =>
  expect((await loadDictionary(rulesOf('de')))?.has(word)).toBe(true),
)

test.each(['Merkel', 'Schmidt', 'Angela', 'Berlin', 'Siemens', 'Hamburg', 'Karlsruhe'])(
  'knows %s as a name in German',
  async (word) => expect((await loadDictionary(rulesOf('de')))?.has(word)).toBe(false),
)

test('tells plain words from compounds, and names in any letters', () => {
  const dictionary = buildDictionary(['Anna/A', 'bil/ABD', 'väg/AD', 'buss/A'], rulesOf('sv'))
  expect(['bilarna', 'BILARNA', 'bussvägen', 'BilVägarna'].map(dictionary.has)).toEqual([true, true, true, true])
  expect(['bilarna', 'Bilarna', 'bussvägen', 'BilVägarna'].map(dictionary.hasPlain)).toEqual([true, true, false, false])
  expect(['Anna', 'ANNAS', 'anna', 'bil', 'Karin'].map(dictionary.isName)).toEqual([true, true, true, false, false])
  // Of three parts, each has to be a word.
  expect(['bilbussvägar', 'xyzbussvägar', 'bilxyzvägar'].map(dictionary.has)).toEqual([true, false, false])
})

test('capitalised entries are names', () => {
  const dictionary = buildDictionary(['5', 'Anna/A', 'bil/ABD', 'väg/AD'], rulesOf('sv'))
  expect([
    dictionary.has('bilar'),
    dictionary.has('bilvägarna'),
    dictionary.has('anna'),
    dictionary.has('annas'),
  ]).toEqual([true, true, false, false])
})
