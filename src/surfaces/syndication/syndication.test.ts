/** RSS, Atom and JSON Feed: what is in them, read back with a parser, and their rules. */

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { ifThere, isThere } from '../../../tests/support/features.ts'
import { validateAtom } from '../../../tests/support/valid/atom.ts'
import { JsonFeedSchema } from '../../../tests/support/valid/json-feed.ts'
import { validateRss } from '../../../tests/support/valid/rss.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let feed: number
let ids: number[]

beforeAll(async () => {
  web = await startTestWeb({ WEBSUB_HUB: 'https://hub.example/' })
  feed = await seedFeed(web.database, { title: 'Mac & <Bladet>' })
  const other = await seedFeed(web.database)
  const tag = await seedTag(web.database, 'Prov 17', 'prov-17')
  ids = await seedArticles(web.database, [
    ...Array.from({ length: 55 }, () => ({ feed_id: other })),
    { feed_id: feed, relevant: false },
    {
      feed_id: feed,
      title: 'Pris < 5 & "låg" ]]> <b> & så',
      excerpt: 'Ett & två.\n\n<b>Tre</b> ]]>',
      language: 'sv',
      image_url: 'https://img.example/a.webp?w=1&h=2',
      tag_ids: [tag],
    },
  ])
})
afterAll(() => web.close())

const get = (url: string) => web.app.inject({ url })
const rss = async (url: string) => parseRssFeed((await get(url)).body)

