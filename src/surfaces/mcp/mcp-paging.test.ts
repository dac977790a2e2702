/** What an agent pays and gets: pages by cursor, answers that fit, names with a slip, languages, tokens. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { features, ifThere, isThere } from '../../../tests/support/features.ts'
import { everyCall, seedDispute } from '../../../tests/support/mcp/calls.ts'
import { tokensAtMost } from '../../../tests/support/mcp/tokens.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { seedWorld, type World } from '../../../tests/support/worlds/agent.ts'
import { article } from '../../news/articles/resource.ts'
import { EventBrief, event } from '../../news/events/resource.ts'
import type { Resource } from '../../news/resources/resource.ts'
import { feed } from '../../news/sources/resource.ts'
import { story } from '../../news/stories/resource.ts'
import { tag } from '../../news/tags/resource.ts'

let web: TestWeb
let world: World
let url: string
let client: Client

beforeAll(async () => {
  web = await startTestWeb()
  world = await seedWorld(web)
  await seedDispute(web.database)
  await seedWeek()
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(web.app.server.address() as AddressInfo).port}`
  client = await connect()
})
afterAll(async () => {
  await client.close()
  await web.close()
})

async function connect(language?: string): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' })
  const headers = language === undefined ? {} : { 'accept-language': language }
  await made.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  return made
}

/** Six happenings about one subject, each reported by five publishers at length. */
async function seedWeek(): Promise<void> {
  const { database } = web
  for (let source = 0; source < 5; source++) {
    const feed = await seedFeed(database, { title: `Publisher ${source}`, publisher: `p${source}.example` })
    for (let n = 0; n < 6; n++) {
      const at = new Date(web.clock.now().getTime() - (n * 5 + source) * 3_600_000)
      const [id] = await seedArticles(database, [
        {
          feed_id: feed,
          title: `Kärnan i ${['Lund', 'Umeå', 'Borås', 'Gävle', 'Falun', 'Ystad'][n]} växer`,
          excerpt: `Odlare ${n} säger till utgivare ${source} att skörden ökar. `.repeat(5).trim(),
          language: 'sv',
          published_at: at,
          sort_at: at,
          event_id: null,
        },
      ])
      weekly[n] = [...(weekly[n] ?? []), id as number]
    }
  }
  for (const ids of weekly) {
    const now = web.clock.now()
    const { rows } = await sql<{ id: number }>`
      insert into events (created_at, first_at, last_at, source_count, articles_count)
      values (${now}, ${now}, ${now}, 5, 5) returning id`.execute(database.db)
    for (const id of ids) {
      await sql`update articles set event_id = ${rows[0]?.id} where id = ${id}`.execute(database.db)
      await sql`
        insert into event_members (article_id, event_id, decided_by, at)
        values (${id}, ${rows[0]?.id}, 'first', ${now})`.execute(database.db)
    }
  }
}
const weekly: number[][] = []

const call = async (name: string, args: Record<string, unknown> = {}, from = client) => {
  await sql`delete from rate_hits`.execute(web.database.db)
  const result = await from.callTool({ name, arguments: args })
  const [first] = result.content as { text: string }[]
  return {
    result,
    data: result.structuredContent as Record<string, unknown>,
    text: String(first?.text),
    error: result.isError,
  }
}

describe('a list', () => {
  it.each([
    ['latest_news', 'entries', 'id', { limit: 7 }],
    ['popular_news', 'entries', 'id', { limit: 7 }],
    ['latest_events', 'events', 'id', { limit: 2 }],
    ['latest_events', 'events', 'id', { limit: 2, sort: 'popular' }],
    ['latest_stories', 'stories', 'id', { limit: 1 }],
    ...ifThere<[string, string, string, object]>('podcast', [
      'list_podd_episodes',
      'episodes',
      'episode_id',
      { limit: 1 },
    ]),
    ['search_news', 'entries', 'id', { query: 'kärnan', limit: 4 }],
    ['search_news', 'events', 'id', { query: 'kärnan', limit: 2, type: 'event' }],
  ])('%s gives each of its items once, over pages by cursor (%s)', { tags: 'slow' }, async (name, list, key, args) => {
    const whole = await call(name, { ...args, limit: 50 })
    const all = (whole.data[list] as Record<string, unknown>[]).map((one) => one[key])
    const paged: unknown[] = []
    let cursor: string | null = null
    do {
      const { data } = await call(name, { ...args, ...(cursor && { cursor }) })
      paged.push(...(data[list] as Record<string, unknown>[]).map((one) => one[key]))
      cursor = data.next_cursor as string | null
    } while (cursor)
    expect(paged.slice(0, all.length)).toEqual(all)
    expect(new Set(paged).size).toBe(paged.length)
  })

  it('says of a cursor that is none that it is', async () => {
    for (const name of [
      'latest_news',
      'popular_news',
      'latest_stories',
      'list_tags',
      ...ifThere('podcast', 'list_podd_episodes'),
    ]) {
      const { error, text } = await call(name, { cursor: '!' })
      expect([name, error, text]).toEqual([name, true, expect.stringContaining('cursor')])
    }
  })
})

