import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSearch, parseSynonyms } from './search-content.ts'

it('reads the files that come with the project', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../content/search', name), 'utf8')
  expect(parseSearch(read('sv.yaml'), 'sv.yaml').filters.get('kalla')).toBe('source')
  expect(parseSearch(read('en.yaml'), 'en.yaml').kinds.get('reviews')).toBe('review')
  expect(parseSynonyms(read('synonyms.sv.yaml'), 'synonyms.sv.yaml')[0]).toContain('sårbarhet')
})

it('knows the English names where a language has no file', () => {
  expect([...parseSearch(null, '').filters.keys()]).toEqual(['since', 'before', 'source', 'tag', 'kind'])
  expect(parseSynonyms(null, '')).toEqual([])
})

it.each([
  ['filters:\n  since: [sedan]\n  before: [Sedan]', 'f.yaml:3: filters: "Sedan" stands twice'],
  ['filters:\n  since: [två ord]', 'f.yaml:2: filters.since.0: must be a word of letters'],
  ['kinds:\n  rumor: [rykte]\n  news: [rykte]', 'f.yaml:3: kinds: "rykte" stands twice'],
])('names the line of a fault in %j', (text, fault) => {
  expect(() => parseSearch(text, 'f.yaml')).toThrow(fault)
})

it.each([
  ['- [ett, två]\n- [ensam]', 's.yaml:2: 1: must hold at least two words'],
  ['- [ett, två ord]', 's.yaml:1: 0.1: must be one word'],
  ['- [ett, ett]', 's.yaml:1: 0: holds a word twice'],
])('names the line of a fault among synonyms in %j', (text, fault) => {
  expect(() => parseSynonyms(text, 's.yaml')).toThrow(fault)
})
