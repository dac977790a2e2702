/** Who wrote a text stands on each surface that serves it: a model's is marked, an excerpt is never called ours. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from './support/build.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const base = 'https://site.example'
let web: TestWeb
let client: Client
let source: number
const ids: Record<'model' | 'operator' | 'publisher', number> = { model: 0, operator: 0, publisher: 0 }
type By = keyof typeof ids

beforeAll(async () => {
  web = await startTestWeb({ LOG_LEVEL: 'silent' })
  source = await seedFeed(web.database, { title: 'Posten' })
  const ours = { translated_title: 'Svensk rubrik', translated_summary: 'Svensk text.' }
  const [model, operator, publisher] = await seedArticles(web.database, [
    { feed_id: source, ...ours, translated_by: 'ai' },
    { feed_id: source, ...ours, translated_by: 'operator' },
    { feed_id: source },
  ])
  Object.assign(ids, { model, operator, publisher })
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  client = new Client({ name: 'authorship', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

type Json = ReturnType<typeof JSON.parse>
const get = (path: string) => web.app.inject({ url: path })
const all = ['model', 'operator', 'publisher'] as const

async function tool(name: string, args: Record<string, unknown>): Promise<Json> {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  return (await client.callTool({ name, arguments: args })).structuredContent
}

/** The article's page at its canonical address. */
async function page(id: number): Promise<string> {
  const { location } = (await get(`/entries/${id}`)).headers
  return (await get(String(location))).body
}

const jsonLd = async (id: number): Promise<Json> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page(id))?.[1] ?? '')

/** What each surface says of the text of an article: the mark itself, as a machine finds it there. */
const surfaces: [string, (id: number) => Promise<unknown>, Record<By, unknown>][] = [
  [
    'the article page',
    async (id) => /<(?:details|p) class="written[^"]*">(?:<summary>)?(\w+)/.exec(await page(id))?.[1],
    { model: 'AI', operator: 'Skriven', publisher: 'Utdrag' },
  ],
  [
    '/api/v1',
    async (id) => (await get('/api/v1/entries')).json().data.find((one: Json) => one.id === id).content.translated?.by,
    { model: 'model', operator: 'operator', publisher: undefined },
  ],
  [
    '/api/v1 events',
    async (id) => (await get('/api/v1/events')).json().data.find((one: Json) => one.lead.id === id).by,
    { model: 'model', operator: 'operator', publisher: 'publisher' },
  ],
  [
    'JSON Feed',
    async (id) =>
      JSON.parse((await get('/feed.json')).body).items.find((one: Json) => one.id === `${base}/entries/${id}`)
        ._karnhuset.by,
    { model: 'model', operator: 'operator', publisher: 'publisher' },
  ],
  [
    'RSS',
    async (id) =>
      parseRssFeed((await get('/entries.rss')).body).items?.find((one) => one.guid?.value === `${base}/entries/${id}`)
        ?.dc?.contributors,
    { model: ['AI-sammanfattning'], operator: ['Redaktionen'], publisher: undefined },
  ],
  [
    'Atom',
    async (id) =>
      parseAtomFeed((await get('/entries.atom')).body).entries?.find((one) => one.id === `${base}/entries/${id}`)
        ?.contributors?.[0]?.name,
    { model: 'AI-sammanfattning', operator: 'Redaktionen', publisher: undefined },
  ],
  [
    'markdown',
    async (id) => /^# .*\n\*(.*)\*$/m.exec((await get(`/entries/${id}.md`)).body)?.[1],
    {
      model: 'Sammanfattat av AI ur en artikel hos Posten',
      operator: 'Skrivet av redaktionen',
      publisher: 'Utdrag ur artikeln hos Posten',
    },
  ],
  [
    'MCP',
    async (id) => (await tool('get_entry', { id })).entry.by,
    { model: 'model', operator: 'operator', publisher: 'publisher' },
  ],
  [
    'JSON-LD',
    async (id) => (await jsonLd(id)).digitalSourceType,
    {
      model: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
      operator: undefined,
      publisher: undefined,
    },
  ],
  [
    'legacy JSON',
    async (id) => (await get(`/entries/${id}.json`)).headers['ai-disclosure'],
    { model: 'mode=machine-generated', operator: undefined, publisher: undefined },
  ],
]

describe.each(surfaces)('%s', (_, read, marks) => {
  it.each(all)('says whose the text of a %s is', async (by) => expect(await read(ids[by])).toEqual(marks[by]))
})

it('marks a legacy list that holds a model’s text, and no other', async () => {
  expect((await get('/entries.json')).headers['ai-disclosure']).toBe('mode=machine-generated')
  expect((await get('/entries.json?items=1')).headers).not.toHaveProperty('ai-disclosure')
  expect((await get('/feeds.json')).headers).not.toHaveProperty('ai-disclosure')
})

it('adds no key to legacy JSON and none to the front matter of an article', async () => {
  const keys = ['id', 'title', 'url', 'image', 'summary', 'source', 'source_id', 'posted', 'published_at']
  expect(Object.keys((await get(`/entries/${ids.model}.json`)).json())).toEqual(keys)
  const matter = (await get(`/entries/${ids.model}.md`)).body.split('---')[1] ?? ''
  const names = ['title', 'source', 'original_url', 'canonical_url', 'published', 'tags', 'language']
  expect([...matter.matchAll(/^(\w+):/gm)].map(([, key]) => key)).toEqual(names)
})
