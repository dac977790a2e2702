/** Names in the order of the site's language, on every surface that lists them by name. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedsExport, feedsList } from '../src/cli/feeds.ts'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { seedArticles, seedFeed, seedTag } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { operatorAt, signIn, type Visitor } from './support/people.ts'
import { recordedIo } from './support/recorded-io.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const SWEDISH = ['9 steg', '10 steg', 'alfa', 'Beta', 'Élan', 'Orren', 'Zebran', 'Åkern', 'Ängen', 'Ögat']
type Kind = 'källa' | 'ämne' | 'guide' | 'mapp'

const token = 'en hemlighet som ingen vet'
let web: TestWeb
let operator: Visitor
let cookie: string
let password: string
let article: number

beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token })
  const { database } = web
  const shuffled = SWEDISH.map((name, i) => ({ name, place: (i * 7) % SWEDISH.length })).sort(
    (a, b) => a.place - b.place,
  )
  const tag_ids: number[] = []
  const feeds: number[] = []
  for (const { name, place } of shuffled) {
    const title = `${name} källa`
    const values = { title, publisher_name: title, folder: `${name} mapp`, url: `https://f${place}.example/feed` }
    feeds.push(await seedFeed(database, { ...values, publisher: `f${place}.example` }))
    tag_ids.push(await seedTag(database, `${name} ämne`, `t-${place}`))
    await database.db
      .insertInto('guides')
      .values(guide(`${name} guide`, `g-${place}`))
      .execute()
  }
  const ids = await seedArticles(
    database,
    feeds.map((feed_id) => ({ feed_id, tag_ids })),
  )
  article = ids[0] as number
  web.ctx.cache.raise('content')
  operator = await operatorAt(web, token)
  const signedIn = await signIn(web, 'ann@site.example')
  cookie = `konto=${signedIn.token}`
  for (const id of feeds)
    await follow(web.ctx.database, signedIn.userId, { kind: 'source', key: String(id) }, web.ctx.clock.now())
  password = await makeAppPassword(web.ctx.database, signedIn.userId, { name: 'Provapp' }, web.ctx.clock.now())
})
afterAll(() => web.close())

const guide = (title: string, slug: string) => ({
  title,
  slug,
  file: `${slug}.md`,
  page_type: 'family_hub' as const,
  family: slug,
  tags: [],
  summary: title,
  body: title,
  updated: '2026-11-21',
  content_hash: slug,
  search: sql<string>`''::tsvector`,
})

/** The whole of an answer in pages of four. */
async function paged(path: string): Promise<string> {
  let all = ''
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: { data: unknown; pagination: { next_cursor?: string } } = (
      await web.app.inject(`${path}?per_page=4${cursor && `&cursor=${cursor}`}`)
    ).json()
    all += JSON.stringify(answer.data)
    cursor = answer.pagination.next_cursor ?? null
  }
  return all
}
const get = async (url: string, headers: Record<string, string> = {}) => (await web.app.inject({ url, headers })).body
const mine = (url: string) => get(url, { cookie })
const seen = async (url: string) => (await operator.get(url)).body
const mcp = async (method: string, params: object) => {
  const headers = { host: 'site.example', accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  const { body } = await web.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  return JSON.stringify(JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result)
}
const tool = (name: string) => mcp('tools/call', { name, arguments: {} })
async function reader(path: string): Promise<string> {
  const form = new URLSearchParams({ Email: 'ann@site.example', Passwd: password })
  const auth = /^Auth=(.*)$/m.exec(await get(`/accounts/ClientLogin?${form}`))?.[1]
  return get(`/reader/api/0/${path}`, { authorization: `GoogleLogin auth=${auth}` })
}
async function command(run: (io: ReturnType<typeof recordedIo>['io']) => Promise<number>): Promise<string> {
  const { io, lines } = recordedIo()
  await run(io)
  return lines.join('\n')
}

type Row = [name: string, kind: Kind, read: () => Promise<string>]

const SURFACES: Row[] = [
  ['/feeds.json', 'källa', () => get('/feeds.json')],
  ['/tags.json', 'ämne', () => get('/tags.json')],
  ['/api/v1/feeds', 'källa', () => get('/api/v1/feeds')],
  ['/api/v1/feeds by cursor', 'källa', () => paged('/api/v1/feeds')],
  ['/api/v1/tags', 'ämne', () => get('/api/v1/tags')],
  ['/api/v1/tags by cursor', 'ämne', () => paged('/api/v1/tags')],
  ['/feeds', 'källa', () => get('/feeds')],
  ['/tags', 'ämne', () => get('/tags')],
  ['/status', 'källa', () => get('/status')],
  ['/sok', 'källa', () => get('/sok')],
  ['/sok', 'ämne', () => get('/sok')],
  ['/feeds.opml', 'källa', () => get('/feeds.opml')],
  ['/konto', 'källa', async () => /<form[^>]*sources[\s\S]*$/.exec(await mine('/konto'))?.[0] ?? ''],
  ['/konto/sources.opml', 'källa', () => mine('/konto/sources.opml')],
  ['MCP list_feeds', 'källa', () => tool('list_feeds')],
  ['MCP list_tags', 'ämne', () => tool('list_tags')],
  ...ifThere<Row>(
    'guides',
    ['/guider', 'guide', () => get('/guider')],
    ['/llms.txt', 'guide', () => get('/llms.txt')],
    ['MCP list_product_guides', 'guide', () => tool('list_product_guides')],
    ['MCP resources', 'guide', () => mcp('resources/list', {})],
  ),
  ...ifThere<Row>('google-reader', ['subscriptions of reading apps', 'källa', () => reader('subscription/list')]),
  ['/admin/sources', 'källa', () => seen('/admin/sources')],
  ['/admin/sources by name', 'källa', () => seen('/admin/sources?order=name')],
  ['/admin/sources, the folders', 'mapp', () => seen('/admin/sources')],
  ['/admin/sources.opml', 'källa', () => seen('/admin/sources.opml')],
  ['/admin/sources.opml, the folders', 'mapp', () => seen('/admin/sources.opml')],
  ['/admin/sources/:id, the folders', 'mapp', () => seen('/admin/sources/1')],
  ['/admin/search', 'källa', () => seen('/admin/search?q=k%C3%A4lla')],
  ['/admin/articles/:id, the tags', 'ämne', () => seen(`/admin/articles/${article}`)],
  ['feeds list', 'källa', () => command((io) => feedsList(web.services, io, {}))],
  ['feeds list --json', 'källa', () => command((io) => feedsList(web.services, io, { json: true }))],
  ['feeds export', 'källa', () => command((io) => feedsExport(web.services, io, undefined))],
]

it.each(SURFACES)('%s lists every name (%s) as Swedish has it', async (_surface, kind, read) => {
  const text = await read()
  const places = SWEDISH.map((name) => ({ name, at: text.search(new RegExp(`(?<![\\p{L}\\d])${name} ${kind}`, 'u')) }))
  expect(places.filter(({ at }) => at < 0)).toEqual([])
  expect(places.sort((a, b) => a.at - b.at).map(({ name }) => name)).toEqual(SWEDISH)
})
