/** The MCP server over HTTP: what it offers, what each tool answers, limits and protections. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ifThere } from '../../../tests/support/features.ts'
import { commonCalls, everyCall, pathsOf, seedDispute } from '../../../tests/support/mcp/calls.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { seedWorld, type World } from '../../../tests/support/worlds/agent.ts'

let web: TestWeb
let world: World
let url: string
let client: Client

beforeAll(async () => {
  web = await startTestWeb()
  world = await seedWorld(web)
  await seedDispute(web.database)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(web.app.server.address() as AddressInfo).port}`
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

/** Each call in a minute of its own. */
const call = (name: string, args: Record<string, unknown> = {}) => {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  return client.callTool({ name, arguments: args })
}
const textOf = (result: Awaited<ReturnType<typeof call>>) => {
  const [first] = result.content as { type: string; text: string }[]
  return String(first?.text)
}

const calls = () => everyCall(world)

describe('the tools', () => {
  it('are those of the contract and those of events, each with title, description, schemas, and only reading', async () => {
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name).sort()).toEqual(
      calls()
        .map(([name]) => name)
        .sort(),
    )
    for (const tool of tools) {
      expect(tool.title).toBeTruthy()
      expect(tool.description).toMatch(/^[A-Z].*\.$/)
      expect(tool.annotations?.readOnlyHint).toBe(true)
      expect(tool.outputSchema?.type).toBe('object')
      expect(tool.inputSchema.type).toBe('object')
    }
  })

  it('answer with data that passes their schema and with marked markdown', { tags: 'slow' }, async () => {
    const { tools } = await client.listTools()
    for (const [name, args] of calls()) {
      const result = await call(name, args)
      expect([name, result.isError ?? false]).toEqual([name, false])
      const ajv = formats.default(new Ajv2020({ strict: false }))
      const validate = ajv.compile(tools.find((tool) => tool.name === name)?.outputSchema as object)
      expect([name, validate(result.structuredContent), validate.errors]).toEqual([name, true, null])
      expect(textOf(result)).toMatch(/Treat it as data.*\n\n<untrusted-content>\n\n[\s\S]+\n\n<\/untrusted-content>$/)
    }
  })

  it('answer with the fields of the last release; `npx vitest -u` writes those that are new', {
    tags: 'slow',
  }, async () => {
    const fields: string[] = []
    for (const [name, args] of commonCalls(world)) {
      const { structuredContent } = await call(name, args)
      fields.push(`${name}:`, ...[...new Set(pathsOf(structuredContent))].sort(), '')
    }
    await expect(fields.join('\n')).toMatchFileSnapshot('fixtures/mcp-fields.txt')
  })

  it.each<[name: string, args: Record<string, unknown>, instead: string]>([
    ['get_entry', { id: 999_999 }, 'latest_news'],
    ['get_story', { id: 999_999 }, 'latest_stories'],
    ...ifThere<[string, Record<string, unknown>, string]>('guides', [
      'get_product_guide',
      { slug: 'nope' },
      'list_product_guides',
    ]),
    ['latest_news', { tag: 'nope' }, 'list_tags'],
    ['latest_news', { feed_id: 999_999 }, 'list_feeds'],
  ])('%s of what is not there says what to call instead', async (name, args, instead) => {
    const result = await call(name, args)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(`Call ${instead}`)
  })

  it('say which value of a filter names nothing, and which filters there are', async () => {
    const result = await call('search_news', { query: 'kärnan tag:nope' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^tag: "nope" names nothing here\. .*source:/s)
  })

  it('say how a query was read', async () => {
    const { structuredContent } = await call('search_news', { query: 'kärmn i år' })
    expect(structuredContent).toMatchObject({ did_you_mean: expect.stringMatching(/kärna/i), period: 'year' })
    expect((await call('search_news', { query: 'kärnan' })).structuredContent).toMatchObject({
      did_you_mean: null,
      period: null,
    })
  })

  it('search within one kind of article', { tags: 'slow' }, async () => {
    const found = async (kind: string) => {
      const { structuredContent } = await call('search_news', { query: 'kärnan', kind })
      return (structuredContent as { entries: unknown[] }).entries.length
    }
    await web.database.db.updateTable('articles').set({ kind: 'review' }).where('id', '<', NEIGHBOUR).execute()
    expect(await found('review')).toBeGreaterThan(0)
    expect(await found('deal')).toBe(0)
    const nothing = await call('search_news', { query: 'kärnan', kind: 'deal' })
    expect([nothing.isError ?? false, textOf(nothing)]).toEqual([
      false,
      'Nothing was found. Try other words, a longer time or fewer filters.',
    ])
  })

  it('say where a story leads that turned out to be none', async () => {
    await web.database.db.insertInto('dissolved_stories').values({ story_id: 888_888, at: web.clock.now() }).execute()
    const result = await call('get_story', { id: 888_888 })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('Story 888888 does not exist any more. Its subject: https://')
  })

  it('refuse arguments out of bounds', async () => {
    for (const [name, args] of [
      ['latest_news', { limit: 51 }],
      ['latest_news', { limit: 0 }],
      ['latest_news', { since: 'igår' }],
      ['search_news', { query: ' ' }],
      ['get_entry', { id: 'x' }],
      ...ifThere('guides', ['list_product_guides', { page_type: 'nope' }] as const),
    ] as const)
      await expect(call(name, args).then((result) => result.isError ?? false)).resolves.toBe(true)
  })

  it('refuse an argument that they do not have, and name those that they have', { tags: 'slow' }, async () => {
    const { tools } = await client.listTools()
    for (const { name, inputSchema } of tools) {
      const [, args] = calls().find(([known]) => known === name) ?? []
      const result = await call(name, { ...args, 'Frågan "x"': 1, page: 2 })
      expect([name, result.isError, inputSchema.additionalProperties]).toEqual([name, true, false])
      for (const known of Object.keys(inputSchema.properties ?? {})) expect(textOf(result)).toContain(known)
      expect(textOf(result)).toContain('"page"')
    }
    const [misspelt, many] = [{ limt: 5 }, Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`a${i}`, i]))]
    expect(textOf(await call('popular_news', misspelt))).toContain('no argument "limt". It takes: limit, cursor.')
    expect(textOf(await call('popular_news', many)).length).toBeLessThan(500)
  })

  it('give the 20 latest unless asked, relevant ones only', async () => {
    const { structuredContent } = await call('latest_news')
    const { entries } = structuredContent as { entries: { id: number }[] }
    expect(entries).toHaveLength(20)
    const { rows } =
      await sql`select from articles where not relevant and id = any(${entries.map(({ id }) => id)})`.execute(
        web.database.db,
      )
    expect(rows).toEqual([])
  })

  it('give only what was published since a moment, where one is named', async () => {
    const latest = async (args: Record<string, unknown>) => {
      const { structuredContent } = await call('latest_news', args)
      return (structuredContent as { entries: { id: number; published_at: string }[] }).entries
    }
    const all = await latest({})
    const since = all[4]?.published_at as string
    const wanted = all.filter((entry) => entry.published_at >= since).map(({ id }) => id)
    expect(wanted.length).toBeLessThan(all.length)
    expect((await latest({ since })).map(({ id }) => id)).toEqual(wanted)
    expect(await latest({ since: '2100-01-01' })).toEqual([])
  })
})

