/** Quotas of an account under 60 parallel calls, by every surface that adds: as many are stored as fit, the rest are refused. */
// @module-tag slow

import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alertQuotas } from '../src/features/alerts/store/quotas.ts'
import { makeAppPassword } from '../src/news/accounts/writes/app-passwords.ts'
import { follow, getProfile } from '../src/news/accounts/writes/follows.ts'
import { quotas as ofAccounts, requireQuota, withAccount } from '../src/news/accounts/writes/quotas.ts'
import { importSavedEvents } from '../src/news/accounts/writes/read-markers.ts'
import { alertsAt } from './support/alerts.ts'
import { seedEvent, seedFeed, seedTag } from './support/build.ts'
import { signIn } from './support/people.ts'
import { challenge, redirectUri } from './support/played/identity.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const CALLS = 60
const FREE = 5

const quotas = { ...ofAccounts, ...alertQuotas }

let web: TestWeb
let user: { token: string; userId: number }
let password: string
const ids = { tags: [] as number[], feeds: [] as number[], events: [] as number[] }
const client = 'program'

beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  const feed_id = await seedFeed(database)
  const articles = Array.from({ length: CALLS }, (_, n) => ({ feed_id, title: `Krok ${n}` }))
  for (let n = 0; n < CALLS; n++) {
    ids.tags.push(await seedTag(database, `Tagg ${n}`, `tagg-${n}`))
    ids.feeds.push(await seedFeed(database, { title: `Källa ${n}` }))
  }
  for (const article of articles) ids.events.push((await seedEvent(database, [article])).eventId)
  await database.db
    .insertInto('oauth_clients')
    .values({ id: client, name: '', redirect_uris: [], created_at: at })
    .execute()
})
afterAll(() => web.close())
let readers = 0
beforeEach(async () => {
  user = await signIn(web, `r${++readers}@site.example`)
  await sql`delete from rate_hits`.execute(web.database.db)
})

type Add = (n: number) => Promise<boolean>

const bearer = () => ({ authorization: `Bearer ${user.token}`, 'content-type': 'application/json' })

const rest =
  (path: string, body: (n: number) => object): Add =>
  async (n) => {
    const answer = await web.app.inject({
      method: 'POST',
      url: `/api/v1/me${path}`,
      headers: bearer(),
      payload: body(n),
      remoteAddress: `10.0.0.${n + 1}`,
    })
    expect([200, 422]).toContain(answer.statusCode)
    return answer.statusCode === 200
  }

const mcp =
  (name: string, args: (n: number) => object): Add =>
  async (n) => {
    const { body, statusCode } = await web.app.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress: `10.0.0.${n + 1}`,
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args(n) } },
      headers: { ...bearer(), host: 'site.example', accept: 'application/json, text/event-stream' },
    })
    expect(statusCode).toBe(200)
    return !JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result.isError
  }

const FORM = 'f'.repeat(32)
const site =
  (path: string, fields: (n: number) => Record<string, string>, refused = 422): Add =>
  async (n) => {
    const { statusCode } = await web.app.inject({
      method: 'POST',
      url: `/konto${path}`,
      payload: new URLSearchParams({ form: FORM, ...fields(n) }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `konto=${user.token}; konto_form=${FORM}`,
        origin: web.config.BASE_URL,
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
      },
    })
    expect([200, 303, refused]).toContain(statusCode)
    return statusCode !== refused
  }

/** Its answer has names that were not taken. */
const taken =
  (readerAction: string, name: (n: number) => string): Add =>
  async (n) => {
    const answer = await web.app.inject({
      method: 'POST',
      url: '/konto/bring',
      payload: new URLSearchParams({ form: FORM, [readerAction]: name(n) }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `konto=${user.token}; konto_form=${FORM}`,
        origin: web.config.BASE_URL,
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
      },
    })
    return answer.json().taken[readerAction].length === 1
  }

const reader =
  (path: string, fields: (n: number) => Record<string, string>): Add =>
  async (n) => {
    const { statusCode } = await web.app.inject({
      method: 'POST',
      url: `/reader/api/0/${path}`,
      payload: new URLSearchParams(fields(n)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `GoogleLogin auth=${password}` },
    })
    return statusCode === 200
  }

