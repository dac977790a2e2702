/** An article without a date may be old news that was found today: it leads no list of any interface where one has a date. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { seedArticles, seedEvent, seedFeed, seedTag } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { addPersonalFeed, signIn } from './support/people.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
let web: TestWeb
let feed: number
let tag: number
let cookie: string
let bearer: string
let userId: number
let readerAuth: string
let key: string
/** Articles by their names; those found without a date are the newest. */
const ids = new Map<string, number>()
const events = new Map<string, number>()
const DATED = ['nyast', 'äldre', 'äldst']
const UNDATED = ['fynd 1', 'fynd 2', 'fynd 3', 'fynd 4']

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  feed = await seedFeed(database, { title: 'Bladet' })
  tag = await seedTag(database, 'Fynd', 'fynd')
  const about = (title: string) => ({ feed_id: feed, title: `${title} x`, tag_ids: [tag], kind: 'news' })
  const times = (hour: number) => ({ discovered_at: at(hour), sort_at: at(hour), updated_at: at(hour) })
  const seed = async (name: string, hour: number, published_at: Date | null) => {
    const { eventId, articleIds } = await seedEvent(database, [{ ...about(name), ...times(hour), published_at }])
    ids.set(name, articleIds[0] as number)
    events.set(name, eventId)
  }
  for (const [i, name] of DATED.toReversed().entries()) await seed(name, 1 + i, at(1 + i))
  for (const [i, name] of UNDATED.toReversed().entries()) await seed(name, 6 + i, null)
  const signedIn = await signIn(web, 'ann@site.example')
  ;({ userId } = signedIn)
  cookie = `konto=${signedIn.token}`
  bearer = `Bearer ${signedIn.token}`
  await follow(web.ctx.database, userId, { kind: 'source', key: String(feed) }, web.ctx.clock.now())
  key = await addPersonalFeed(web, userId)
  const password = await makeAppPassword(web.ctx.database, userId, { name: 'Provapp' }, web.ctx.clock.now())
  const login = new URLSearchParams({ Email: 'ann@site.example', Passwd: password })
  readerAuth = /^Auth=(.*)$/m.exec((await web.app.inject(`/accounts/ClientLogin?${login}`)).body)?.[1] ?? ''
  web.ctx.cache.raise('content')
})
afterAll(() => web.close())

