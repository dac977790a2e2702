/** Reactions and comments on the page of their event: which belong to it, and that page, markdown, API and MCP tell the same. */

import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { removeArticle } from '../articles/writes/operator-articles.ts'
import { findEvent } from './queries/events.ts'
import { listReactions } from './queries/reactions.ts'

let web: TestWeb
let feeds: number[]
const ids = new Map<string, number>()
const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n))

/** An event of the story: hour, how many publishers report it, and its kind. */
const world: [name: string, at: number, sources: number, kind: string | null][] = [
  ['Inledaren före allt', 1, 1, 'opinion'],
  ['Domen faller', 2, 3, 'news'],
  ['Ministern välkomnar domen', 3, 1, 'news'],
  ['Krönika om domen', 4, 1, 'opinion'],
  ['Direkt från tingsrätten', 5, 2, null],
  ['Rabatt på lagboken', 6, 2, 'deal'],
  ['Domen överklagas', 7, 4, 'news'],
  ['Ledare om överklagandet', 8, 2, 'opinion'],
  ['Juristen tror på framgång', 9, 2, 'news'],
  ['Krönika om juristen', 10, 1, 'opinion'],
  ['Fallet tas upp', 60, 2, 'news'],
  ['Krönika veckan därpå', 240, 1, 'opinion'],
]

beforeAll(async () => {
  web = await startTestWeb()
  feeds = []
  for (const n of [1, 2, 3, 4])
    feeds.push(await seedFeed(web.database, { title: `Tidning ${n}`, publisher: `tidning${n}.example` }))
  const { id: story_id } = await web.database.db
    .insertInto('stories')
    .values({ title: 'Rättegången', entries_count: 1, created_at: hour(0), updated_at: hour(0) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [title, at, sources, kind] of [...world, ['Utanför följetongen', 3, 1, 'opinion'] as const]) {
    const articles = feeds.slice(0, sources).map((feed_id, i) => {
      const time = new Date(hour(at).getTime() + i * 60_000)
      return {
        feed_id,
        title: i === 0 ? title : `${title} (${i})`,
        kind,
        published_at: time,
        sort_at: time,
        language: 'sv',
      }
    })
    const { eventId } = await seedEvent(web.database, articles as never)
    ids.set(title, eventId)
    if (title === 'Utanför följetongen') continue
    await web.database.db
      .insertInto('story_events')
      .values({ event_id: eventId, story_id, at: hour(at) })
      .execute()
  }
})
afterAll(() => web.close())

const reactionsOf = async (name: string) => {
  const event = await findEvent(web.database.db, ids.get(name) ?? 0, 'sv')
  return (event ? await listReactions(web.database.db, event, 'sv') : []).map(({ title }) => title)
}

it.each([
  ['Inledaren före allt', []],
  [
    'Domen faller',
    ['Ministern välkomnar domen', 'Krönika om domen', 'Direkt från tingsrätten', 'Direkt från tingsrätten (1)'],
  ],
  ['Ministern välkomnar domen', []],
  ['Rabatt på lagboken', []],
  [
    'Domen överklagas',
    [
      'Ledare om överklagandet',
      'Ledare om överklagandet (1)',
      'Juristen tror på framgång',
      'Juristen tror på framgång (1)',
    ],
  ],
  ['Juristen tror på framgång', ['Krönika om juristen']],
  ['Fallet tas upp', []],
  ['Krönika veckan därpå', []],
  ['Utanför följetongen', []],
])('"%s" has what belongs to it', async (name, titles) => {
  expect(await reactionsOf(name)).toEqual(titles)
})

it('is told by page, markdown, API and MCP alike', async () => {
  const id = ids.get('Domen överklagas')
  const get = async (url: string) => {
    const answer = await web.app.inject({ url })
    return answer.statusCode === 301
      ? (await web.app.inject({ url: String(answer.headers.location) })).body
      : answer.body
  }
  const page = await get(`/handelser/${id}`)
  const section = /<section class="reactions".*?<\/section>/s.exec(page)?.[0]
  expect(section).toContain(t('events.reactions'))
  expect(section?.match(/<li>/g)).toHaveLength(4)
  expect(section).toMatch(/Tidning 1<\/a>.*Ledare om överklagandet.*Juristen tror på framgång/s)
  expect(await get(`/handelser/${id}.md`)).toMatch(/## Reaktioner och kommentarer\n\n- \[Ledare om överklagandet\]/)
  const { reactions } = JSON.parse(await get(`/api/v1/events/${id}`)).data
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
  const { structuredContent } = await client.callTool({ name: 'get_event', arguments: { id } })
  await client.close()
  const answer = structuredContent as { event: { reactions: object[] } }
  expect(answer.event.reactions).toMatchObject(
    reactions.map(({ id, title }: { id: number; title: string }) => ({ id, title })),
  )
  expect(reactions.map(({ title, kind }: { title: string; kind: string }) => [title, kind])).toEqual([
    ['Ledare om överklagandet', 'opinion'],
    ['Ledare om överklagandet (1)', 'opinion'],
    ['Juristen tror på framgång', 'news'],
    ['Juristen tror på framgång (1)', 'news'],
  ])
  expect(await get(`/handelser/${ids.get('Krönika om juristen')}`)).not.toContain('class="reactions"')
})

it('leaves out what is removed', async () => {
  const [first] = await web.database.db
    .selectFrom('articles')
    .select('id')
    .where('title', '=', 'Ledare om överklagandet')
    .execute()
  await removeArticle(web.database, first?.id ?? 0, web.ctx.clock.now())
  expect(await reactionsOf('Domen överklagas')).not.toContain('Ledare om överklagandet')
})
