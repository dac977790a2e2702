/** Programs that act for readers, by grant or key: what they make ends with their access, and nothing else is theirs to remove. */

import { createECDH, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedTag } from '../../../tests/support/build.ts'
import { authorize, connect, redeem } from '../../../tests/support/played/identity.ts'
import { signIn } from '../../news/accounts/writes/accounts.ts'
import { listAgents } from '../../news/accounts/writes/agents.ts'
import {
  listApiKeys,
  listAppPasswords,
  makeAppPassword,
  revokeSecret,
  userOfAppPassword,
} from '../../news/accounts/writes/app-passwords.ts'
import { purgeExpired } from '../../news/accounts/writes/tokens.ts'
import { purgeExpiredGrants } from './clients.ts'
import { removeAgent, revokeGrant } from './grants.ts'

type Owner = 'session' | 'key' | 'grant'

let api: TestApi
let session: string
beforeAll(async () => {
  api = await startApi()
  for (const slug of ['krok', 'hake']) await seedTag(api.web.database, slug)
})
afterAll(() => api.close())
let reader = 0
beforeEach(async () => {
  await sql`delete from rate_hits`.execute(api.web.database.db)
  session = await api.signIn(`r${++reader}@site.example`)
})

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, body?: object) =>
  api.call(method, `/api/v1/me${path}`, { token, body })

async function tokenOf(owner: Owner): Promise<string> {
  if (owner === 'session') return session
  if (owner === 'key') return (await call('POST', '/keys', session, { name: 'Program', access: 'full' })).body.data.key
  return (await connect(api.web, session, { scope: 'full' })).access
}

const subscription = () => ({
  endpoint: `https://push.example/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  },
})

interface Thing {
  /** Owners that make it, where not all do. */
  by?: Owner[]
  list: () => Promise<object[]>
  make: (token: string) => Promise<number>
  /** The thing that `list` has first. */
  remove: (token: string) => Promise<number>
}

const listOf = (path: string, among?: string) => async (): Promise<object[]> => {
  const { data } = (await call('GET', path, session)).body
  return among === undefined ? data : data[among]
}
const removeFirst = (path: string, list: () => Promise<object[]>) => async (token: string) => {
  const [first] = (await list()) as { id: number }[]
  return (await call('DELETE', `${path}?id=${first?.id}`, token)).status
}
const alertOf = (key: string, min = 2) => ({ kind: 'tag', key, min_sources: min, ways: ['webhook'] })

const devices = listOf('/push-subscriptions', 'subscriptions')
const webhooks = listOf('/webhooks')
const rules = listOf('/alerts', 'rules')
const appPasswords = listOf('/app-passwords')
const THINGS: Record<string, Thing> = {
  device: {
    list: devices,
    make: async (token) => (await call('POST', '/push-subscriptions', token, subscription())).status,
    remove: removeFirst('/push-subscriptions', devices),
  },
  webhook: {
    list: webhooks,
    make: async (token) =>
      (await call('POST', '/webhooks', token, { url: `https://x.example/${randomUUID()}` })).status,
    remove: removeFirst('/webhooks', webhooks),
  },
  alert: {
    list: rules,
    make: async (token) => (await call('POST', '/alerts', token, alertOf('krok'))).status,
    remove: async (token) => (await call('DELETE', '/alerts?kind=tag&key=krok', token)).status,
  },
  'app password': {
    by: ['session', 'key'],
    list: appPasswords,
    make: async (token) => (await call('POST', '/app-passwords', token, { name: 'App' })).status,
    remove: removeFirst('/app-passwords', appPasswords),
  },
}
const thingsOf = (owner: Owner) => Object.entries(THINGS).filter(([, { by }]) => by?.includes(owner) ?? true)

const later = (days: number) => api.web.clock.set(new Date(api.web.clock.now().getTime() + days * 86_400_000))
const agent = async () => (await listAgents(api.web.database, await userId(), api.web.clock.now()))[0]?.clientId ?? ''
const userId = async () => (await api.web.ctx.accounts.callerOf(session))?.id ?? 0
const purge = async () => {
  await purgeExpired(api.web.database, api.web.clock.now())
  await purgeExpiredGrants(api.web.database, api.web.clock.now())
}