type Json = Record<string, unknown> & { id: number; title: string }
const get = async (url: string, headers: Record<string, string> = {}) => (await web.app.inject({ url, headers })).body
const json = async (url: string, headers: Record<string, string> = {}) => JSON.parse(await get(url, headers))
async function tool(name: string, args: object = {}) {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  const headers = { host: 'site.example', accept: 'application/json, text/event-stream', authorization: bearer }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { body } = await web.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result.structuredContent
}
/** Names in the order in which a text first has them. */
const namesIn = (text: string) =>
  [...DATED, ...UNDATED]
    .map((name) => ({ name, place: text.search(new RegExp(`${name} x`, 'u')) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)

const LED = ['nyast', ...UNDATED, 'äldre', 'äldst']

const PATHS = [
  '/entries.json',
  '/entries/popular.json',
  '/feeds/:feed.json',
  '/tags/:tag.json',
  '/entries.rss',
  '/feed.json',
  '/feeds/:feed.rss',
  '/tags/fynd.rss',
  '/handelser.rss',
  '/handelser.json',
  '/tags/fynd/handelser.rss',
  '/index.md',
  '/handelser.md',
  '/llms-full.txt',
  '/populart',
  '/handelser',
  '/feeds/:feed',
  '/tags/fynd',
  '/sok?q=k%C3%A4lla:bladet',
  '/api/v1/entries',
  '/api/v1/entries?sort=popular',
  '/api/v1/entries?since=2026-11-21',
  '/api/v1/entries?lang=en&until=2026-11-22',
  '/api/v1/entries/popular',
  '/api/v1/entries/follows',
  '/api/v1/entries/search?q=source:bladet',
  '/api/v1/feeds/:feed/entries',
  '/api/v1/tags/fynd/entries',
  '/api/v1/events',
  '/api/v1/events?sort=updated',
  '/api/v1/events?sort=popular',
  '/api/v1/events?feed_id=:feed',
  '/api/v1/tags/fynd/events',
]

describe('a list that goes by time', () => {
  it.each(PATHS)('%s is led by the newest that has a date; the others stand as they do', async (path) => {
    const url = path.replace(':feed', String(feed)).replace(':tag', String(tag))
    expect(namesIn(await get(url, { authorization: bearer }))).toEqual(LED)
  })

  it.each([
    ['latest_news', { limit: 20 }],
    ['popular_news', {}],
    ['latest_events', {}],
    ['latest_events', { sort: 'updated' }],
    ['latest_events', { sort: 'popular' }],
    ['search_news', { query: 'source:bladet' }],
  ])('MCP %s %j is led by it', async (name, args) => {
    expect(namesIn(JSON.stringify(await tool(name, args)))).toEqual(LED)
  })

  it.each([
    ['/api/v1/me/feed', () => get('/api/v1/me/feed', { authorization: bearer })],
    ['/konto', () => get('/konto', { cookie })],
    ['my_edition', async () => JSON.stringify(await tool('my_edition'))],
    ...ifThere<[string, () => Promise<string>]>(
      'editions',
      ['a personal feed, RSS', () => get(`/min/${key}.rss`)],
      ['a personal feed, JSON', () => get(`/min/${key}.json`)],
    ),
    ...ifThere<[string, () => Promise<string>]>('google-reader', [
      'reading apps',
      () => get('/reader/api/0/stream/contents?n=20', { authorization: `GoogleLogin auth=${readerAuth}` }),
    ]),
    ['the front page', async () => /<main[\s\S]*/.exec(await get('/'))?.[0] ?? ''],
  ])('%s, which goes by weight or arrival, has a dated one first', async (_name, read) => {
    const [first] = namesIn(await read())
    expect(DATED).toContain(first)
  })

  it('is led by one of the most read where it goes by readers', async () => {
    const popular = async () => (await json('/entries/popular.json')).entries.map(({ title }: Json) => title)
    const set = (views: number, heat: number | null) =>
      web.database.db
        .updateTable('articles')
        .set({ views, heat })
        .where('id', '=', ids.get('fynd 3') ?? 0)
        .execute()
    await set(5, 5)
    web.ctx.cache.raise('content')
    expect((await popular()).slice(0, 2)).toEqual(['fynd 3 x', 'fynd 1 x'])
    expect((await json('/api/v1/entries/popular?per_page=1')).data[0].id).toBe(ids.get('fynd 3'))
    expect((await json('/api/v1/events?sort=popular&per_page=1')).data[0].id).toBe(events.get('fynd 3'))
    await set(0, null)
    web.ctx.cache.raise('content')
  })
})

describe('page by page', () => {
  const idsOf = (data: Json[]) => data.map(({ id }) => id)
  const led = (of: Map<string, number>) => LED.map((name) => of.get(name))

  it.each([
    ['/api/v1/entries', ids],
    ['/api/v1/entries?sort=popular', ids],
    ['/api/v1/feeds/:feed/entries', ids],
    ['/api/v1/tags/fynd/entries', ids],
    ['/api/v1/events', events],
    ['/api/v1/events?sort=updated', events],
    ['/api/v1/events?sort=popular', events],
  ])('%s gives each once, the dated one first, by number and by cursor, however small the pages', async (path, of) => {
    const base = `${path.replace(':feed', String(feed))}${path.includes('?') ? '&' : '?'}`
    for (const per of [1, 2, 3, 4, 5, 6, 7]) {
      const numbered: number[] = []
      for (let page = 1; page <= Math.ceil(LED.length / per); page++)
        numbered.push(...idsOf((await json(`${base}per_page=${per}&page=${page}`)).data))
      expect([per, numbered]).toEqual([per, led(of)])
      if (path.includes('popular')) continue
      const followed: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: { data: Json[]; pagination: { next_cursor: string | null } } = await json(
          `${base}per_page=${per}${cursor && `&cursor=${cursor}`}`,
        )
        followed.push(...idsOf(answer.data))
        cursor = answer.pagination.next_cursor
      }
      expect([per, followed]).toEqual([per, led(of)])
    }
  })

  it.each([
    ['latest_news', 'entries', ids],
    ['popular_news', 'entries', ids],
    ['latest_events', 'events', events],
  ] as const)('MCP %s gives each once, the dated one first', async (name, field, of) => {
    for (const limit of [1, 3, 5]) {
      const found: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: Record<string, unknown> = await tool(name, { limit, ...(cursor && { cursor }) })
        found.push(...idsOf(answer[field] as Json[]))
        cursor = answer.next_cursor as string | null
      }
      expect([limit, found]).toEqual([limit, led(of)])
    }
  })

  it('by cursor gives none twice and loses none, whatever comes in between the pages', async () => {
    const first = await json('/api/v1/entries?per_page=2')
    const [late] = await seedArticles(web.database, [
      { feed_id: feed, title: 'sen x', published_at: at(11), discovered_at: at(11), sort_at: at(11) },
      { feed_id: feed, title: 'fynd 0 x', published_at: null, discovered_at: at(11), sort_at: at(12) },
      { feed_id: feed, title: 'mellan x', published_at: at(5), discovered_at: at(11), sort_at: at(5) },
    ])
    web.ctx.cache.raise('content')
    const rest = await json(`/api/v1/entries?per_page=50&cursor=${first.pagination.next_cursor}`)
    const seen = [...first.data, ...rest.data].map(({ content }) => content.original.title.replace(' x', ''))
    expect(seen).toEqual(['nyast', 'fynd 1', 'fynd 2', 'fynd 3', 'fynd 4', 'mellan', 'äldre', 'äldst'])
    expect((await json('/api/v1/entries?per_page=1')).data[0].id).toBe(late)
  })
})

