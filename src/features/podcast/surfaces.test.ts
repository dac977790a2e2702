/** One episode, read through every surface and tool: the same facts everywhere. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsOf } from '../../../tests/support/mcp/calls.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { facts, seedWorld, type World } from '../../../tests/support/worlds/agent.ts'

let web: TestWeb
let world: World
let client: Client
beforeAll(async () => {
  web = await startTestWeb({ LOG_LEVEL: 'silent' })
  world = await seedWorld(web)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  client = new Client({ name: 'episodes', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
})
afterAll(async () => {
  await client.close()
  await web.close()
})

const path = (url: string) => url.replace('https://site.example', '')
const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
const detail = async (args: object = {}) => {
  const { structuredContent } = await call('get_podd_episode', { episode_id: world.episodeId, ...args })
  return (structuredContent as { episode: Record<string, string> }).episode
}
const all = [facts.episodeTitle, facts.episodeDescription, facts.chapter, facts.transcript]

it.each<[what: string, url: () => string, words: string[]]>([
  ['its page', () => path(world.episodeUrl), all],
  ['its markdown', () => `${path(world.episodeUrl)}.md`, all],
  ['the API', () => `/api/v1/podd_episodes/${world.episodeId}?include_transcript=true`, all],
  ['a list of the API', () => '/api/v1/podd_episodes', [facts.episodeTitle]],
  ['the feed of players', () => '/podd.rss', [facts.episodeTitle, facts.episodeDescription]],
  ['the sitemap', () => '/sitemap-pages.xml', ['/podd/karnan-1<']],
])('stands in %s', async (_, url, words) => {
  const { statusCode, body } = await web.app.inject(url())
  expect(statusCode).toBe(200)
  for (const word of words) expect(body).toContain(word)
  expect(body).not.toContain('foxtrot')
})

it('has a page that is negotiated with its markdown', async () => {
  const url = path(world.episodeUrl)
  const page = await web.app.inject(url)
  expect(String(page.headers.vary)).toMatch(/\baccept\b(?!-)/)
  expect(page.headers.link).toContain(`<${world.episodeUrl}.md>; rel="alternate"`.replace('https://site.example', ''))
  const { headers, body } = await web.app.inject({ url, headers: { accept: 'text/markdown' } })
  expect(headers['content-type']).toContain('text/markdown')
  expect(body).toBe((await web.app.inject(`${url}.md`)).body)
  const { contents } = await client.readResource({ uri: `${world.episodeUrl}.md` })
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: body })
})

it('is told by tools, its transcript where that is asked for', async () => {
  expect(await detail({ include_transcript: true })).toMatchObject({
    title: facts.episodeTitle,
    description: facts.episodeDescription,
    transcript: facts.transcript,
    chapters: [{ title: facts.chapter, start_seconds: 0 }],
    sources: [{ entry_id: world.articleId }],
    page_url: world.episodeUrl,
  })
  const { transcript_url, ...rest } = await detail()
  expect(rest).not.toHaveProperty('transcript')
  expect((await web.app.inject(path(String(transcript_url)))).body).toContain(facts.transcript)
  const { structuredContent } = await call('list_podd_episodes')
  expect(structuredContent).toMatchObject({ episodes: [{ title: facts.episodeTitle }] })
})

it.each(['nope', 'x\0'])('names the list where there is no such episode: %j', async (episode_id) => {
  const { isError, content } = await call('get_podd_episode', { episode_id })
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('list_podd_episodes')])
})

it('answers by tools with the fields of the last release; `npx vitest -u` writes those that are new', async () => {
  const lines: string[] = []
  for (const [name, args] of [
    ['list_podd_episodes', {}],
    ['get_podd_episode', { episode_id: world.episodeId, include_transcript: true }],
  ] as const) {
    const { structuredContent } = await call(name, args)
    lines.push(`${name}:`, ...[...new Set(pathsOf(structuredContent))].sort(), '')
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('fixtures/mcp-fields.txt')
})
