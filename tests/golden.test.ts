/** One article and story, seeded once and read through every surface and tool: the same facts everywhere. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFrontMatter } from '../src/platform/site/front-matter.ts'
import { NEIGHBOUR } from './support/neighbour.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { facts, planted, seedWorld, type World } from './support/worlds/agent.ts'

let web: TestWeb
let world: World
let client: Client
/** Every answer that was read, by what was asked. */
const read = new Map<string, string>()

beforeAll(async () => {
  web = await startTestWeb({ LOG_LEVEL: 'silent' })
  world = await seedWorld(web)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  client = new Client({ name: 'golden', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await web.app.inject({ url: path, headers })
  read.set(`GET ${path} ${headers.accept ?? ''}`, `${JSON.stringify(response.headers)}\n${response.body}`)
  return response
}
const path = (url: string) => url.replace('https://site.example', '')

async function call(name: string, args: Record<string, unknown>) {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  const result = await client.callTool({ name, arguments: args })
  read.set(`tool ${name} ${JSON.stringify(args)}`, JSON.stringify(result))
  return result.structuredContent as Record<string, Json>
}

const article = () => ({
  id: world.articleId,
  title: facts.articleTitle,
  summary: facts.articleSummary,
  url: facts.originalUrl,
  source: facts.source,
  published: facts.published,
  image: facts.image,
})
const bodyLines = facts.storyBody.split('\n').filter(Boolean)
type Json = ReturnType<typeof JSON.parse>
type Facts = Partial<ReturnType<typeof article>>

describe('the article', () => {
  const legacy = (one: Record<string, Json>): Facts => ({ ...one, published: one.published_at }) as Facts
  const v1 = (one: Record<string, Json>): Facts => ({
    id: one.id,
    title: one.content.translated.title,
    summary: one.content.translated.summary,
    url: one.url,
    source: one.feed.title,
    published: one.published_at,
    image: one.main_image_url,
  })
  /** By tools, without an image. */
  const brief = (one: Record<string, Json>): Facts => ({ ...one, published: one.published_at }) as Facts
  const articleIn = <T extends { id: number }>(list: T[]) => list.find((one) => one.id === world.articleId) as T

  const readings: [string, () => Promise<Facts>][] = [
    ['/entries.json', async () => legacy(articleIn((await get('/entries.json')).json().entries))],
    ['/entries/popular.json', async () => legacy(articleIn((await get('/entries/popular.json')).json().entries))],
    ['/entries/:id.json', async () => legacy((await get(`/entries/${world.articleId}.json`)).json())],
    ['/feeds/:id.json', async () => legacy(articleIn((await get(`/feeds/${world.feedId}.json`)).json().entries))],
    ['/api/v1/entries', async () => v1(articleIn((await get('/api/v1/entries')).json().data))],
    ['/api/v1/entries/popular', async () => v1(articleIn((await get('/api/v1/entries/popular')).json().data))],
    ['/api/v1/tags/:slug/entries', async () => v1(articleIn((await get('/api/v1/tags/prov-ett/entries')).json().data))],
    ['latest_news', async () => brief(articleIn((await call('latest_news', {})).entries))],
    ['popular_news', async () => brief(articleIn((await call('popular_news', { limit: 50 })).entries))],
    ['search_news', async () => brief(articleIn((await call('search_news', { query: 'kärnan godare' })).entries))],
    ['get_entry', async () => brief((await call('get_entry', { id: world.articleId })).entry)],
    ['get_story', async () => brief(articleIn((await call('get_story', { id: world.storyId })).story.entries))],
    ['/entries.rss', async () => rssFacts('/entries.rss')],
    ['/feeds/:id.rss', async () => rssFacts(`/feeds/${world.feedId}.rss`)],
    ['/tags/:slug.rss', async () => rssFacts('/tags/prov-ett.rss')],
    ['/stories/:id.rss', async () => rssFacts(`/stories/${world.storyId}.rss`)],
    ['/feed.json', jsonFeedFacts],
    ['/entries/:id.md', async () => markdownFacts()],
  ]

  async function rssFacts(url: string): Promise<Facts> {
    const item = parseRssFeed((await get(url)).body).items?.find((one) => one.link === world.articleUrl)
    return {
      title: item?.title as string,
      url: /href="([^"]+)"/.exec(item?.content?.encoded ?? '')?.[1]?.replaceAll('&#38;', '&') as string,
      summary: item?.description as string,
      source: item?.dc?.creators?.[0] as string,
      published: new Date(String(item?.pubDate)).toISOString(),
      image: item?.enclosures?.[0]?.url as string,
    }
  }
  async function jsonFeedFacts(): Promise<Facts> {
    const item = parseJsonFeed((await get('/feed.json')).body).items?.find((one) => one.url === world.articleUrl)
    return {
      title: item?.title as string,
      url: item?.external_url as string,
      summary: item?.summary as string,
      source: item?.authors?.[0]?.name as string,
      published: String(item?.date_published),
      image: item?.image as string,
    }
  }
  async function markdownFacts(): Promise<Facts> {
    const text = (await get(`/entries/${world.articleId}.md`)).body
    const page = readFrontMatter(text)
    if (!('frontMatter' in page)) throw new Error('no front matter')
    const data = page.frontMatter.data as Record<string, string>
    expect(data).toMatchObject({ canonical_url: world.articleUrl, tags: [facts.tag], language: 'sv' })
    return {
      title: data.title as string,
      url: data.original_url as string,
      source: data.source as string,
      published: data.published as string,
      summary: page.frontMatter.body.trim().split('\n\n')[1] as string,
    }
  }

  it.each(readings)('has its facts in %s', async (_name, facts) => {
    const found = await facts()
    expect(found).toMatchObject(Object.fromEntries(Object.entries(article()).filter(([key]) => key in found)))
    expect(Object.keys(found).length).toBeGreaterThan(4)
  })

  it.each([
    ['/index.md', [facts.articleTitle, facts.source, facts.published]],
    ['/llms-full.txt', [facts.articleTitle, facts.articleSummary, facts.source, facts.published]],
    ['/', [facts.articleTitle]],
    ['/populart', [facts.articleTitle]],
    ['/tags/prov-ett', [facts.articleTitle, facts.source]],
  ])('stands in %s', async (url, words) => {
    const { body } = await get(url)
    for (const word of words) expect(body).toContain(word)
  })

  it('stands on its page', async () => {
    const { body } = await get(path(world.articleUrl))
    for (const word of [facts.articleTitle, facts.articleSummary, facts.source, facts.tag, facts.published])
      expect(body).toContain(word)
    expect(body).toContain(facts.originalUrl.replaceAll('&', '&amp;'))
  })
})

describe('the story', () => {
  it('have their facts as markdown and as tools', async () => {
    const story = (await get(`${path(world.storyUrl)}.md`)).body
    for (const word of [facts.storyTitle, facts.storyLead, ...bodyLines, facts.articleTitle])
      expect(story).toContain(word)
    expect((await call('get_story', { id: world.storyId })).story).toMatchObject({
      title: facts.storyTitle,
      lead: facts.storyLead,
      body: facts.storyBody,
      url: world.storyUrl,
    })
    expect((await call('latest_stories', {})).stories).toHaveLength(1)
  })

  it('keep the lines and paragraphs of a text that was written in lines', async () => {
    const shown = facts.storyBody.replace(/(?<!\n)\n(?!\n)/, '\\\n')
    expect((await get(`${path(world.storyUrl)}.md`)).body).toContain(`\n\n${shown}\n\n`)
    await call('get_story', { id: world.storyId })
    const { content } = JSON.parse(String(read.get(`tool get_story {"id":${world.storyId}}`)))
    expect(content[0].text).toContain(`\n\n${shown}\n\n`)
  })

  it('have their facts on their pages and in the API', async () => {
    const url = path(world.storyUrl)
    const { statusCode, headers, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(String(headers.vary)).toMatch(/\baccept\b(?!-)/)
    expect(headers.link).toContain(`<${url}.md>; rel="alternate"`)
    for (const word of [facts.storyTitle, facts.storyLead, ...bodyLines, facts.articleTitle])
      expect(body).toContain(word)
  })
})

describe('the original text', () => {
  it('is in no answer, and in no error', { tags: 'slow' }, async () => {
    const failures = [
      '/entries/999999.md',
      '/entries/999999.json',
      '/api/v1/entries/999999',
      '/api/v1/entries?page=x',
      `/api/v1/entries/search?q=${encodeURIComponent(planted)}`,
      `/sok?q=${encodeURIComponent('zebrafinken')}`,
      '/api/v1/stories/x',
      '/tags/nope.rss',
      '/nope',
    ]
    for (const url of failures) await get(url)
    for (const accept of ['text/markdown', 'text/html', 'application/json'])
      await get(path(world.articleUrl), { accept })
    await call('search_news', { query: planted })
    await call('get_entry', { id: 999_999 })
    await call('latest_news', { since: 'x' })
    for (const resource of (await client.listResources()).resources) {
      web.clock.set(new Date(web.clock.now().getTime() + 61_000))
      read.set(resource.uri, JSON.stringify(await client.readResource({ uri: resource.uri })))
    }
    read.set('prompt', JSON.stringify(await client.getPrompt({ name: 'daily_briefing' })))
    expect(read.size).toBeGreaterThan(50)
    // What a client asked for itself may come back to it.
    const echoes = new Set(['/api/v1/entries/search', '/sok'])
    for (const [asked, answer] of read)
      if (![...echoes].some((echo) => asked.includes(`${echo}?`)))
        expect([asked, answer.toLowerCase().includes('foxtrot')]).toEqual([asked, false])
    const search = JSON.parse(read.get(`GET ${failures[4]} `)?.split('\n')[1] ?? '{}')
    expect(JSON.stringify(search.data ?? [])).not.toContain('foxtrot')
  })

  it('was there to be found', async () => {
    const texts = await web.database.db
      .selectFrom('article_texts')
      .select('text')
      .where('article_id', '<', NEIGHBOUR)
      .execute()
    expect(texts).toEqual([{ text: planted }])
  })
})
