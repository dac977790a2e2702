import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedItem } from './feed-item.ts'
import { identifyItems, type Recorded } from './identity.ts'
import { matchItems, sharedKey } from './match-items.ts'

const home = 'https://a.example/'
const at = (n: number) => new Date(Date.UTC(2026, 10, 20, n))
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

/** A feed's record, as visits would leave it. */
function record() {
  const records: Recorded[] = []
  let articles = 0
  return {
    /** Ids of the articles that the items are, in their order; new ones are stored. */
    visit(...items: Partial<FeedItem>[]): number[] {
      const { candidates, shared } = identifyItems(items.map(item), home)
      const matches = matchItems(candidates, shared, records)
      const ids = matches.candidates.map((candidate) => {
        const { canonicalUrl, title, text, contentHash } = candidate
        const articleId = matches.existing.get(candidate)?.articleId ?? ++articles
        const states = { articleId, canonicalUrl, title, text, contentHash, publishedAt: candidate.item.publishedAt }
        const byTitle = records.find(({ key }) => key === candidate.titleKey)
        if (byTitle && !matches.existing.has(candidate)) Object.assign(byTitle, states)
        const keys = [...candidate.keys, ...(candidate.titleKey ? [candidate.titleKey] : [])]
        for (const key of keys) if (!records.some((one) => one.key === key)) records.push({ key, ...states })
        for (const one of records) if (one.articleId === articleId) Object.assign(one, states)
        return articleId
      })
      for (const key of matches.newlyShared)
        records.push({
          key: sharedKey(key),
          articleId: null,
          canonicalUrl: '',
          title: '',
          text: '',
          publishedAt: null,
          contentHash: null,
        })
      return ids
    },
  }
}

describe('items over visits', () => {
  it('share no article within one document, whatever was there before', { tags: 'slow' }, () => {
    const anything = fc.record({
      guid: fc.constantFrom(null, 'a', 'b', 'c'),
      url: fc.constantFrom(null, home, `${home}1`, `${home}1#0`, `${home}2`),
      title: fc.constantFrom('A', 'B', 'C'),
      publishedAt: fc.constantFrom(null, at(0), at(1)),
    })
    fc.assert(
      fc.property(fc.array(fc.array(anything, { maxLength: 6 }), { maxLength: 4 }), (documents) => {
        const { visit } = record()
        for (const items of documents) {
          const ids = visit(...items)
          expect(new Set(ids).size).toBe(ids.length)
          expect(visit(...items)).toEqual(ids)
        }
      }),
      { numRuns: 300 },
    )
  })

  const [A, B] = [
    { title: 'Älgen i Sälen', summary: 'En älg gick genom byn.', publishedAt: at(0) },
    { title: 'Bron vid Luleå', summary: 'Bygget försenas till våren.', publishedAt: at(1) },
  ]

  it.each<[string, Partial<FeedItem>, Partial<FeedItem>, boolean]>([
    ['an edited title', { ...A, guid: 'g' }, { ...A, guid: 'g', title: 'Ny' }, true],
    [
      'another link and title',
      { ...A, guid: 'g', url: `${home}1` },
      { ...A, guid: 'g', url: `${home}2`, title: 'Ny' },
      true,
    ],
    [
      'another link and date',
      { ...A, guid: 'g', url: `${home}1` },
      { ...A, guid: 'g', url: `${home}2`, publishedAt: at(2) },
      true,
    ],
    [
      'all but half of the words edited',
      { ...A, guid: 'g' },
      { ...A, guid: 'g', title: 'Ny', publishedAt: at(2) },
      true,
    ],
    ['all edited but the link', { ...A, guid: 'g', url: `${home}1` }, { ...B, guid: 'g', url: `${home}1` }, true],
    [
      'nothing in common but the guid',
      { ...A, guid: 'g', url: `${home}1` },
      { ...B, guid: 'g', url: `${home}2` },
      false,
    ],
    [
      'nothing in common but a link under another guid',
      { ...A, guid: 'g', url: `${home}1` },
      { ...B, guid: 'h', url: `${home}1` },
      false,
    ],
    ['another guid alone', { ...A, guid: 'g', url: `${home}1` }, { ...A, guid: 'h', url: `${home}1` }, true],
    ['all edited but the link, without guids', { ...A, url: `${home}1` }, { ...B, url: `${home}1` }, true],
    ['no dates to tell, and all else edited', { ...A, guid: 'g', publishedAt: null }, { ...B, guid: 'g' }, true],
  ])('with %s: the same article or not', (_, before, after, same) => {
    const { visit } = record()
    const [first] = visit(before)
    expect(visit(after)[0] === first).toBe(same)
  })
})