/** Ends of access, each with what stays of what its owner made. */
const ENDS: [owner: Owner, end: string, stays: string[], act: (token: string) => Promise<unknown>][] = [
  [
    'key',
    'is revoked',
    [],
    async () => call('DELETE', `/keys?id=${((await listOf('/keys')())[0] as { id: number }).id}`, session),
  ],
  ['key', 'signs itself out', [], (token) => api.call('POST', '/api/v1/auth/logout', { token })],
  [
    'key',
    'is revoked on the page of apps',
    [],
    async () => {
      const [key] = await listApiKeys(api.web.ctx.database, await userId())
      return revokeSecret(api.web.ctx.database, { userId: await userId(), id: key?.id ?? 0 })
    },
  ],
  ['grant', 'is revoked by its program', [], (token) => revokeGrant(api.web.database, token)],
  ['grant', 'signs itself out', [], (token) => api.call('POST', '/api/v1/auth/logout', { token })],
  ['grant', 'is removed by its reader', [], async () => removeAgent(api.web.database, await userId(), await agent())],
  [
    'grant',
    'expires',
    [],
    async () => {
      later(80)
      await call('GET', '', session)
      later(11)
      await purge()
    },
  ],
  // Signing out on a device is not the end of what a reader has set up.
  [
    'session',
    'is signed out',
    ['webhook', 'alert', 'app password'],
    async (token) => {
      await api.call('POST', '/api/v1/auth/logout', { token })
      session = await api.signIn(`r${reader}@site.example`)
    },
  ],
  [
    'session',
    'expires',
    ['webhook', 'alert', 'app password'],
    async () => {
      later(366)
      await purge()
      session = await api.signIn(`r${reader}@site.example`)
    },
  ],
]

