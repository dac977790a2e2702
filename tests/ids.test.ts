/** Ids that name nothing, in every parameter that names one, on every surface: they are refused, and break nothing. */

import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { FOLLOW_KINDS, MUTE_KINDS } from '../src/news/accounts/rules/profile.ts'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { ACTION_CODES, READER_ACTIONS } from '../src/surfaces/site/components/reader-actions.ts'
import { routeTable } from './support/addresses.ts'
import { completeTable, isThere, partOf } from './support/features.ts'
import { type Form, operatorAt, pairsOf, signIn, type Visitor, visitorAt } from './support/people.ts'
import { shareOf } from './support/sweep.ts'
import { type AdminWorld, adminToken, startAdminWorld } from './support/worlds/admin.ts'

const { ALERT_KINDS = [] } = await partOf('alerts/rule.ts')
const VALUES = [
  ...['2147483647', '2147483648', '99999999999', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['0', '-1', '1.5', '1e3', '', ' 1', '0x1', '١', '9'.repeat(400), 'null', '1;2', '00000000000000000001'],
]
/** Each place of many is tried with two of them, its neighbours with the others. */
const valuesAt = (place: number) => shareOf(VALUES, 9, place)
/** One of each kind. */
const FEW = ['2147483648', '9223372036854775808', '-1', '1.5', '', '١']
const NUMBERS = [2 ** 31 - 1, 2 ** 31, 99_999_999_999, 2 ** 53, 2 ** 63, 0, -1, 1.5, 1e300]

let world: AdminWorld
let operator: Visitor
let reader: Visitor
let token: string
let password: string
let routes: { method: string; path: string }[]

beforeAll(async () => {
  world = await startAdminWorld('', { BASE_URL: 'https://site.example', FEDIVERSE: 'on' })
  const { web } = world
  routes = routeTable(web.app).flatMap(({ path, methods }) => methods.map((method) => ({ method, path })))
  operator = await operatorAt(web, adminToken)
  const session = await signIn(web, 'ann@site.example')
  token = session.token
  // Some values are read as 1: what is called so may be removed.
  await makeAppPassword(web.ctx.database, session.userId, { name: 'first' }, web.ctx.clock.now())
  password = await makeAppPassword(web.ctx.database, session.userId, { name: 'app' }, web.ctx.clock.now())
  reader = visitorAt(web, { konto: token })
  await reader.get('/konto')
  // No limit is ever reached.
  await sql`create rule forget as on insert to rate_hits do instead nothing`.execute(web.database.db)
})
afterAll(() => world.web.close())

interface Sent {
  method?: string
  url: string
  /** Of a form. */
  fields?: Form
  /** JSON. */
  body?: unknown
}

/** As who may: the operator, the reader by cookie, by token or by app. */
async function send({ method = 'GET', url, fields, body }: Sent): Promise<number> {
  const { app, config } = world.web
  const visitor = url.startsWith('/admin') ? operator : reader
  if (!/^\/(?:api|mcp|reader)/.test(url)) {
    const answer = method === 'POST' ? await visitor.post(url, fields) : await visitor.get(url)
    return answer.statusCode
  }
  const authorization = url.startsWith('/reader') ? `GoogleLogin auth=${password}` : `Bearer ${token}`
  const headers = { authorization, origin: config.BASE_URL, accept: 'application/json, text/event-stream' }
  const form = fields && new URLSearchParams(pairsOf(fields))
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
    ...(form ? { payload: String(form) } : body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return answer.statusCode
}

/** A caller who is not known, or calls too often, is asked no further. */
const isUnread = (status: number, url: string) =>
  status === 429 || (status === 401 && /^\/(?:reader|konto|admin|api|mcp)\//.test(url))

/** Those that were answered as if something had broken, or not read at all. One after another: of many searches at once some are refused. */
async function broken(all: Sent[]): Promise<string[]> {
  const found = new Set<string>()
  for (const one of all) {
    const status = await send(one)
    if (status >= 500 || isUnread(status, one.url))
      found.add(`${status} ${one.method ?? 'GET'} ${one.url} ${JSON.stringify(one.fields ?? one.body ?? '')}`)
  }
  return [...found]
}

/** The address of what is there. */
function existing(path: string): string {
  const { articles, feeds, events, story } = world
  const ids: [RegExp, number][] = [
    [/articles|entries|\/img\/:id/, articles.first],
    [/sources|feeds/, feeds.well],
    [/handelser|events/, events.several],
    [/stories/, story],
  ]
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? 1
  return path.replace(':claim', '1').replace(':id', String(id)).replace(/:\w+/g, 'x')
}

it('takes what a device brings, whatever else it brings', async () => {
  const save = [...VALUES.map((value) => `event:${value}`), `event:${world.events.several}`]
  const read = [...VALUES.map((value) => `event:${value}`), `event:${world.events.other}`]
  const follow = [...VALUES.map((value) => `source:${value}`), `source:${world.feeds.well}`]
  const answer = await reader.post('/konto/bring', { follow, save, read }, { accept: 'application/json' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().left).toEqual([follow, save, read].flatMap((names) => names.slice(0, -1)))
  const marks = await reader.get('/konto/state.json')
  expect(marks.json()).toMatchObject({
    follow: [`source:${world.feeds.well}`],
    save: [`event:${world.events.several}`],
    read: [`event:${world.events.other}`],
  })
})

it('in the path of each route', { tags: 'slow' }, async () => {
  const named = routes.filter(({ path }) => path.includes(':'))
  expect(named.length).toBeGreaterThan(100)
  const all = named.flatMap(({ method, path }, place) =>
    valuesAt(place).map((value) => ({ method, url: path.replace(/:\w+/g, encodeURIComponent(value)) })),
  )
  expect(await broken(all)).toEqual([])
})

/** Fields of forms and queries that name things by id. */
const ID_FIELDS = [
  ...['agent', 'all', 'other', 'app', 'article', 'c', 'device', 'follow', 'story', 'event', 'i', 'source'],
  ...['alerts', 'about', 'q', 'quickadd', 's', 'session', 'stop', 'url', 'what', 'webhook', 'mute', 'save'],
  ...['read'],
]
const OTHER_FIELDS = [
  ...['ac', 'address', 'addresses', 'everything', 'always', 'count', 'counts', 'user', 'articles', 'code', 'open'],
  ...['statement', 'day', 'email', 'access', 'from', 'do', 'headers', 'id_token', 'lead', 'interval', 'state'],
  ...['password', 'folder', 'mail', 'sentence', 'least', 'model', 'models', 'name', 'key', 'opml', 'order', 'output'],
  ...['points', 'push', 'role', 'title', 'r', 'said', 'sure', 'summary', 'since', 'server', 'page', 'pages'],
  ...['language', 'stage', 'answer', 'tag', 'text', 'to', 'token', 'kind', 'types', 'quiet', 'verdict', 'publisher'],
  ...['publisher_name', 'by', 'next', 'view', 'zone', 'time', 'exact', 'Email', 'Passwd', 'T', 'n', 'xt', 'ot', 'nt'],
  ...['ts'],
]

it('has each field of a form or an address in one of two lists', () => {
  const reads =
    /\b(?:formFields?|textField|idFields?|idIn|queryOf|textIn|first|all|count|instant)\(\w+(?:\.\w+)?, '(\w+)'/g
  const files = globSync('src/{surfaces,features}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const names = new Set(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(reads)].map(([, name]) => String(name))),
  )
  expect(names.size).toBeGreaterThan(30)
  expect([...names].filter((name) => ![...ID_FIELDS, ...OTHER_FIELDS].includes(name))).toEqual([])
})

const KINDS = [...new Set<string>([...FOLLOW_KINDS, ...MUTE_KINDS, ...ALERT_KINDS])]

/** Each field that names things, with the value as it is, and as what is followed. */
const fieldsWith = (value: string): Form => ({
  ...Object.fromEntries(ID_FIELDS.map((name) => [name, value])),
  ...Object.fromEntries(
    ['follow', 'mute', 'save', 'read'].map((name) => [name, KINDS.map((kind) => `${kind}:${value}`)]),
  ),
  url: `/handelser/${value}`,
  ac: 'subscribe',
  a: 'user/-/state/com.google/read',
  push: 'yes',
  count: '3',
  sure: 'no',
})

/** Forms that read what publishers serve, or end what the reader has: they name nothing by a field. */
const WITHOUT = /\/(?:find-address|take-address|try|read|sign-out|delete|sign-in|code)$|\/sources$|^\/start|\/own-feed/

it('in the fields of each form', { tags: 'slow' }, async () => {
  const forms = routes.filter(
    ({ method, path }) => method === 'POST' && !/^\/(?:api|mcp|oauth|websub|fediverse)/.test(path),
  )
  expect(forms.length).toBeGreaterThan(30)
  const all = forms
    .filter(({ path }) => !WITHOUT.test(path))
    .flatMap(({ path }, place) =>
      valuesAt(place).map((value) => ({ method: 'POST', url: existing(path), fields: fieldsWith(value) })),
    )
  expect(await broken(all)).toEqual([])
})

it('in the query of each page', { tags: 'slow' }, async () => {
  const pages = routes.filter(({ method, path }) => method === 'GET' && !/stream$|^\/(?:\*|assets)/.test(path))
  const all = pages.flatMap(({ path }, place) =>
    shareOf(FEW, 6, place).map((value) => {
      const fields = pairsOf(fieldsWith(value))
      return { url: `${existing(path).replace('*', '')}?${new URLSearchParams(fields)}` }
    }),
  )
  expect(await broken(all)).toEqual([])
})

it.each(READER_ACTIONS)('in what is to be done by a button: %s', async (action) => {
  const all = KINDS.flatMap((typ, place) =>
    valuesAt(place).flatMap((vad) => {
      const fields = { do: ACTION_CODES[action], kind: typ, what: vad }
      return [{ method: 'POST', url: '/konto/choice', fields }, { url: `/konto/choice?${new URLSearchParams(fields)}` }]
    }),
  )
  expect(await broken(all)).toEqual([])
})

it.runIf(isThere('alerts'))('in rules of alerts, by the page', async () => {
  const all = ALERT_KINDS.flatMap((kind: string, place: number) =>
    valuesAt(place).flatMap((value) => [
      { method: 'POST', url: '/konto/alerts', fields: { about: `${kind}:${value}`, count: '3', push: 'yes' } },
      { url: `/konto/alerts?${new URLSearchParams({ kind, what: value })}` },
    ]),
  )
  expect(await broken(all)).toEqual([])
})

/** Names of the fields of an API's query or body. */
const namesIn = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

it('in queries and bodies of the API', { tags: 'slow' }, async () => {
  const all = completeTable(world.web.ctx.site).flatMap(({ method, path, query, body }, place) => {
    const url = existing(path)
    const queries = requestsOf(query, shareOf(FEW, 3, place)).map((fields) => ({
      method,
      url: `${url}?${new URLSearchParams(fields)}`,
    }))
    const bodies = requestsOf(body, [...valuesAt(place), ...shareOf(NUMBERS, 3, place)]).map((fields) => ({
      method,
      url,
      body: fields,
    }))
    return [...queries, ...bodies]
  })
  expect(all.length).toBeGreaterThan(200)
  expect(await broken(all)).toEqual([])
})

/** Each field of ids with each value, for each kind of what can be named. */
function requestsOf(schema: unknown, values: unknown[]): Record<string, string>[] {
  const names = namesIn(schema)
  const others = { ...(names.includes('q') && { q: 'x' }), ...(names.includes('ways') && { ways: ['push'] }) }
  return names.filter(isOfIds).flatMap((name) =>
    (names.includes('kind') && name === 'key' ? KINDS : [null]).flatMap((kind) =>
      values.map((value) => ({
        ...others,
        ...(kind && { kind }),
        [name]: name.endsWith('_ids') && typeof value === 'number' ? [value] : value,
      })),
    ),
  ) as Record<string, string>[]
}

const isOfIds = (name: string) => /^(?:id|key|.*_ids?|cursor|after|page|per_page)$/.test(name)

it('of items, streams and places in them, by reading apps', { tags: 'slow' }, async () => {
  const all = shareOf(VALUES, 6).flatMap((value) => {
    const streams = FOLLOW_KINDS.map((kind) => `feed/${kind}-${value}`)
    const items = [value, `tag:google.com,2005:reader/item/${value}`]
    const writes = [
      ...streams.flatMap((s) => [
        { url: '/reader/api/0/subscription/edit', fields: { ac: 'subscribe', s } },
        { url: '/reader/api/0/subscription/edit', fields: { ac: 'unsubscribe', s } },
        { url: '/reader/api/0/mark-all-as-read', fields: { s, ts: value } },
        { url: '/reader/api/0/subscription/quickadd', fields: { quickadd: s } },
      ]),
      ...['feeds', 'stories', 'handelser', 'tags'].map((folder) => ({
        url: '/reader/api/0/subscription/quickadd',
        fields: { quickadd: `https://site.example/${folder}/${value}` },
      })),
      ...['read', 'starred', 'kept-unread'].flatMap((state) =>
        ['a', 'r'].map((way) => ({
          url: '/reader/api/0/edit-tag',
          fields: { [way]: `user/-/state/com.google/${state}`, i: items },
        })),
      ),
    ].map((one) => ({ method: 'POST', ...one }))
    const reads = [
      ...streams.map((s) => `stream/items/ids?${new URLSearchParams({ s, c: `${value}.${value}` })}`),
      ...streams.map((s) => `stream/contents/${encodeURIComponent(s)}?${new URLSearchParams({ c: `1.${value}` })}`),
      ...items.map((i) => `stream/items/contents?${new URLSearchParams({ i })}`),
    ].map((rest) => ({ url: `/reader/api/0/${rest}` }))
    return [...writes, ...reads]
  })
  expect(await broken(all)).toEqual([])
})

/** The answer of a tool or another method, without whatever surrounds it. */
async function callMcp(method: string, params: unknown) {
  const answer = await world.web.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      host: 'site.example',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = /^data: (.*)$/m.exec(answer.body)?.[1] ?? answer.body
  return { status: answer.statusCode, answer: JSON.parse(text) }
}

interface Listed {
  name: string
  inputSchema: { properties?: Record<string, { type?: string; items?: object }>; required?: string[] }
}

it('in the arguments of each tool of MCP', { tags: 'slow' }, async () => {
  const { tools } = (await callMcp('tools/list', {})).answer.result as { tools: Listed[] }
  const calls = tools.flatMap(({ name, inputSchema: { properties = {}, required } }, place) =>
    Object.entries(properties).flatMap(([argument, { type }]) =>
      (isOfIds(argument) ? shareOf([...FEW, ...NUMBERS], 5, place) : []).flatMap((value) =>
        (properties.kind && required?.includes('kind') ? ['source', 'event'] : [undefined]).map((kind) => ({
          name,
          arguments: {
            ...(kind && { kind }),
            [argument]: type === 'array' ? [value] : value,
            ...(argument === 'event_ids' && { as: 'read' }),
          },
        })),
      ),
    ),
  )
  expect(calls.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const call of calls) {
    const { status, answer } = await callMcp('tools/call', call)
    const words = JSON.stringify(answer)
    if (status !== 200 || /gick fel|went wrong/i.test(words))
      found.push(`${JSON.stringify(call)}: ${status} ${words.slice(0, 200)}`)
  }
  expect(found).toEqual([])
})

it.each([
  ['entries', 0],
  ['handelser', 1],
  ['stories', 2],
  ['podd', 3],
])('in the addresses of resources of MCP: %s', async (folder, place) => {
  for (const value of shareOf(VALUES, 4, place)) {
    const { status, answer } = await callMcp('resources/read', { uri: `https://site.example/${folder}/${value}.md` })
    expect([status, answer.error?.code], value).not.toContain(-32_603)
    expect(status, value).toBeLessThan(500)
  }
})
