/** A database that accepts connections and queries and answers none: cached answers are served, other requests get 503. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAppPassword } from '../../../src/news/accounts/writes/app-passwords.ts'
import { connectDatabase } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { signIn } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { seedWorld, type World } from '../../../tests/support/worlds/agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-hung-'))
const held: Socket[] = []
let hung = false
let web: TestWeb
let world: World
let token: string
let password: string
let closeRelay: () => void

/** Between a pool and its server: passes bytes on until `hung`. */
async function startRelay(host: string, port: number): Promise<{ host: string; close(): void }> {
  const relay = createServer((socket) => {
    const server = createConnection(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port })
    held.push(socket, server)
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.on('error', () => {})
      from.on('data', (chunk) => void (hung || to.write(chunk)))
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => relay.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return { host: folder, close: () => relay.close() }
}

beforeAll(async () => {
  const direct = await openTestDatabase()
  const { host = '', port = 0, user, database: name } = direct.pool.options
  const relay = await startRelay(String(host), Number(port))
  closeRelay = relay.close
  const relayed = await connectDatabase(
    { host: relay.host, port: 5432, ...(user && { user }), ...(name && { database: name }) },
    5,
  )
  web = await startTestWeb(
    {},
    {
      ...relayed,
      close: async () => {
        await relayed.close()
        await direct.close()
      },
    },
  )
  world = await seedWorld(web)
  const reader = await signIn(web, 'ann@example.se')
  token = reader.token
  password = await makeAppPassword(web.ctx.database, reader.userId, { name: 'App' }, web.ctx.clock.now())
  expect((await web.app.inject('/entries.json')).statusCode).toBe(200)
  hung = true
})
afterAll(async () => {
  hung = false
  for (const socket of held) socket.destroy()
  await web.close()
  closeRelay()
  rmSync(folder, { recursive: true, force: true })
})

it('is 503 on every surface with a time to come back, and stale where there is an answer', async () => {
  web.ctx.cache.raise('content')
  const cachedAnswer = web.app.inject('/entries.json')
  const bearer = { authorization: `Bearer ${token}` }
  const requests: InjectOptions[] = [
    { url: '/' },
    { url: '/sok?q=skola' },
    { url: '/konto', headers: { cookie: `konto=${token}` } },
    { url: `/entries/${world.articleId}` },
    { url: '/entries.json?items=7' },
    { url: '/entries.rss' },
    { url: '/api/v1/entries?page=2' },
    { url: '/api/v1/entries/search?q=kaffe' },
    { url: '/api/v1/me/feed', headers: bearer },
    { url: '/reader/api/0/user-info', headers: { authorization: `GoogleLogin auth=${password}` } },
    { url: '/api/v1/auth/login', method: 'POST', payload: { provider: 'email', email: 'a@example.se' } },
    { url: `/utskick/${'x'.repeat(32)}`, method: 'POST' },
    {
      url: '/mcp',
      method: 'POST',
      headers: { host: 'localhost', accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'latest_news', arguments: {} } },
    },
  ]
  const answers = await Promise.all(requests.map((request) => web.app.inject(request)))
  const { statusCode, headers: told } = await cachedAnswer
  expect([statusCode, told['x-stale']]).toEqual([200, '1'])
  expect(answers.map((answer, i) => [requests[i]?.url, answer.statusCode])).toEqual(
    requests.map(({ url }) => [url, 503]),
  )
  for (const answer of answers) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})
