/** Every public address × what a client says that it accepts: only the address decides in which form it is answered. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routeTable } from './support/addresses.ts'
import { seedFeed, seedRecords } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { seedWorld, type World } from './support/worlds/agent.ts'

const ACCEPTS = [
  '*/*',
  'text/html',
  'application/json',
  'text/markdown',
  'application/xml',
  'x-odd/thing;q=0.001',
  undefined,
]
const METHODS = ['GET', 'HEAD'] as const

/** Surfaces with errors in a form of their own. */
const FIXED_FORM = /^\/(?:api(?!\/docs)|mcp$|reader|accounts)(?:\/|$)?/
const KEY = 'k'.repeat(32)

let web: TestWeb
let world: World
/** With records. */
let publishers: string[]

type Examples = Record<string, (world: World) => [there: string | null, not: string]>

const OF_OTHERS: Examples = Object.assign(
  {},
  ...ifThere<Examples>('edition-mail', {
    '/utskick/:key': () => [`/utskick/${KEY}`, '/utskick/no-such'],
    '/utskick/:key/yes': () => [`/utskick/${KEY}/yes`, '/utskick/no-such/yes'],
  }),
  ...ifThere<Examples>('alerts', {
    '/utskick/alerts/:key': () => [`/utskick/alerts/${KEY}`, '/utskick/alerts/no-such'],
    '/utskick/alerts/:key/yes': () => [`/utskick/alerts/${KEY}/yes`, '/utskick/alerts/no-such/yes'],
  }),
  ...ifThere<Examples>('podcast', { '/*': () => [null, '/media/podd/no-such/audio.mp3'] }),
  ...ifThere<Examples>('websub', { '/websub/:key': () => [null, `/websub/${KEY}`] }),
)

const OF_EDITIONS: Examples = Object.assign(
  {},
  ...ifThere<Examples>('editions', {
    '/min/:key.rss': () => [null, `/min/${KEY}.rss`],
    '/min/:key.atom': () => [null, `/min/${KEY}.atom`],
    '/min/:key.json': () => [null, `/min/${KEY}.json`],
    '/min/:key/podcast.rss': () => [null, `/min/${KEY}/podcast.rss`],
    '/min/:key/:day.mp3': () => [null, `/min/${KEY}/2026-11-21.mp3`],
  }),
)

const OF_GUIDES: Examples = Object.assign(
  {},
  ...ifThere<Examples>('guides', {
    '/:slug.md': ({ guideSlug }) => [`/${guideSlug}.md`, '/no-such.md'],
    '/:slug': ({ guideUrl }) => [pathOf(guideUrl), '/no-such'],
  }),
)
const OF_PODCAST: Examples = Object.assign(
  {},
  ...ifThere<Examples>('podcast', {
    '/*': () => [null, '/media/podd/no-such/audio.mp3'],
    '/podd/:id.md': ({ episodeId }) => [`/podd/${episodeId}.md`, '/podd/no-such.md'],
    '/podd/:id': ({ episodeUrl }) => [pathOf(episodeUrl), '/podd/no-such'],
    '/podd/:id/chapters.json': ({ episodeId }) => [`/podd/${episodeId}/chapters.json`, '/podd/no-such/chapters.json'],
    '/podd/:id/transcript.vtt': ({ episodeId }) => [
      `/podd/${episodeId}/transcript.vtt`,
      '/podd/no-such/transcript.vtt',
    ],
  }),
)

const OF_RECORDS: Examples = Object.assign(
  {},
  ...ifThere<Examples>('publisher-record', {
    '/utgivare/:id.md': () => [`/utgivare/${publishers[0]}.md`, '/utgivare/no-such.example.md'],
    '/utgivare/:domain': () => [`/utgivare/${publishers[0]}`, '/utgivare/no-such.example'],
    '/utgivare/:domain/:figure': () => [`/utgivare/${publishers[0]}/first`, '/utgivare/no-such.example/first'],
    '/utgivare/months/:month': () => ['/utgivare/months/2026-11', '/utgivare/months/1999-01'],
    '/utgivare/months/:month.csv': () => ['/utgivare/months/2026-11.csv', '/utgivare/months/1999-01.csv'],
    '/utgivare/months/:month.json': () => ['/utgivare/months/2026-11.json', '/utgivare/months/1999-01.json'],
  }),
)

