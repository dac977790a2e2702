/** What opening streams costs: memory that is bounded in bytes, opens that are limited, and no place that a lost reader keeps. */

import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { limits } from '../../platform/http/rate-limit.ts'
import { exposeCollector } from '../../platform/supervisor/collect-at-rest.ts'
import { ChangeTail } from './change-tail.ts'

const MB = 1024 * 1024
const ARTICLES = 150
let web: TestWeb
let port: number

const collect = exposeCollector()

const heldBytes = () => {
  collect()
  return process.memoryUsage().heapUsed
}

beforeAll(async () => {
  web = await startTestWeb({ TRUST_PROXY: '127.0.0.1' })
  const feed_id = await seedFeed(web.database)
  const excerpt = 'En lång text om krokar och öglor. '.repeat(400)
  await seedArticles(
    web.database,
    Array.from({ length: ARTICLES }, () => ({ feed_id, event_id: null, excerpt })),
  )
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  port = (web.app.server.address() as AddressInfo).port
})
afterAll(() => web.close())
beforeEach(async () => {
  await web.database.db.deleteFrom('rate_hits').execute()
})

it('keeps some megabytes of what cursors that clients make up have brought', { tags: 'slow' }, async () => {
  const tail = new ChangeTail(web.ctx)
  const { next } = await tail.read(undefined, undefined)
  const before = heldBytes()
  for (let n = 0; n < 60; n++) await tail.read({ ...next, position: next.position - ARTICLES + n }, undefined)
  expect((heldBytes() - before) / MB).toBeLessThan(16)
})

it('sends a batch of no more than some hundred kilobytes at a time, and all of it in order', async () => {
  const tail = new ChangeTail(web.ctx)
  const { next: end } = await tail.read(undefined, undefined)
  let cursor = { ...end, position: end.position - ARTICLES }
  const seen: string[] = []
  for (let more = true; more; ) {
    const { text, next, hasMore } = await tail.read(cursor, undefined)
    expect(text.length).toBeLessThan(400_000)
    seen.push(...[...text.matchAll(/^id: (.+)$/gm)].map(([, id = '']) => id))
    cursor = next
    more = hasMore
  }
  expect(seen).toEqual(Array.from({ length: ARTICLES }, (_, n) => `${end.epoch}-${end.position - ARTICLES + 1 + n}`))
})

const open = (ip: string, after: string | null = null) =>
  fetch(`http://127.0.0.1:${port}/api/v1/changes/stream${after === null ? '' : `?after=${after}`}`, {
    headers: { 'x-forwarded-for': ip },
  })

it('may be opened so often by one address, and by others all the same', async () => {
  const statuses = new Map<number, number>()
  await web.ctx.limiter(limits.streams, '198.51.100.1', limits.streams.calls - 2)
  for (let n = 0; n < 4; n++) {
    const { status, body } = await open('198.51.100.1')
    await body?.cancel()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await expect.poll(() => web.ctx.streams.size).toBe(0)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 2, 429: 2 })
  const other = await open('198.51.100.2')
  expect(other.status).toBe(200)
  await other.body?.cancel()
})

it('keeps no place for who left before the answer', { tags: 'slow' }, async () => {
  const types = ['entry', 'event', 'story'].flatMap((kind) => [`${kind}.created`, `${kind}.removed`])
  for (const [n, type] of types.entries()) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const head = `GET /api/v1/changes/stream?types=${type} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.${n}\r\n\r\n`
    // Only for a moment: what delivers changes by itself waits for them too, each with a connection.
    await web.database.db.transaction().execute(async (trx) => {
      await sql`lock table changes`.execute(trx)
      await new Promise<void>((sent) => socket.write(head, () => sent()))
      await expect.poll(() => web.ctx.streams.size).toBe(1)
      socket.destroy()
      await expect.poll(() => web.ctx.streams.size).toBe(0)
    })
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(web.ctx.streams.size).toBe(0)
})
