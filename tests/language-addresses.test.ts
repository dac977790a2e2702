/** Addresses in the words of each language: every route, by the words of the site, and by those of routes, which lead there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressWords } from '../src/platform/site/address-words.ts'
import { addressOf, routeOf } from '../src/platform/site/addresses.ts'
import { pageAddresses } from '../src/platform/site/configured-paths.ts'
import { languagePaths } from '../src/platform/site/language-paths.ts'
import { defaultPaths, type PageName } from '../src/platform/site/paths.ts'
import { parseSite, type Site } from '../src/platform/site/site.ts'
import { routeTable } from './support/addresses.ts'
import { writeDocsTopic } from './support/content.ts'
import { shareOf } from './support/sweep.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const LANGUAGES = ['en', 'de', 'nb', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt']
/** Sites that are started, and asked at every address. */
const STARTED = shareOf(LANGUAGES, 5)

/** Of machines, whose addresses are those of the contract or of a standard; the console is the operator's. */
const MACHINES = /^\/(?:api|mcp|reader|accounts|websub|metrics|healthz|readyz|img|assets|admin|\.well-known)(?:\/|$)/
/** Words that are the same in every language. */
const SHARED = new Set(
  `entries feeds tags stories feed export popular chapters transcript cover llms llms-full index sitemap sitemap-pages
  sitemap-news sitemap-events robots site offline sw favicon apple-touch-icon icon-192 icon-512 icon-maskable-512 status media openapi
  embed oembed oauth token revoke register webhook`.split(/\s+/),
)
const KEY = 'k'.repeat(32)
const VALUES: Record<string, string> = { ':key': KEY, ':provider': 'apple', ':day': '2026-11-21', ':slug': 'no-such' }

/** An address of the route; a key begins with a number where it is no secret. */
function exampleOf(path: string): string {
  const filled = path.replace(/:\w+/g, (name) => VALUES[name] ?? '9999999')
  return /^\/(?:min|utskick)/.test(path) ? filled : filled.replace(KEY, '9999999-x')
}

interface RouteCall {
  method: 'GET' | 'POST'
  route: string
}

let swedish: TestWeb
let calls: RouteCall[]
/** Statuses of the Swedish site, by method and route. */
const answers = new Map<string, number>()
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-words-'))

beforeAll(async () => {
  swedish = await startTestWeb()
  // Files below a folder are printed as a star.
  const media = { path: '/media/podd/none/none.mp3', methods: ['GET'] }
  const routes = routeTable(swedish.app).filter(({ path }) => path !== '/*' && path !== '*')
  calls = [...routes, media].flatMap(({ path, methods }) =>
    MACHINES.test(path)
      ? []
      : methods.flatMap((method) =>
          method === 'GET' || method === 'POST' ? [{ method, route: exampleOf(path) } as const] : [],
        ),
  )
  for (const { method, route } of calls)
    answers.set(`${method} ${route}`, (await request(swedish, method, route)).statusCode)
})
afterAll(async () => {
  await swedish.close()
  rmSync(folder, { recursive: true })
})

const request = ({ app }: TestWeb, method: RouteCall['method'], url: string) =>
  app.inject({ method, url, headers: { accept: 'text/html' }, ...(method === 'POST' && { payload: {} }) })

/** The topic of the docs in another language. */
function siteIn(language: string): { folder: string; site: Site } {
  const place = join(folder, language)
  writeDocsTopic(place)
  const file = join(place, 'site.yaml')
  const text = readFileSync(file, 'utf8').replace(/^language: .*/m, `language: ${language}`)
  writeFileSync(file, text)
  return { folder: place, site: parseSite(text) }
}

const wordsIn = (route: string) =>
  (route.split('?')[0] ?? '')
    .split('/')
    .map((segment) => segment.replace(/\..*/, ''))
    .filter((word) => /^[a-z]/.test(word) && ![KEY, 'no-such', 'none', 'apple'].includes(word))