/** Addresses of each route with parameters: of something that is there (null: for one reader alone), and of nothing. */
const EXAMPLES: Examples = {
  '/entries/:id.json': ({ articleId }) => [`/entries/${articleId}.json`, '/entries/99999999.json'],
  '/entries/:key.md': ({ articleId }) => [`/entries/${articleId}.md`, '/entries/99999999.md'],
  '/entries/:key': ({ articleUrl }) => [pathOf(articleUrl), '/entries/99999999-nothing'],
  '/feeds/:id.json': ({ feedId }) => [`/feeds/${feedId}.json`, '/feeds/9999.json'],
  '/feeds/:id.rss': ({ feedId }) => [`/feeds/${feedId}.rss`, '/feeds/9999.rss'],
  '/feeds/:id.atom': ({ feedId }) => [`/feeds/${feedId}.atom`, '/feeds/9999.atom'],
  '/feeds/:id': ({ feedId }) => [`/feeds/${feedId}`, '/feeds/9999'],
  '/tags/:id.json': () => ['/tags/1.json', '/tags/9999.json'],
  '/tags/:slug.rss': ({ tagSlug }) => [`/tags/${tagSlug}.rss`, '/tags/no-such.rss'],
  '/tags/:slug.atom': ({ tagSlug }) => [`/tags/${tagSlug}.atom`, '/tags/no-such.atom'],
  '/tags/:slug.:form': ({ tagSlug }) => [`/tags/${tagSlug}.json`, '/tags/no-such.json'],
  '/tags/:slug': ({ tagSlug }) => [`/tags/${tagSlug}`, '/tags/no-such'],
  '/tags/:slug/handelser.rss': ({ tagSlug }) => [`/tags/${tagSlug}/handelser.rss`, '/tags/no-such/handelser.rss'],
  '/tags/:slug/handelser.atom': ({ tagSlug }) => [`/tags/${tagSlug}/handelser.atom`, '/tags/no-such/handelser.atom'],
  '/tags/:slug/handelser.json': ({ tagSlug }) => [`/tags/${tagSlug}/handelser.json`, '/tags/no-such/handelser.json'],
  '/stories/:key.md': ({ storyId }) => [`/stories/${storyId}.md`, '/stories/99999999.md'],
  '/stories/:key.rss': ({ storyId }) => [`/stories/${storyId}.rss`, '/stories/99999999.rss'],
  '/stories/:key.atom': ({ storyId }) => [`/stories/${storyId}.atom`, '/stories/99999999.atom'],
  '/stories/:key.json': ({ storyId }) => [`/stories/${storyId}.json`, '/stories/99999999.json'],
  '/stories/:key': ({ storyUrl }) => [pathOf(storyUrl), '/stories/99999999'],
  '/stories/:key/handelser.rss': ({ storyId }) => [`/stories/${storyId}/handelser.rss`, '/stories/999/handelser.rss'],
  '/stories/:key/handelser.atom': ({ storyId }) => [`/stories/${storyId}/handelser.atom`, '/stories/9/handelser.atom'],
  '/stories/:key/handelser.json': ({ storyId }) => [
    `/stories/${storyId}/handelser.json`,
    '/stories/999/handelser.json',
  ],
  '/dag/:day': () => ['/dag/2026-11-21', '/dag/1999-01-01'],
  '/dag/:day.md': () => ['/dag/2026-11-21.md', '/dag/1999-01-01.md'],
  '/dag/:day.json': () => ['/dag/2026-11-21.json', '/dag/1999-01-01.json'],
  '/handelser/:key.md': ({ eventId }) => [`/handelser/${eventId}.md`, '/handelser/99999999.md'],
  '/handelser/:key': ({ eventId }) => [`/handelser/${eventId}-karnan-blir-godare-i-ar`, '/handelser/99999999'],
  '/embed/handelser/:key': ({ eventId }) => [
    `/embed/handelser/${eventId}-karnan-blir-godare-i-ar`,
    '/embed/handelser/99999999',
  ],
  ...OF_PODCAST,
  ...OF_GUIDES,
  ...OF_RECORDS,
  '/assets/:version/:name': () => ['/assets/0123456789/site.css', '/assets/0123456789/no-such.css'],
  '/img/:id/:file': () => [null, '/img/99999999/640.webp'],
  '/img/events/:id.png': () => [null, '/img/events/99999999.png'],
  '/sitemap-:month.xml': () => ['/sitemap-2026-11.xml', '/sitemap-1999-01.xml'],
  ...OF_EDITIONS,
  ...OF_OTHERS,
  '/konto/follow/:id': ({ feedId }) => [`/konto/follow/${feedId}`, '/konto/follow/9999'],
  '/konto/sign-in/:provider': () => [null, '/konto/sign-in/apple'],
}