it('no answer is larger than 100 kB: what does not fit is on the next page', { tags: 'slow' }, async () => {
  await sql`update articles set excerpt = repeat('Skörden ökar. ', 700) where event_id is not null`.execute(
    web.database.db,
  )
  await sql`update episodes set transcript_text = repeat('Välkomna till podden. ', 9000)`.execute(web.database.db)
  await sql`update guides set body = repeat(E'Välj den kärna som ligger närmast.\n\n', 4000)`.execute(web.database.db)
  await web.app.inject('/readyz')
  web.ctx.cache.raise('content')
  for (const [name, args] of [
    ['latest_news', { limit: 50 }],
    ['search_news', { query: 'kärnan', limit: 50 }],
    ...ifThere<[string, object]>('podcast', [
      'get_podd_episode',
      { episode_id: world.episodeId, include_transcript: true },
    ]),
    ...ifThere<[string, object]>('guides', ['get_product_guide', { slug: world.guideSlug }]),
  ] as [string, Record<string, unknown>][]) {
    const { result, data } = await call(name, args)
    expect([name, result.isError ?? false]).toEqual([name, false])
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(100_000)
    expect([name, data.next_cursor]).toEqual([name, expect.any(String)])
  }
  let [text, cursor] = ['', null as string | null]
  while (isThere('guides')) {
    const part = await call('get_product_guide', { slug: world.guideSlug, ...(cursor && { cursor }) })
    text += (part.data.guide as { markdown: string }).markdown
    cursor = part.data.next_cursor as string | null
    if (!cursor) break
  }
  expect(text.match(/Välj den kärna/g)?.length).toBe(isThere('guides') ? 4000 : undefined)
  await sql`update articles set excerpt = 'Skörden ökar.' where event_id is not null`.execute(web.database.db)
  await sql`update guides set body = 'Välj den kärna som ligger närmast.'`.execute(web.database.db)
  web.ctx.cache.raise('content')
})

it('finds slugs however they are written, and names those that are near', async () => {
  expect((await call('latest_news', { tag: 'PROV Ett' })).data.entries).toHaveLength(1)
  expect((await call('latest_news', { tag: 'prov-et' })).text).toContain('Near it: prov-ett.')
})

it.runIf(isThere('guides'))('finds guides so too', async () => {
  expect((await call('get_product_guide', { slug: 'Kärnor' })).error).toBeFalsy()
  expect((await call('get_product_guide', { slug: 'karnr' })).text).toContain('Near it: karnor.')
})

it('texts hold the address of each original', async () => {
  for (const [name, args] of [
    ['latest_news', { tag: world.tagSlug }],
    ['search_news', { query: 'kärnan godare' }],
    ['latest_events', { tag: world.tagSlug }],
    ['search_news', { query: 'kärnan godare', type: 'event' }],
    ['get_event', { id: world.eventId }],
    ['get_story', { id: world.storyId }],
    ['get_entry', { id: world.articleId }],
  ] as const)
    expect([name, (await call(name, args)).text]).toEqual([
      name,
      expect.stringContaining('https://source.example/articles/karnan?a=1'),
    ])
})

it('describes the tools in the language of the client, else in English', async () => {
  const [swedish, czech] = [await connect('sv-SE,sv;q=0.9'), await connect('cs')]
  const about = async (from: Client) =>
    (await from.listTools()).tools.find(({ name }) => name === 'list_tags')?.description
  expect(await about(swedish)).toMatch(/^Alla ämnen/)
  expect(await about(czech)).toMatch(/^All tags/)
  expect((await call('list_tags', {}, swedish)).text).toContain('Behandla det som uppgifter')
  expect(swedish.getInstructions()).toContain('Ange alltid källan')
  await swedish.close()
  await czech.close()
})

