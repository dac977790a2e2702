/** Every list, feed and count: articles in each state are in it or not, by one table. A new address needs a row. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { removeArticle } from '../src/news/articles/writes/operator-articles.ts'
import { findSource } from '../src/news/operator/queries/source-fetches.ts'
import { actionsOf } from './support/actions.ts'
import { routeTable } from './support/addresses.ts'
import { seedEvent, seedFeed, seedTag } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { addPersonalFeed, signIn } from './support/people.ts'
import { callMcp, startTestWeb, type TestWeb } from './support/web.ts'

/** An article's state, by a word of its title; where readers see it: the API and search have what is off the topic too. */
const STATES: [word: string, state: string, isShown: boolean | 'api'][] = [
  ['alpha', 'published', true],
  ['bravo', 'not about the topic', 'api'],
  ['charlie', 'removed by the operator', false],
  ['delta', 'of a paused source', true],
  ['echo', 'of a removed source', false],
  ['foxtrot', 'in another language', true],
  ['golf', 'without a date', true],
  ['hotel', 'dated in the future', true],
  ['india', 'not enriched yet', false],
]
/** Dated articles alone are news to a search engine, and of a day. */
const NEWS = new Set(['alpha', 'delta', 'foxtrot', 'hotel'])

/** Addresses of lists, by their routes; `ours`: of the first source alone. */
const LISTS: Record<string, { url?: string; ours?: boolean }> = {
  '/': {},
  '/entries.json': {},
  '/entries/popular.json': {},
  '/feeds/:id.json': { ours: true },
  '/feeds/:id.rss': { ours: true },
  '/feeds/:id.atom': { ours: true },
  '/feeds/:id': { ours: true },
  '/tags/:id.json': {},
  '/tags/:slug.rss': {},
  '/tags/:slug.atom': {},
  '/tags/:slug.:form': {},
  '/tags/:slug': {},
  '/tags/:slug/handelser.rss': {},
  '/tags/:slug/handelser.atom': {},
  '/tags/:slug/handelser.json': {},
  '/entries.rss': {},
  '/entries.atom': {},
  '/feed.json': {},
  '/handelser': {},
  '/handelser.md': {},
  '/handelser.rss': {},
  '/handelser.atom': {},
  '/handelser.json': {},
  '/dag/:day': {},
  '/dag/:day.md': {},
  '/dag/:day.json': {},
  '/populart': {},
  '/sok': { url: '/sok?q=quebec' },
  '/sok.rss': { url: '/sok.rss?q=quebec' },
  '/sok.atom': { url: '/sok.atom?q=quebec' },
  '/sok.json': { url: '/sok.json?q=quebec' },
  '/index.md': {},
  '/llms-full.txt': {},
  '/sitemap-news.xml': {},
  '/api/v1/entries': {},
  '/api/v1/entries/popular': {},
  '/api/v1/entries/search': { url: '/api/v1/entries/search?q=quebec' },
  '/api/v1/events': {},
  '/api/v1/search': { url: '/api/v1/search?q=quebec&limit=50' },
  '/api/v1/feeds/:id/entries': { ours: true },
  '/api/v1/tags/:id/entries': {},
  '/api/v1/tags/:id/events': {},
  ...Object.fromEntries(ifThere('editions', 'rss', 'atom', 'json').map((form) => [`/min/:key.${form}`, {}])),
}