/** Pages with a markdown form at their address with `.md` behind it. */
const MARKDOWN: ((world: World) => string)[] = [
  ({ articleUrl }) => pathOf(articleUrl),
  ({ storyUrl }) => pathOf(storyUrl),
  ({ eventId }) => `/handelser/${eventId}-karnan-blir-godare-i-ar`,
  () => '/handelser',
  () => '/dag/2026-11-21',
  ...ifThere('podcast', ({ episodeUrl }: World) => pathOf(episodeUrl)),
  ...ifThere('quality', () => '/kvalitet'),
  ...ifThere('guides', ({ guideUrl }: World) => pathOf(guideUrl)),
  ...ifThere('publisher-record', () => `/utgivare/${publishers[0]}`),
]

/** Forms of addresses that no route has, and those that cannot be read. */
const NOWHERE = [
  '/nope',
  '/nope.json',
  '/nope.md',
  '/x/y/z',
  '/entries/%E0%A4%A',
  `/tags/${'x'.repeat(600)}`,
  '/api/docs/nope',
]

beforeAll(async () => {
  web = await startTestWeb()
  world = await seedWorld(web)
  publishers = await seedRecords(web.database, [world.feedId, await seedFeed(web.database)], world)
})
afterAll(() => web.close())

const pathOf = (url: string) => new URL(url).pathname
const publicRoutes = () =>
  routeTable(web.app).filter(({ path, methods }) => methods.includes('GET') && !FIXED_FORM.test(path))
const ask = (method: (typeof METHODS)[number], url: string, accept: string | undefined) =>
  web.app.inject({ method, url, headers: accept === undefined ? {} : { accept } })

it('has an example of every route with a parameter', () => {
  const withParameters = publicRoutes().flatMap(({ path }) => (/[:*]/.test(path) ? path : []))
  expect(withParameters.sort()).toEqual(Object.keys(EXAMPLES).sort())
})

/** Protocols' own, which no person opens. */
const MACHINES = /^\/(?:\.well-known|websub|reader|accounts)(?:\/|$)/

