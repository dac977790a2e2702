import { expect, test } from 'vitest'
import { readLanguages } from '../language-files.ts'
import { buildLexicon, loadLexicon } from './lexicon.ts'

const languages = readLanguages('content')
/** What the project's file says of a language's dictionary. */
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
])('knows %s as a Swedish word', async (word) => expect((await loadLexicon(rulesOf('sv')))?.has(word)).toBe(true))

test.each(['Samsung', 'Gurman', 'Nvidia', 'Spotify', 'Foxconn', 'Reuters', 'Qualcomms'])(
  'knows %s as no ordinary word',
  async (word) => expect((await loadLexicon(rulesOf('sv')))?.has(word)).toBe(false),
)

test('a language whose dictionary is not installed has no lexicon', async () => {
  expect(await loadLexicon({ ...rulesOf('sv'), packages: ['xx'] })).toBeNull()
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
  expect((await loadLexicon(rulesOf('de')))?.has(word)).toBe(true),
)

test.each(['Merkel', 'Schmidt', 'Angela', 'Berlin', 'Siemens', 'Hamburg', 'Karlsruhe'])(
  'knows %s as a name in German',
  async (word) => expect((await loadLexicon(rulesOf('de')))?.has(word)).toBe(false),
)

test('capitalised entries are names', () => {
  const lexicon = buildLexicon(['5', 'Anna/A', 'bil/ABD', 'väg/AD'], rulesOf('sv'))
  expect([lexicon.has('bilar'), lexicon.has('bilvägarna'), lexicon.has('anna'), lexicon.has('annas')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
