/** Keys of the API: a reading one reads wherever an account's session does and changes nothing; a full one does the rest. */

import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Called, startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedFeed, seedTag } from '../../../tests/support/build.ts'
import { completeTable, ifThere } from '../../../tests/support/features.ts'
import { featureNames } from '../../features.ts'
import { listAppPasswords, makeAppPassword } from '../../news/accounts/writes/app-passwords.ts'
import { exportAccount } from '../../news/accounts/writes/export-account.ts'
import { userOfToken } from '../../news/accounts/writes/tokens.ts'

let api: TestApi
let session: string
const keys = { read: '', full: '' }

beforeAll(async () => {
  api = await startApi()
  await seedFeed(api.web.database)
  await seedTag(api.web.database, 'Krokar', 'krokar')
  session = await api.signIn('ann@site.example')
  for (const access of ['read', 'full'] as const)
    keys[access] = (await make({ name: `Agent ${access}`, access })).body.data.key
})
afterAll(() => api.close())
beforeEach(() => sql`delete from rate_hits`.execute(api.web.database.db))

const make = (body: object, token = session) => api.call('POST', '/api/v1/me/keys', { token, body })
const listed = async () => (await api.call('GET', '/api/v1/me/keys', { token: session })).body.data
const asAccount = () => completeTable(api.web.ctx.site).filter(({ auth }) => auth !== 'none')
const send = (method: string, path: string, token: string) =>
  api.web.app.inject({
    method: method as 'POST',
    url: path.replace(/:\w+/g, '1'),
    ...(method === 'POST' && { payload: {} }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

async function mcp(token: string, method: string, params: object) {
  const answer = await api.web.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      host: 'site.example',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
  })
  const result = JSON.parse(/^data: (.*)$/m.exec(answer.body)?.[1] ?? answer.body)
  return { status: answer.statusCode, headers: answer.headers, ...result }
}
const rowsOfAccount = async () => {
  const { rows } = await sql<{ rows: string }>`
    select (select json_agg(f) from follows f)::text || (select json_agg(a) from app_passwords a)::text ||
      (select json_agg(u) from users u)::text || (select count(*) from mutes)::text as rows`.execute(
    api.web.database.db,
  )
  return rows[0]?.rows
}

describe('a reading key', () => {
  it('is taken by each route that takes a session, and changes nothing by any', async () => {
    expect(asAccount().length).toBeGreaterThan(20)
    for (const { method, path } of asAccount()) {
      const before = await rowsOfAccount()
      const { statusCode, headers, body } = await send(method, path, keys.read)
      // A password opens what a key that only reads may not do.
      const isRefused = path === '/api/v1/me/app-passwords'
      if (method === 'GET') expect([path, [401, 403].includes(statusCode)]).toEqual([path, isRefused])
      else {
        expect([path, statusCode, JSON.parse(body).error]).toEqual([
          ...[path, 403, { type: 'forbidden', message: expect.stringMatching(/^This key may only read[^.]*\.$/) }],
        ])
        expect(headers['www-authenticate']).toContain('insufficient_scope')
        expect(await rowsOfAccount()).toEqual(before)
      }
    }
  })

  it('reads over MCP what the account has, and calls no tool that changes it', async () => {
    const { tools } = (await mcp(keys.read, 'tools/list', {})).result
    const changing = tools.filter((tool: { annotations: { readOnlyHint: boolean } }) => !tool.annotations.readOnlyHint)
    expect(changing.map(({ name }: { name: string }) => name)).toEqual([
      'follow',
      ...ifThere('alerts', 'alert'),
      'mute',
      'mark',
    ])
    expect((await mcp(keys.read, 'tools/call', { name: 'my_edition', arguments: {} })).result.isError).toBeFalsy()
    for (const { name } of changing) {
      const refused = await mcp(keys.read, 'tools/call', { name, arguments: { kind: 'tag', key: 'krokar' } })
      expect([name, refused.status, refused.error.message]).toEqual([
        ...[name, 403, expect.stringContaining('This key may only read')],
      ])
      expect(refused.headers['www-authenticate']).toContain('insufficient_scope')
    }
  })
})

describe('a full key', () => {
  it('changes what a session changes, over the API and MCP, but makes no keys', async () => {
    const followed = await api.call('POST', '/api/v1/me/follows', {
      token: keys.full,
      body: { kind: 'tag', key: 'krokar' },
    })
    expect(followed.body.data).toMatchObject([{ key: 'krokar' }])
    const call = { name: 'follow', arguments: { kind: 'tag', key: 'krokar', on: false } }
    expect((await mcp(keys.full, 'tools/call', call)).result.structuredContent.follows_count).toBe(0)
    expect((await make({ name: 'Ännu en' }, keys.full)).status).toBe(403)
    expect(await listed()).toHaveLength(2)
  })

  it.runIf(featureNames.includes('alerts'))('adds a device, which no session ends', async () => {
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const body = {
      endpoint: 'https://push.example/1',
      keys: { p256dh, auth: Buffer.alloc(16).toString('base64url') },
    }
    const added = await api.call('POST', '/api/v1/me/push-subscriptions', { token: keys.full, body })
    expect([added.status, added.body.data.subscriptions.length]).toEqual([200, 1])
  })
})

it('is listed with its last use, without itself, and stored as a hash', async () => {
  expect(await listed()).toMatchObject([
    { name: 'Agent read', access: 'read', last_used_at: api.web.clock.now().toISOString() },
    { name: 'Agent full', access: 'full' },
  ])
  const unused = (await make({ name: 'Vilande' })).body.data
  expect(unused.keys.at(-1)).toMatchObject({ name: 'Vilande', access: 'read', last_used_at: null })
  const { rows } = await sql<{ row: string }>`select a::text as row from app_passwords a`.execute(api.web.database.db)
  for (const key of [...Object.values(keys), unused.key]) {
    expect(JSON.stringify(await listed())).not.toContain(key)
    expect(rows.some(({ row }) => row.includes(key))).toBe(false)
  }
  await api.call('DELETE', `/api/v1/me/keys?id=${unused.keys.at(-1).id}`, { token: session })
})

it('is no session of the site, opens reading apps where there are any and it may write, and is as good as none for another account', async () => {
  const { app, ctx } = api.web
  const cookie = { cookie: `konto=${keys.full}` }
  expect((await app.inject({ url: '/konto/settings', headers: cookie })).body).toContain('action="/konto/code"')
  const openWith = async (key: string) =>
    (await app.inject({ url: '/reader/api/0/user-info', headers: { authorization: `GoogleLogin auth=${key}` } }))
      .statusCode
  const statuses = featureNames.includes('google-reader') ? [401, 200] : [404, 404]
  expect([await openWith(keys.read), await openWith(keys.full)]).toEqual(statuses)
  const bo = await api.signIn('bo@site.example')
  const [first] = await listed()
  await api.call('DELETE', `/api/v1/me/keys?id=${first.id}`, { token: bo })
  expect(await listed()).toHaveLength(2)
  expect(await ctx.accounts.callerOf('khk_x')).toBeNull()
})

it('is counted by the same limits as a session', async () => {
  const search = () => api.call('GET', '/api/v1/entries/search?q=x', { token: keys.full })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await search()).status)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})

