import { describe, expect, it } from 'vitest'
import { inflectionOf } from '../languages/inflection.ts'
import { readLanguages } from '../languages/language-files.ts'
import { findPhrases, indexPhrases, parsePhrase } from './phrases.ts'

const languages = readLanguages('content')
const swedish = inflectionOf(languages.all.filter(({ code }) => code === 'sv'))

function found(patterns: string[], text: string): string[] {
  const index = indexPhrases(patterns.map((pattern) => parsePhrase(pattern, pattern, swedish)))
  return findPhrases(index, text).map(({ start, end }) => text.normalize('NFC').slice(start, end))
}

describe('findPhrases', () => {
  it.each([
    ['any case', ['night train'], 'Night Train and NIGHT TRAIN', ['Night Train', 'NIGHT TRAIN']],
    ['this very case', ['=Safari'], 'Safari, safari, SAFARI', ['Safari']],
    ['short names in their own case', ['AI', 'rea'], 'AI ai REA Rea', ['AI', 'REA', 'Rea']],
    [
      'Swedish endings',
      ['modem'],
      'modemet, modemets, modemen, modems, modemort',
      ['modemet', 'modemets', 'modemen', 'modems'],
    ],
    ['no endings where told', ['=Meta!'], 'Meta Metas Metan', ['Meta']],
    ['only a genitive on the shortest names', ['EU'], 'EUs EUn EU:s EUen', ['EUs', 'EU']],
    ['open ends', ['krypter*'], 'krypterad kryptering krypta', ['krypterad', 'kryptering']],
    ['the first place only', ['^Test'], 'Test: en Test', ['Test']],
    ['a word in the first place only', ['^Test'], 'Ett Test', []],
    ['hyphens as blanks', ['face id'], 'Face-ID', ['Face-ID']],
    ['no phrase across a full stop or a line of its own', ['face id'], 'face. id\n\n\n\nface\n\n\n\nid', []],
    ['major versions in minor ones', ['OS 9'], 'OS 9.2.1, OS 90, OS 9', ['OS 9.2.1', 'OS 9']],
    ['a plus as part of the name', ['TV+', 'TV'], 'TV+ TV', ['TV+', 'TV']],
    ['nothing inside a word', ['mac'], 'pharmacy macaroni', []],
    ['the longest', ['big', 'big mac', 'mac'], 'a big mac', ['big mac']],
    ['nothing for an empty phrase', ['', '*', '='], 'a b', []],
  ])('finds %s', (_, patterns, text, expected) => {
    expect(found(patterns, text)).toEqual(expected)
  })

  it('takes time in step with the text, whatever it holds', { tags: 'slow' }, () => {
    const patterns = Array.from({ length: 500 }, (_, i) => `word${i} word${i} end`)
    expect(found([...patterns, 'last'], `${'word1 '.repeat(50_000)}last`)).toEqual(['last'])
  })
})
