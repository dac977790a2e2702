/** Guides read through every surface and tool: the same facts everywhere. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { pathsOf } from '../../../tests/support/mcp/calls.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { facts, seedWorld, type World } from '../../../tests/support/worlds/agent.ts'
import { readFrontMatter } from '../../platform/site/front-matter.ts'

let web: TestWeb
let world: World
let client: Client
let articleId: number | undefined
beforeAll(async () => {
  web = await startTestWeb({ LOG_LEVEL: 'silent' })
  world = await seedWorld(web)
  const tag = await seedTag(web.database, 'Prov 17', 'prov-17')
  ;[articleId] = await seedArticles(web.database, [{ feed_id: await seedFeed(web.database), tag_ids: [tag] }])
  await web.database.db
    .insertInto('guides')
    .values({
      slug: 'provguide',
      file: 'provguide.md',
      title: 'Provguide',
      page_type: 'product_hub',
      family: 'prov',
      tags: ['prov-17'],
      summary: 'Allt om [prov].',
      body: 'Se [en annan](/annan-guide) [1].\n\n## Köpråd\n\nVänta [?].',
      updated: '2026-11-21',
      checked: '2026-11-20',
      sources: JSON.stringify([
        { title: 'Bladet [1]', url: 'https://a.example/x', read: '2026-11-20', supports: 'chip | pris' },
      ]),
      specs: JSON.stringify([
        { model: 'Prov | Pro', year: 2026, price: { amount: 13995, currency: 'SEK', at: '2026-11-19' }, sources: [1] },
        { model: 'Prov', chip: 'P1', sources: [1] },
      ]),
      content_hash: 'x',
      search: sql<string>`''::tsvector`,
    })
    .execute()
  web.ctx.cache.raise('content')
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  client = new Client({ name: 'guides', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })
const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
const path = (url: string) => url.replace('https://site.example', '')
const matterOf = (text: string) => {
  const read = readFrontMatter(text)
  if (!('frontMatter' in read)) throw new Error(JSON.stringify(read.violations))
  return read.frontMatter
}

it.each<[what: string, url: () => string, words: string[]]>([
  ['its page', () => path(world.guideUrl), [facts.guideTitle, facts.guideText, facts.articleTitle]],
  [
    'its markdown',
    () => `${path(world.guideUrl)}.md`,
    [facts.guideTitle, facts.guideSummary, facts.guideText, facts.articleTitle],
  ],
  ['the API', () => `/api/v1/guides/${world.guideSlug}`, [facts.guideTitle, facts.guideSummary, facts.guideText]],
  ['a list of the API', () => '/api/v1/guides', [facts.guideTitle, facts.guideSummary]],
  ['/llms.txt', () => '/llms.txt', ['## Produktguider', facts.guideTitle]],
  ['the sitemap', () => '/sitemap-pages.xml', ['/karnor<']],
  ['suggestions', () => '/sok/suggestions?q=guide', [facts.guideTitle, '/karnor']],
])('stands in %s', async (_, url, words) => {
  const { statusCode, body } = await get(url())
  expect(statusCode).toBe(200)
  for (const word of words) expect(body).toContain(word)
})

it('has a page that is negotiated with its markdown', async () => {
  const url = path(world.guideUrl)
  const { headers } = await get(url)
  expect(String(headers.vary)).toMatch(/\baccept\b(?!-)/)
  expect(headers.link).toContain(`<${url}.md>; rel="alternate"`)
  const { body } = await get(`${url}.md`)
  expect((await get(url, { accept: 'text/markdown' })).body).toBe(body)
  const { contents } = await client.readResource({ uri: `${world.guideUrl}.md` })
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: body })
})

it('leaves the addresses of the service to it, whatever a client accepts', async () => {
  for (const url of ['/feeds', '/tags', '/om'])
    expect((await get(url, { accept: 'text/markdown' })).statusCode).toBe(200)
})

it('is told by tools', async () => {
  const { structuredContent } = await call('get_product_guide', { slug: world.guideSlug })
  const { guide } = structuredContent as { guide: Record<string, string> }
  expect(guide).toMatchObject({ title: facts.guideTitle, summary: facts.guideSummary, url: world.guideUrl })
  expect((await get(`${path(world.guideUrl)}.md`)).body).toContain(guide.markdown)
})

it('answers by tools with the fields of the last release; `npx vitest -u` writes those that are new', async () => {
  const lines: string[] = []
  for (const [name, args] of [
    ['list_product_guides', { page_type: 'product_hub' }],
    ['get_product_guide', { slug: world.guideSlug }],
  ] as const) {
    const { structuredContent } = await call(name, args)
    lines.push(`${name}:`, ...[...new Set(pathsOf(structuredContent))].sort(), '')
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('fixtures/mcp-fields.txt')
})

describe('a guide as markdown', () => {
  it('has its own text with links between guides as markdown, and front matter', async () => {
    const response = await get('/provguide.md')
    const { data, body } = matterOf(response.body)
    expect(data).toMatchObject({ title: 'Provguide', page_type: 'product_hub', summary: 'Allt om [prov].' })
    expect(body).toContain(
      'Se [en annan](https://site.example/annan-guide.md) [1].\n\n## Köpråd\n\nVänta \\*.\n\n\\* Saknar källhänvisning;',
    )
    expect(body).toContain(`](https://site.example/entries/${articleId}-`)
    expect(response.headers.link).toBe('<https://site.example/provguide>; rel="canonical"')
    expect((await get('/provguide', { accept: 'text/markdown' })).body).toBe(response.body)
  })
})

describe('the facts of a guide as markdown', () => {
  it('stand in a table with the numbers of their sources, which are listed below the text', async () => {
    const { data, body } = matterOf((await get('/provguide.md')).body)
    expect(data).toMatchObject({ checked: '2026-11-20' })
    expect(body).toContain(
      [
        '| Modell | År | Chip | Pris |',
        '| --- | --- | --- | --- |',
        '| Prov \\| Pro [1] | 2026 | uppgift saknas | 13 995 kr (2026-11-19) |',
        '| Prov [1] | uppgift saknas | P1 | uppgift saknas |',
      ].join('\n'),
    )
    expect(body).toContain('## Källor\n\n1. [Bladet \\[1\\]](https://a.example/x): chip \\| pris. Läst 2026-11-20.')
    expect(body).not.toContain('inte kontrollerats')
  })

  it('are said to be unchecked where nobody checked them', async () => {
    await web.database.db.updateTable('guides').set({ checked: null }).where('slug', '=', 'provguide').execute()
    web.ctx.cache.raise('content')
    const { data, body } = matterOf((await get('/provguide.md')).body)
    expect(data).toMatchObject({ checked: null })
    expect(body).toContain('# Provguide\n\n*Uppgifterna har inte kontrollerats mot källor.*')
  })
})
