/** The log as server-sent events, over a real connection. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { removeArticle } from '../../news/articles/writes/operator-articles.ts'
import { writeToReader } from '../../platform/http/event-streams.ts'

let web: TestWeb
let url: string
let feed: number

beforeAll(async () => {
  web = await startTestWeb()
  feed = await seedFeed(web.database)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(web.app.server.address() as AddressInfo).port}/api/v1/changes/stream`
})
afterAll(() => web.close())

interface Stream {
  response: Response
  /** The next event that is not a heartbeat's. */
  next(): Promise<Record<string, string>>
  leave(): void
}

async function open(query = '', headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController()
  const response = await fetch(url + query, { headers, signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<Record<string, string>> {
    for (;;) {
      const cut = text.indexOf('\n\n')
      if (cut < 0) {
        const chunk = await reader?.read()
        if (!chunk || chunk.done) throw new Error('the stream has ended')
        text += chunk.value
        continue
      }
      const lines = text.slice(0, cut).split('\n')
      text = text.slice(cut + 2)
      const event = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
      if (event.data) return event
    }
  }
  return { response, next, leave: () => leaving.abort() }
}

const publish = (n = 1) =>
  seedArticles(
    web.database,
    Array.from({ length: n }, () => ({ feed_id: feed, event_id: null })),
  )

it('tells what happens from now on, and goes on where a reader left', { tags: 'slow' }, async () => {
  await publish()
  const stream = await open()
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('access-control-allow-origin')).toBe('*')
  const [first, second] = await publish(2)
  const event = await stream.next()
  expect(event.event).toBe('entry.created')
  expect(JSON.parse(event.data ?? '')).toMatchObject({ id: first, cursor: event.id, object: { id: first } })
  stream.leave()
  const again = await open('', { 'last-event-id': event.id ?? '' })
  expect(JSON.parse((await again.next()).data ?? '')).toMatchObject({ id: second })
  again.leave()
})

it('sends only what is asked for', async () => {
  const stream = await open('?types=entry.removed')
  const [id] = await publish()
  await removeArticle(web.database, id ?? 0, new Date())
  expect(await stream.next()).toMatchObject({ event: 'entry.removed' })
  stream.leave()
})

it('beats while changes of other types come', { tags: 'slow', timeout: 40_000 }, async () => {
  const leaving = new AbortController()
  const response = await fetch(`${url}?types=guide`, { signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const publishing = setInterval(() => void publish(), 4000)
  const started = Date.now()
  for (let text = ''; text.split('\nid: ').length < 3; ) text += (await reader?.read())?.value ?? ''
  clearInterval(publishing)
  leaving.abort()
  expect(Date.now() - started).toBeLessThan(25_000)
})

it('answers a cursor that leads nowhere with a status, and one that is none too', async () => {
  for (const [id, status] of [
    ['00000000-5', 410],
    ['yesterday', 400],
  ] as const) {
    const { response } = await open('', { 'last-event-id': id })
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([status, 'application/json'])
  }
})

it('serves five streams of one address, and another when one of them leaves', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, () => open()))
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  expect(metrics).toMatch(/^karnhuset_event_streams 5$/m)
  const refused = await open()
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  for (const stream of streams) stream.leave()
  await expect.poll(() => web.ctx.streams.size).toBe(0)
  const again = await open()
  expect(again.response.status).toBe(200)
  again.leave()
  await expect.poll(() => web.ctx.streams.size).toBe(0)
})

it('drops a reader that takes nothing', async () => {
  const opened = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => opened.resolve(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.pause()
  const response = await opened.promise
  const closed = once(response, 'close')
  for (let i = 0; i < 100 && !response.destroyed; i++) await writeToReader(response, 'x'.repeat(1_000_000), 100)
  await closed
  expect(response.destroyed).toBe(true)
  socket.destroy()
  server.close()
})

it('ends when the service does', { tags: 'slow' }, async () => {
  const other = await startTestWeb()
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/api/v1/changes/stream`)
  await Promise.all([other.close(), response.text()])
})
