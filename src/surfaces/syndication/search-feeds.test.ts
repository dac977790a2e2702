/** Any search and filter as RSS and JSON Feed, and the documents by which machines find the interfaces. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  const tag = await seedTag(database, 'Bro', 'bro')
  const feeds = [await seedFeed(database), await seedFeed(database)]
  await seedArticles(
    database,
    [0, 1, 2, 3].map((n) => {
      const at = new Date(Date.UTC(2026, 10, n === 0 ? 1 : 18 + n))
      const times = { published_at: at, discovered_at: at, sort_at: at }
      const kind = n === 3 ? 'rumor' : 'news'
      const values = { feed_id: feeds[n % 2]!, tag_ids: n < 2 ? [tag] : [], language: n === 2 ? 'en' : 'sv' }
      return { ...values, ...times, kind, title: n === 1 ? 'Tunneln 1' : `Bron ${n}` }
    }),
  )
})
afterAll(() => web.close())

it.each([
  ['?q=bron', [3, 2, 0]],
  ['?q=bron&time=week', [3, 2]],
  ['?q=bron&language=en', [2]],
  ['?q=bron&source=1', [2, 0]],
  ['?q=bron&tag=bro', [0]],
  ['?q=bron&kind=rumor', [3]],
  ['?q=finns-inte', []],
  ['?tag=bro', [1, 0]],
  ['?source=2&kind=rumor', [3]],
  ['', [3, 2, 1, 0]],
])('/sok.rss%s and /sok.json give the same', async (query, shown) => {
  const json = await web.app.inject(`/sok.json${query}`)
  const rss = await web.app.inject(`/sok.rss${query}`)
  expect([json.statusCode, rss.statusCode]).toEqual([200, 200])
  const { items, feed_url, home_page_url } = json.json()
  expect(items.map(({ title }: { title: string }) => Number(title.at(-1)))).toEqual(shown)
  expect([...rss.body.matchAll(/<title>\w+ (\d)<\/title>/g)].map(([, n]) => Number(n))).toEqual(shown)
  expect(feed_url).toBe(`${web.config.BASE_URL}/sok.json${query}`)
  expect(home_page_url).toBe(`${web.config.BASE_URL}/sok${query}`)
})

it('brings what is new, though more than a feed holds fit better', async () => {
  const at = (hour: number) => {
    const time = new Date(Date.UTC(2026, 9, 1, hour))
    return { published_at: time, sort_at: time }
  }
  const old = Array.from({ length: 60 }, (_, n) => ({ feed_id: 1, language: 'sv', title: 'Torget', ...at(n) }))
  const mention = { title: 'Nytt', excerpt: 'Det händer vid ån, på gatan, i parken och på torget.' }
  await seedArticles(web.database, [...old, { feed_id: 1, language: 'sv', ...mention, ...at(99) }])
  const { items } = (await web.app.inject('/sok.json?q=torget')).json()
  expect(items).toHaveLength(50)
  expect(items[0].title).toBe('Nytt')
})

it('is asked for at the words of the search page, and refuses what is too long', async () => {
  expect((await web.app.inject('/search.rss?q=bron')).headers.location).toBe('/sok.rss?q=bron')
  expect((await web.app.inject(`/sok.rss?q=${'x'.repeat(501)}`)).statusCode).toBe(400)
})

it('the OpenAPI document is where tools look for it, and the catalogue leads to it', async () => {
  const document = await web.app.inject('/api/v1/openapi.json')
  expect((await web.app.inject('/openapi.json')).body).toBe(document.body)
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await web.app.inject({ method, url: '/.well-known/api-catalog' })
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ])
    expect(headers.link).toContain('rel="api-catalog"')
  }
  const { linkset } = (await web.app.inject('/.well-known/api-catalog')).json()
  // An item is what all addresses of an interface begin with.
  for (const { anchor: _anchor, item: _item, ...relations } of linkset)
    for (const { href } of Object.values(relations).flat() as { href: string }[]) {
      const { statusCode } = await web.app.inject(href.replace(web.config.BASE_URL, ''))
      expect([href, [200, 405].includes(statusCode)]).toEqual([href, true])
    }
})
