/** A publication date that is still to come: on every surface it is the moment at which the item was first seen. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { fetchFeed } from '../src/news/feeds/visits/fetch-feed.ts'
import { runOnce } from '../src/news/stages/run.ts'
import { seedFeed } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { addPersonalFeed, operatorAt, signIn, type Visitor } from './support/people.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const token = 'en hemlighet som ingen vet'
const noon = new Date('2026-11-21T12:00:00Z')
const hours = (n: number) => new Date(noon.getTime() + n * 3_600_000)
const item = (title: string, date?: Date): RssItem => ({
  title,
  link: `https://bladet.example/${title.replaceAll(' ', '-')}`,
  description: `${title} i dag, skriver Bladet.`,
  ...(date ? { date } : {}),
})
/** Five happenings that have nothing in common but that they are still to come. */
const ahead = ['Cirkusen kommer', 'Valet hålls', 'Bron invigs', 'Priset delas ut', 'Isen lägger sig'].map((title, i) =>
  item(title, i === 0 ? new Date('2031-05-05T05:05:05Z') : hours(30 + i)),
)
const dated = ['Hunden hittades', 'Skolan stängs'].map((title, i) => item(title, hours(-2 - i)))
/** 2031, tomorrow and the day after: in digits and in words. */
const TO_COME = /2031|2026-11-2[23]|2[23] nov(?!ember–)|2[23] Nov 2026|1795[3-9]\d{5}|19357\d{5}/

let publisher: Publisher
let web: TestWeb
let operator: Visitor
let feed: number
let id: number
let event: number
let key: string
let readerAuth: string
let cursor: string

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', ADMIN_TOKEN: token }, undefined, { alone: true })
  const about = { extract: false, relevance: 'all' as const, next_fetch_at: noon, title: 'Bladet' }
  feed = await seedFeed(web.database, { url: publisher.at('/feed'), ...about })
  cursor = JSON.parse(await get('/api/v1/changes')).next
  const { userId } = await signIn(web, 'ann@site.example')
  await pass(...ahead, ...dated)
  const [circus] = await rows()
  ;({ id, event } = { id: circus?.id ?? 0, event: circus?.event_id ?? 0 })
  await follow(web.ctx.database, userId, { kind: 'source', key: String(feed) }, web.ctx.clock.now())
  key = await addPersonalFeed(web, userId)
  const password = await makeAppPassword(web.ctx.database, userId, { name: 'Provapp' }, web.ctx.clock.now())
  const login = new URLSearchParams({ Email: 'ann@site.example', Passwd: password })
  readerAuth = /^Auth=(.*)$/m.exec(await get(`/accounts/ClientLogin?${login}`))?.[1] ?? ''
  operator = await operatorAt(web, token)
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

async function pass(...items: RssItem[]): Promise<void> {
  publisher.serve('/feed', { body: rssDocument('Bladet', items) })
  await runOnce(web.services.pipeline, await web.services.queue(), { feedIds: [feed] })
  web.ctx.cache.raise('content')
  web.ctx.edition.raise()
}
const rows = () =>
  web.database.db
    .selectFrom('articles')
    .select(['id', 'event_id', 'title', 'published_at', 'discovered_at', 'sort_at'])
    .where('title', '=', 'Cirkusen kommer')
    .execute()