it('has a word in other languages for each word of its routes', () => {
  const all = new Set([
    ...addressWords('en').keys(),
    ...Object.values(defaultPaths).map((path) => path.slice(1)),
    ...SHARED,
    // Records of publishers have one address in all languages.
    ...['publishers', 'compare', 'months'],
  ])
  const routes = calls.map(({ route }) => route)
  expect(routes.length).toBeGreaterThan(80)
  expect(routes.flatMap(wordsIn).filter((word) => !/^sitemap-/.test(word) && !all.has(word))).toEqual([])
})

describe.each([...LANGUAGES, 'no', 'pt-BR', 'cs'])('%s', (language) => {
  const words = addressWords(language)

  it('has one word for each, which no address of routes has', () => {
    const all = [...words.values()]
    expect(new Set(all).size).toBe(all.length)
    expect([...words].filter(([word, other]) => word !== other && words.has(other))).toEqual([])
    expect(all.filter((word) => !/^[a-z]+(?:-[a-z]+)*$/.test(word))).toEqual([])
    expect(words.size).toBe(addressWords('en').size)
  })
})

const QUERIES = [
  '/sok?q=sida&tid=week&sprak=en&kalla=3&tagg=a&typ=news&exakt=ja',
  '/sok.rss?q=a+b&tid=day',
  '/handelser?sida=2',
  '/tags/roses?sida=3',
  '/konto?vidare=%2Fkonto%2Flarm',
  '/konto?sagt=signed_out',
  '/konto/larm?typ=event&vad=7&antal=5',
  '/konto/val?gor=tysta&typ=word&vad=folj&vidare=/',
]

describe.each(LANGUAGES)('a site in %s', (language) => {
  const { site } = siteIn(language)
  const { inward, movedTo } = pageAddresses(site.configuredPaths, site.paths.words)

  it('has an address of its own for every route, and leads there from that of the route', () => {
    const routes = [...calls.map(({ route }) => route), ...QUERIES]
    const addresses = routes.map((route) => addressOf(site.paths, route))
    expect(addresses.map(inward)).toEqual(routes)
    expect(addresses.map((address) => routeOf(site.paths, address))).toEqual(routes)
    expect(addresses.map(movedTo)).toEqual(addresses.map(() => null))
    expect(routes.map((route) => movedTo(route) ?? route)).toEqual(addresses)
    expect(new Set(addresses).size).toBe(new Set(routes).size)
    const isSwedish = (word: string) => (site.paths.words?.get(word) ?? word) !== word
    const pages = languagePaths(language)
    const isSwedishPage = (word: string) =>
      Object.entries(defaultPaths).some(
        ([name, path]) => path === `/${word}` && (pages[name as PageName] ?? path) !== path,
      )
    expect(addresses.flatMap(wordsIn).filter((word) => isSwedish(word) || isSwedishPage(word))).toEqual([])
  })
})

describe.each(STARTED)('a site in %s', (language) => {
  const { site, folder: content } = siteIn(language)
  const { movedTo } = pageAddresses(site.configuredPaths, site.paths.words)

  it('answers there as the Swedish one does, and takes what is sent to either', async () => {
    const web = await startTestWeb({ CONTENT_DIR: content })
    for (const { method, route } of calls) {
      const address = addressOf(site.paths, route)
      const [own, old] = [await request(web, method, address), await request(web, method, route)]
      const leads = method === 'GET' && address !== route
      const expected = leads ? [308, address] : [own.statusCode, own.headers.location]
      expect([route, old.statusCode, old.headers.location]).toEqual([route, ...expected])
      expect([address, own.statusCode]).toEqual([address, answers.get(`${method} ${route}`)])
      // A redirect leads to the site's words too.
      if (own.headers.location?.startsWith('/'))
        expect([address, movedTo(String(own.headers.location))]).toEqual([address, null])
    }
    await web.close()
  })
})

it('leaves a Swedish site as it is', () => {
  const { configuredPaths, paths } = parseSite(readFileSync('content/site.yaml', 'utf8'))
  const { inward, movedTo } = pageAddresses(configuredPaths, paths.words)
  for (const route of [...calls.map((one) => one.route), ...QUERIES])
    expect([route, inward(route), movedTo(route), addressOf(paths, route)]).toEqual([route, route, null, route])
})