it('answers whatever is not there with the static page, or machines with a line, whatever is accepted; a day has one of its own', {
  tags: 'slow',
}, async () => {
  // Its navigation has the rooms that a page was loaded with.
  await web.app.inject('/feeds')
  const page = (await web.app.inject('/nope')).body
  expect(page).toContain('<!doctype html>')
  const below = publicRoutes().flatMap(({ path }) => (/[:*]/.test(path) || path === '/' ? [] : `${path}/no-such-thing`))
  const unknown = Object.values(EXAMPLES).map((example) => example(world)[1])
  const wrong: unknown[] = []
  for (const url of [...NOWHERE, ...below, ...unknown])
    for (const method of METHODS)
      for (const accept of ACCEPTS) {
        const { statusCode, headers, body } = await ask(method, url, accept)
        const isPage =
          headers['content-type'] === 'text/html; charset=utf-8' && body === (method === 'HEAD' ? '' : page)
        const isForMachines =
          MACHINES.test(url) && headers['content-type'] === 'text/plain; charset=utf-8' && !body.includes('<')
        const isJsonRpc = /^\/mcp\//.test(url) && headers['content-type'] === 'application/json; charset=utf-8'
        const isHelp = /^\/dag\/[\d-]+$/.test(url) && String(headers['content-type']).startsWith('text/html')
        if (statusCode !== 404 || !(isPage || isHelp || isForMachines || isJsonRpc))
          wrong.push([method, url, accept, statusCode, headers['content-type']])
      }
  expect(wrong).toEqual([])
})

it('answers what is there in one form, whatever is accepted, but pages with a markdown form', {
  tags: 'slow',
}, async () => {
  const there = publicRoutes().map(({ path }) => (EXAMPLES[path] ? EXAMPLES[path](world)[0] : path))
  const wrong: unknown[] = []
  for (const url of there.filter((url) => url !== null && !url.startsWith('/konto'))) {
    const formOf = async (accept?: string) => {
      const { statusCode, headers } = await ask('GET', String(url), accept)
      return `${statusCode} ${headers['content-type']}`
    }
    const plain = await formOf()
    const twin = MARKDOWN.some((route) => route(world) === url) ? '200 text/markdown; charset=utf-8' : plain
    for (const accept of ACCEPTS) {
      const form = await formOf(accept)
      if (form !== (accept === 'text/markdown' ? twin : plain)) wrong.push([url, accept, form])
    }
  }
  expect(wrong).toEqual([])
})

it('names the markdown form of every page that has one, and says where the answer depends on Accept', async () => {
  for (const page of MARKDOWN) {
    const url = page(world)
    for (const method of METHODS) {
      const html = await ask(method, url, 'text/html')
      expect([url, html.statusCode, html.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(html.headers.link).toContain(`<${url}.md>; rel="alternate"; type="text/markdown"`)
      const markdown = await ask(method, url, 'text/markdown')
      expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
      for (const { headers } of [html, markdown]) expect(String(headers.vary).split(', ')).toContain('accept')
    }
    expect((await ask('GET', url, 'text/markdown')).body).toBe((await ask('GET', `${url}.md`, undefined)).body)
  }
  const front = await ask('GET', '/', 'text/html')
  expect(front.headers.link).toContain('</index.md>; rel="alternate"; type="text/markdown"')
})

it('has a page for every markdown form', () => {
  const forms = routeTable(web.app).flatMap(({ path }) =>
    path.endsWith('.md') && !['/index.md', '/dag.md'].includes(path) ? path : [],
  )
  expect(forms.length).toBe(MARKDOWN.length)
})

it('stores the same page for all, though it was first asked for at an address of another spelling', async () => {
  const path = pathOf(world.articleUrl)
  web.ctx.cache.raise('content')
  await ask('GET', path.replace('entries', '%65ntries'), 'text/html')
  const { headers } = await ask('GET', path, 'text/html')
  expect(headers.link).toContain(`<${path}.md>; rel="alternate"`)
  expect(String(headers.vary).split(', ')).toContain('accept')
})

it('says of a redirect to a canonical page, too, that another answer is had with another Accept', async () => {
  for (const url of [`/entries/${world.articleId}`, `/stories/${world.storyId}`, `/handelser/${world.eventId}`]) {
    const moved = await ask('GET', url, 'text/html')
    expect([url, moved.statusCode, String(moved.headers.vary).split(', ')]).toEqual([
      ...[url, 301, expect.arrayContaining(['accept'])],
    ])
    expect((await ask('GET', url, 'text/markdown')).statusCode).toBe(200)
  }
})