it.each([
  ['no name', { name: ' ' }],
  ['a name that nobody sees', { name: '\u0000\u200b' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['another access', { name: 'x', access: 'admin' }],
])('is not made with %s', async (_, body) => {
  expect((await make(body)).status).toBe(422)
})

it('has a name without what no text has, however it is made', async () => {
  const token = await api.signIn('dan@site.example')
  const named = await make({ name: 'En\u0000  agent\ud800' }, token)
  expect(named.body.data.keys.at(-1).name).toMatch(/^En agent/)
  const { id } = (await userOfToken(api.web.ctx.database, token, api.web.ctx.clock.now())) ?? { id: 0 }
  await makeAppPassword(api.web.ctx.database, id, { name: 'En\u0000 app' }, api.web.ctx.clock.now())
  expect(await listAppPasswords(api.web.ctx.database, id)).toMatchObject([{ name: 'En app' }])
})

it('is one of 20, and goes where it is revoked, signs out or the account ends', async () => {
  const token = await api.signIn('cy@site.example')
  const made: Called[] = []
  for (let n = 0; n < 21; n++) made.push(await make({ name: `${n}`, access: 'full' }, token))
  expect(made.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 422])
  const [one, two, three] = made.map(({ body }) => body.data?.key)
  const works = async (key: string) => (await api.call('GET', '/api/v1/me', { token: key })).status
  await api.call('DELETE', `/api/v1/me/keys?id=${made[0]?.body.data.keys[0].id}`, { token })
  await api.call('POST', '/api/v1/auth/logout', { token: two })
  expect([await works(one), await works(two), await works(three)]).toEqual([401, 401, 200])
  await api.call('DELETE', '/api/v1/auth/account', { token })
  expect(await works(three)).toBe(401)
})

it('is exported by its name', async () => {
  const { id } = (await api.web.ctx.accounts.callerOf(keys.full)) ?? { id: 0 }
  const exported = await exportAccount(api.web.ctx.database, id)
  expect(exported.apiKeys).toMatchObject([{ name: 'Agent read' }, { name: 'Agent full', access: 'full' }])
  expect(exported.appPasswords).toEqual([])
  expect(JSON.stringify(exported)).not.toContain(keys.full)
})

it('is made, shown once and revoked on the page of apps', async () => {
  const { app } = api.web
  const cookie = `konto=${session}`
  const form = /name="form" value="([^"]+)"/.exec(
    (await app.inject({ url: '/konto/apps', headers: { cookie } })).body,
  )?.[1]
  const post = (fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/konto/apps',
      headers: {
        cookie: `${cookie}; konto_form=${form}`,
        'content-type': 'application/x-www-form-urlencoded',
        origin: api.web.config.BASE_URL,
      },
      payload: new URLSearchParams({ form: String(form), ...fields }).toString(),
    })
  const { body } = await post({ key: 'Från sidan', access: 'full' })
  const key = /khk_[\w-]{43}/.exec(body)?.[0] ?? ''
  expect(await api.web.ctx.accounts.callerOf(key)).toMatchObject({ access: 'full', isSession: false })
  const again = await app.inject({ url: '/konto/apps', headers: { cookie } })
  expect([again.body.includes('Från sidan'), again.body.includes(key)]).toEqual([true, false])
  const id = (await listed()).at(-1).id
  await post({ app: String(id) })
  expect(await api.web.ctx.accounts.callerOf(key)).toBeNull()
})
