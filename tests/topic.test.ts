/** Another topic in another language by settings alone: every page and every surface of a bicycle site, read for leftovers. */
import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindModels } from '../src/app/bind-models.ts'
import { type DemoSite, startDemoSite } from './support/demo-site.ts'

let site: DemoSite
/** Address → page, of everything that can be reached from the front page, and what nothing links to. */
const pages = new Map<string, string>()
const starts = [
  '/',
  '/sok?q=bridge',
  '/sok?q=zzzz',
  '/konto',
  '/offline',
  '/nothing-here',
  '/stories',
  '/podd',
  '/guider',
]

beforeAll(async () => {
  const settings = { CONTENT_DIR: 'demo/bicycles/content', AI_PROVIDER: 'none' }
  site = await startDemoSite(settings, 'demo/bicycles')
  const waiting = [...starts]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue
    const answer = await fetch(site.url + path, { redirect: 'manual' })
    if (!answer.headers.get('content-type')?.includes('html')) continue
    pages.set(path, await answer.text())
    const links = parseHTML(pages.get(path) ?? '').document.querySelectorAll('a[href^="/"]')
    for (const link of links) waiting.push(String(link.getAttribute('href')?.split('#')[0]))
  }
})
afterAll(() => site.close())

const swedish =
  /[åäö]|\b(och|för|att|är|det|som|på|med|inte|den|ett|om|till|från|nyheter|sök|källor|läs|mer|senaste|sedan|idag|igår)\b/iu
const oldTopic = /\bapple\b|iphone|macos|kärnhuset/iu

/** What a person reads, sees in a tooltip or hears, line by line. */
function words(page: string): string[] {
  const { document } = parseHTML(page)
  const attributes = ['title', 'alt', 'aria-label', 'placeholder', 'content', 'value', 'data-done', 'data-label']
  const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
    attributes.flatMap((name) => element.getAttribute(name) ?? []),
  )
  for (const element of document.querySelectorAll('script, style')) element.remove()
  // A word must not grow together with the one of the next element.
  for (const element of document.querySelectorAll('*')) element.append(' ')
  return [document.title, ...spoken, ...(document.body?.textContent ?? '').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(https?:|\/|[\w-]+=)/.test(line))
}

const json = async (path: string) => (await fetch(site.url + path)).json()
const text = async (path: string) => (await fetch(site.url + path)).text()

describe('a site about bicycles in English', () => {
  it('has pages of every kind, each in English, without a word of the old language or topic', () => {
    expect(pages.size).toBeGreaterThan(80)
    for (const kind of ['/entries/', '/stories', '/feeds/', '/tags/', '/om', '/status', '/populart', '/api/docs'])
      expect([kind, [...pages.keys()].some((path) => path.startsWith(kind))]).toEqual([kind, true])
    for (const [path, page] of pages) {
      expect([path, parseHTML(page).document.documentElement.getAttribute('lang')]).toEqual([path, 'en'])
      // The reference of the API names the identity providers.
      const read = words(page).filter((line) => path !== '/api/docs' || !/identity|id_token|provider/i.test(line))
      expect([path, read.filter((line) => swedish.test(line) || oldTopic.test(line))]).toEqual([path, []])
    }
  })

  it('tells the time in English', async () => {
    const { entries } = (await json('/entries.json')) as { entries: { posted: string }[] }
    for (const { posted } of entries)
      expect(posted).toMatch(/^(\d+ (minute|hour|day|week|month)s? ago|yesterday|last \w+)$/)
    expect(pages.get('/')).toMatch(/\d+ (minutes?|hours?) ago/)
  })

  it('says the same to machines: feeds, markdown, JSON, MCP', async () => {
    for (const path of ['/entries.rss', '/podd.rss']) expect(await text(path)).toContain('<language>en</language>')
    expect(await json('/feed.json')).toMatchObject({ title: 'Freewheel', language: 'en' })
    const surfaces = [
      '/entries.rss',
      '/podd.rss',
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
    const models = await bindModels({ ...services, config, reservationOf: async () => null })
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