const get = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await web.app.inject({ url, headers })
  return answer.statusCode === 301 ? get(String(answer.headers.location), headers) : answer.body
}
async function tool(name: string, args: object = {}): Promise<string> {
  const headers = { host: 'site.example', accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return (await web.app.inject({ method: 'POST', url: '/mcp', headers, payload })).body
}

const SURFACES: [name: string, read: () => Promise<string>][] = [
  ...(
    [
      '/',
      '/entries.rss',
      '/feed.json',
      '/feeds/:feed.rss',
      '/handelser.rss',
      '/handelser.json',
      '/entries.json',
      '/entries/popular.json',
      '/entries/:id.json',
      '/feeds/:feed.json',
      '/index.md',
      '/entries/:id.md',
      '/handelser.md',
      '/handelser/:event.md',
      '/llms-full.txt',
      '/entries/:id',
      '/handelser/:event',
      '/handelser',
      '/feeds/:feed',
      '/sok?q=cirkusen',
      '/api/v1/entries',
      '/api/v1/entries?sort=popular',
      '/api/v1/entries/:id',
      '/api/v1/entries/search?q=cirkusen',
      '/api/v1/feeds/:feed',
      '/api/v1/feeds/:feed/entries',
      '/api/v1/events',
      '/api/v1/events?sort=updated',
      '/api/v1/events/:event',
      '/api/v1/events/:event/entries',
      '/api/v1/changes?after=:cursor',
      '/sitemap-news.xml',
      '/sitemap-2026-11.xml',
    ] as const
  ).map((path): [string, () => Promise<string>] => [
    path,
    () =>
      get(
        path
          .replace(':id', String(id))
          .replace(':event', String(event))
          .replace(':feed', String(feed))
          .replace(':cursor', cursor),
      ),
  ]),
  ['MCP latest_news', () => tool('latest_news')],
  ['MCP latest_events', () => tool('latest_events')],
  ['MCP get_entry', () => tool('get_entry', { id })],
  ['MCP get_event', () => tool('get_event', { id: event })],
  ['MCP search_news', () => tool('search_news', { query: 'cirkusen' })],
  ['MCP list_feeds', () => tool('list_feeds')],
  ...ifThere<[string, () => Promise<string>]>(
    'editions',
    ['a personal feed, RSS', () => get(`/min/${key}.rss`)],
    ['a personal feed, JSON', () => get(`/min/${key}.json`)],
  ),
  ...ifThere<[string, () => Promise<string>]>('google-reader', [
    'reading apps',
    () => get('/reader/api/0/stream/contents', { authorization: `GoogleLogin auth=${readerAuth}` }),
  ]),
  ['the console', async () => (await operator.get(`/admin/articles/${id}`)).body],
]

describe('a date that is still to come', () => {
  it.each(SURFACES)('is not told by %s', async (_surface, read) => {
    // Its port may have the digits of a date.
    const text = (await read()).replaceAll(new URL(publisher.at('/')).host, '')
    expect(text).toMatch(/Cirkusen kommer|Bladet|entries\/\d/)
    expect(TO_COME.exec(text.replace(/<footer[\s\S]*/, ''))?.[0]).toBeUndefined()
  })

  it('is the moment at which the item was first seen', async () => {
    expect(await rows()).toMatchObject([{ published_at: noon, discovered_at: noon, sort_at: noon }])
    const entry = JSON.parse(await get(`/api/v1/entries/${id}`)).data
    expect(entry.published_at).toBe('2026-11-21T12:00:00.000Z')
    expect(await get(`/entries/${id}`)).toContain('"datePublished":"2026-11-21T12:00:00.000Z"')
  })

  it('is filtered and ordered by as that moment', async () => {
    const ids = async (query: string) =>
      JSON.parse(await get(`/api/v1/entries?${query}`)).data.map((entry: { id: number }) => entry.id)
    expect(await ids('since=2026-11-21T12:00:00Z')).toContain(id)
    expect(await ids('since=2026-11-21T12:00:01Z')).toEqual([])
    expect(await ids('until=2026-11-21T12:00:00Z')).toHaveLength(dated.length)
  })

  it('stays so when the feed is read again, also once the date has come, and is no sign that the feed republishes', {
    tags: 'slow',
  }, async () => {
    const fetched = () => web.database.db.selectFrom('feeds').select('republished_at').executeTakeFirstOrThrow()
    const { next } = JSON.parse(await get('/api/v1/changes?limit=7'))
    for (const later of [1, 48]) {
      web.clock.set(hours(later))
      await pass(...ahead, ...dated, item(`Nyhet ${later}`, hours(later)))
      expect(await rows()).toMatchObject([{ published_at: noon }])
    }
    expect(await fetched()).toEqual({ republished_at: null })
    const { data } = JSON.parse(await get(`/api/v1/changes?after=${next}`))
    expect(data.flatMap(({ fields }: { fields: string[] }) => fields)).not.toContain('published_at')
  })

  it('gives way to one that has been, and comes to nothing where none was known', { tags: 'slow' }, async () => {
    web.clock.set(hours(49))
    await pass({ ...ahead[0], date: hours(-5) } as RssItem, ...dated, item('Utan datum'))
    expect(await rows()).toMatchObject([{ published_at: hours(-5), sort_at: hours(-5) }])
    web.clock.set(hours(50))
    await pass(item('Utan datum', hours(100)))
    const found = await web.database.db.selectFrom('articles').selectAll().where('title', '=', 'Utan datum').execute()
    expect(found).toMatchObject([{ published_at: hours(49), sort_at: hours(49) }])
  })
})

describe('a Last-Modified that is still to come', () => {
  let path = '/modified'
  beforeEach(() => {
    path += '/x'
  })
  const requested = () =>
    publisher.seen.filter((request) => request.path === path).map(({ headers }) => headers['if-modified-since'])
  /** One who compares dates would answer 304 until then; this one answers so to its own date. */
  async function visit(source: number, at: number, lastModified: string) {
    web.clock.set(hours(at))
    const news = item(`Besök ${at}`, hours(at))
    publisher.serve(path, { body: rssDocument('Bladet', [news]), etag: null, lastModified })
    return (await fetchFeed(web.services.pipeline, source)).created
  }

  it.each([
    ['in the form of HTTP', 'Fri, 01 Jan 2044 00:00:00 GMT'],
    ['in the form of RFC 850', 'Friday, 01-Jan-44 00:00:00 GMT'],
    ['in the form of asctime', 'Fri Jan  1 00:00:00 2044'],
    ['in the form of ISO 8601', '2044-01-01T00:00:00Z'],
  ])('is not sent back %s, nor where an earlier version stored it', async (_, lastModified) => {
    const source = await seedFeed(web.database, { url: publisher.at(path), extract: false, relevance: 'all' })
    for (const at of [60, 61]) expect(await visit(source, at, lastModified)).toBe(1)
    expect(requested()).toEqual([undefined, undefined])
  })

  it('is sent back once a visit has brought it that was not earlier', async () => {
    const source = await seedFeed(web.database, { url: publisher.at(path), extract: false, relevance: 'all' })
    const soon = new Date(hours(60).getTime() + 1000).toUTCString()
    expect([await visit(source, 60, soon), await visit(source, 61, soon), await visit(source, 62, soon)]).toEqual([
      1, 1, 0,
    ])
    expect(requested()).toEqual([undefined, undefined, soon])
  })
})