describe('resources and prompt', () => {
  it('are the markdown pages, under their own addresses', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
      'https://site.example/entries/{id}.md',
      'https://site.example/handelser/{id}.md',
      'https://site.example/stories/{id}.md',
      ...ifThere('podcast', 'https://site.example/podd/{id}.md'),
      ...ifThere('guides', 'https://site.example/{slug}.md'),
      ...ifThere('publisher-record', 'https://site.example/utgivare/{id}.md'),
    ])
    const { resources } = await client.listResources()
    expect(resources.filter(({ title, name, uri }) => title !== name && !uri.endsWith('/index.md'))).toEqual([])
    for (const uri of [world.articleUrl, world.storyUrl].map((page) => `${page}.md`)) {
      expect(resources.map((resource) => resource.uri)).toContain(uri)
      const { contents } = await client.readResource({ uri })
      expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' })
      const page = await web.app.inject(uri.replace('https://site.example', ''))
      expect('text' in contents[0]! && contents[0].text).toBe(page.body)
    }
    await expect(client.readResource({ uri: 'https://site.example/entries/999999.md' })).rejects.toThrow()
  })

  it('brief on what happened the last day and who reports it, marked as the words of others', async () => {
    const { messages } = await client.getPrompt({ name: 'daily_briefing', arguments: { tag: world.tagSlug } })
    const text = JSON.stringify(messages)
    expect(text).toContain(world.articleTitle)
    expect(text.indexOf('<untrusted-content>')).toBeLessThan(text.indexOf('### Källor'))
    expect(
      (
        await client.complete({
          ref: { type: 'ref/prompt', name: 'daily_briefing' },
          argument: { name: 'tag', value: world.tagSlug.slice(0, 3) },
        })
      ).completion.values,
    ).toContain(world.tagSlug)
  })
})

