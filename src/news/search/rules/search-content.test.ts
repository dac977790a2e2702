import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSearch } from './search-content.ts'

it('reads the files that come with the project', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../../content/search', name), 'utf8')
  expect(parseSearch(read('sv.yaml'), 'sv.yaml').filters.get('kalla')).toBe('source')
  expect(parseSearch(read('en.yaml'), 'en.yaml').kinds.get('reviews')).toBe('review')
})

it('knows the English names where a language has no file', () => {
  expect([...parseSearch(null, '').filters.keys()]).toEqual(['since', 'before', 'source', 'tag', 'kind'])
})

it.each([
  ['filters:\n  since: [sedan]\n  before: [Sedan]', 'f.yaml:3: filters: "Sedan" stands twice'],
  ['filters:\n  since: [två ord]', 'f.yaml:2: filters.since.0: must be a word of letters'],
  ['kinds:\n  rumor: [rykte]\n  news: [rykte]', 'f.yaml:3: kinds: "rykte" stands twice'],
])('names the line of a fault in %j', (text, violation) => {
  expect(() => parseSearch(text, 'f.yaml')).toThrow(violation)
})