describe('stories', () => {
  beforeAll(async () => {
    const { db } = web.database
    for (const [title, name, hour] of [
      ['Med datum', 'äldre', 2],
      ['Utan datum', 'fynd 2', 8],
      ['Utan datum heller', 'fynd 1', 9],
    ] as const) {
      const story = await db
        .insertInto('stories')
        .values({
          title,
          lead: '',
          status: 'active' as const,
          entries_count: 1,
          last_at: at(hour),
          created_at: at(hour),
          updated_at: at(hour),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('story_events')
        .values({ story_id: story.id, event_id: events.get(name) ?? 0, at: at(hour) })
        .execute()
    }
    web.ctx.cache.raise('content')
  })
  const order = ['Med datum', 'Utan datum heller', 'Utan datum']

  it.each([1, 2, 3])('are led by one with a date in pages of %i, by number and by cursor', async (per) => {
    const titles = (answer: { data: Json[] }) => answer.data.map(({ title }) => title)
    const [numbered, followed]: string[][] = [[], []]
    for (let page = 1; page <= 3; page++)
      numbered?.push(...titles(await json(`/api/v1/stories?per_page=${per}&page=${page}`)))
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: { data: Json[]; pagination: { next_cursor: string | null } } = await json(
        `/api/v1/stories?per_page=${per}${cursor && `&cursor=${cursor}`}`,
      )
      followed?.push(...titles(answer))
      cursor = answer.pagination.next_cursor
    }
    expect([numbered, followed]).toEqual([order, order])
  })

  it('are led so for agents and on the site', async () => {
    expect((await tool('latest_stories')).stories.map(({ title }: Json) => title)).toEqual(order)
    const page = await get('/stories')
    expect(page.indexOf('>Med datum<')).toBeLessThan(page.indexOf('>Utan datum<'))
  })
})

describe('what has no date', () => {
  it('leads where nothing has one, and has none on the wire', async () => {
    const other = await seedFeed(web.database, { title: 'Utan' })
    const [id] = await seedArticles(web.database, [
      { feed_id: other, published_at: null, discovered_at: at(3), sort_at: at(3) },
    ])
    const { entries } = await json(`/feeds/${other}.json`)
    expect(entries).toMatchObject([{ id, published_at: null }])
    expect((await json(`/api/v1/feeds/${other}/entries`)).data).toMatchObject([{ id, published_at: null }])
    const { items } = await json('/feed.json')
    const item = items.find((one: Json) => String(one.id).endsWith(`/entries/${id}`))
    expect(item.date_published).toBe(at(3).toISOString())
    expect(await get(`/feeds/${other}.rss`)).toContain(`<pubDate>${at(3).toUTCString()}</pubDate>`)
  })
})

describe('an old event that an article without a date joined today', () => {
  beforeAll(async () => {
    const about = { feed_id: feed, tag_ids: [tag], kind: 'news' }
    const times = (hour: number) => ({ discovered_at: at(hour), sort_at: at(hour), updated_at: at(hour) })
    const other = await seedFeed(web.database, { title: 'Posten' })
    await seedEvent(web.database, [
      { ...about, title: 'blandad x', ...times(0), published_at: at(0) },
      { ...about, feed_id: other, title: 'blandad x igen', ...times(20), published_at: null },
      { ...about, title: 'blandad x sist', ...times(21), published_at: null },
    ])
    web.ctx.cache.raise('content')
  })

  const itemTitle = async (path: string) => /<item>\s*<title>([^<]*)/.exec(await get(path))?.[1]
  it.each<[string, () => Promise<string | undefined>]>([
    ['/api/v1/events?sort=updated', async () => (await json('/api/v1/events?sort=updated')).data[0].title],
    ['/handelser.rss', () => itemTitle('/handelser.rss')],
    ['/tags/fynd/handelser.rss', () => itemTitle('/tags/fynd/handelser.rss')],
    ['/handelser.json', async () => (await json('/handelser.json')).items[0].title],
    ['latest_events', async () => (await tool('latest_events', { sort: 'updated' })).events[0].title],
  ])('does not lead %s', async (_name, first) => {
    const title = await first()
    expect(title).toBeTruthy()
    expect(title).not.toContain('blandad')
  })
})
