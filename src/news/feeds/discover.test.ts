import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { articlePage } from '../../../tests/support/played/documents.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { createFetcher, type Fetcher } from '../../platform/fetch/fetcher.ts'
import { discoverFeeds } from './discover.ts'
import { createDocumentReader } from './documents/document-reader.ts'

const reader = createDocumentReader()
let publisher: Publisher
let fetcher: Fetcher

beforeEach(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Karnhuset/1' })
})
afterEach(async () => {
  await fetcher.close()
  await publisher.close()
})
afterAll(() => reader.close())

const feed = (title: string) => ({ body: rssDocument(title, [{ title: 'Ett', link: 'https://example.com/1' }]) })
const siteWith = (head: string) => ({ body: articlePage({ head }), type: 'text/html' })
const link = (href: string, title = '', type = 'application/rss+xml') =>
  `<link rel="alternate" type="${type}" title="${title}" href="${href}">`
const discover = (path: string) => discoverFeeds(publisher.at(path), { fetcher, reader })

describe('discovering feeds', () => {
  test('a feed is itself, whatever its media type says', async () => {
    publisher.serve('/odd', { ...feed('Bladet'), type: 'text/html' })
    expect(await discover('/odd')).toEqual([{ url: publisher.at('/odd'), title: 'Bladet' }])
  })

  test('an address that is no web address is refused with a reason, and one that wants a login says where it goes', async () => {
    await expect(discoverFeeds('ftp://bladet.example/feed', { fetcher, reader })).rejects.toThrow(/not by ftp:\/\/\.$/)
    publisher.misbehave('/inside', { kind: 'status', status: 401 })
    await expect(discover('/inside')).rejects.toThrow(/answered HTTP 401\. Give its login in the address/)
  })

  test.each(['feed:', 'feed://', 'FEED:'])('an address behind %s is what it names', async (scheme) => {
    publisher.serve('/rss', feed('Bladet'))
    publisher.serve('/', siteWith(link(`feed:${publisher.at('/rss')}`)))
    const bare = publisher.at('/rss').replace('http:', '')
    const written = [
      scheme + publisher.at('/rss'),
      ...(scheme === 'FEED:' ? [] : [`feed:${bare}`]),
      `feed:${publisher.at('/')}`,
    ]
    for (const address of written)
      expect(await discoverFeeds(address, { fetcher, reader })).toEqual([
        { url: publisher.at('/rss'), title: 'Bladet' },
      ])
  })

  test.each([
    [[301], 'new'],
    [[308], 'new'],
    [[301, 308], 'new'],
    [[302], 'old'],
    [[303], 'old'],
    [[307], 'old'],
    [[302, 301], 'old'],
    [[301, 302], 'old'],
  ])('a feed that is led on by %j is found at its %s place', async (statuses, place) => {
    publisher.serve('/new', feed('Bladet'))
    const hops = ['/old', ...statuses.slice(1).map((_, at) => `/hop-${at}`), '/new']
    for (const [at, status] of statuses.entries())
      publisher.misbehave(hops[at] ?? '', { kind: 'redirect', to: hops[at + 1] ?? '', status })
    expect((await discover('/old'))[0]?.url).toBe(publisher.at(`/${place}`))
  })

  test('a site names its feeds; comments come last, what is no feed not at all', async () => {
    const head =
      link('/comments/feed', 'Bladet: Kommentarer') +
      link('main.xml?a=1&amp;b=2', 'Bladet') +
      link('/atom', '', 'application/atom+xml') +
      link('/atom', '', 'application/atom+xml') +
      link('/gone', 'Borta') +
      link('/page', 'Sida', 'text/html') +
      link('javascript:alert(1)')
    publisher.serve('/', siteWith(head))
    publisher.serve('/main.xml?a=1&b=2', feed('Allt'))
    publisher.serve('/atom', { body: '<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title></feed>' })
    publisher.serve('/comments/feed', feed('Sagt'))
    expect(await discover('/')).toEqual([
      { url: publisher.at('/main.xml?a=1&b=2'), title: 'Allt' },
      { url: publisher.at('/atom'), title: 'Atom' },
      { url: publisher.at('/comments/feed'), title: 'Sagt' },
    ])
    expect(publisher.counts('/page').requests).toBe(0)
  })

  test('a site that names none is asked at the usual places', async () => {
    publisher.serve('/blogg/', siteWith(''))
    publisher.serve('/atom.xml', feed('Bladet'))
    expect(await discover('/blogg/')).toEqual([{ url: publisher.at('/atom.xml'), title: 'Bladet' }])
  })

  test('a site without a feed has none', async () => {
    publisher.serve('/', siteWith(link('/gone')))
    expect(await discover('/')).toEqual([])
  })

  test('a site that leads inward brings nothing back', async () => {
    publisher.serve('/', siteWith(link('http://10.0.0.1/feed') + link('http://[::1]/feed')))
    expect(await discover('/')).toEqual([])
  })

  test('an address that cannot be fetched says why', async () => {
    await expect(discover('/nowhere')).rejects.toThrow('HTTP 404')
    publisher.misbehave('/cut', { kind: 'hang-up' })
    await expect(discover('/cut')).rejects.toMatchObject({ kind: 'connection' })
  })
})
