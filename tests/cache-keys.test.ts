/** No two addresses that answer differently share an answer of the cache: each is the same after all others as alone. */
// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedEvent, seedFeed, seedTag } from './support/build.ts'
import { completeTable } from './support/features.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

/** Values of each parameter that leave out or order something otherwise. A new parameter needs a row. */
const VALUES: Record<string, string[]> = {
  page: ['1', '2', '3'],
  // Publishers to be compared.
  a: ['source1.example', 'source2.example'],
  b: ['source1.example', 'source2.example'],
  per_page: ['3', '7'],
  sort: ['newest', 'popular', 'updated'],
  lang: ['sv', 'en'],
  relevant: ['true', 'false'],
  apple_relevant: ['true', 'false'],
  since: ['2026-11-20', '2026-11-21'],
  until: ['2026-11-20', '2026-11-21'],
  cursor: [],
  feed_id: [],
  min_sources: ['2', '3'],
  kind: ['news', 'rumor'],
  tag: ['fynd', 'bron'],
  q: ['quebec', 'bron'],
  include_transcript: ['true', 'false'],
  limit: ['3', '7'],
  after: [],
  story_id: ['1', '2'],
  status: ['active', 'dormant'],
  types: ['entry.created', 'event.created'],
  type: ['entry', 'event'],
  view: ['full', 'short'],
  page_type: ['product_hub', 'rumor'],
}

let web: TestWeb
let feeds: number[]
let tag: number
beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  tag = await seedTag(database, 'Fynd', 'fynd')
  const other = await seedTag(database, 'Bron', 'bron')
  feeds = [await seedFeed(database, { title: 'Bladet' }), await seedFeed(database, { title: 'Posten' })]
  for (let n = 0; n < 40; n++) {
    const at = new Date(Date.UTC(2026, 10, 19, n))
    const times = { published_at: at, discovered_at: at, sort_at: at, updated_at: at }
    const article = {
      ...times,
      title: `${n % 3 === 0 ? 'Bron' : 'Quebec'} ${n}`,
      language: n % 2 === 0 ? 'sv' : 'en',
      feed_id: feeds[n % 2] as number,
      tag_ids: [n % 4 === 0 ? other : tag],
      kind: n % 5 === 0 ? 'rumor' : 'news',
      relevant: n % 7 !== 0,
      views: (n * 17) % 40,
    }
    const more =
      n % 6 === 0 ? [{ ...article, title: `${article.title} igen`, feed_id: feeds[(n + 1) % 2] as number }] : []
    await seedEvent(database, [article, ...more])
  }
})
afterAll(() => web.close())

const raise = () => {
  for (const name of ['content', 'views'] as const) web.ctx.cache.raise(name)
}

let readers = 0

async function answer(url: string): Promise<string> {
  // From another reader each time: searches are counted by their addresses.
  const remoteAddress = `10.1.${++readers >> 8}.${readers & 255}`
  const { statusCode, body } = await web.app.inject({ url, remoteAddress })
  return `${statusCode} ${body}`
}

/** Places behind the first and the second page of a list. */
async function cursorsOf(path: string): Promise<string[]> {
  const cursors: string[] = []
  let url = `${path}?per_page=5`
  for (let page = 0; page < 2; page++) {
    const { meta } = JSON.parse((await web.app.inject({ url })).body) as { meta?: { next_cursor?: string | null } }
    if (!meta?.next_cursor) break
    cursors.push(meta.next_cursor)
    url = `${path}?per_page=5&cursor=${meta.next_cursor}`
  }
  return cursors
}

/** A route of the API with each value of each of its parameters. */
async function variantsOf(path: string, names: string[]): Promise<string[]> {
  const needed = path.endsWith('/search') ? 'q=quebec&' : ''
  const all = [`${path}?${needed}`]
  for (const name of names) {
    const values = name === 'cursor' ? await cursorsOf(path) : name === 'feed_id' ? feeds.map(String) : VALUES[name]
    all.push(...(values ?? []).map((value) => `${path}?${name === 'q' ? '' : needed}${name}=${value}`))
  }
  return all
}

