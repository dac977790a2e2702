import { expect, test } from 'vitest'
import { buildLexicon, loadLexicon } from './lexicon.ts'

test.each([
  'skärmen',
  'kvartalsrapporten',
  'säkerhetsbristerna',
  'mjukvaruuppdateringen',
  'Utvecklarna',
  'nytt',
  'ökade',
])('knows %s as a Swedish word', async (word) => expect((await loadLexicon('sv'))?.has(word)).toBe(true))

test.each(['Samsung', 'Gurman', 'Nvidia', 'Spotify', 'Foxconn', 'Reuters', 'Qualcomms'])(
  'knows %s as no ordinary word',
  async (word) => expect((await loadLexicon('sv'))?.has(word)).toBe(false),
)

test('a language without a dictionary has no lexicon', async () => {
  expect(await loadLexicon('xx')).toBeNull()
  expect(() => loadLexicon('../x')).toThrow(/no language code/)
})

test('capitalised entries are names', () => {
  const lexicon = buildLexicon(['5', 'Anna/A', 'bil/ABD', 'väg/AD'])
  expect([lexicon.has('bilar'), lexicon.has('bilvägarna'), lexicon.has('anna'), lexicon.has('annas')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
