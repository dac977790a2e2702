/** The edition of a day: what belongs to it by the site's clock, its end, the days beside it, and the same for machines. */
import { parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { readFrontMatter } from '../../../platform/site/front-matter.ts'

/** Events by their first report; in Stockholm midnight is at 23:00 UTC. */
const EVENTS: [title: string, at: string, sources: number, values?: object][] = [
  ['Sist på den nittonde', '2026-11-19T22:59:59Z', 1],
  ['Först på den tjugoförsta', '2026-11-20T23:00:00Z', 1],
  ['Störst på den tjugoförsta', '2026-11-21T08:00:00Z', 3],
  ['Sist på den tjugoförsta', '2026-11-21T22:59:59Z', 2],
  ['Utan datum', '2026-11-21T09:00:00Z', 1, { published_at: null }],
  ['Om något annat', '2026-11-21T09:00:00Z', 3, { relevant: false }],
  ['I dag', '2026-11-23T06:00:00Z', 1],
]
const NOW = '2026-11-23T12:00:00Z'

let web: TestWeb
const get = (url: string, headers = {}) => web.app.inject({ url, headers })
const titlesIn = (body: string) =>
  EVENTS.map(([title]) => title)
    .filter((title) => body.includes(title))
    .sort((a, b) => body.indexOf(a) - body.indexOf(b))

beforeAll(async () => {
  web = await startTestWeb()
  web.clock.set(new Date(NOW))
  const feeds = await Promise.all(
    ['Bladet', 'Posten', 'Ekot'].map((title) =>
      seedFeed(web.database, { title, publisher: `${title.toLowerCase()}.example` }),
    ),
  )
  for (const [title, when, sources, values] of EVENTS) {
    const at = new Date(when)
    const row = { title, published_at: at, discovered_at: at, sort_at: at, language: 'sv', ...values }
    await seedEvent(
      web.database,
      feeds.slice(0, sources).map((feed_id) => ({ feed_id, ...row })),
    )
  }
})
afterAll(() => web.close())

const DAY = ['Störst på den tjugoförsta', 'Sist på den tjugoförsta', 'Först på den tjugoförsta']

describe('the edition of a day', () => {
  it('has all of its day by the site’s clock, most sources first, and an end', async () => {
    const { statusCode, body } = await get('/dag/2026-11-21')
    expect(statusCode).toBe(200)
    expect(titlesIn(body)).toEqual(DAY)
    expect(body).toContain('<h1 class="capital">lördag 21 november</h1>')
    expect(body).toContain('<title>Lördag 21 november – ')
    expect(body).toContain('content="Händelserna lördag 21 november, flest källor först."')
    expect(body).toContain(t('day.end', { date: 'lördag 21 november' }))
    expect(body).toContain('<link rel="canonical" href="https://site.example/dag/2026-11-21">')
  })

  it.each([
    ['the first', '2026-11-19', null, '2026-11-21'],
    ['one over a gap', '2026-11-21', '2026-11-19', '2026-11-23'],
    ['today', '2026-11-23', '2026-11-21', null],
    ['one without news', '2026-11-22', '2026-11-21', '2026-11-23'],
    ['one to come', '2026-11-24', '2026-11-23', null],
    ['before all', '2020-01-01', null, '2026-11-19'],
    ['none', '2026-02-30', '2026-11-23', null],
  ])('leads to the days beside it: %s', async (_what, day, before, after) => {
    const { statusCode, body } = await get(`/dag/${day}`)
    const hasNews = ['2026-11-19', '2026-11-21', '2026-11-23'].includes(day)
    expect(statusCode).toBe(hasNews ? 200 : 404)
    const arrow = (rel: string) => new RegExp(`rel="${rel}" href="/dag/([^"]+)"`).exec(body)?.[1] ?? null
    expect([arrow('prev'), arrow('next')]).toEqual([before, after])
    if (hasNews) return
    expect(body).toContain(t('day.none'))
    expect(body).toContain('name="robots" content="noindex"')
    expect(body).not.toContain('rel="canonical"')
  })

  it('has more to come today', async () => {
    expect((await get('/dag/2026-11-23')).body).toContain(t('day.end_today'))
  })

  it('is led to for now, not for good', async () => {
    const { statusCode, headers } = await get('/dag')
    expect([statusCode, headers.location]).toEqual([302, '/dag/2026-11-23'])
    expect((await get('/dag.md')).body).toBe((await get('/dag/2026-11-23.md')).body)
  })

  it('is the same in markdown and JSON', async () => {
    const markdown = await get('/dag/2026-11-21.md')
    expect(titlesIn(markdown.body)).toEqual(DAY)
    expect(readFrontMatter(markdown.body)).toMatchObject({
      frontMatter: { data: { date: '2026-11-21', events_count: 3 } },
    })
    expect((await get('/dag/2026-11-21', { accept: 'text/markdown' })).body).toBe(markdown.body)
    const { items } = (await get('/dag/2026-11-21.json')).json()
    expect(items.map(({ title }: { title: string }) => title)).toEqual(DAY)
  })

  it.each(['/dag/2026-11-22.md', '/dag/2026-11-24.json', '/dag/2026-02-30.json', '/dag/2026-02-30.md'])(
    'is not there for machines where it has no news: %s',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  )

  it('is an item of a feed once it is over, and does not change', async () => {
    const feed = parseRssFeed((await get('/dag.rss')).body)
    expect(feed.items?.map(({ link }) => link)).toEqual([
      'https://site.example/dag/2026-11-21',
      'https://site.example/dag/2026-11-19',
    ])
    const [item] = (await get('/dag.json')).json().items
    expect(titlesIn(item.content_html)).toEqual(DAY)
    expect([item.id, item.date_published]).toEqual(['https://site.example/dag/2026-11-21', '2026-11-21T23:00:00.000Z'])
  })

  it('counts and ends with what it shows: an event without a readable title is none', async () => {
    const at = new Date('2026-11-15T08:00:00Z')
    const row = { published_at: at, discovered_at: at, sort_at: at, language: 'sv' }
    for (const title of ['Ensam på den femtonde', '***']) await seedEvent(web.database, [{ feed_id: 1, title, ...row }])
    web.ctx.cache.raise('content')
    const { body } = await get('/dag/2026-11-15')
    expect(body).toContain(
      `<p class="meta"><span>${t('events.count', { n: 1 })}</span> <span>${t('sources.count', { n: 1 })}</span></p>`,
    )
    expect(body).toContain(t('day.end', { date: 'söndag 15 november' }))
  })

  it('can be found', async () => {
    expect((await get('/sitemap-pages.xml')).body).toContain('<loc>https://site.example/dag/2026-11-21</loc>')
    expect((await get('/llms.txt')).body).toContain('https://site.example/dag.md')
    expect((await get('/')).body).toContain('href="/dag"')
  })

  it('is led to from the front page after midnight, when a second source joins an event of the evening', async () => {
    web.clock.set(new Date('2026-11-23T23:20:00Z'))
    const reports = ['2026-11-23T21:00:00Z', '2026-11-23T23:10:00Z'].map((when, index) => {
      const at = new Date(when)
      const row = { title: 'Från kvällen', published_at: at, discovered_at: at, sort_at: at, language: 'sv' }
      return { feed_id: index + 1, ...row }
    })
    await seedEvent(web.database, reports)
    web.ctx.cache.raise('content')
    const [, wholeDay] = /class="more" href="([^"]+)">Hela dagen/.exec((await get('/')).body) ?? []
    expect(wholeDay).toBe('/dag/2026-11-23')
    expect((await get(wholeDay ?? '')).statusCode).toBe(200)
  })
})

it('leads to the front page while there is no news', { tags: 'slow' }, async () => {
  const empty = await startTestWeb()
  expect((await empty.app.inject('/dag')).headers.location).toBe('/')
  expect((await empty.app.inject('/dag/2026-11-21')).statusCode).toBe(404)
  expect((await empty.app.inject('/dag.md')).statusCode).toBe(200)
  await empty.close()
})