const refusable = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error) => {
      expect(error.code).toBe('unprocessable')
      return false
    },
  )

const choice = (code: string, kind: string, what: (n: number) => string): Add =>
  site('/choice', (n) => ({ do: code, kind, what: what(n), next: '/' }))

const search = (n: number) => `krok nummer ${n}`
const word = (n: number) => `ord${n}`
const source = (n: number) => String(ids.feeds[n])
const slug = (n: number) => `tagg-${n}`
const rule = (kind: string, key: (n: number) => string) => (n: number) => ({ kind, key: key(n), ways: ['webhook'] })
const device = (n: number) => ({
  endpoint: `https://push.example/${user.userId}/${n}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
})

const CHANNELS = { by_push: false, by_mail: false, heeds_quiet: true }

interface Row {
  /** Fills the quota but for a few. */
  fill: (n: number) => Promise<unknown>
  /** All ways to add, in turn. */
  add: Add[]
}

const values = (table: string, row: (n: number) => Record<string, unknown>) => (n: number) => {
  const entries = Object.entries({ user_id: user.userId, ...row(n) })
  return sql`insert into ${sql.table(table)} (${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${sql.join(entries.map(([, value]) => value))})`.execute(web.database.db)
}
const at = new Date('2026-11-01T00:00:00Z')
const key = (n: number) => `fill${n}`
const hash = (n: number) => Buffer.from(`${user.userId} ${n}`)
const grantOf = (n: number) => ({
  client_id: client,
  access: 'read' as const,
  created_at: at,
  redirect_uri: redirectUri,
  challenge,
  code_hash: hash(n),
  expires_at: new Date('2027-01-01'),
})

const ROWS: Record<keyof typeof quotas, Row> = {
  follows: {
    fill: values('follows', (n) => ({ kind: 'tag', key: key(n), created_at: at })),
    add: [
      rest('/follows', (n) => ({ kind: 'tag', key: slug(n) })),
      mcp('follow', (n) => ({ kind: 'source', key: source(n) })),
      choice('follow', 'tag', (n) => String(ids.tags[n])),
      taken('follow', (n) => `source:${source(n)}`),
      reader('subscription/edit', (n) => ({ ac: 'subscribe', s: `feed/source/${source(n)}` })),
      reader('subscription/quickadd', (n) => ({ quickadd: `https://site.example/feeds/${source(n)}` })),
    ],
  },
  searches: {
    fill: values('follows', (n) => ({ kind: 'search', key: key(n), created_at: at })),
    add: [
      rest('/follows', (n) => ({ kind: 'search', key: search(n) })),
      mcp('follow', (n) => ({ kind: 'search', key: search(n) })),
      choice('follow', 'search', search),
      taken('follow', (n) => `search:${search(n)}`),
    ],
  },
  mutes: {
    fill: values('mutes', (n) => ({ kind: 'word', key: key(n), created_at: at })),
    add: [
      rest('/mutes', (n) => ({ kind: 'word', key: word(n) })),
      mcp('mute', (n) => ({ kind: 'word', key: word(n) })),
      choice('mute', 'word', word),
      taken('mute', (n) => `word:${word(n)}`),
    ],
  },
  rules: {
    fill: values('alert_rules', (n) => ({ kind: 'tag', key: key(n), min_sources: 2, ...CHANNELS, created_at: at })),
    add: [
      rest('/alerts', rule('tag', slug)),
      mcp('alert', rule('source', source)),
      site('/alerts', (n) => ({ about: `event:${ids.events[n]}`, count: '2', webhook: 'yes' })),
    ],
  },
  ruleSearches: {
    fill: values('alert_rules', (n) => ({ kind: 'search', key: key(n), min_sources: 2, ...CHANNELS, created_at: at })),
    add: [
      rest('/alerts', rule('search', search)),
      mcp('alert', rule('search', search)),
      site('/alerts', (n) => ({ about: `search:${search(n)}`, count: '2', webhook: 'yes' })),
    ],
  },
  devices: {
    fill: (n) => alertsAt(web.ctx).saveDevice(user.userId, { ...device(n + 100), device: 'x' }),
    add: [
      rest('/push-subscriptions', (n) => {
        const { endpoint, ...keys } = device(n)
        return { endpoint, keys }
      }),
      site('/alerts/device', device),
    ],
  },
  webhooks: {
    fill: async () => {},
    add: [
      rest('/webhooks', (n) => ({ url: `https://hook.example/${n}` })),
      site('/alerts/webhook', (n) => ({ address: `https://hook.example/${n}` })),
    ],
  },
  saved: {
    fill: async (n) =>
      n === 0 &&
      sql`
      with f as (
        insert into events (first_at, last_at, created_at)
        select ${at}, ${at}, ${at} from generate_series(1, ${quotas.saved.max - FREE}::integer) returning id
      ) insert into saved_events (user_id, event_id, created_at) select ${user.userId}::bigint, id, ${at} from f`.execute(
        web.database.db,
      ),
    add: [
      rest('/saved', (n) => ({ event_id: ids.events[n] })),
      mcp('mark', (n) => ({ event_ids: [ids.events[n]], as: 'saved' })),
      choice('save', 'event', (n) => String(ids.events[n])),
      taken('save', (n) => `event:${ids.events[n]}`),
      async (n) => (await importSavedEvents(web.database, user.userId, [{ id: ids.events[n] ?? 0, at }])).added === 1,
    ],
  },
  appPasswords: {
    fill: values('app_passwords', (n) => ({ name: key(n), hash: hash(n), created_at: at })),
    add: [
      rest('/app-passwords', (n) => ({ name: `App ${n}` })),
      site('/apps', (n) => ({ name: `App ${n}` })),
      (n) => refusable(makeAppPassword(web.ctx.database, user.userId, { name: `App ${n}` }, web.ctx.clock.now())),
    ],
  },
  apiKeys: {
    fill: values('app_passwords', (n) => ({ name: key(n), hash: hash(n), access: 'read', created_at: at })),
    add: [rest('/keys', (n) => ({ name: `Nyckel ${n}` })), site('/apps', (n) => ({ key: `Nyckel ${n}` }))],
  },
  grants: {
    fill: values('oauth_grants', grantOf),
    add: [
      (n) =>
        refusable(
          withAccount(web.database, user.userId, async (trx) => {
            await requireQuota(trx, user.userId, quotas.grants)
            await trx
              .insertInto('oauth_grants')
              .values({ user_id: user.userId, ...grantOf(1000 + n) })
              .execute()
          }),
        ),
    ],
  },
}

