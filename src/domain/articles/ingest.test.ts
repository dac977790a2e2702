import { describe, expect, it } from 'vitest'
import type { FeedItem } from '../feeds/feed.ts'
import { candidatesOf, earlier, isMaterialChange, sortTime } from './ingest.ts'

const item = (part: Partial<FeedItem>): FeedItem => ({
  guid: null,
  url: null,
  title: 'T',
  summary: '',
  contentHtml: '',
  publishedAt: null,
  updatedAt: null,
  imageUrl: null,
  author: null,
  categories: [],
  language: null,
  creditedHost: null,
  ...part,
})

describe('identity', () => {
  it('is the guid and the canonical address', () => {
    const [a] = candidatesOf(
      [item({ guid: 'x', url: 'https://www.a.example/1/?utm_source=rss' })],
      'https://a.example/',
    )
    const [b] = candidatesOf([item({ guid: 'y', url: 'https://a.example/1' })], 'https://a.example/')
    expect(a?.keys).toHaveLength(2)
    expect(a?.keys[1]).toBe(b?.keys[1])
    expect(a?.keys[0]).not.toBe(b?.keys[0])
  })

  it('is not an address that several guids share', () => {
    const shared = 'https://show.example/'
    const found = candidatesOf([item({ guid: 'a', url: shared }), item({ guid: 'b', url: shared })], shared)
    expect(found.map((candidate) => candidate.keys.length)).toEqual([1, 1])
  })

  it('takes an item once that a feed lists twice', () => {
    expect(candidatesOf([item({ guid: 'a' }), item({ guid: 'a', title: 'again' })], 'https://a.example/')).toHaveLength(
      1,
    )
  })

  it('takes an item once whose address is listed again without its guid', () => {
    const url = 'https://a.example/1'
    expect(candidatesOf([item({ guid: 'a', url }), item({ url, title: 'again' })], url)).toHaveLength(1)
    expect(candidatesOf([item({ url }), item({ guid: 'a', url })], url)).toHaveLength(1)
  })

  it('falls back on title and date', () => {
    const at = new Date('2026-11-20T00:00:00Z')
    const found = candidatesOf(
      [item({ title: 'A', publishedAt: at }), item({ title: 'B', publishedAt: at })],
      'https://a.example/',
    )
    expect(new Set(found.flatMap((candidate) => candidate.keys)).size).toBe(2)
  })
})

describe('title', () => {
  it('is the item’s own', () => {
    const [own] = candidatesOf([item({ title: 'Bron', contentHtml: '<p>Något annat.</p>' })], 'https://a.example/')
    expect(own?.title).toBe('Bron')
  })

  it('is the first sentence of the text where the item has none', () => {
    const [untitled] = candidatesOf(
      [item({ title: '', contentHtml: '<p>Bron &amp; färjan är <b>stängda</b>. Vi åker hem.</p>' })],
      'https://a.example/',
    )
    expect(untitled?.title).toBe('Bron & färjan är stängda')
    const [summarised] = candidatesOf([item({ title: '', summary: 'Kort om bron. Mer.' })], 'https://a.example/')
    expect(summarised?.title).toBe('Kort om bron')
  })

  it('is the address where there is no text either', () => {
    const [bare] = candidatesOf([item({ title: '', url: 'https://www.a.example/bron' })], 'https://a.example/')
    expect(bare?.title).toBe('a.example/bron')
  })
})

describe('change', () => {
  const text =
    'The company sold ten million phones in the quarter and said that demand was strong in every market it serves'
  it('is immaterial for a comma and material for a number', () => {
    expect(isMaterialChange(text, `${text}.`)).toBe(false)
    expect(isMaterialChange(`${text} 26.1`, `${text} 26.2`)).toBe(true)
    expect(isMaterialChange(text, 'Something else altogether happened here')).toBe(true)
  })
})

it('orders what is dated in the future by its discovery', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(sortTime(new Date('2027-01-01T00:00:00Z'), now)).toEqual(now)
  expect(sortTime(null, now)).toEqual(now)
  expect(earlier(new Date(2), new Date(1))).toEqual(new Date(1))
  expect(earlier(null, new Date(1))).toEqual(new Date(1))
})
