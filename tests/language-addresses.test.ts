/** Addresses in the words of each language: every route, by the words of the site, and by those of routes, which lead there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldWords } from '../src/platform/site/address-words.ts'
import { addressOf, pageAddresses } from '../src/platform/site/addresses.ts'
import { firstPaths, pageNames, pagePaths } from '../src/platform/site/page-words.ts'
import { parseSite, type Site } from '../src/platform/site/site.ts'
import { routePaths, routeTable } from './support/addresses.ts'
import { writeDocsTopic } from './support/content.ts'
import { shareOf } from './support/sweep.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const LANGUAGES = ['en', 'de', 'nb', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt']
/** Sites that are started, and asked at every address. */
const STARTED = shareOf(LANGUAGES, 6)

/** Of machines, whose addresses are those of the contract or of a standard; the console is the operator's. */
const MACHINES = /^\/(?:api|mcp|reader|accounts|websub|metrics|healthz|readyz|img|assets|admin|\.well-known)(?:\/|$)/
const KEY = 'k'.repeat(32)
const VALUES: Record<string, string> = { ':key': KEY, ':provider': 'apple', ':day': '2026-11-21', ':slug': 'no-such' }

/** An address of the route; a key begins with a number where it is no secret. */
function exampleOf(path: string): string {
  const filled = path.replace(/:\w+/g, (name) => VALUES[name] ?? '9999999')
  return /^\/(?:personal|letters)/.test(path) ? filled : filled.replace(KEY, '9999999-x')
}

interface RouteCall {
  method: 'GET' | 'POST'
  route: string
}

const inSwedish = (route: string) => addressOf(firstPaths, route)

let swedish: TestWeb
let calls: RouteCall[]
/** Statuses of the Swedish site, by method and route. */
const answers = new Map<string, number>()
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-words-'))

