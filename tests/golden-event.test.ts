/** One event, seeded once and read through every machine surface: the same facts everywhere, and one way to its heir. */

import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { convert } from 'html-to-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { findShownEvent } from '../src/news/events/queries/events.ts'
import { mergeEvents, splitFromEvent } from '../src/news/events/writes/operator-events.ts'
import { publishing } from '../src/platform/database/database.ts'
import { readFrontMatter } from '../src/platform/site/front-matter.ts'
import { growEvent, seedEvent, seedFeed, seedTag, storedPoint } from './support/build.ts'
import { t } from './support/content.ts'
import { ifThere, isThere, partOf } from './support/features.ts'
import { signIn } from './support/people.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const base = 'https://site.example'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
const facts = {
  title: 'Bron vid Ramsvik öppnar på lördag',
  summary: 'Efter tre års bygge öppnar bron. Vad den kostade är källorna inte överens om.',
  agreed: 'Bron öppnar på lördag.',
  disputed: 'Bygget kostade 450 miljoner kronor.',
  quote: 'It cost 450 million kronor to build.',
  against: 'Notan blev 520 miljoner kronor.',
  answer: 'The bill was 520 million <kronor>.',
  model: 'played-9',
  image: 'https://img.example/bro.jpg',
}
const names = ['Posten', 'Bladet', 'Ekot']

let web: TestWeb
let client: Client
let feeds: number[]
let eventId: number
let articleIds: number[]
let storyId: number
let url: string

