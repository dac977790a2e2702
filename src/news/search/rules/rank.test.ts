import { expect, it } from 'vitest'
import type { Field, Posting } from './postings.ts'
import { rank } from './rank.ts'
import { type FormKind, isEnding, type QueryTerm } from './terms.ts'

const totals = { docs: 100, words: { title: 500, summary: 2000, other: 0 } }
const term = (word: string, docs = 10, kind: FormKind = 'same'): QueryTerm => ({
  word,
  weight: 1,
  parts: [],
  forms: [{ term: kind === 'same' ? word : `${word}s`, kind, docs }],
})
const posting = (
  id: number,
  words: Record<string, [Field, number]>,
  lengths = { title: 5, summary: 20, other: 0 },
): Posting => ({
  id,
  lengths,
  words: new Map(Object.entries(words).map(([word, [field, position]]) => [word, [{ field, position }]])),
})
const ids = (terms: QueryTerm[], postings: Posting[]) => rank(terms, postings, totals).map(({ id }) => id)

it('covers the share of the words, by their weights, that an article holds', () => {
  const [one, both] = [posting(1, { a: ['title', 1] }), posting(2, { a: ['title', 1], b: ['title', 5] })]
  const found = rank([term('a'), term('b')], [one, both, posting(3, {})], totals)
  expect(found.map(({ id, coverage }) => [id, coverage])).toEqual([
    [2, 1],
    [1, 0.5],
  ])
  const rare = rank([term('a', 1), term('b', 90)], [one], totals)[0]?.coverage ?? 0
  expect(rare).toBeGreaterThan(0.9)
  expect(rank([term('a', 0)], [one], totals)).toEqual([])
})

it.each<[what: string, terms: QueryTerm[], better: Posting, worse: Posting]>([
  ['a word in the title', [term('a')], posting(1, { a: ['title', 1] }), posting(2, { a: ['summary', 9] })],
  [
    'a short text',
    [term('a')],
    posting(1, { a: ['summary', 9] }),
    posting(2, { a: ['summary', 9] }, { title: 5, summary: 90, other: 0 }),
  ],
  ['a rare word', [term('a', 2), term('b', 80)], posting(1, { a: ['title', 1] }), posting(2, { b: ['title', 1] })],
  [
    'the word itself',
    [{ ...term('a'), forms: [...term('a').forms, ...term('a', 10, 'kin').forms] }],
    posting(1, { a: ['title', 1] }),
    posting(2, { as: ['title', 1] }),
  ],
  [
    'a number beside its word',
    [term('iphone'), term('17')],
    posting(1, { iphone: ['title', 1], 17: ['title', 2] }),
    posting(2, { iphone: ['title', 1], 17: ['title', 4] }),
  ],
  ['the newer of equals', [term('a')], posting(3, { a: ['title', 1] }), posting(2, { a: ['title', 1] })],
])('%s counts more', (_, terms, better, worse) => {
  expect(ids(terms, [worse, better])).toEqual([better.id, worse.id])
  expect(ids(terms, [better, worse])).toEqual([better.id, worse.id])
})

it('is exact where the words stand one after the other, as they were written', () => {
  const exact = (words: Record<string, [Field, number]>) =>
    rank([term('a'), term('b')], [posting(1, words)], totals)[0]?.exact
  expect(exact({ a: ['title', 1], b: ['title', 2] })).toBe(true)
  expect(exact({ a: ['title', 2], b: ['title', 1] })).toBe(false)
  expect(exact({ a: ['title', 1], b: ['summary', 2] })).toBe(false)
  expect(exact({ a: ['title', 1], b: ['title', 9] })).toBe(false)
  expect(exact({ a: ['title', 1] })).toBe(false)
})

it('an ending has three letters at most', () =>
  expect(['', 'arna'.slice(1), 'arna'].map(isEnding)).toEqual([true, true, false]))
