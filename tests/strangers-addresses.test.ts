/** Addresses that strangers give lead to public servers by https alone, whatever the operator allows for his own feeds. */

import { type AddressInfo, createServer, type Server } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tryWebhook } from '../src/features/webhooks/add.ts'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { actionsOf } from './support/actions.ts'
import { alertsAt } from './support/alerts.ts'
import { seedFeed, seedWebhook } from './support/build.ts'
import { signIn } from './support/people.ts'
import { startPushService, type TestPushService } from './support/played/push.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let push: TestPushService
let inside: Server
let connections = 0
let port: number

beforeAll(async () => {
  inside = createServer((socket) => {
    connections++
    socket.on('error', () => {}).end()
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => inside.once('listening', ready))
  port = (inside.address() as AddressInfo).port
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.0/8,::1/128,10.0.0.0/8,169.254.0.0/16' }, undefined, { alone: true })
  push = await startPushService(() => alertsAt(web.ctx).pushKey())
})
afterAll(async () => {
  await web.close()
  await push.close()
  inside.close()
})
beforeEach(async () => {
  connections = 0
  await sql`delete from rate_hits`.execute(web.database.db)
})

const inward = [
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f000001:PORT/',
  'https://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://localhost:PORT/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
]
const at = (address: string) => address.replace('PORT', String(port))

describe.each(inward)('%s', (address) => {
  it('is no callback of a subscriber', async () => {
    const form = {
      'hub.mode': 'subscribe',
      'hub.topic': 'https://site.example/entries.rss',
      'hub.callback': at(address),
    }
    await web.app.inject({
      method: 'POST',
      url: '/websub',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { rows } = await sql`select from hub_subscriptions`.execute(web.database.db)
    expect([connections, rows]).toEqual([0, []])
  })

  it('is no webhook of a reader', async () => {
    const { userId } = await signIn(web, 'ann@example.se')
    const added = alertsAt(web.ctx).addAlertWebhook(userId, at(address))
    await expect(added).rejects.toMatchObject({ code: 'unprocessable' })
    expect(connections).toBe(0)
  })

  it('is told nothing as a device', async () => {
    const { status, error } = await web.services.strangers.send(at(address), { body: 'x' })
    expect([status, connections]).toEqual([0, 0])
    expect(error).toMatch(/not a public (?:address|name)|not reached by https/)
  })

  it('is no source that a reader can add', async () => {
    const { token, userId } = await signIn(web, 'ann@example.se')
    const password = await makeAppPassword(web.ctx.database, userId, { name: 'App' }, web.ctx.clock.now())
    const feeds = await actionsOf(web).listSources()
    const headers = {
      authorization: `GoogleLogin auth=${password}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (const [path, field] of [
      ['quickadd', { quickadd: at(address) }],
      ['edit', { ac: 'subscribe', s: `feed/${at(address)}` }],
    ] as const)
      await web.app.inject({
        method: 'POST',
        url: `/reader/api/0/subscription/${path}`,
        headers,
        payload: new URLSearchParams(field).toString(),
      })
    await web.app.inject({
      method: 'POST',
      url: '/api/v1/me/follows',
      headers: { authorization: `Bearer ${token}` },
      payload: { kind: 'source', key: at(address) },
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([connections, await actionsOf(web).listSources()]).toEqual([0, feeds])
  })
})

it.each(['http://push.example/x', 'https://a:b@push.example/x', 'ftp://push.example/x'])(
  'a device at %s is refused',
  async (endpoint) => {
    const { userId } = await signIn(web, 'ann@example.se')
    const device = { ...push.subscribe('telefon'), endpoint, device: '' }
    await expect(alertsAt(web.ctx).saveDevice(userId, device)).rejects.toMatchObject({ code: 'unprocessable' })
  },
)

it.each(['https://192.0.1.1:9/', 'https://[2606:4700::1111]:9/'])(
  'names its server, and does not number it: %s',
  async (url) => {
    const { error } = await web.services.strangers.send(url, { body: 'x' })
    expect(error).toContain('not the name of a server')
  },
)

it('is no port that browsers refuse', async () => {
  const { error } = await web.services.strangers.send('https://reader.example:22/', { body: 'x' })
  expect(error).toContain('bad port')
})

it('does not stand in the way of what the operator allows: his webhooks', async () => {
  const id = await seedWebhook(web.database, `http://127.0.0.1:${port}/`)
  await seedFeed(web.database)
  await tryWebhook(web.services, id)
  expect(connections).toBe(1)
})