/** Other addresses: pages of one thing, of none, of a reader's own, and files. */
const OTHERS = [
  /^\/(?:admin|konto|guider|kop-nu-eller-vanta|utskick|utgivare|websub|reader|img|assets|podd|mcp|oauth|\.well-known|accounts|stories|api\/docs)/,
  /^\/(?:entries|handelser|embed\/handelser)\/:|^\/oembed$/,
  /^\/(?:feeds|tags)(?:\.json|\.opml)?$/,
  /^\/dag(?:\.md|\.rss|\.atom|\.json)?$/,
  /^\/api\/v1\/(?:me|openapi|publishers|feeds\/:id\/record|stories|guides|podd|changes|quality|feeds$|tags$|feeds\/:id$|tags\/:id$|entries\/:|events\/:|entries\/follows)/,
  /^\/(?:openapi\.json|favicon|apple-touch|icon-|sw\.js|site\.webm|robots|healthz|readyz|metrics|offline|\*$)/,
  /^\/(?:om|status|kvalitet(?:\.md)?|oense(?:\.\w+)?|api\/v1\/disputes|rattelser|mitt|llms\.txt|sok\/suggestions|:slug(?:\.md)?)$/,
  /^\/sitemap(?:-pages|-events|-:month)?\.xml$/,
  /^\/min\/:key\//,
]

let web: TestWeb
let feed: number
let tag: number
let key: string
let token: string
beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  tag = await seedTag(database, 'Fynd', 'fynd')
  const sources = {
    active: await seedFeed(database, { title: 'Bladet' }),
    paused: await seedFeed(database, { title: 'Posten' }),
    removed: await seedFeed(database, { title: 'Tidningen' }),
  }
  feed = sources.active
  const hour = (n: number) => new Date(Date.UTC(2026, 10, 21, n))
  for (const [n, [word, state]] of STATES.entries()) {
    const at = { published_at: hour(n), discovered_at: hour(n), sort_at: hour(n) }
    const special = {
      bravo: { relevant: false },
      delta: { feed_id: sources.paused },
      echo: { feed_id: sources.removed },
      foxtrot: { language: 'de' },
      golf: { published_at: null },
      hotel: { published_at: new Date('2027-03-01') },
      india: { status: 'pending' as const },
    }[word]
    const article = { feed_id: feed, title: `${word} quebec`, excerpt: state, tag_ids: [tag], kind: 'news', ...at }
    const { articleIds } = await seedEvent(database, [{ ...article, ...special }])
    if (word === 'charlie') await removeArticle(web.database, articleIds[0] as number, web.ctx.clock.now())
  }
  await actionsOf(web).pauseSource(sources.paused, 'En stund.')
  await actionsOf(web).removeSource(sources.removed, true)
  const reader = await signIn(web, 'ann@site.example')
  token = reader.token
  const { userId } = reader
  await follow(web.ctx.database, userId, { kind: 'tag', key: String(tag) }, web.ctx.clock.now())
  key = await addPersonalFeed(web, userId)
  web.ctx.cache.raise('content')
})
afterAll(() => web.close())

it('each public address is a list or is not', () => {
  const routes = routeTable(web.app).flatMap(({ path, methods }) => (methods.includes('GET') ? path : []))
  const unknown = routes.filter((path) => !(path in LISTS) && !OTHERS.some((pattern) => pattern.test(path)))
  expect(unknown).toEqual([])
  expect(Object.keys(LISTS).filter((path) => !routes.includes(path))).toEqual([])
})

const entriesCount = async (url: string, id: number) =>
  (await web.app.inject(url)).json().data.find((one: { id: unknown }) => Number(one.id) === id).entries_count

/** Counts of the first source, or of its tag: of all that is published, or of the topic alone. */
const COUNTS: Record<string, [count: () => Promise<unknown>, isOurs: boolean, ofTopic?: boolean]> = {
  'sources of the operator': [
    async () => (await actionsOf(web).listSources()).find(({ id }) => id === feed)?.articles,
    true,
  ],
  'one source of the operator': [async () => (await findSource(web.database.readDb, feed))?.articles, true],
  'sources of the API': [() => entriesCount('/api/v1/feeds', feed), true],
  'tags of the API': [() => entriesCount('/api/v1/tags', tag), false],
  'tags of the site': [
    async () =>
      Number(
        /Fynd<\/a><span class="row-small"><span class="meta">(?:<span><strong>.*?<\/strong><\/span> )?<span>(\d+)/.exec(
          (await web.app.inject('/tags')).body,
        )?.[1],
      ),
    false,
    true,
  ],
  'articles of the API': [
    async () => (await web.app.inject('/api/v1/entries?per_page=1')).json().pagination.total,
    false,
  ],
  'published of stats': [async () => (await actionsOf(web).stats()).articles.published, false],
  'relevant of stats': [async () => (await actionsOf(web).stats()).articles.relevant, false, true],
}

