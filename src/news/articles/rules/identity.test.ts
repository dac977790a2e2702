import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedItem } from './feed-item.ts'
import { identifyItems, identityOf } from './identity.ts'

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

const home = 'https://a.example/'
const identify = (...items: Partial<FeedItem>[]) => identifyItems(items.map(item), home)
const identities = (...items: Partial<FeedItem>[]) =>
  identify(...items).candidates.map(({ keys }) => identityOf(keys).join(', '))

it("stores no text of link aggregators, and the submitter's without their lines", () => {
  const line = 'submitted by <a href="u">/u/eva</a> <a href="i">[link]</a> <a href="c">[comments]</a>'
  const texts = identify({ contentHtml: line }, { title: 'U', contentHtml: `<p>Seglen är torra.</p>${line}` })
  expect(texts.candidates.map(({ text }) => text)).toEqual(['', 'Seglen är torra.'])
})

describe('identity', () => {
  const url = 'https://a.example/1'
  const [A, B] = [
    { title: 'A', publishedAt: new Date('2026-11-20T00:00:00Z') },
    { title: 'B', publishedAt: new Date('2026-11-20T00:00:00Z') },
  ]

  it.each<[string, Partial<FeedItem>[], string[]]>([
    ['guid and link', [{ guid: 'x', url }], ['guid, link']],
    ['the link of items without a guid', [{ url }], ['link']],
    [
      'the guid where several share the link',
      [
        { ...A, guid: 'a', url },
        { ...B, guid: 'b', url },
      ],
      ['guid', 'guid'],
    ],
    [
      'the link where several share the guid',
      [
        { ...A, guid: 'a', url },
        { ...B, guid: 'a' },
      ],
      ['link', 'title and date'],
    ],
    [
      'the fragment where nothing else',
      [
        { ...A, url: `${url}#0` },
        { ...B, url: `${url}#1` },
      ],
      Array(2).fill('link with its fragment'),
    ],
    [
      'the guid, not a fragment',
      [
        { ...A, guid: 'a', url: `${url}#0` },
        { ...B, guid: 'b', url: `${url}#1` },
      ],
      ['guid', 'guid'],
    ],
    [
      'title and date where several share both',
      [
        { ...A, guid: 'a', url },
        { ...B, guid: 'a', url },
      ],
      Array(2).fill('title and date'),
    ],
    ['never the site as a link', [{ ...A, url: 'http://www.a.example' }], ['title and date']],
    ['title and date without guid and link', [A, B], Array(2).fill('title and date')],
    [
      'the text where all else is shared',
      [
        { ...A, summary: '1' },
        { ...A, summary: '2' },
      ],
      Array(2).fill('all that it says'),
    ],
    [
      'one for items word for word the same',
      [
        { ...A, guid: 'a', url },
        { ...A, guid: 'a', url },
      ],
      ['guid, link'],
    ],
    [
      'one where the repeat has no guid',
      [
        { ...A, url },
        { ...A, guid: 'a', url },
      ],
      ['guid, link'],
    ],
    [
      'each its own guid, though the words are the same',
      [
        { ...A, guid: 'a', url },
        { ...A, guid: 'b', url },
      ],
      ['guid', 'guid'],
    ],
  ])('is %s', (_, items, expected) => expect(identities(...items)).toEqual(expected))

  it('is the same for all ways to write a link, and differs with the guid', () => {
    const [a] = identify({ guid: 'x', url: 'https://www.a.example/1/?utm_source=rss' }).candidates
    const [b] = identify({ guid: 'y', url }).candidates
    expect([a?.keys[1] === b?.keys[1], a?.keys[0] === b?.keys[0]]).toEqual([true, false])
  })

  it('has a fragment in its address only where that tells items apart', () => {
    const addresses = (...urls: string[]) =>
      identify(...urls.map((one) => ({ ...A, title: one, url: one }))).candidates.map(
        ({ canonicalUrl }) => canonicalUrl,
      )
    expect(addresses(`${url}#top`, 'https://a.example/2#top')).toEqual([url, 'https://a.example/2'])
    expect(addresses(`${url}#0`, `${url}#1`)).toEqual([`${url}#0`, `${url}#1`])
  })

  it('differs for any two items of one document', () => {
    const anything = fc.record({
      guid: fc.constantFrom(null, 'a', 'b'),
      url: fc.constantFrom(null, home, url, `${url}#0`, `${url}#1`),
      title: fc.constantFrom('', 'A', 'B'),
      summary: fc.constantFrom('', 'x'),
      publishedAt: fc.constantFrom(null, A.publishedAt),
    })
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), (items) => {
        const keys = identify(...items).candidates.map((candidate) => candidate.keys)
        expect(keys.filter(({ length }) => length === 0)).toEqual([])
        expect(new Set(keys.flat()).size).toBe(keys.flat().length)
      }),
    )
  })

  it.each<[string, Partial<FeedItem>[], string[]]>([
    [
      'of a shared guid',
      [
        { ...A, guid: 'a' },
        { ...B, guid: 'a' },
      ],
      ['2 items share the guid "a". It identifies none of them: they are distinguished by title and date.'],
    ],
    [
      'not of a link that items with guids of their own share',
      [
        { ...A, guid: 'a', url },
        { ...B, guid: 'b', url },
      ],
      [],
    ],
    [
      'of a shared link',
      [
        { ...A, url },
        { ...B, url },
      ],
      [`2 items share the link "${url}". It identifies none of them: they are distinguished by title and date.`],
    ],
    [
      'of repeats',
      [
        { ...A, url },
        { ...A, url },
      ],
      ['2 items are word for word the same ("A"): one is stored.'],
    ],
    [
      'of nothing in a clean document',
      [
        { ...A, guid: 'a' },
        { ...B, guid: 'b' },
      ],
      [],
    ],
  ])('has a note %s', (_, items, notes) => expect(identify(...items).notes).toEqual(notes))
})

describe('title', () => {
  it('is the item’s own', () => {
    const [own] = identify({ title: 'Bron', contentHtml: '<p>Något annat.</p>' }).candidates
    expect(own?.title).toBe('Bron')
  })

  it('is the first sentence of the text where the item has none', () => {
    const [untitled] = identify({
      title: '',
      contentHtml: '<p>Bron &amp; färjan är <b>stängda</b>. Vi åker hem.</p>',
    }).candidates
    expect(untitled?.title).toBe('Bron & färjan är stängda')
    const [summarised] = identify({ title: '', summary: 'Kort om bron. Mer.' }).candidates
    expect(summarised?.title).toBe('Kort om bron')
  })

  it('is the address where there is no text either', () => {
    const [bare] = identify({ title: '', url: 'https://www.a.example/bron' }).candidates
    expect(bare?.title).toBe('a.example/bron')
  })
})