async function stored(name: keyof typeof quotas): Promise<number> {
  const { table, of } = quotas[name]
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where user_id = ${user.userId} and ${of}`.execute(web.database.db)
  return rows[0]?.n ?? 0
}

it.each(Object.entries(ROWS) as [keyof typeof quotas, Row][])('%s', async (name, { fill, add }) => {
  const { max } = quotas[name]
  if (name === 'follows')
    password = await makeAppPassword(web.ctx.database, user.userId, { name: 'App' }, web.ctx.clock.now())
  for (let n = 0; n < max - FREE; n++) await fill(n)
  expect(await stored(name)).toBe(max - Math.min(FREE, max))
  const done = await Promise.all(Array.from({ length: CALLS }, (_, n) => add[n % add.length]?.(n)))
  expect([await stored(name), done.filter(Boolean).length]).toEqual([max, Math.min(FREE, max)])
})

it('a new account’s first things are not counted for another', async () => {
  const other = await signIn(web, 'other@site.example')
  await Promise.all(
    ids.tags
      .slice(0, 8)
      .map((id) => follow(web.ctx.database, other.userId, { kind: 'tag', key: String(id) }, web.ctx.clock.now())),
  )
  expect((await getProfile(web.ctx.database, other.userId)).follows).toHaveLength(8)
  expect(await stored('follows')).toBe(0)
})
