/** Another topic in another language by settings alone: every page and every surface of a bicycle site, read for leftovers. */
// @module-tag slow

import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createModels } from '../src/app/create-models.ts'
import { claimSite } from '../src/platform/database/claim-site.ts'
import { openTestDatabase } from './support/database.ts'
import { ifThere } from './support/features.ts'
import { readableLines } from './support/valid/readable-lines.ts'
import { type DemoSite, startDemoSite } from './support/worlds/demo.ts'

let site: DemoSite
/** Address → page, of everything that can be reached from the front page, and what nothing links to. */
const pages = new Map<string, string>()
/** What a page links to → how it answers. */
const links: Record<string, number> = {}
const starts = [
  '/',
  '/search?q=bridge',
  '/search?q=zzzz',
  '/account',
  '/offline',
  '/nothing-here',
  '/stories',
  ...ifThere('podcast', '/podcast'),
  '/guides',
  ...ifThere('corrections', '/corrections'),
  '/here',
]

beforeAll(async () => {
  const settings = { CONTENT_DIR: 'demo/bicycles/content', AI_PROVIDER: 'none' }
  site = await startDemoSite(settings, 'demo/bicycles')
  const waiting = [...starts]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue
    const answer = await fetch(site.url + path, { redirect: 'manual' })
    if (answer.headers.get('location')?.startsWith('/account')) continue
    if (!starts.includes(path)) links[path] = answer.status
    if (!answer.headers.get('content-type')?.includes('html')) continue
    pages.set(path, await answer.text())
    const anchors = parseHTML(pages.get(path) ?? '').document.querySelectorAll('a[href^="/"]')
    for (const link of anchors) waiting.push(String(link.getAttribute('href')?.split('#')[0]))
  }
})
afterAll(() => site.close())

const swedish =
  /[åäö]|\b(och|för|att|är|det|som|på|med|inte|den|ett|om|till|från|nyheter|sök|källor|läs|mer|senaste|sedan|idag|igår)\b/iu
const oldTopic = /\bapple\b|iphone|macos|kärnhuset/iu

const json = async (path: string) => (await fetch(site.url + path)).json()
const text = async (path: string) => (await fetch(site.url + path)).text()

