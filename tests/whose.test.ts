/**
 * Two readers, one after the other at the same browser: what one has, the other never sees, gets, changes or deletes, and it goes
 * with its account. A new table with an account, and a new address for readers, are held to it as they are.
 */
// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PushAddress } from '../src/features/alerts/device.ts'
import { shortId } from '../src/features/google-reader/item-ids.ts'
import { hashToken } from '../src/news/accounts/rules/account.ts'
import {
  listApiKeys,
  listAppPasswords,
  makeApiKey,
  makeAppPassword,
} from '../src/news/accounts/writes/app-passwords.ts'
import { rateKey } from '../src/news/accounts/writes/rate-limits.ts'
import { sessionOfToken } from '../src/news/accounts/writes/tokens.ts'
import { listAddresses, routeTable } from './support/addresses.ts'
import { alertsAt } from './support/alerts.ts'
import { seedFeed } from './support/build.ts'
import { type FullReader, fillReader, letWait, signIn } from './support/people.ts'
import { requestOf } from './support/played/identity.ts'
import { startPushService, type TestPushService } from './support/played/push.ts'
import { sendAlerts } from './support/run-stage.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { seedWorld, thingsOf, type World } from './support/worlds/agent.ts'

const WORDS = 'annas hemliga krok'
let web: TestWeb
let push: TestPushService
let world: World
/** Another session of Ann's, other devices and another app. */
let phone: string
let devices: number[]
let app: number
/** Of Ann's, beyond those that are full of words. */
let webhooks: number[]
let apiKey: number
let otherApp: number
let newDevice: PushAddress
let shared: PushAddress
let ann: FullReader
let bo: FullReader

beforeAll(async () => {
  web = await startTestWeb({ TTS_PROVIDER: 'espeak' }, undefined, { strangers: ['127.0.0.0/8'] })
  const { database, clock } = web.ctx
  push = await startPushService(() => alertsAt(web.ctx).pushKey())
  world = await seedWorld(web)
  const subject = { tag: world.tagId, eventId: world.eventId }
  shared = push.subscribe('delad')
  ann = await fillReader(web, 'ann@site.example', { ...subject, words: WORDS, device: shared })
  bo = await fillReader(web, 'bo@site.example', { ...subject, words: 'bos ord', device: push.subscribe('bos') })
  ;({ token: phone } = await signIn(web, ann.email))
  await makeAppPassword(database, ann.userId, { name: 'Annan app' }, clock.now())
  app = (await listAppPasswords(database, ann.userId)).find(({ name }) => name === 'Annan app')?.id ?? 0
  await makeAppPassword(database, ann.userId, { name: 'Tredje app' }, clock.now())
  otherApp = (await listAppPasswords(database, ann.userId)).find(({ name }) => name === 'Tredje app')?.id ?? 0
  await makeApiKey(database, ann.userId, { name: 'Annan nyckel', access: 'full' }, clock.now())
  apiKey = (await listApiKeys(database, ann.userId)).find(({ name }) => name === 'Annan nyckel')?.id ?? 0
  for (const name of ['en', 'till']) await alertsAt(web.ctx).addAlertWebhook(ann.userId, `https://hook.example/${name}`)
  webhooks = (await alertsAt(web.ctx).alertsOf(ann.userId)).webhooks.map(({ id }) => id)
  await sql`update webhooks set state = 'paused' where user_id is not null`.execute(web.database.db)
  const add = (name: string) =>
    alertsAt(web.ctx).saveDevice(ann.userId, { ...push.subscribe(name), device: 'Firefox', token: ann.token })
  devices = [(await add('platta')).id, (await add('tv')).id]
  newDevice = push.subscribe('nya')
  const feeds: [number, number] = [world.feedId, await seedFeed(web.database)]
  await letWait(web, feeds, { title: 'En krok', tag_ids: [world.tagId], language: 'sv' })
})
afterAll(async () => {
  await web.close()
  await push.close()
})

/** Tables with a column that points to accounts. */
async function ownedTables(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(web.database.db)
  return [{ table: 'users', column: 'id' }, ...rows]
}

/** A reader's rows of each table. */
async function rowsOf({ userId }: FullReader): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { table, column } of await ownedTables()) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${sql.ref(column)} = ${userId} order by 1`.execute(
      web.database.db,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Columns of any table that hold one of these. */
async function columnsWith(words: string[]): Promise<string[]> {
  const { db } = web.database
  const columns = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { schema, table, column } of columns.rows) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)}
      where exists (select 1 from unnest(${words}::text[]) w where position(w in ${sql.ref(column)}::text) > 0) limit 1`.execute(
      db,
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.sort()
}

