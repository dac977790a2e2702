/** Every route that changes something, asked by those who may not: it refuses, and the database stays as it was. */
// @module-tag slow

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KeyAccess } from '../src/news/accounts/rules/account.ts'
import { makeApiKey } from '../src/news/accounts/writes/app-passwords.ts'
import { routeTable } from './support/addresses.ts'
import { signIn } from './support/people.ts'
import { type AdminWorld, adminToken, startAdminWorld } from './support/worlds/admin.ts'

type Realm = 'console' | 'account' | 'bearer' | 'reader' | 'public'

/** Whom a route is for, by its path; the first that fits. */
const REALMS: [path: RegExp, realm: Realm][] = [
  [/^\/admin\/sign-in$/, 'public'],
  [/^\/admin/, 'console'],
  [/^\/konto\/(?:code|sign-in|sign-in\/:provider|answer\/:provider)$/, 'public'],
  [/^\/konto/, 'account'],
  [/^\/api\/v1\/auth\/login$/, 'public'],
  [/^\/api\/v1\//, 'bearer'],
  [/^\/reader\//, 'reader'],
  [/^\/fediverse\//, 'public'],
  [
    /^\/(?:accounts\/ClientLogin|mcp|mcp\/me|oauth\/(?:register|token|revoke)|websub|websub\/:key|utskick\/.*|entries\/:id\/report)$/,
    'public',
  ],
]
const realmOf = (path: string) => REALMS.find(([pattern]) => pattern.test(path))?.[1]

let world: AdminWorld
let routes: { method: string; path: string }[]
beforeAll(async () => {
  world = await startAdminWorld('', { BASE_URL: 'https://site.example', FEDIVERSE: 'on' })
  routes = routeTable(world.web.app).flatMap(({ path, methods }) =>
    methods.flatMap((method) => (['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? { method, path } : [])),
  )
})
afterAll(() => world.web.close())

/** Counters of requests and readings, which a refused request may move. */
const COUNTERS = new Set(['rate_hits', 'click_counts', 'data_versions'])

/** A digest of each table's rows, without the position up to which the fediverse has read the log of changes. */
async function contents(): Promise<Record<string, string>> {
  const { db } = world.web.database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name } of rows) {
    if (COUNTERS.has(name)) continue
    const read = await sql<{
      row: string
    }>`select (case when ${name} = 'fediverse_site' then to_jsonb(t) - 'cursor' else to_jsonb(t) end)::text as row
      from ${sql.table(name)} t order by 1`.execute(db)
    digests[name] = createHash('sha256').update(JSON.stringify(read.rows)).digest('hex')
  }
  return digests
}

/** The address of something that is there. */
function address(path: string): string {
  const { articles, feeds, events, story } = world
  const ids: [RegExp, number][] = [
    [/articles/, articles.first],
    [/sources/, feeds.well],
    [/handelser|\/events\//, events.several],
    [/stories/, story],
  ]
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? 1
  return path.replace(':claim', '1').replace(':id', `${id}`).replace(/:\w+/g, 'x'.repeat(32))
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HERE = () => ({ origin: world.web.config.BASE_URL, 'sec-fetch-site': 'same-origin' })
const ELSEWHERE = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

/** Fields that a form for a reader’s choices has. */
const CHOICE = { do: 'mute', kind: 'word', what: 'rykte' }
/** Its forms are on cached pages, which hold no token: the browser itself names the site of the form. */
const TOKENLESS = '/konto/choice'

interface Sender {
  cookie?: string
  form?: string
}

const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** An operator with a session and its forms' token. */
async function operator(): Promise<Required<Sender>> {
  const { web } = world
  await web.database.db.deleteFrom('rate_hits').execute()
  const entry = await web.app.inject({ url: '/admin' })
  const form = formIn(entry.body)
  const payload = new URLSearchParams({ token: adminToken, form }).toString()
  const headers = { ...FORM, ...HERE(), cookie: cookiesOf(entry) }
  const entered = await web.app.inject({ method: 'POST', url: '/admin/sign-in', headers, payload })
  const cookie = [cookiesOf(entry), cookiesOf(entered)].filter(Boolean).join('; ')
  const inside = await web.app.inject({ url: '/admin', headers: { cookie } })
  return { cookie, form: formIn(inside.body) }
}

async function reader(email: string): Promise<Required<Sender>> {
  const { token } = await signIn(world.web, email)
  const cookie = `konto=${token}`
  const page = await world.web.app.inject({ url: '/konto', headers: { cookie } })
  return { cookie, form: formIn(page.body) }
}

/** A key that was used, so that its use is noted already. */
async function keyOf(access: KeyAccess): Promise<string> {
  const { database, clock, accounts } = world.web.ctx
  const { userId } = await signIn(world.web, 'reader@example.se')
  const key = await makeApiKey(database, userId, { name: 'Agent', access }, clock.now())
  await accounts.callerOf(key)
  return key
}

const formIn = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Sends a form to each route of a realm, and tells of those that answered otherwise. */
async function sendAll(realm: Realm, headers: Record<string, string>, form = ''): Promise<string[]> {
  const answers: string[] = []
  const isTokenless = form === '' && headers.cookie !== undefined
  const all = routes.filter(({ path }) => realmOf(path) === realm && !(isTokenless && path === TOKENLESS))
  for (const { method, path } of all) {
    const payload = new URLSearchParams({ ...(form && { form }), ...CHOICE }).toString()
    const answer = await world.web.app.inject({
      method: method as 'POST',
      url: address(path),
      headers: { ...FORM, ...headers },
      payload,
    })
    const leads = String(answer.headers.location ?? '')
    const leadsToSignIn = [302, 303].includes(answer.statusCode) && /\/admin|\/konto/.test(leads)
    const isSignIn = leadsToSignIn || answer.body.includes('action="/konto/code"')
    if (![401, 403].includes(answer.statusCode) && !isSignIn)
      answers.push(`${method} ${path}: ${answer.statusCode} ${leads} ${answer.body.slice(0, 100)}`)
  }
  return answers
}

it('each route has a realm', () => {
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter(({ path }) => realmOf(path) === undefined)).toEqual([])
})

it.each<[realm: Realm, who: string, sender: () => Promise<[Record<string, string>, string?]>]>([
  ['console', 'nobody', async () => [HERE()]],
  ['console', 'a session that is none', async () => [{ ...HERE(), cookie: 'admin=x' }, 'x']],
  ['console', 'an operator without the form’s token', async () => [{ ...HERE(), cookie: (await operator()).cookie }]],
  [
    'console',
    'an operator with the token of another session',
    async () => [{ ...HERE(), cookie: (await operator()).cookie }, (await operator()).form],
  ],
  [
    'console',
    'an operator’s browser on another site',
    async () => {
      const { cookie, form } = await operator()
      return [{ ...ELSEWHERE, cookie }, form]
    },
  ],
  [
    'console',
    'a reader',
    async () => {
      const { cookie, form } = await reader('reader@example.se')
      return [{ ...HERE(), cookie }, form]
    },
  ],
  ['account', 'nobody', async () => [HERE()]],
  ['account', 'a session that is none', async () => [{ ...HERE(), cookie: 'konto=x' }, 'x']],
  [
    'account',
    'a reader without the form’s token',
    async () => [{ ...HERE(), cookie: (await reader('reader@example.se')).cookie }],
  ],
  [
    'account',
    'a reader with the token of another',
    async () => [
      { ...HERE(), cookie: (await reader('reader@example.se')).cookie },
      (await reader('other@example.se')).form,
    ],
  ],
  [
    'account',
    'a reader’s browser on another site',
    async () => {
      const { cookie, form } = await reader('reader@example.se')
      return [{ ...ELSEWHERE, cookie }, form]
    },
  ],
  ['bearer', 'nobody', async () => [{}]],
  ['bearer', 'a token that is none', async () => [{ authorization: 'Bearer kh_x' }]],
  ['account', 'a key of the API', async () => [{ ...HERE(), cookie: `konto=${await keyOf('full')}` }, 'x']],
  ['bearer', 'a key that may read alone', async () => [{ authorization: `Bearer ${await keyOf('read')}` }]],
  ['bearer', 'a reader’s cookie', async () => [{ cookie: (await reader('reader@example.se')).cookie }]],
  ['reader', 'nobody', async () => [{}]],
  ['reader', 'a token that is none', async () => [{ authorization: 'GoogleLogin auth=x' }]],
])('%s: %s is refused everywhere, and nothing changes', async (realm, _, sender) => {
  const [headers, form] = await sender()
  const before = await contents()
  expect(await sendAll(realm, headers, form)).toEqual([])
  expect(await contents()).toEqual(before)
})