beforeAll(async () => {
  swedish = await startTestWeb()
  // Files below a folder are printed as a star.
  const media = { path: '/media/podcast/none/none.mp3', methods: ['GET'] }
  const routes = routeTable(swedish.app, routePaths).filter(({ path }) => path !== '/*' && path !== '*')
  calls = [...routes, media].flatMap(({ path, methods }) =>
    MACHINES.test(path)
      ? []
      : methods.flatMap((method) =>
          method === 'GET' || method === 'POST' ? [{ method, route: exampleOf(path) } as const] : [],
        ),
  )
  for (const { method, route } of calls)
    answers.set(`${method} ${route}`, (await request(swedish, method, inSwedish(route))).statusCode)
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

/** Routes below pages are English, and each word had one of every language before. */
const english = new Set(oldWords('sv').values())

it('has routes without an old word below their pages', () => {
  expect(calls.length).toBeGreaterThan(80)
  const words = calls.flatMap(({ route }) =>
    wordsIn(route.replace(/^(?:\/media|\/embed|\/(?:tags|stories)\/[^/]+)?\/[^/]*/, '')),
  )
  expect(words.filter((word) => (oldWords('sv').get(word) ?? word) !== word)).toEqual([])
})

describe.each([...LANGUAGES, 'sv', 'no', 'pt-BR', 'cs'])('%s', (language) => {
  const words = oldWords(language)

  it('has old words that lead to one English word, and none that is another', () => {
    expect(new Set(words.values())).toEqual(english)
    expect(
      [...words].filter(([old, now]) => old !== now && english.has(old) && !/^(?:by|all|type)$/.test(old)),
    ).toEqual([])
    expect([...words.keys()].filter((word) => !/^[a-z]+(?:[-_][a-z]+)*$/.test(word))).toEqual([])
  })
})

/** Swedish addresses from before, each with the one that it leads to. */
const OLD = `
/sok?q=sida&tid=week&sprak=en&kalla=3&tagg=a&typ=news&exakt=ja /sok?q=sida&time=week&language=en&source=3&tag=a&kind=news&exact=yes
/sok.rss?q=a+b&tid=day /sok.rss?q=a+b&time=day
/sok/forslag?q=a /sok/suggestions?q=a
/handelser?sida=2 /handelser?page=2
/feeds?sida=2 /feeds?page=2
/stories?sida=2 /stories?page=2
/tags/roses?sida=3 /tags/roses?page=3
/konto?vidare=%2Fkonto%2Flarm /konto?next=%2Fkonto%2Flarm
/konto?sagt=signed_out /konto?said=signed_out
/konto?dolda=ja /konto?hidden=yes
/mitt?dolda=ja /mitt?hidden=yes
/konto?gjort=tysta&typ=word&vad=tysta /konto?done=mute&kind=word&what=tysta
/konto/anslut?client_id=a&state=b /konto/connect?client_id=a&state=b
/konto/appar /konto/apps
/konto/eget-flode /konto/own-feed
/konto/folj/7 /konto/follow/7
/konto/in/apple?vidare=%2Fkonto /konto/sign-in/apple?next=%2Fkonto
/konto/installningar /konto/settings
/konto/kallor.opml /konto/sources.opml
/konto/lage.json /konto/state.json
/konto/larm?typ=event&vad=7&antal=5 /konto/alerts?kind=event&what=7&count=5
/konto/profil /konto/profile
/konto/profil.yaml /konto/profile.yaml
/konto/sparat /konto/saved
/konto/utskick /konto/letters
/konto/val?gor=tysta&typ=word&vad=folj&vidare=/ /konto/choice?do=mute&kind=word&what=folj&next=/
/konto/anslut/bort /konto/connect/remove
/konto/eget-flode/stang /konto/own-feed/close
/konto/in /konto/sign-in
/konto/kallor /konto/sources
/konto/kod /konto/code
/konto/larm/bort /konto/alerts/remove
/konto/larm/enhet /konto/alerts/device
/konto/larm/enhet/bort /konto/alerts/device/remove
/konto/larm/fraga /konto/alerts/request
/konto/larm/tyst /konto/alerts/quiet
/konto/larm/webhook/bort /konto/alerts/webhook/remove
/konto/larm/webhook/igen /konto/alerts/webhook/again
/konto/radera /konto/delete
/konto/svar/apple /konto/answer/apple
/konto/ta-med /konto/bring
/konto/ut /konto/sign-out
/konto/utskick/sluta /konto/letters/stop
/entries/7/fel /entries/7/report
/min/${KEY}/podd.rss /min/${KEY}/podcast.rss
/utskick/${KEY}/ja /utskick/${KEY}/yes
/utskick/larm/${KEY} /utskick/alerts/${KEY}
/utskick/larm/${KEY}/ja /utskick/alerts/${KEY}/yes
/admin?till=/admin/kallor /admin?to=/admin/kallor
/admin/artiklar?visa=removed&sida=2 /admin/articles?view=removed&page=2
/admin/artiklar/7/inte-om-amnet /admin/articles/7/off-topic
/admin/avsnitt/om /admin/episodes/om
/admin/foljetonger/7/sla-ihop /admin/stories/7/merge
/admin/handelser/7/meningar/8/stryk /admin/events/7/claims/8/drop
/admin/kallor.opml /admin/sources.opml
/admin/kallor/7/sok-adress /admin/sources/7/find-address
/admin/kallor/flera /admin/sources/several
/admin/kor-om?sagt=running /admin/rerun?said=running
/admin/kostnad /admin/spend
/admin/linje/par /admin/line/pairs
/admin/logg?q=om&vad=source_added&vem=console /admin/log?q=om&what=source_added&by=console
/admin/modeller/stoppa /admin/models/stop
/admin/prov /admin/exams
/admin/rykten/om/sida /admin/rumors/om/sida
/admin/sammanfattningar/forsok /admin/summaries/retry
/admin/webhooks/7/prova /admin/webhooks/7/try`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [old: string, address: string])
const oldRoutes = OLD.map(([, address]) => pageAddresses({}, 'sv').inward(address))

/** The address that a route had in a language. */
function oldIn({ addresses, paths }: Site, route: string): string {
  const old = (word: string) => addresses.wordsBefore(word).at(-1) ?? word
  const [path = '', query] = addressOf(paths, route).split('?')
  const below = /^\/(?:account|letters|search|personal|entries\/\d)/.test(route)
  const [, page = '', ...segments] = path.split('/')
  const words = segments.map((segment) => (below ? segment.replace(/^[^.]+/, old) : segment))
  const fields = (query ?? '').replace(/(?<=^|&)[^=]+/g, old).replace(/(?<==)(?:yes|mute)\b/g, old)
  return ['', page, ...words].join('/') + (query === undefined ? '' : `?${fields}`)
}

describe.each(LANGUAGES)('a site in %s', (language) => {
  const { site } = siteIn(language)
  const { inward, movedTo } = site.addresses

  it('has an address of its own for every route, and leads there from the Swedish one and the route’s own', () => {
    const routes = [...calls.map(({ route }) => route), ...oldRoutes]
    const addresses = routes.map((route) => addressOf(site.paths, route))
    expect(addresses.map(inward)).toEqual(routes)
    expect(addresses.map(movedTo)).toEqual(addresses.map(() => null))
    for (const before of [routes, routes.map(inSwedish)])
      expect(before.map((route) => movedTo(route) ?? route)).toEqual(addresses)
    expect(new Set(addresses).size).toBe(new Set(routes).size)
    const pages = pagePaths(language)
    const isSwedishPage = (word: string) =>
      pageNames.some((name) => firstPaths[name] === `/${word}` && pages[name] !== `/${word}`)
    expect(
      addresses
        .filter((address) => !address.startsWith('/admin'))
        .flatMap(wordsIn)
        .filter(isSwedishPage),
    ).toEqual([])
  })

  it('leads in one step from the addresses that it had, and from the Swedish ones', () => {
    const wanted = oldRoutes.map((route) => addressOf(site.paths, route))
    const swedish = OLD.map(([old]) => movedTo(old) ?? old)
    expect(swedish).toEqual(wanted)
    const ofReaders = oldRoutes.filter((route) => !route.startsWith('/admin'))
    const old = ofReaders.map((route) => oldIn(site, route))
    expect(old.map((address) => movedTo(address) ?? address)).toEqual(
      ofReaders.map((route) => addressOf(site.paths, route)),
    )
    if (language !== 'en') expect(old.filter((address) => movedTo(address) !== null).length).toBeGreaterThan(25)
  })
})

describe.each(STARTED)('a site in %s', (language) => {
  const { site, folder: content } = siteIn(language)
  const { movedTo } = site.addresses

  it('answers there as the Swedish one does, and takes what is sent to either', { tags: 'slow' }, async () => {
    const web = await startTestWeb({ CONTENT_DIR: content })
    for (const { method, route } of calls) {
      const address = addressOf(site.paths, route)
      const now = await request(web, method, address)
      for (const before of [route, inSwedish(route)]) {
        const old = await request(web, method, before)
        const leads = method === 'GET' && address !== before
        const expected = leads ? [308, address] : [now.statusCode, now.headers.location]
        expect([before, old.statusCode, old.headers.location]).toEqual([before, ...expected])
      }
      expect([address, now.statusCode]).toEqual([address, answers.get(`${method} ${route}`)])
      // A redirect leads to the site's words too.
      if (now.headers.location?.startsWith('/'))
        expect([address, movedTo(String(now.headers.location))]).toEqual([address, null])
    }
    await web.close()
  })
})

it('leaves the pages of a Swedish site as they are', () => {
  const { addresses, paths } = parseSite(readFileSync('content/site.yaml', 'utf8'))
  const { inward, movedTo } = addresses
  expect(paths).toEqual(firstPaths)
  for (const { route } of calls) {
    const address = inSwedish(route)
    expect([route, inward(address), movedTo(address), movedTo(route) ?? route]).toEqual([route, route, null, address])
  }
  for (const [at, [old, address]] of OLD.entries())
    expect([old, movedTo(old), inward(old)]).toEqual([old, address, oldRoutes[at]])
})

it('answers at old addresses: what is read leads on once, and what is sent is taken', { tags: 'slow' }, async () => {
  const ofRoutes = calls.flatMap(({ route }) =>
    inSwedish(route) === route ? [] : [[route, inSwedish(route)] as const],
  )
  for (const [old, route] of [...OLD, ...ofRoutes])
    for (const method of ['GET', 'POST'] as const) {
      const before = await request(swedish, method, old)
      if (method === 'GET') expect([old, before.statusCode, before.headers.location]).toEqual([old, 308, route])
      else expect([old, before.statusCode]).toEqual([old, (await request(swedish, method, route)).statusCode])
    }
})
