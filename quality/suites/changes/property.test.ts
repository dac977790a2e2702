/**
 * The whole of tests/support/changes/in-step.ts: 2,000 changes through kills of two web processes and a restart of the database, and
 * beside the others a subscriber by WebSub, who ends with the feed as it is.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ActorDatabase, connectDatabase } from '../../../src/platform/database/database.ts'
import {
  type EmbeddedServer,
  embeddedAddress,
  startEmbedded,
} from '../../../src/platform/database/embedded/postgres-server.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { checkInStep, seedNews } from '../../../tests/support/changes/in-step.ts'
import { type Service, startWebForStrangers } from '../../../tests/support/service.ts'

const CHANGES = Number(process.env.CHANGES ?? 2000)
const TOPIC = 'https://site.example/entries.rss'
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-property-'))
let server: EmbeddedServer
let database: ActorDatabase
const webs: Service[] = []

async function startServer(): Promise<void> {
  server = await startEmbedded(folder, { withParent: true, settings: ['fsync=off'] })
}

const startWeb = () => {
  const { host, port, user, database: name } = embeddedAddress(folder)
  const query = new URLSearchParams({ host, port: String(port), user })
  const env = {
    DATABASE_URL: `postgres://localhost/${name}?${query}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    FETCH_ALLOW: '127.0.0.1/32',
    BASE_URL: 'https://site.example',
  }
  return startWebForStrangers(env)
}

beforeAll(async () => {
  await startServer()
  database = { ...(await connectDatabase(embeddedAddress(folder), 4)), actor: 'service' }
  await migrate(database)
  await seedNews(database)
  webs.push(await startWeb(), await startWeb())
})
afterAll(async () => {
  for (const web of webs) await web.kill()
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const anyWeb = () => webs[Math.floor(Math.random() * webs.length)]?.url ?? ''

/** One of the two goes down hard and another comes up. */
async function replaceWeb(): Promise<void> {
  const next = await startWeb()
  const [old] = webs.splice(0, 1, next)
  await old?.kill()
}

async function restartDatabase(): Promise<void> {
  await server.stop()
  await sleep(200)
  await startServer()
}

/** A subscriber of our hub; it has what was delivered last. */
async function startSubscriber() {
  const held = { body: '' }
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://x')
    if (request.method === 'GET') return void response.end(searchParams.get('hub.challenge'))
    const body = await text(request)
    // It is away at times: what it did not take comes again.
    if (Math.random() < 0.1) return void response.writeHead(503).end()
    held.body = body
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const request = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback }
  const { status } = await fetch(`${anyWeb()}/websub`, { method: 'POST', body: new URLSearchParams(request) })
  expect(status).toBe(202)
  return { held, close: () => server.close() }
}

const entriesIn = (feed: string) => [...feed.matchAll(/<guid[^>]*>([^<]*)<\/guid>/g)].map(([, guid]) => guid)

it('keeps every client in step, whatever happens', { timeout: 1_200_000 }, async () => {
  const subscriber = await startSubscriber()
  const trouble = [() => replaceWeb(), () => restartDatabase(), () => replaceWeb()]
  await checkInStep({ database, anyWeb, changes: CHANGES, trouble })
  const feed = entriesIn(await (await fetch(`${anyWeb()}/entries.rss`)).text())
  expect(feed.length).toBe(50)
  // A feed is sent whole, at most every 30 seconds.
  await expect.poll(() => entriesIn(subscriber.held.body), { timeout: 120_000, interval: 500 }).toEqual(feed)
  subscriber.close()
})