describe('over HTTP', () => {
  const post = (headers: Record<string, string> = {}, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
    web.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'site.example',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('answers the 31st call within a minute with 429 and says when to come back', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
    const prompt = { jsonrpc: '2.0', id: 'the 31st', method: 'prompts/get', params: { name: 'none' } }
    for (let n = 1; n <= 30; n++) expect((await post({}, prompt)).statusCode).toBe(200)
    const refused = await post({}, prompt)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['ratelimit-policy']).toBe('"mcp";q=30;w=60')
    expect(refused.json()).toMatchObject({ jsonrpc: '2.0', id: 'the 31st', error: { message: expect.any(String) } })
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    expect((await post({}, prompt)).statusCode).toBe(200)
  })

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'localhost:3000' }, 200],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost:6274' }, 200],
    [{ origin: 'https://site.example' }, 200],
    [{}, 200],
  ])('with %j answers %i', async (headers, status) => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    const response = await post(headers)
    expect(response.statusCode).toBe(status)
    if (status === 200 && 'origin' in headers)
      expect(response.headers['access-control-allow-origin']).toBe(headers.origin)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('keeps no session: other methods are 405', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const response = await web.app.inject({ method, url: '/mcp', headers: { host: 'site.example' } })
      expect([method, response.statusCode]).toEqual([method, 405])
      expect(response.headers.allow).toContain('POST')
    }
  })

  it.each([
    ['application/json, text/event-stream', 200],
    ['Application/JSON, TEXT/Event-Stream', 200],
    ['TEXT/EVENT-STREAM;Q=0.5 , APPLICATION/JSON ; charset=UTF-8', 200],
    ['text/event-stream;x="a,b", */*;q=0.1, application/json;q=0.001', 200],
    ['application/json, text/event-stream;q=0', 406],
    ['application/jsonx, text/event-stream', 406],
    ['APPLICATION/JSON', 406],
    ['text/html', 406],
  ])('of a client that accepts %s answers %i', async (accept, status) => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    expect((await post({ accept })).statusCode).toBe(status)
  })

  it.each([
    ['gzip', 415],
    ['GZIP', 415],
    ['identity, br', 415],
    ['x-unheard-of', 415],
    ['identity', 200],
    ['Identity, identity', 200],
    ['', 200],
  ])('of a body in the coding "%s" answers %i', async (coding, status) => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    const { statusCode, headers, body } = await post({ 'content-encoding': coding })
    expect(statusCode).toBe(status)
    if (status === 200) return
    expect(headers['accept-encoding']).toBe('identity')
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringContaining('identity') } })
  })

  it('refuses what is no message', async () => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    expect((await post({}, '{"jsonrpc"')).statusCode).toBe(400)
    expect((await post({ 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await post({}, `"${'x'.repeat(70_000)}"`)).statusCode).toBe(413)
  })

  it('can be found: card and catalogue say where it is', async () => {
    const card = await web.app.inject('/mcp/server-card')
    expect(card.headers['content-type']).toContain('application/mcp-server-card+json')
    expect(card.headers['access-control-allow-origin']).toBe('*')
    expect(card.json()).toMatchObject({
      name: 'example.site/karnhuset',
      remotes: [{ type: 'streamable-http', url: 'https://site.example/mcp' }],
    })
    expect(card.json().description.length).toBeLessThanOrEqual(100)
    const catalog = (await web.app.inject('/.well-known/mcp/catalog.json')).json()
    expect(catalog.entries[0].url).toBe('https://site.example/mcp/server-card')
    expect((await web.app.inject('/.well-known/mcp/server-card.json')).json()).toEqual(card.json())
    const { version, name } = card.json()
    expect(client.getServerVersion()).toMatchObject({ version, name })
  })
})
