import { expect, test } from 'vitest'
import { filterSources } from './source-filter.ts'

const source = (title: string, changes: Partial<Parameters<typeof filterSources>[0][number]> = {}) => ({
  title,
  url: `https://${title.toLowerCase()}.example/feed`,
  publisher: { domain: `${title.toLowerCase()}.example`, name: title },
  folder: null,
  language: null,
  state: 'well' as const,
  lastNewAt: null,
  ...changes,
})
const list = [
  source('Bladet', { folder: 'Svenska', language: 'sv', lastNewAt: new Date('2026-11-20') }),
  source('Aftonen', { folder: 'Svenska', language: 'sv', state: 'failing', lastNewAt: new Date('2026-11-01') }),
  source('Courier', { language: 'en', state: 'gone' }),
]
const titles = (filter: Parameters<typeof filterSources>[1]) =>
  filterSources(list, filter, 'sv').map(({ title }) => title)

test('those that need somebody come first, unless another order is asked for', () => {
  expect(titles({})).toEqual(['Courier', 'Aftonen', 'Bladet'])
  expect(titles({ order: 'name' })).toEqual(['Aftonen', 'Bladet', 'Courier'])
  expect(titles({ order: 'latest' })).toEqual(['Bladet', 'Aftonen', 'Courier'])
  expect(titles({ order: 'oldest' })).toEqual(['Courier', 'Aftonen', 'Bladet'])
})

test('is narrowed by words, state, folder and language together', () => {
  expect(titles({ search: 'BLAD example' })).toEqual(['Bladet'])
  expect(titles({ search: 'blad courier' })).toEqual([])
  expect(titles({ state: 'trouble' })).toEqual(['Courier', 'Aftonen'])
  expect(titles({ state: 'gone' })).toEqual(['Courier'])
  expect(titles({ folder: 'Svenska', language: 'sv', state: 'well' })).toEqual(['Bladet'])
  expect(titles({ folder: '' })).toEqual(['Courier'])
})