describe('entries.rss', () => {
  it('holds the latest 50 relevant articles', async () => {
    const { items = [] } = await rss('/entries.rss')
    expect(items).toHaveLength(50)
    expect(items[0]?.guid?.value).toBe(`https://site.example/entries/${ids[56]}`)
    expect(items.map((item) => item.guid?.value)).not.toContain(`https://site.example/entries/${ids[55]}`)
  })

  it('writes an article that reads back as it was', async () => {
    const { items = [] } = await rss('/entries.rss')
    expect(items[0]).toMatchObject({
      title: 'Pris < 5 & "låg" ]]> <b> & så',
      link: `https://site.example/entries/${ids[56]}-pris-5-lag-b-sa`,
      guid: { isPermaLink: true },
      categories: [{ name: 'Prov 17', domain: 'https://site.example/tags/prov-17' }],
      enclosures: [{ url: 'https://img.example/a.webp?w=1&h=2', length: 0, type: 'image/webp' }],
      media: { contents: [{ url: 'https://img.example/a.webp?w=1&h=2', medium: 'image', type: 'image/webp' }] },
      dc: { creators: ['Mac & <Bladet>'] },
      pubDate: expect.stringMatching(/^\w{3}, 20 Nov 2026 08:56:00 GMT$/),
    })
    expect(items[0]?.content?.encoded).toMatch(
      /^<p>Ett &#38; två\.<\/p><p>&#60;b&#62;Tre&#60;\/b&#62; \]\]&#62;<\/p><p><a href="https:/,
    )
  })

  it('writes a summary as text that no reader takes for markup', async () => {
    const { items = [] } = await rss('/entries.rss')
    expect(items[0]?.description).not.toContain('<b>')
    expect(items[0]?.description).toMatch(/&(lt|#60|#x3c);b&(gt|#62|#x3e);Tre/i)
  })

  it('names itself and the hub, in the feed and in the headers', async () => {
    const { atom } = await rss('/entries.rss')
    expect(atom?.links).toEqual([
      { href: 'https://site.example/entries.rss', rel: 'self', type: 'application/rss+xml' },
      ...ifThere('websub', { href: 'https://hub.example/', rel: 'hub' }),
    ])
    const { headers } = await get('/entries.rss')
    const link = '<https://hub.example/>; rel="hub", <https://site.example/entries.rss>; rel="self"'
    expect(headers.link).toBe(isThere('websub') ? link : undefined)
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('the other feeds', () => {
  it('are of one source and of one tag', async () => {
    for (const url of [`/feeds/${feed}.rss`, '/tags/prov-17.rss']) {
      const channel = await rss(url)
      expect(channel.items?.map((item) => item.guid?.value)).toEqual([`https://site.example/entries/${ids[56]}`])
      expect(channel.link).toBe(`https://site.example${url.replace('.rss', '')}`)
    }
  })

  it('are 404 for what is not there', async () => {
    for (const url of ['/feeds/999.rss', '/tags/nothing.rss', '/feeds/x.rss', '/stories/999.rss'])
      expect((await get(url)).statusCode).toBe(404)
  })
})

describe('under the rules of the W3C feed validator', () => {
  it.each([
    '/entries.rss',
    '/tags/prov-17.rss',
    '/handelser.rss',
    '/handelser.rss?min_sources=9',
    '/tags/prov-17/handelser.rss',
  ])('%s has no fault', async (url) => {
    expect(validateRss((await get(url)).body, `https://site.example${url}`)).toEqual([])
  })
})

const FEEDS = () => [
  '/entries.rss',
  `/feeds/${feed}.rss`,
  '/tags/prov-17.rss',
  '/handelser.rss',
  '/handelser.rss?min_sources=9',
  '/tags/prov-17/handelser.rss',
  '/dag.rss',
  '/sok.rss?q=pris',
  '/sok.rss?q=finns-inte',
]

describe('Atom', () => {
  it('has no fault, and tells of the same items as RSS', { tags: 'slow' }, async () => {
    for (const url of FEEDS()) {
      const atom = url.replace('.rss', '.atom')
      const { statusCode, headers, body } = await get(atom)
      expect([atom, statusCode, headers['content-type']]).toEqual([atom, 200, 'application/atom+xml; charset=utf-8'])
      expect([atom, validateAtom(body, `https://site.example${atom}`)]).toEqual([atom, []])
      const [theirs, ours] = [(await rss(url)).items ?? [], parseAtomFeed(body).entries ?? []]
      expect(ours.map(({ id }) => id)).toEqual(theirs.map(({ guid }) => guid?.value))
      expect(ours.map(({ title }) => title?.value)).toEqual(theirs.map(({ title }) => title))
      expect(ours.map(({ published = '' }) => Date.parse(published))).toEqual(
        theirs.map(({ pubDate = '' }) => Date.parse(pubDate)),
      )
    }
  })

  it('writes an article that reads back as it was', async () => {
    const { entries: [entry] = [], ...channel } = parseAtomFeed((await get('/entries.atom')).body)
    const { items: [item] = [] } = await rss('/entries.rss')
    expect(channel).toMatchObject({
      id: 'https://site.example/entries.atom',
      links: [
        { rel: 'alternate' },
        { rel: 'self' },
        ...ifThere('websub', { href: 'https://hub.example/', rel: 'hub' }),
      ],
      xml: { lang: 'sv' },
    })
    expect(entry).toMatchObject({
      title: { value: 'Pris < 5 & "låg" ]]> <b> & så', type: 'text' },
      summary: { value: 'Ett & två.\n\n<b>Tre</b> ]]>', type: 'text' },
      content: { value: item?.content?.encoded, type: 'html' },
      authors: [{ name: 'Mac & <Bladet>' }],
      categories: [{ term: 'prov-17', label: 'Prov 17', scheme: 'https://site.example/tags' }],
      links: [
        { rel: 'alternate', href: `https://site.example/entries/${ids[56]}-pris-5-lag-b-sa` },
        { rel: 'via', href: expect.stringContaining('https://source.example/') },
        { rel: 'enclosure', href: 'https://img.example/a.webp?w=1&h=2', type: 'image/webp' },
      ],
      xml: { lang: 'sv' },
    })
  })

  it('is 404 for what is not there', async () => {
    for (const url of ['/feeds/999.atom', '/tags/nothing.atom', '/stories/999.atom', '/feed.atom'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })

  it('is what pages lead reading apps to, beside RSS', async () => {
    for (const page of ['/', '/handelser', '/tags/prov-17', `/feeds/${feed}`, '/sok?q=pris']) {
      const { body } = await get(page)
      const linked = (type: string) =>
        [
          ...body.matchAll(new RegExp(`<link rel="alternate" type="application/${type}\\+xml" href="([^"]*)"`, 'g')),
        ].map(([, href = '']) => href.replaceAll('&amp;', '&'))
      expect(linked('atom')).toEqual(linked('rss').map((href) => href.replace('.rss', '.atom')))
      for (const href of linked('atom')) expect([href, (await get(href)).statusCode]).toEqual([href, 200])
    }
  })
})

describe('JSON Feed of a tag', () => {
  it('is where its RSS is, and leaves numbers to the legacy answer', async () => {
    const read = JsonFeedSchema.parse((await get('/tags/prov-17.json')).json())
    expect(read).toMatchObject({ feed_url: 'https://site.example/tags/prov-17.json', items: [{ tags: ['Prov 17'] }] })
    const { id } = await web.database.db
      .selectFrom('tags')
      .select('id')
      .where('slug', '=', 'prov-17')
      .executeTakeFirstOrThrow()
    expect(Object.keys((await get(`/tags/${id}.json`)).json())).toEqual(['entries'])
    const slug = String(id + 70_000)
    await seedTag(web.database, 'Prov tal', slug)
    expect([slug, (await get(`/tags/${slug}.json`)).statusCode]).toEqual([slug, 404])
    for (const url of [`/tags/${slug}.rss`, `/tags/${slug}.atom`]) expect((await get(url)).statusCode).toBe(200)
    for (const url of ['/tags/nothing.json', '/tags/17prov.json']) expect((await get(url)).statusCode).toBe(404)
  })
})

describe('handelser.json', () => {
  it('is JSON Feed 1.1, with the address that it is asked at', async () => {
    for (const url of ['/handelser.json', '/handelser.json?min_sources=9', '/tags/prov-17/handelser.json']) {
      const read = JsonFeedSchema.parse((await get(url)).json())
      expect(read.feed_url).toBe(`https://site.example${url}`)
      expect(read.items.length > 0).toBe(!url.includes('?'))
    }
  })

  it('is not there for a tag or a story that is not', async () => {
    for (const url of ['/tags/nothing/handelser.json', '/stories/999/handelser.json', '/tags/nothing/handelser.rss'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })
})

describe('feed.json', () => {
  it('is JSON Feed 1.1', async () => {
    const response = await get('/feed.json')
    expect(response.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const read = JsonFeedSchema.parse(response.json())
    expect(read.items).toHaveLength(50)
    expect(read.items[0]).toMatchObject({
      id: `https://site.example/entries/${ids[56]}`,
      title: 'Pris < 5 & "låg" ]]> <b> & så',
      summary: 'Ett & två.\n\n<b>Tre</b> ]]>',
      external_url: expect.stringContaining('https://source.example/'),
      tags: ['Prov 17'],
      language: 'sv',
      image: 'https://img.example/a.webp?w=1&h=2',
    })
    expect(parseJsonFeed(response.body).items).toHaveLength(50)
  })
})