describe('what an owner made', () => {
  it.each(ENDS)('of a %s that %s', async (owner, _end, stays, act) => {
    const token = await tokenOf(owner)
    for (const [name, thing] of thingsOf(owner)) expect([name, await thing.make(token)]).toEqual([name, 200])
    await act(token)
    const left: string[] = []
    for (const [name, thing] of Object.entries(THINGS)) if ((await thing.list()).length > 0) left.push(name)
    expect(left).toEqual(stays)
  })

  it.each(['session', 'key', 'grant'] as const)('of a %s goes with the account', async (owner) => {
    const token = await tokenOf(owner)
    for (const [, thing] of thingsOf(owner)) await thing.make(token)
    const id = await userId()
    await api.call('DELETE', '/api/v1/auth/account', { token: session })
    const { rows } = await sql`
      select from webhooks where user_id = ${id} union all select from push_subscriptions where user_id = ${id}
      union all select from alert_rules where user_id = ${id}
      union all select from app_passwords where user_id = ${id}`.execute(api.web.database.db)
    expect(rows).toEqual([])
  })

  it('stays where the owner ends that did not make it', async () => {
    const [key, grant] = [await tokenOf('key'), await tokenOf('grant')]
    for (const thing of Object.values(THINGS)) await thing.make(key)
    await revokeGrant(api.web.database, grant)
    for (const [name, thing] of Object.entries(THINGS)) expect([name, (await thing.list()).length]).toEqual([name, 1])
  })

  it('by a grant is had by the next grant to the same program', async () => {
    const { clientId: client, access } = await connect(api.web, session, { scope: 'full' })
    for (const [, thing] of thingsOf('grant')) await thing.make(access)
    const again = await redeem(api.web, client, await authorize(api.web, session, client, { scope: 'full' }))
    expect(again.status).toBe(200)
    for (const [name, thing] of thingsOf('grant')) expect([name, (await thing.list()).length]).toEqual([name, 1])
    await revokeGrant(api.web.database, again.body.access_token)
    for (const [name, thing] of Object.entries(THINGS)) expect([name, await thing.list()]).toEqual([name, []])
  })

  it('is in four tables, and a further one that names a program needs its rows above', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confrelid in ('oauth_grants'::regclass, 'app_passwords'::regclass) and confdeltype = 'c'
      order by 1`.execute(api.web.database.db)
    expect(rows.map(({ table }) => table)).toEqual(['alert_rules', 'app_passwords', 'push_subscriptions', 'webhooks'])
  })

  it('is taken along where two accounts become one', async () => {
    const { database, clock } = api.web
    const older = { provider: 'apple', subject: 'a', email: null } as const
    const { id } = await signIn(database, older, clock.now())
    session = await api.signIn('newer@site.example')
    const grant = await tokenOf('grant')
    for (const [, thing] of thingsOf('grant')) await thing.make(grant)
    await signIn(database, { ...older, email: 'newer@site.example' }, clock.now())
    expect(await userId()).toBe(id)
    for (const [name, thing] of thingsOf('grant')) expect([name, (await thing.list()).length]).toEqual([name, 1])
    await revokeGrant(api.web.database, grant)
    for (const [name, thing] of Object.entries(THINGS)) expect([name, await thing.list()]).toEqual([name, []])
  })
})

describe('a thing is removed by its maker and by the reader alone:', () => {
  const makers = ['session', 'key', 'grant', 'another key', 'another grant'] as const
  const bys = ['session', 'key', 'grant'] as const
  const pairs = makers.flatMap((maker) => bys.map((by) => [maker, by] as const))
  it.each(pairs)('made by a %s, removed by a %s', async (maker, by) => {
    const tokens = { session, key: await tokenOf('key'), grant: await tokenOf('grant') }
    const owner = maker.replace('another ', '') as Owner
    const making = maker === owner ? tokens[owner] : await tokenOf(owner)
    const may = by === 'session' || maker === by
    for (const [name, thing] of thingsOf(owner)) {
      await thing.make(making)
      expect([name, await thing.remove(tokens[by])]).toEqual([name, may ? 200 : 403])
      expect([name, (await thing.list()).length]).toEqual([name, may ? 0 : 1])
    }
  })

  it('keys: a program ends its own alone, and no app password', async () => {
    const { database, clock } = api.web.ctx
    const [key, other, grant] = [await tokenOf('key'), await tokenOf('key'), await tokenOf('grant')]
    await makeAppPassword(database, await userId(), { name: 'App' }, clock.now())
    const [app] = await listAppPasswords(database, await userId())
    const [first, second] = (await call('GET', '/keys', session)).body.data
    for (const token of [session, key, grant]) await call('DELETE', `/keys?id=${app?.id}`, token)
    expect(await listAppPasswords(database, await userId())).toHaveLength(1)
    expect((await call('DELETE', `/keys?id=${second.id}`, key)).status).toBe(403)
    expect((await call('DELETE', `/keys?id=${second.id}`, grant)).status).toBe(403)
    expect((await call('GET', '', other)).status).toBe(200)
    expect((await call('DELETE', `/keys?id=${first.id}`, key)).status).toBe(200)
    expect((await call('GET', '', key)).status).toBe(401)
    expect((await call('DELETE', `/keys?id=${second.id}`, session)).status).toBe(200)
  })

  it('app passwords: by a session or a full key alone, and each opens reading apps', async () => {
    const reading = (await call('POST', '/keys', session, { name: 'Reading', access: 'read' })).body.data.key
    const [key, grant] = [await tokenOf('key'), await tokenOf('grant')]
    const made = (await call('POST', '/app-passwords', key, { name: ' En\u0000  app ' })).body.data
    expect([made.user_name, made.app_passwords]).toMatchObject([`r${reader}@site.example`, [{ name: 'En app' }]])
    const opened = await userOfAppPassword(api.web.ctx.database, made.password, api.web.ctx.clock.now())
    expect(opened).toMatchObject({ id: await userId() })
    const id = made.app_passwords[0].id
    const listed = (await call('GET', '/app-passwords', session)).body.data
    expect([listed[0].last_used_at !== null, JSON.stringify(listed).includes(made.password)]).toEqual([true, false])
    const keys = (await call('GET', '/keys', session)).body.data
    for (const [token, refusal] of [
      [reading, 403],
      [grant, 403],
      [made.password, 401],
    ] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['DELETE', `?id=${id}`],
      ] as const) {
        const { status } = await call(method, `/app-passwords${path}`, token, { name: 'Ny' })
        expect([method, token, status]).toEqual([method, token, refusal])
      }
    await call('DELETE', `/app-passwords?id=${keys[0].id}`, session)
    expect((await call('GET', '/keys', session)).body.data).toHaveLength(2)
    expect((await call('GET', '/app-passwords', key)).body.data).toHaveLength(1)
    expect((await call('DELETE', `/app-passwords?id=${id}`, key)).body.data).toEqual([])
    expect(await userOfAppPassword(api.web.ctx.database, made.password, api.web.ctx.clock.now())).toBeNull()
  })

  it.each(['key', 'grant'] as const)('the account: not by a %s', async (owner) => {
    const token = await tokenOf(owner)
    expect((await api.call('DELETE', '/api/v1/auth/account', { token })).status).toBe(403)
    expect((await call('GET', '', session)).status).toBe(200)
  })

  it('nor is it replaced by another: an alert for the same, a device at the same address', {
    tags: 'slow',
  }, async () => {
    const [key, grant] = [await tokenOf('key'), await tokenOf('grant')]
    const device = subscription()
    for (const token of [session, key]) {
      await call('POST', '/alerts', token, alertOf('hake', 3))
      await call('POST', '/push-subscriptions', token, device)
    }
    expect((await call('POST', '/alerts', grant, alertOf('hake', 1))).status).toBe(403)
    expect((await call('POST', '/push-subscriptions', grant, device)).status).toBe(403)
    const answer = await mcp(grant, { kind: 'tag', key: 'hake', min_sources: 1, ways: ['webhook'] })
    expect([answer.isError, answer.content[0].text]).toEqual([true, expect.stringContaining('only what it made')])
    expect((await mcp(grant, { kind: 'tag', key: 'hake', on: false })).isError).toBe(true)
    expect(await rules()).toMatchObject([{ key: 'hake', min_sources: 3 }])
  })

  it('what a program made is the reader’s once the reader saves it', async () => {
    const key = await tokenOf('key')
    await call('POST', '/alerts', key, alertOf('krok'))
    await call('POST', '/alerts', session, alertOf('krok', 3))
    await api.call('POST', '/api/v1/auth/logout', { token: key })
    expect(await rules()).toMatchObject([{ min_sources: 3 }])
  })
})

async function mcp(token: string, args: object) {
  const { body } = await api.web.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'alert', arguments: args } },
    headers: {
      host: 'site.example',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
  })
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result
}
