import { describe, expect, it } from 'vitest'
import { checkGuides } from './check.ts'
import type { Guide, GuideRumor } from './guide.ts'
import { relatedOf } from './related-guides.ts'

const words = (count: number) => Array.from({ length: count }, () => 'ord').join(' ')

function guide(slug: string, changes: Partial<Guide> & { links?: string[] } = {}): Guide {
  const { links = [], ...rest } = changes
  return {
    file: `${slug}.md`,
    title: slug,
    slug,
    pageType: 'product_hub',
    family: 'iphone',
    generation: null,
    tags: ['iphone'],
    updated: '2026-11-21',
    factsUntil: null,
    checked: null,
    sources: [],
    specs: [],
    releases: [],
    rumors: [],
    picture: null,
    names: [],
    summary: 'En sammanfattning.',
    body: `${words(200)}\n\n${links.map((link) => `[x](${link})`).join(' ')}`,
    bodyLine: 12,
    lines: { slug: 3, family: 5, generation: 6, tags: 7 },
    ...rest,
  }
}

const family = guide('iphone', { pageType: 'family_hub', links: ['/iphone-17-serien', '/iphone-17'] })
const generation = guide('iphone-17-serien', {
  pageType: 'generation_hub',
  generation: 'iphone-17-serien',
  links: ['/iphone', '/iphone-17'],
})
const product = guide('iphone-17', { generation: 'iphone-17-serien', links: ['/iphone-17-serien'] })
const rumor = guide('vikbar-iphone', { pageType: 'rumor', links: ['/iphone'] })
const good = [family, generation, product, rumor]
const complaints = (guides: Guide[], tags?: string[]) =>
  checkGuides(guides, tags ? { tagSlugs: new Set(tags) } : {}).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  )

it.each([
  ['https://www.apple.com/se/iphone', true],
  ['https://apple.com', true],
  ['https://notapple.com/', false],
  ['https://apple.com.evil.example/', false],
  ['https://github.com/littlebyteorg/appledb/blob/main/x.json', true],
  ['https://github.com/littlebyteorg/appledb2', false],
  ['https://github.com/', false],
])('takes %s as a source: %s', (url, isAllowed) => {
  const source = { title: 'Källa', url, read: '2026-11-01', supports: 'allt' }
  const options = { allowedSources: ['apple.com', 'github.com/littlebyteorg/appledb'] }
  const violations = checkGuides([family, generation, { ...product, sources: [source] }, rumor], options)
  expect(violations.map(({ message }) => message)).toEqual(
    isAllowed ? [] : [`${url} is none of the sources in sources.yaml`],
  )
})

it('asks where a rumor and its outcome stand, too', () => {
  const claim: GuideRumor = {
    id: 'usb-c',
    on: '2026-01-01',
    claim: 'Usb-c',
    by: { name: 'A', domain: 'a.example' },
    url: 'https://a.example/1',
    verdict: 'true',
    settled: { on: '2026-02-01', outcome: 'Ja', url: 'https://apple.com/2' },
  }
  const check = (rumors: GuideRumor[]) =>
    checkGuides([family, generation, { ...product, rumors }, rumor], { allowedSources: ['apple.com'] })
  expect(check([claim]).map(({ message }) => message)).toEqual([
    'https://a.example/1 is none of the sources in sources.yaml',
  ])
  const settled = { on: '2026-02-01', outcome: 'Ja', url: 'https://b.example/2' }
  expect(check([{ ...claim, url: 'https://apple.com/1', settled }]).map(({ message }) => message)).toEqual([
    'https://b.example/2 is none of the sources in sources.yaml',
  ])
})

describe('guides together', () => {
  it('have no complaint when each has its hubs and all link both ways', () => {
    expect(complaints(good, ['iphone'])).toEqual([])
  })

  it.each([
    ['a missing family hub', [generation, product], 'iphone-17.md:5 there is no family hub "iphone"'],
    ['a missing generation hub', [family, product], 'iphone-17.md:6 there is no generation hub "iphone-17-serien"'],
    [
      'a family that is a product',
      [...good, guide('x', { family: 'iphone-17' })],
      'x.md:5 there is no family hub "iphone-17"',
    ],
    ['a family without products', [family, generation], 'iphone.md:3 no product stands under this hub'],
    [
      'a slug taken twice',
      [...good, guide('iphone-17', { file: 'z.md' })],
      'z.md:3 slug "iphone-17" is taken by iphone-17.md',
    ],
    [
      'a dead link',
      [...good, guide('x', { links: ['/iphone', '/iphone-99'] })],
      'x.md:14 link "/iphone-99": there is no such guide',
    ],
    [
      'a relative link',
      [...good, guide('x', { links: ['/iphone', 'iphone-17'] })],
      'x.md:14 link "iphone-17": write "/slug" for a guide, or a full https address',
    ],
    [
      'a script link',
      [...good, guide('x', { body: `${words(200)}\n[x](javascript:alert(1)) [y](//evil.example)` })],
      'x.md:13 link "//evil.example": write "/slug" for a guide, or a full https address',
    ],
    [
      'a link to itself',
      [...good, guide('x', { links: ['/iphone', '/x'] })],
      'x.md:14 link "/x" leads to the page itself',
    ],
    [
      'a hub that forgets a product',
      [...good, guide('x', { links: ['/iphone'] })],
      'iphone.md:12 the text has no link to /x',
    ],
    [
      'a product that forgets its hub',
      [family, generation, { ...product, body: words(200) }, rumor],
      'iphone-17.md:12 the text has no link to /iphone-17-serien',
    ],
    [
      'too few words',
      [family, generation, { ...product, body: `${words(197)} [x](/iphone-17-serien)` }],
      'iphone-17.md:12 the text has 198 words; 200 to 500 are wanted',
    ],
    [
      'too many words',
      [family, generation, { ...product, body: words(501) }],
      'iphone-17.md:12 the text has 501 words; 200 to 500 are wanted',
    ],
  ])('complain of %s', (_name, guides, expected) => {
    expect(complaints(guides)).toContain(expected)
  })

  it('complain of a tag that the vocabulary lacks, when they know the vocabulary', () => {
    expect(complaints(good, ['ipad'])).toContain('iphone-17.md:7 the vocabulary has no tag "iphone"')
  })

  it('may link to pages of the service', () => {
    expect(
      complaints([...good.slice(1), { ...family, body: `${family.body} [x](/tags/iphone) [y](https://a.example/)` }]),
    ).toEqual([])
  })
})

describe('kin', () => {
  it('holds both ways: whoever is my parent has me as child', () => {
    for (const page of good)
      for (const parent of relatedOf(page, good, 'sv').parents)
        expect(relatedOf(parent, good, 'sv').children).toContain(page)
    expect(relatedOf(product, good, 'sv').parents).toEqual([family, generation])
    expect(relatedOf(family, good, 'sv').children).toEqual([generation, product, rumor])
  })

  it('puts pages of the same generation before those of the same family', () => {
    const sibling = guide('iphone-17-pro', { generation: 'iphone-17-serien' })
    const cousin = guide('iphone-16')
    const stranger = guide('ipad', { family: 'ipad', tags: ['ipad'] })
    expect(relatedOf(product, [...good, stranger, cousin, sibling], 'sv').related).toEqual([sibling, cousin, rumor])
  })
})