const credentials = (reader: FullReader, path: string) => ({
  cookie: `konto=${reader.token}`,
  authorization: path.startsWith('/reader') ? `GoogleLogin auth=${reader.password}` : `Bearer ${reader.token}`,
})

/** Names of a reader, in answers and in the database. */
const namesOf = ({ email, key, token, password }: FullReader) => [email, key, token, password]

it('each table with an account holds rows of both', async () => {
  for (const reader of [ann, bo])
    expect(Object.entries(await rowsOf(reader)).flatMap(([table, rows]) => (rows.length === 0 ? table : []))).toEqual(
      [],
    )
})

it('no page holds words that only script shows, but in comments of templates', async () => {
  const { t } = web.services.content.messages
  const states = ['offline.bar', 'mine.went', 'take.title', 'offline.kept', 'alerts.here_on', 'alerts.here_denied'].map(
    (key) => t(key),
  )
  let pages = 0
  let late = 0
  for (const { path, url } of [
    ...listAddresses(web.app, thingsOf(world, bo.key)),
    { path: '/offline', url: '/offline' },
    { path: '/api/docs', url: '/api/docs' },
  ]) {
    const { body, headers } = await web.app.inject({ url, headers: credentials(bo, path) })
    if (!String(headers['content-type']).startsWith('text/html')) continue
    pages++
    late += body.split('<template data-late>').length - 1
    expect([path, body.match(/<template[^>]*>(?!<!--(?:(?!-->)[\s\S])*--><\/template>)/g)]).toEqual([path, null])
    const shown = body.replace(/<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1>/g, '')
    expect([path, shown.match(/<[^>]*\shidden(?=[\s>])[^>]*>/g)]).toEqual([path, null])
    expect([path, states.filter((state) => shown.includes(state))]).toEqual([path, []])
  }
  expect([pages > 30, late > pages]).toEqual([true, true])
})

it('each address shows a reader their own alone', async () => {
  const shown = new Set<string>()
  for (const { path, url } of listAddresses(web.app, thingsOf(world, bo.key))) {
    const { body } = await web.app.inject({ url, headers: credentials(bo, path) })
    for (const words of [WORDS, ...namesOf(ann)]) expect([path, body.includes(words)]).toEqual([path, false])
    if (/bos ord|bo@site/.test(body)) shown.add(path)
    const { body: open } = await web.app.inject({ url: url.replace(bo.key, 'x'.repeat(32)) })
    for (const words of ['bos ord', WORDS, 'bo@site', 'ann@site'])
      expect([path, open.includes(words)]).toEqual([path, false])
  }
  expect(shown.size).toBeGreaterThan(8)
})

/** Fields of every form and body of a reader: they name what is Ann's. */
const fields = () => ({
  id: devices[0],
  alerts: ann.ruleId,
  device: devices[1],
  session: sessionOfToken(phone),
  app,
  agent: ann.agent,
  name: 'Ny',
  sure: 'yes',
  url: 'https://hook.example/ny',
  address: 'https://hook.example/ny2',
  webhook: webhooks[0],
  kind: 'search',
  key: WORDS,
  do: 'stop',
  what: WORDS,
  about: `tag:${world.tagId}`,
  count: '3',
  mail: 'yes',
  event_ids: [world.eventId],
  read: false,
  events: [world.eventId],
  follow: String(world.feedId),
  quiet: 'yes',
  zone: 'UTC',
  from: '01:00',
  to: '02:00',
  until: '02:00',
  timezone: 'UTC',
  ways: ['mail'],
  morning: 'yes',
  morning_at: '08:00',
  day: '1',
  ...newDevice,
  keys: newDevice,
  i: shortId(world.eventId),
  r: 'user/-/state/com.google/starred',
  ac: 'unsubscribe',
  s: `feed/tag-${world.tagId}`,
})

const ENDS = /delete|\/sign-out$|logout|auth\/account$/
const state = (name: string) => `user/-/state/com.google/${name}`
/** Fields by their paths, where others would do nothing. */
const otherwise = (): Record<string, object> => ({
  '/api/v1/me/saved': { event_id: world.eventId },
  '/api/v1/me/read': { until: undefined },
  '/api/v1/me/follows': { key: 'annat' },
  '/api/v1/me/mutes': { kind: 'word', key: 'annat' },
  '/api/v1/me/keys': { id: apiKey },
  '/api/v1/me/app-passwords': { id: otherApp },
  '/api/v1/me/webhooks': { id: webhooks[1] },
  '/api/v1/me/webhooks/resume': { id: webhooks[2] },
  '/konto/connect': { answer: 'yes', ...requestOf(ann.agent) },
  '/konto/choice': { do: 'mute', kind: 'word', what: 'tredje' },
  '/konto/bring': { mute: 'word:fjarde' },
  '/reader/api/0/edit-tag': { a: state('starred'), r: '' },
  '/reader/api/0/subscription/edit': { ac: 'subscribe', s: 'feed/search-a3Jvaw' },
  '/reader/api/0/mark-all-as-read': { s: state('reading-list') },
})
/** Of an account; its end comes last. */
const writes = () =>
  routeTable(web.app)
    .filter(({ path }) => /^\/(?:konto|api\/v1|reader)/.test(path) && !/\/(?:sign-in|code|answer|login)\b/.test(path))
    .flatMap(({ path, methods }) =>
      methods.filter((one) => /POST|DELETE/.test(one)).map((method) => ({ path, method })),
    )
    .toSorted((a, b) => Number(ENDS.test(a.path)) - Number(ENDS.test(b.path)))