it.each(Object.entries(COUNTS))('%s count what readers may see', async (_, [count, isOurs, ofTopic]) => {
  const counted = STATES.filter(
    ([word, , isShown]) => isShown && !(isOurs && word === 'delta') && !(ofTopic && isShown === 'api'),
  )
  expect(await count()).toBe(counted.length)
})

it.each(Object.entries(LISTS))('%s shows what readers may see, and nothing else', async (route, { url, ours }) => {
  const isFeed = route.startsWith('/feeds') || route.startsWith('/api/v1/feeds')
  const id = isFeed ? feed : route.startsWith('/api') ? 'fynd' : tag
  const path = (url ?? route)
    .replace(':id', `${id}`)
    .replace(':slug', 'fynd')
    .replace(':key', key)
    .replace('.:form', '.json')
    .replace(':day', '2026-11-21')
  const { statusCode, body } = await web.app.inject({ url: path })
  expect([path, statusCode]).toEqual([path, 200])
  const others = new Set(['delta', 'echo'])
  const isApi = /^\/(?:api\/|sok)/.test(route)
  const isWanted = (word: string, isShown: boolean | 'api') =>
    (isShown === true || (isShown === 'api' && isApi)) &&
    !(ours && others.has(word)) &&
    (!/sitemap-news|^\/dag/.test(route) || NEWS.has(word))
  const wanted = STATES.filter(([word, , isShown]) => isWanted(word, isShown))
  const shown = STATES.filter(
    ([word]) =>
      body.includes(`${word} quebec`) || (body.includes(`<mark>quebec</mark>`) && body.includes(`${word} <mark>`)),
  )
  expect(shown.map(([word]) => word)).toEqual(wanted.map(([word]) => word))
})

/** Lists for agents: by tool or prompt, with its arguments; `all`: what is off the topic too. */
const OF_AGENTS: Record<string, { args?: object; all?: boolean }> = {
  latest_news: {},
  popular_news: {},
  search_news: { args: { query: 'quebec' }, all: true },
  latest_events: {},
  my_edition: {},
  daily_briefing: {},
}
/** Tools about one thing, of none, or that change something. */
const NO_LISTS = /^(?:get_\w+|list_\w+|latest_stories|latest_disputes|latest_changes|follow|alert|mute|mark)$/

it('each tool and prompt is a list or is not', async () => {
  const { tools } = await callMcp(web, token, 'tools/list', {})
  const { prompts } = await callMcp(web, token, 'prompts/list', {})
  const names: string[] = [...tools, ...prompts].map(({ name }: { name: string }) => name)
  expect(names.filter((name) => !NO_LISTS.test(name)).sort()).toEqual(Object.keys(OF_AGENTS).sort())
})

it.each(Object.entries(OF_AGENTS))('%s gives agents what readers may see', async (name, { args = {}, all }) => {
  const method = name === 'daily_briefing' ? 'prompts/get' : 'tools/call'
  web.clock.set(new Date('2026-11-21T12:00:00Z'))
  const given = JSON.stringify(await callMcp(web, token, method, { name, arguments: args }))
  const shown = STATES.flatMap(([word]) => (given.includes(`${word} quebec`) ? word : []))
  const wanted = STATES.flatMap(([word, , isShown]) => (isShown === true || (all && isShown) ? word : []))
  expect(shown).toEqual(wanted)
})