beforeAll(async () => {
  web = await startTestWeb({ LOG_LEVEL: 'silent' })
  const tagId = await seedTag(web.database, 'Broar', 'broar')
  feeds = []
  for (const name of names)
    feeds.push(await seedFeed(web.database, { title: name, publisher: `${name.toLowerCase()}.example` }))
  const report = (source: number, minute: number, values = {}) => ({
    feed_id: feeds[source]!,
    title: `The bridge, says ${names[source]}`,
    url: `https://${names[source]!.toLowerCase()}.example/bridge?a=1&b=2`,
    published_at: at(minute),
    sort_at: at(minute),
    discovered_at: at(minute),
    updated_at: at(minute),
    tag_ids: [tagId],
    ...values,
  })
  const seeded = await seedEvent(web.database, [
    report(0, 11),
    report(1, 15, { image_url: facts.image }),
    report(2, 20, { credited_publisher: 'posten.example' }),
  ])
  eventId = seeded.eventId
  articleIds = seeded.articleIds
  storyId = await publishing(web.database, async (trx) => {
    const points = [
      storedPoint('agreed', [facts.agreed, articleIds.slice(0, 2)]),
      storedPoint(
        'disputed',
        [facts.disputed, articleIds.slice(0, 1), [{ article: Number(articleIds[0]), text: facts.quote }]],
        [facts.against, articleIds.slice(1, 2), [{ article: Number(articleIds[1]), text: facts.answer }]],
      ),
    ]
    const text = { event_id: eventId, text_by: 'ai' as const, model: facts.model, prompt_version: 'event.sv@1' }
    const facets = { title: facts.title, summary: facts.summary, article_ids: articleIds, seen_ids: articleIds }
    await trx
      .insertInto('event_texts')
      .values([
        {
          ...text,
          ...facets,
          revision: 1,
          at: at(30),
          reason: 'second_source' as const,
          points: JSON.stringify(points.slice(0, 1)),
          brought_by: articleIds.slice(0, 2),
        },
        {
          ...text,
          ...facets,
          revision: 2,
          at: at(50),
          reason: 'new_fact' as const,
          points: JSON.stringify(points),
          brought_by: [articleIds[1]!],
        },
      ])
      .execute()
    const story = await trx
      .insertInto('stories')
      .values({
        title: 'Brobygget',
        lead: 'All about the bridge.',
        created_at: at(0),
        updated_at: at(0),
        entries_count: 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { event_id: eventId, story_id: story.id, score: null, reason: '{}', at: at(0) }
    await trx.insertInto('story_events').values(link).execute()
    return story.id
  })
  url = `${base}/handelser/${eventId}-bron-vid-ramsvik-oppnar-pa-lordag`
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  client = new Client({ name: 'golden', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

type Json = ReturnType<typeof JSON.parse>
const get = (path: string, headers: Record<string, string> = {}) => web.app.inject({ url: path, headers })
const json = async (path: string): Promise<Json> => (await get(path)).json()

async function call(name: string, args: Record<string, unknown>): Promise<Json> {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  return (await client.callTool({ name, arguments: args })).structuredContent
}

const wire = {
  title: facts.title,
  summary: facts.summary,
  by: 'model',
  model: facts.model,
  revision: 2,
  source_count: 2,
  entries_count: 3,
  first_published_at: at(11).toISOString(),
  updated_at: at(50).toISOString(),
  image_url: facts.image,
  language: 'sv',
  points: [
    { text: facts.agreed, status: 'agreed', sources: [{ name: 'Posten' }, { name: 'Bladet' }], against: null },
    {
      text: facts.disputed,
      status: 'disputed',
      sources: [{ name: 'Posten' }],
      against: { text: facts.against, sources: [{ name: 'Bladet' }] },
      judged: true,
      statements: [
        {
          text: facts.disputed,
          sources: [{ name: 'Posten' }],
          quotes: [{ name: 'Posten', text: facts.quote, published_at: at(11).toISOString() }],
        },
        {
          text: facts.against,
          sources: [{ name: 'Bladet' }],
          quotes: [{ name: 'Bladet', text: facts.answer, published_at: at(15).toISOString() }],
        },
      ],
    },
  ],
  sources: [
    { name: 'Posten', publisher: 'posten.example', first: true, copies_of: null },
    { name: 'Bladet', publisher: 'bladet.example', first: false, copies_of: null },
    { name: 'Ekot', publisher: 'ekot.example', first: false, copies_of: 'posten.example' },
  ],
}

describe('the event', () => {
  const eventIn = (list: Json[]): Json => list.find(({ id }) => id === eventId)
  it.each([
    ['/api/v1/events', async () => eventIn((await json('/api/v1/events')).data)],
    ['/api/v1/events by tag', async () => eventIn((await json('/api/v1/events?tag=broar&sort=updated')).data)],
    ['/api/v1/tags/:slug/events', async () => eventIn((await json('/api/v1/tags/broar/events')).data)],
    ['/api/v1/events/:id', async () => (await json(`/api/v1/events/${eventId}-any-words`)).data],
  ] as [string, () => Promise<Json>][])('has its facts in %s', async (_, read) => {
    const found = await read()
    expect(found).toMatchObject({ ...wire, id: eventId, url, tags: [{ slug: 'broar' }] })
    expect(found.story).toMatchObject({ id: storyId, title: 'Brobygget', url: `${base}/stories/${storyId}-brobygget` })
  })

  it('has its points, its sources and who wrote it in get_event', async () => {
    const { points, sources, entries, ...found } = (await call('get_event', { id: eventId })).event
    const { title, summary, by, model, revision, language, source_count } = wire as Json
    expect(found).toMatchObject({ title, summary, by, model, revision, language, source_count, url, story_id: storyId })
    expect(points).toEqual([
      { text: facts.agreed, status: 'agreed', sources: ['Posten', 'Bladet'], against: null },
      {
        text: facts.disputed,
        status: 'disputed',
        sources: ['Posten'],
        against: { text: facts.against, sources: ['Bladet'] },
      },
    ])
    expect(sources).toEqual(wire.sources.map(({ publisher: _, ...source }) => source))
    for (const entry of entries) expect(entry.url).toMatch(/^https:/)
  })

  it.each([
    ['latest_events', async () => eventIn((await call('latest_events', { min_sources: 2 })).events)],
    ['search_news', async () => eventIn((await call('search_news', { query: 'bridge', type: 'event' })).events)],
  ] as [string, () => Promise<Json>][])(
    'is told by %s with what it takes to tell of it and to cite it',
    async (_, read) => {
      const hit = await read()
      const { title, summary, by, language, source_count, first_published_at, updated_at } = wire as Json
      expect(hit).toMatchObject({ title, summary, by, language, source_count, first_published_at, updated_at, url })
      expect(hit.story_id).toBe(storyId)
      expect(hit.sources.map(({ name }: Json) => name)).toEqual(['Posten', 'Bladet', 'Ekot'])
      for (const source of hit.sources) expect(source.url).toMatch(/^https:/)
    },
  )

  it.each([
    ['/api/v1/events/:id', async () => (await json(`/api/v1/events/${eventId}`)).data],
    ['get_event', async () => (await call('get_event', { id: eventId })).event],
  ] as [string, () => Promise<Json>][])('has its articles and its revisions in %s', async (_, read) => {
    const { entries, revisions } = await read()
    expect(entries.map(({ id }: Json) => id)).toEqual(articleIds)
    expect(revisions).toMatchObject([
      { revision: 2, by: 'model', reason: 'new_fact', added: [facts.disputed] },
      { revision: 1, by: 'model', reason: 'second_source', added: [facts.agreed] },
    ])
  })

  it('has its articles as article objects, in the order of publication', async () => {
    const { data, pagination } = await json(`/api/v1/events/${eventId}/entries?per_page=2`)
    expect([data.map(({ id }: Json) => id), pagination.total]).toEqual([articleIds.slice(0, 2), 3])
  })

  it.each(['/handelser', '/tags/broar/handelser', () => `/stories/${storyId}-brobygget/handelser`])(
    'is one item of the feed %s, as RSS and as JSON',
    async (path) => {
      const feed = typeof path === 'string' ? path : path()
      const items = parseRssFeed((await get(`${feed}.rss`)).body).items?.filter(({ link }) => link === url)
      expect(items).toMatchObject([
        {
          title: facts.title,
          description: facts.summary,
          guid: { value: `${base}/handelser/${eventId}`, isPermaLink: true },
          dc: { creators: names },
          atom: { updated: at(50).toISOString() },
          enclosures: [{ url: facts.image }],
        },
      ])
      expect(new Date(String(items?.[0]?.pubDate))).toEqual(at(11))
      const body = JSON.parse((await get(`${feed}.json`)).body)
      expect(parseJsonFeed(body).items?.[0]).toMatchObject({ id: `${base}/handelser/${eventId}`, url })
      expect(body.items.filter((item: Json) => item.url === url)).toMatchObject([
        {
          title: facts.title,
          summary: facts.summary,
          date_published: at(11).toISOString(),
          date_modified: at(50).toISOString(),
          authors: names.map((name) => ({ name })),
          _karnhuset: { id: eventId, by: 'model', model: facts.model, source_count: 2, revision: 2 },
        },
      ])
      for (const words of [facts.agreed, facts.against, 'Bladet']) expect(items?.[0]?.content?.encoded).toContain(words)
    },
  )

  /** Each side of the dispute, in their order. */
  const sides = [
    ['Posten', facts.disputed, facts.quote],
    ['Bladet', facts.against, facts.answer],
  ]
  const ofStatements = ({ statements }: Json) =>
    statements.map(({ sources: [source], text, quote, quotes }: Json) => [
      source.name ?? source,
      text,
      quote ?? quotes[0].text,
    ])
  it.each([
    ['/api/v1/disputes', async () => (await json('/api/v1/disputes')).data[0].disputes[0]],
    ['/api/v1/events/:id', async () => (await json(`/api/v1/events/${eventId}`)).data.points[1]],
    ['latest_disputes', async () => (await call('latest_disputes', {})).disputes[0].disputes[0]],
  ] as [string, () => Promise<Json>][])('has the sides of its dispute and their words in %s', async (_, read) =>
    expect(ofStatements(await read())).toEqual(sides),
  )

  const mailed = async (part: 'text' | 'html') => {
    const event = await findShownEvent(web.ctx.db, eventId, 'sv')
    const { editionMailWriter } = await partOf('edition-mail/write-mail.ts')
    const mail = editionMailWriter({ ...web.ctx, t, baseUrl: base, paths: web.ctx.site.paths })
    const row = { event: event!, matchedFollows: [] }
    return mail({
      email: 'ann@site.example',
      key: 'x',
      edition: 'morning',
      day: '2026-11-21',
      rows: [row],
      names: new Map(),
    })[part]
  }
  /** Without tags, each text in one piece. */
  const plain = (markup: string) => {
    const text = convert(markup, { wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] })
    return text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')
  }
  it.each([
    ['its page', async () => plain((await get(url.slice(base.length))).body)],
    ['the front page', async () => plain((await get('/')).body)],
    ['the page of disputes', async () => plain((await get('/oense')).body)],
    ['the card for other sites', async () => plain((await get(`/embed/handelser/${eventId}`)).body)],
    [
      'the feed of disputes',
      async () => plain(parseRssFeed((await get('/oense.rss')).body).items![0]!.content!.encoded!),
    ],
    [
      'the feed of disputes as JSON',
      async () => plain(JSON.parse((await get('/oense.json')).body).items[0].content_html),
    ],
    ...ifThere<[string, () => Promise<string>]>(
      'edition-mail',
      ['the mail', async () => plain(await mailed('html'))],
      ['the mail as text', async () => mailed('text')],
    ),
    [
      'markdown',
      async () => (await get(`/handelser/${eventId}-bron.md`)).body.replaceAll('\\', '').replaceAll('&lt;', '<'),
    ],
  ] as [string, () => Promise<string>][])(
    'tells who says what in its dispute, and in which words, on %s',
    async (_, read) => {
      const text = await read()
      for (const part of sides.flat()) expect(text).toContain(part)
      // Each publisher has its own statement and words beside it, and not the other's.
      const [one, other] = sides.map(([, statement, quote]) => [text.indexOf(statement!), text.indexOf(quote!)])
      expect(Math.max(...one!)).toBeLessThan(Math.min(...other!))
    },
  )

  it('stands in feeds of as many sources as it has, and in no other', async () => {
    expect((await get('/handelser.rss?min_sources=2')).body).toContain(url)
    expect((await get('/handelser.rss?min_sources=3')).body).not.toContain(url)
    expect((await get('/handelser.json?min_sources=x')).body).toContain(url)
  })

  it('has a page and a line of markdown', async () => {
    const response = await get(`/handelser/${eventId}-bron.md`)
    expect(response.headers).toMatchObject({ 'x-robots-tag': 'noindex', link: `<${url}>; rel="canonical"` })
    const page = readFrontMatter(response.body)
    if (!('frontMatter' in page)) throw new Error('no front matter')
    expect(page.frontMatter.data).toMatchObject({
      title: facts.title,
      canonical_url: url,
      revision: 2,
      tags: ['Broar'],
    })
    const { body } = page.frontMatter
    for (const words of [
      facts.summary,
      facts.agreed,
      facts.disputed,
      facts.against,
      ...names,
      'Brobygget',
      facts.model,
    ])
      expect(body).toContain(words)
    const reports = body.split('\n').filter((line) => line.startsWith('- [The bridge'))
    expect(
      reports.map((line) => [names.find((name) => line.includes(`says ${name}`)), /, först\b/.test(line)]),
    ).toEqual([
      ['Posten', true],
      ['Bladet', false],
      ['Ekot', false],
    ])
    expect((await get('/handelser.md')).body).toContain(`[${facts.title}](${url}.md)`)
    expect((await get('/index.md')).body).toContain(`${base}/handelser.md`)
    expect((await get('/llms.txt')).body).toContain(`${base}/handelser.md`)
    const resource = await client.readResource({ uri: `${url}.md` })
    expect(JSON.stringify(resource)).toContain(facts.against)
  })

  it('is a work based on each of its sources for search engines', async () => {
    const { body } = await get(url.slice(base.length))
    const described = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    expect(JSON.parse(described)).toMatchObject({
      '@type': 'NewsArticle',
      headline: facts.title,
      url,
      datePublished: at(11).toISOString(),
      dateModified: at(50).toISOString(),
      isBasedOn: names.map((name) => ({ '@type': 'NewsArticle', publisher: { name } })),
      creditText: names.join(', '),
    })
  })

  it.runIf(isThere('google-reader'))(
    'is an item of reading apps, with the time of its first report and that of its change',
    async () => {
      const { userId } = await signIn(web, 'ann@site.example')
      const password = await makeAppPassword(web.ctx.database, userId, { name: 'App' }, web.ctx.clock.now())
      const { items } = await web.app
        .inject({
          url: '/reader/api/0/stream/contents/user/-/state/com.google/reading-list',
          headers: { authorization: `GoogleLogin auth=${password}` },
        })
        .then((answer) => answer.json())
      expect(items).toHaveLength(1)
      expect(items[0]).toMatchObject({
        title: facts.title,
        author: names.join(', '),
        canonical: [{ href: url }],
        enclosure: [{ href: facts.image }],
        published: at(11).getTime() / 1000,
        updated: at(50).getTime() / 1000,
        categories: expect.any(Array),
      })
      for (const words of [facts.agreed, facts.disputed, facts.against])
        expect(items[0].content.content).toContain(words)
    },
  )

  it('is named by its articles on every surface that has room for it', async () => {
    const event = { id: eventId, url: `${base}/handelser/${eventId}`, entries_count: 3 }
    const [id] = articleIds
    const story = { id: storyId, title: 'Brobygget', url: `${base}/stories/${storyId}-brobygget` }
    const entry = (await json('/api/v1/entries')).data.find((one: Json) => one.id === id)
    expect(entry).toMatchObject({ event, story, updated_at: at(11).toISOString() })
    expect(entry.canonical_url).toMatch(new RegExp(`^${base}/entries/${id}-the-bridge`))
    expect((await call('get_entry', { id })).entry).toMatchObject({ event_id: event.id })
    const { items } = JSON.parse((await get('/feed.json')).body)
    expect(items.find((one: Json) => one.id === `${base}/entries/${id}`)._karnhuset).toMatchObject({
      event: { id: eventId },
      story: { id: storyId },
    })
    expect(Object.keys(await json(`/entries/${id}.json`))).toHaveLength(9)
  })
})

describe('what an agent asks for', () => {
  it('is narrowed by filters, which the answer repeats', async () => {
    const { data, meta } = await json('/api/v1/events?tag=broar&since=2026-11-21T09:15:00Z&min_sources=2&sort=updated')
    expect(data).toHaveLength(1)
    expect(meta.filters).toEqual({ tag: 'broar', since: '2026-11-21T09:15:00.000Z', min_sources: 2, sort: 'updated' })
    expect((await json(`/api/v1/events?feed_id=${feeds[0]}&story_id=${storyId}`)).data).toHaveLength(1)
    expect((await json('/api/v1/events?until=2026-11-21T09:00:00Z')).data).toEqual([])
    expect((await json('/api/v1/events?tag=nothing')).pagination.total).toBe(0)
    expect((await get('/api/v1/tags/nothing/events')).statusCode).toBe(404)
  })

  it.each(['sort=best', 'min_sources=0', 'feed_id=x', 'since=yesterday', 'min_sources=99999999999', 'story_id=-1'])(
    'is refused when it is %s',
    async (query) => expect((await get(`/api/v1/events?${query}`)).statusCode).toBe(400),
  )

  it('is found by search within a time, a tag and a source, as articles, events, stories or guides', async () => {
    const ids = async (args: object) =>
      (await call('search_news', { query: 'bridge', ...args })).entries.map(({ id }: Json) => id)
    expect(await ids({ tag: 'broar', feed_id: feeds[1] })).toEqual([articleIds[1]])
    expect(await ids({ since: '2026-11-21T09:18:00Z' })).toEqual([articleIds[2]])
    expect(await ids({ until: '2026-11-21T09:12:00Z' })).toEqual([articleIds[0]])
    expect(await ids({ type: 'event' })).toEqual([])
    expect((await call('search_news', { query: 'bridge', type: 'story' })).stories).toMatchObject([{ id: storyId }])
    if (isThere('guides')) expect((await call('search_news', { query: 'bridge', type: 'guide' })).guides).toEqual([])
  })

  it('is told where to look when it does not exist', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    for (const [name, args] of [
      ['get_event', { id: 999_999 }],
      ['latest_events', { tag: 'nothing' }],
      ['latest_events', { feed_id: 999_999 }],
    ] as const)
      expect(await client.callTool({ name, arguments: args })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/Call latest_events|Call list_tags|Call list_feeds/) }],
      })
    for (const path of ['/api/v1/events/999999', '/api/v1/events/999999/entries', '/handelser/999999.md'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  })
})

describe('when the event changes', () => {
  const addresses = () => [
    '/api/v1/events',
    `/api/v1/events/${eventId}`,
    `/api/v1/events/${eventId}/entries`,
    '/handelser.rss',
    '/handelser.json',
    '/handelser.md',
    `/handelser/${eventId}.md`,
  ]
  const etags = async () => Promise.all(addresses().map(async (path) => (await get(path)).headers.etag))

  it('every answer that shows it changes its ETag, and none before', async () => {
    const before = await etags()
    expect(await etags()).toEqual(before)
    const [path] = addresses()
    expect((await get(path!, { 'if-none-match': String(before[0]) })).statusCode).toBe(304)
    await growEvent(web.database, eventId, [{ feed_id: feeds[1]!, title: 'The bridge again', sort_at: at(58) }])
    await expect.poll(etags).not.toEqual(before)
    const after = await etags()
    expect(after.filter((etag, i) => etag === before[i])).toEqual([])
  })

  it('feeds have it under the same guid, as an update and not as news', async () => {
    const items = parseRssFeed((await get('/handelser.rss')).body).items?.filter(
      ({ guid }) => guid?.value === `${base}/handelser/${eventId}`,
    )
    expect(items).toMatchObject([{ atom: { updated: at(58).toISOString() } }])
    expect(new Date(String(items?.[0]?.pubDate))).toEqual(at(11))
  })

  it('its old address leads to the event that took it up, on every surface', async () => {
    const other = await seedEvent(web.database, [
      { feed_id: feeds[2]!, title: 'An older bridge', sort_at: at(1), published_at: at(1) },
    ])
    await mergeEvents(web.database, other.eventId, eventId, at(59))
    await expect.poll(async () => (await get(`/api/v1/events/${eventId}`)).statusCode).toBe(301)
    const moved = await get(`/api/v1/events/${eventId}`)
    expect(moved.headers.location).toBe(`/api/v1/events/${other.eventId}`)
    expect(moved.json().data).toEqual({ id: other.eventId, url: `${base}/api/v1/events/${other.eventId}` })
    const entries = await get(`/api/v1/events/${eventId}-words/entries`)
    expect([entries.statusCode, entries.headers.location]).toEqual([301, `/api/v1/events/${other.eventId}/entries`])
    const markdown = await get(`/handelser/${eventId}-words.md`)
    expect([markdown.statusCode, markdown.headers.location]).toEqual([301, `/handelser/${other.eventId}.md`])
    expect((await call('get_event', { id: eventId })).event.id).toBe(other.eventId)
    expect((await get('/handelser.rss')).body).not.toContain(`${base}/handelser/${eventId}<`)
  })

  it('what was split from it is news of its own, which says where it comes from', async () => {
    const heir = (await json(`/api/v1/entries`)).data.find((one: Json) => one.id === articleIds[0]).event.id
    const { eventId: split } = await splitFromEvent(web.database, articleIds[2]!, at(59))
    await expect.poll(async () => (await json(`/api/v1/events/${split}`)).data?.split_from).toBe(heir)
    expect((await json(`/api/v1/events/${heir}`)).data.entries.map(({ id }: Json) => id)).not.toContain(articleIds[2])
    expect((await get('/handelser.rss')).body).toContain(`${base}/handelser/${split}<`)
  })
})