const apiRoutes = () =>
  completeTable(web.ctx.site).filter(
    ({ method, auth, path }) => method === 'GET' && auth !== 'required' && !/stream/.test(path),
  )

/** Addresses besides the API, by the parameters that their routes read. */
const PAGES = [
  ...['/', '/handelser', '/feeds', '/tags', '/populart', '/stories', '/podd', '/rattelser', '/status'],
  ...['?page=1', '?page=2'].flatMap((query) =>
    ['/', '/handelser', '/tags/fynd', '/tags/bron', '/populart'].map((path) => path + query),
  ),
  ...['', '?min_sources=2', '?min_sources=3'].flatMap((query) =>
    [
      '/handelser.rss',
      '/handelser.atom',
      '/handelser.json',
      '/tags/fynd/handelser.rss',
      '/tags/bron/handelser.json',
    ].map((path) => path + query),
  ),
  ...['', '.md', '.json'].flatMap((form) =>
    ['2026-11-19', '2026-11-20', '1999-01-01', 'never'].map((day) => `/dag/${day}${form}`),
  ),
  ...['', '?items=3', '?items=7'].flatMap((query) =>
    ['/entries.json', '/entries/popular.json', '/tags/1.json', '/tags/2.json'].map((path) => path + query),
  ),
  ...['quebec', 'bron'].flatMap((q) =>
    [
      '',
      '&time=vecka',
      '&time=dygn',
      '&language=sv',
      '&language=en',
      '&kind=rumor',
      '&tag=fynd',
      '&page=2',
      '&exact=yes',
    ].map((more) => `/sok?q=${q}${more}`),
  ),
  ...['', '?q=quebec', '?q=bron', '?tag=fynd', '?q=quebec&kind=rumor', '?q=quebec&source=1', '?time=year'].flatMap(
    (query) => ['/sok.rss', '/sok.atom', '/sok.json'].map((path) => path + query),
  ),
  ...['', '&format=xml', '&maxwidth=200', '&maxheight=90'].flatMap((query) =>
    [1, 2].map((id) => `/oembed?url=/handelser/${id}${query}`),
  ),
  ...['/embed/handelser/1', '/embed/handelser/2'],
  ...[
    '/entries.rss',
    '/entries.atom',
    '/feed.json',
    '/index.md',
    '/handelser.md',
    '/llms.txt',
    '/llms-full.txt',
    '/dag',
    '/dag.md',
    '/dag.rss',
    '/dag.json',
    '/tags/fynd.rss',
    '/tags/bron.rss',
    '/tags/bron.atom',
    '/tags/bron.json',
  ],
]

it('each parameter of the API has values to be tried', () => {
  const names = apiRoutes().flatMap(({ query }) => Object.keys(query?.shape ?? {}))
  expect([...new Set(names)].filter((name) => !(name in VALUES))).toEqual([])
})

it('each address answers the same after all others as alone', async () => {
  const ids = feeds.flatMap((id) => [
    `/feeds/${id}`,
    `/feeds/${id}.rss`,
    `/feeds/${id}.atom`,
    `/feeds/${id}.json`,
    `/feeds/${id}.json?items=3`,
  ])
  const urls = [...PAGES, ...ids]
  for (const { path, query } of apiRoutes()) {
    const names = Object.keys(query?.shape ?? {})
    const keys = /\/tags\//.test(path) ? ['fynd', 'bron'] : /\/feeds\//.test(path) ? feeds : ['1', '2']
    for (const key of path.includes(':id') ? keys : [''])
      urls.push(...(await variantsOf(path.replace(':id', `${key}`), names)))
  }
  const alone = new Map<string, string>()
  for (const url of urls) {
    raise()
    alone.set(url, await answer(url))
  }
  raise()
  for (const url of urls) expect([url, await answer(url)]).toEqual([url, alone.get(url)])
  for (const url of urls.toReversed()) expect([url, await answer(url)]).toEqual([url, alone.get(url)])
  // They do differ: a test of equal answers would notice nothing.
  expect(new Set(alone.values()).size).toBeGreaterThan(urls.length * 0.6)
})