async function send(
  reader: FullReader,
  { path, method }: { path: string; method: string },
  form: string,
): Promise<string> {
  const isForm = /^\/(?:konto|reader)/.test(path)
  const all = { ...fields(), ...otherwise()[path], form }
  const texts = Object.entries(all).map(([name, value]): [string, string] => [name, String(value)])
  const query = path.startsWith('/api') ? `?${new URLSearchParams(texts)}` : ''
  const answer = await web.app.inject({
    method: method as 'POST',
    url: path.replace(':id', String(world.feedId)) + query,
    headers: {
      ...credentials(reader, path),
      cookie: `konto=${reader.token}; konto_form=${form}`,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    payload: isForm ? new URLSearchParams(texts).toString() : JSON.stringify(all),
  })
  return `${method} ${path} ${answer.statusCode}`
}

it('what waits for one is not sent to the browser that is another’s by now', async () => {
  await alertsAt(web.ctx).saveDevice(bo.userId, { ...shared, device: 'Delad', token: bo.token })
  await sendAlerts(web.services)
  expect(push.pushed.map(({ device }) => device).sort()).toEqual(['bos', 'platta', 'tv'])
})

it('nothing that a reader sends changes what is another’s', async () => {
  const before = await rowsOf(ann)
  const form = (await web.app.inject({ url: '/konto', headers: credentials(bo, '/konto') })).cookies[0]?.value ?? ''
  expect(writes().length).toBeGreaterThan(35)
  for (const way of writes()) {
    await send(bo, way, form)
    expect([way, await rowsOf(ann)]).toEqual([way, before])
  }
  const idle: string[] = []
  for (const way of writes().filter(({ path }) => !ENDS.test(path))) {
    const was = await rowsOf(ann)
    const result = await send(ann, way, form)
    if (JSON.stringify(await rowsOf(ann)) === JSON.stringify(was)) idle.push(result)
  }
  // Effects that exist already, or none.
  expect(idle).toEqual([
    'POST /konto/alerts/request 303',
    'POST /reader/api/0/subscription/quickadd 200',
    'POST /reader/api/0/subscription/import 400',
    'POST /reader/api/0/stream/items/contents 200',
    'POST /reader/api/0/rename-tag 200',
    'POST /reader/api/0/disable-tag 200',
  ])
})

it('an account leaves no row and no column that names it, and everybody else as they were', async () => {
  const { ctx, database } = web
  const { limiter } = ctx
  const cy = await fillReader(web, 'cy@site.example', { tag: world.tagId, eventId: world.eventId, words: 'cys ord' })
  await sql`insert into user_identities (provider, subject, user_id) values ('google', 'google-4711', ${cy.userId})`.execute(
    database.db,
  )
  const login = { method: 'POST', url: '/api/v1/auth/login', payload: { provider: 'email', email: cy.email } } as const
  for (const remoteAddress of ['192.0.2.1', '2001:db8::1']) await web.app.inject({ ...login, remoteAddress })
  await limiter({ name: 'mcp', calls: 1, seconds: 60 }, String(cy.userId), 1)
  const hashes = [cy.token, cy.key].map((secret) => hashToken(secret).toString('hex'))
  const names = [
    cy.email,
    'google-4711',
    'cys ord',
    rateKey('codes', cy.email),
    rateKey('reader', `${cy.userId}`),
    rateKey('mcp', `${cy.userId}`),
    rateKey('codes', `${cy.email} 192.0.2.1`),
    ...hashes,
  ]
  expect((await columnsWith(names)).length).toBeGreaterThan(10)
  const others = await rowsOf(ann)
  await ctx.accounts.deleteAccount(cy.userId)
  expect(Object.values(await rowsOf(cy)).flat()).toEqual([])
  expect([await columnsWith(names), web.outbox(cy.email)]).toEqual([[], []])
  expect(await rowsOf(ann)).toEqual(others)
})