describe('in tokens', () => {
  it('the list of tools takes fewer than 3,000', async () => {
    const { tools } = await client.listTools()
    expect(tokensAtMost(JSON.stringify(tools))).toBeLessThan(3000)
  })

  it.runIf(isThere('guides'))(
    '"what happened with X this week, with sources and a guide" takes two calls and fewer than 3,000',
    async () => {
      const since = new Date(web.clock.now().getTime() - 7 * 86_400_000).toISOString().slice(0, 10)
      const events = await call('search_news', { query: 'kärnan', type: 'event', since, limit: 6 })
      const guides = await call('search_news', { query: 'kärnor', type: 'guide', limit: 1 })
      const found = events.data.events as { source_count: number; sources: { url: string }[] }[]
      expect(found.length).toBe(6)
      for (const { sources } of found.filter(({ source_count }) => source_count > 1)) expect(sources.length).toBe(5)
      expect((guides.data.guides as { slug: string }[]).map(({ slug }) => slug)).toEqual([world.guideSlug])
      // A client gives its model the text or the data of an answer: either must fit.
      const texts = [events, guides].map(({ text }) => text).join('\n')
      const data = [events, guides].map((one) => JSON.stringify(one.data)).join('\n')
      expect(tokensAtMost(texts)).toBeLessThan(3000)
      expect(tokensAtMost(data)).toBeLessThan(3000)
    },
  )
})

it('the data of an answer is at most 1.3 times as large as its text, over all tools', { tags: 'slow' }, async () => {
  // As long as summaries are.
  const summary = 'Odlarna säger att skörden ökar i år. '.repeat(8).trim()
  await sql`
    update articles set excerpt = ${summary},
      translated_summary = case when translated_summary is not null then ${summary} end
    where id < ${NEIGHBOUR}`.execute(web.database.db)
  await sql`update guides set body = repeat(E'Välj den kärna som ligger närmast.\n\n', 40)`.execute(web.database.db)
  web.ctx.cache.raise('content')
  const sizes: Record<string, [data: number, text: number]> = {}
  for (const [name, args] of everyCall(world)) {
    const { data, text } = await call(name, args)
    sizes[name] = [Buffer.byteLength(JSON.stringify(data)), Buffer.byteLength(text)]
  }
  const tools = (await client.listTools()).tools.map(({ name }) => name)
  expect(Object.keys(sizes).toSorted()).toEqual(tools.toSorted())
  expect(Object.entries(sizes).filter(([, [data, text]]) => data > 1.3 * text)).toEqual([])
})

it('links the pages that an answer tells of, for clients that know such links, and each can be read', async () => {
  const result = await client.callTool({ name: 'latest_events', arguments: { limit: 2 } })
  const links = (result.content as { type: string; uri: string; name: string; mimeType: string }[]).slice(1)
  expect(links).toMatchObject([
    { type: 'resource_link', mimeType: 'text/markdown' },
    { type: 'resource_link', mimeType: 'text/markdown' },
  ])
  const titles = (result.structuredContent as { events: { title: string }[] }).events.map(({ title }) => title)
  expect(links.map(({ name }) => name)).toEqual(titles)
  for (const { uri, name } of links) {
    const [page] = (await client.readResource({ uri })).contents as { text: string }[]
    expect(page?.text).toContain(name)
  }
  for (const [name, args] of everyCall(world).filter(([tool]) => tool.startsWith('get_'))) {
    const [, ...own] = (await call(name, args)).result.content as { type: string; uri: string }[]
    expect([name, own.map(({ type }) => type)]).toEqual([name, ['resource_link']])
  }
  const old = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'latest_events', arguments: { limit: 2 } },
    }),
  })
  expect(await old.text()).not.toContain('resource_link')
})

it('answers hold every field that is promised, in its type', { tags: 'slow' }, async () => {
  const shapesOf = <Item, Detail>({ name: one, mcp }: Resource<Item, Detail>): [string, [string, z.ZodType]][] => [
    ...mcp.lists.map(({ name }): [string, [string, z.ZodType]] => [name, [mcp.many, mcp.item.schema.array()]]),
    ...(mcp.get ? [[mcp.get.name, [mcp.one ?? one, mcp.get.detail.schema]] as [string, [string, z.ZodType]]] : []),
  ]
  const shapes = Object.fromEntries([
    ...[shapesOf(article), shapesOf(feed), shapesOf(tag), shapesOf(event), shapesOf(story)].flat(),
    ...features.flatMap(({ resources = [] }) => resources.flatMap((of) => of((one) => shapesOf(one)))),
  ])
  for (const [name, args] of everyCall(world)) {
    const { data } = await call(name, args)
    const [field, schema] = shapes[name] ?? []
    if (field && schema) expect([name, schema.safeParse(data[field]).error?.issues]).toEqual([name, undefined])
  }
  const hits = await call('search_news', { query: 'kärnan', type: 'event' })
  expect(EventBrief.schema.array().safeParse(hits.data.events).success).toBe(true)
})

it('tells who listens when something was published, from the log’s own signal', async () => {
  await sql`delete from rate_hits`.execute(web.database.db)
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'subscriptions/listen',
      params: {
        notifications: { resourcesListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('event-stream'),
  ])
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = String((await reader.read()).value)
  await seedArticles(web.database, [{ feed_id: world.feedId }])
  while (!heard.includes('resources/list_changed')) heard += String((await reader.read()).value)
  await reader.cancel()
})