describe('a site about bicycles in English', () => {
  it('has pages of every kind, each in English, without a word of the old language or topic', () => {
    expect(pages.size).toBeGreaterThan(80)
    for (const kind of ['/entries/', '/stories', '/feeds/', '/tags/', '/about', '/status', '/popular', '/api/docs'])
      expect([kind, [...pages.keys()].some((path) => path.startsWith(kind))]).toEqual([kind, true])
    for (const [path, page] of pages) {
      expect([path, parseHTML(page).document.documentElement.getAttribute('lang')]).toEqual([path, 'en'])
      // The reference of the API names the identity providers.
      const read = readableLines(page, ['value']).filter(
        (line) => path !== '/api/docs' || !/identity|id_token|provider/i.test(line),
      )
      expect([path, read.filter((line) => swedish.test(line) || oldTopic.test(line))]).toEqual([path, []])
    }
  })

  it('claims no summaries where no model writes', () => {
    for (const [path, page] of pages)
      expect([
        path,
        readableLines(page, ['value']).filter(
          (line) => !path.startsWith('/api/docs') && /summar(?!y_large_image)/i.test(line),
        ),
      ]).toEqual([path, []])
  })

  it('says the words of its own paths wherever it names an address, and leads there from the old ones', async () => {
    const machines = [
      '/entries.rss',
      '/events.rss',
      '/events.json',
      ...ifThere('podcast', '/podcast.rss'),
      '/llms.txt',
      '/index.md',
      '/events.md',
      '/day.rss',
    ]
    const more = ['/robots.txt', '/sitemap-pages.xml', '/sitemap-events.xml', '/api/v1/events', '/sw.js']
    for (const path of [...machines, ...ifThere('quality', '/quality.md'), ...more]) {
      const answer = await fetch(site.url + path, { redirect: 'manual' })
      expect([path, answer.status]).toEqual([path, 200])
      pages.set(path, `${answer.headers.get('link')} ${await answer.text()}`)
    }
    pages.set('resources/list', await ask('resources/list'))
    const old =
      /(?:["'(/ ]|example|:\d+)\/(?:om|konto|rattelser|dag|handelser|guider|utskick|mitt|kop-nu-eller-vanta|podd|populart|kvalitet|sok)(?=["'/?#.)\s<])/
    for (const [path, page] of pages) expect([path, old.exec(page)?.[0]]).toEqual([path, undefined])
    const { movedTo } = site.web.services.content.site.addresses
    for (const [path, page] of pages) {
      const named = [...page.matchAll(/\s(?:href|src|(?:form)?action|data-[\w-]*(?:path|suggest|audio))="(\/[^"]*)"/g)]
      const others = named.map(([, address = '']) => movedTo(address.replaceAll('&amp;', '&')))
      expect([path, others.filter((address) => address !== null && address !== '/feeds')]).toEqual([path, []])
    }
    // It leads to the newest day.
    expect(Object.keys(links).filter((path) => links[path] !== 200)).toEqual(['/day'])
    for (const [from, to] of [
      ['/kvalitet', '/quality'],
      ['/kvalitet.md', '/quality.md'],
      ['/dag/2026-11-21.json', '/day/2026-11-21.json'],
      ['/sok?q=a&tid=week', '/search?q=a&time=week'],
      ['/events?sida=2', '/events?page=2'],
      ['/account/larm', '/account/alerts'],
      ['/handelser/1-anything', '/events/1-anything'],
      ['/tags/bikes/handelser.rss', '/tags/bikes/events.rss'],
      ['/konto/lage.json', '/account/state.json'],
    ] as const) {
      const answer = await fetch(site.url + from, { redirect: 'manual' })
      expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 308, to])
    }
    const slash = await fetch(`${site.url}/events/?min_sources=3`, { redirect: 'manual' })
    expect(slash.headers.get('location')).toBe('/events?min_sources=3')
    const cookies = (await fetch(`${site.url}/account`)).headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/Path=\/account(?:;|$)/)
  })

  it('tells the time in English', async () => {
    const { entries } = (await json('/entries.json')) as { entries: { posted: string }[] }
    for (const { posted } of entries)
      expect(posted).toMatch(/^(\d+ (minute|hour|day|week|month)s? ago|yesterday|last \w+)$/)
    expect(pages.get('/')).toMatch(/\d+ (minutes?|hours?) ago/)
  })

  it('says the same to machines: feeds, markdown, JSON, MCP', async () => {
    for (const path of ['/entries.rss', ...ifThere('podcast', '/podcast.rss')])
      expect(await text(path)).toContain('<language>en</language>')
    expect(await json('/feed.json')).toMatchObject({ title: 'Freewheel', language: 'en' })
    const surfaces = [
      '/entries.rss',
      ...ifThere('podcast', '/podcast.rss'),
      '/events.rss',
      '/feed.json',
      '/llms.txt',
      '/llms-full.txt',
      '/index.md',
      '/entries.json',
    ]
    const more = ['/tags.json', '/feeds.json', '/site.webmanifest', '/.well-known/mcp.json', '/api/v1/entries']
    for (const path of [...surfaces, ...more]) {
      const answer = (await text(path)).replace(/"apple_relevant"/g, '')
      const lines = answer.replace(/https?:[^\s"<)]*/g, '').split('\n')
      expect([path, lines.filter((line) => swedish.test(line) || oldTopic.test(line))]).toEqual([path, []])
    }
    for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
      const answer = await ask(method)
      expect(answer.length).toBeGreaterThan(200)
      expect([method, swedish.test(answer), oldTopic.test(answer)]).toEqual([method, false, false])
    }
  })

  it('has a mark, icons and pictures of its own', async () => {
    for (const name of ['icon-192.png', 'favicon.ico']) {
      const served = Buffer.from(await (await fetch(`${site.url}/${name}`)).arrayBuffer())
      expect([name, served.equals(readFileSync(`demo/bicycles/content/brand/${name}`))]).toEqual([name, true])
    }
    expect(pages.get('/')).toContain('M16 4v24')
  })

  it('finds English prompts for every model that one may configure', async () => {
    const { services } = site.web
    const config = {
      ...services.config,
      AI_PROVIDER: 'openai' as const,
      AI_MODEL: 'any',
      AI_BASE_URL: 'http://127.0.0.1:1',
    }
    const models = await createModels({ ...services, config, reservationOf: async () => null })
    expect(models.enrichment?.prompt.version).toMatch(/^summary\.en@\d+$/)
    expect(swedish.test(models.enrichment?.prompt.system ?? 'å')).toBe(false)
    expect(models.storyWriter).not.toBeNull()
  })
})

async function ask(method: string): Promise<string> {
  const answer = await fetch(`${site.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  })
  return (await answer.text()).replace(/https?:[^\s"<)]*/g, '')
}

it('has a database of its own: another topic is refused, until it is adopted', async () => {
  const database = await openTestDatabase()
  const claim = (topic: string, adopt = false) => claimSite(database, topic, adopt)
  await claim('Cykler')
  await claim('Cykler')
  await expect(claim('Tog')).rejects.toThrow(
    /^The database is about Cykler, and the content folder about Tog: set DATA_DIR .*karnhuset topic adopt$/,
  )
  await claim('Tog', true)
  await claim('Tog')
  await expect(claim('Cykler')).rejects.toThrow('about Tog')
  await database.close()
})
