/** The end of an account: no row of any table names the person afterwards. */
import { createECDH } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '../../src/domain/account.ts'
import { rateKey } from '../../src/store/accounts/rate-limits.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { seedEvent } from '../support/events.ts'
import { startProvider, type TestProvider } from '../support/jwks.ts'
import { seedFeed } from '../support/seed.ts'

let api: TestApi
let google: TestProvider

beforeAll(async () => {
  google = await startProvider()
  api = await startApi({
    GOOGLE_CLIENT_IDS: 'app',
    GOOGLE_JWKS_URL: google.url,
    GOOGLE_ISSUER: 'https://google.example',
  })
})
afterAll(async () => {
  await api.close()
  await google.close()
})

/** Every table and column of the database, searched for what names the person. */
async function tablesThatName(words: string[], hashes: Buffer[]): Promise<string[]> {
  const { db } = api.web.database
  const columns = await sql<{ place: string; schema: string; table: string; column: string }>`
    select table_schema || '.' || table_name || '.' || column_name as place, table_schema as schema, table_name as table,
      column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  expect(columns.rows.length).toBeGreaterThan(200)
  const wanted = [...words, ...hashes.map((hash) => hash.toString('hex'))]
  const found: string[] = []
  for (const { place, schema, table, column } of columns.rows) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(`${schema}.${table}`)}
      where exists (select 1 from unnest(${wanted}::text[]) w where position(w in ${sql.ref(column)}::text) > 0)`.execute(
      db,
    )
    if ((rows[0]?.n ?? 0) > 0) found.push(place)
  }
  return found.sort()
}

/** Every table with a column for the account. */
async function tablesOfUsers(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`.execute(api.web.database.db)
  expect(rows.length).toBeGreaterThan(8)
  return rows.map(({ table }) => table)
}

/** An alert that waits to be sent, by mail and to a device. */
async function alertReader(userId: number): Promise<void> {
  const { commands } = api.web.ctx
  const device = createECDH('prime256v1')
  const p256dh = device.generateKeys('base64url')
  const auth = Buffer.alloc(16).toString('base64url')
  await commands.saveDevice(userId, { endpoint: 'https://push.example/wiebke', p256dh, auth, device: 'Firefox' })
  await commands.saveQuietTime(userId, { timezone: 'UTC', from: 0, until: 60 })
  const filter = { kind: 'followed', key: '', minSources: 3, heedsQuiet: true } as const
  const { id } = await commands.saveAlert(userId, { ...filter, push: true, mail: true })
  const { db } = api.web.database
  await sql`
    with e as (insert into events (created_at, first_at, last_at) values (now(), now(), now()) returning id), a as (
      insert into alerts (user_id, event_id, source_count, at) select ${userId}, id, 3, now() from e)
    insert into outbox (channel, mail_id, event_id, rule_id, content, once, try_at, at)
    select 'alert', m.id, e.id, ${id}, '{"minSources": 3}', true, now(), now()
    from e, mail_subscriptions m where m.user_id = ${userId} and m.list = 'alerts'`.execute(db)
}

/** An edition that waits to be sent. */
async function mailEdition(userId: number): Promise<void> {
  const { commands } = api.web.ctx
  const times = { timezone: 'UTC', morning: 7 * 60, evening: null, days: [1, 2, 3, 4, 5, 6, 7] }
  await commands.makePersonalFeed(userId)
  await commands.askSpoken(userId, [1])
  await commands.saveEditionMail(userId, times)
  const { rows } = await sql<{ key: string }>`
    select key from mail_subscriptions where user_id = ${userId} and list = 'edition'`.execute(api.web.database.db)
  expect(await commands.confirmMail('edition', rows[0]?.key ?? '')).toBe(true)
  await sql`
    insert into outbox (channel, mail_id, edition, content, once, try_at, at)
    select 'edition', id, '2026-11-21 morning', '{"rows": []}', true, now(), now()
    from mail_subscriptions where user_id = ${userId} and list = 'edition'`.execute(api.web.database.db)
}

it('leaves nothing that names the person, and everyone else as they were', async () => {
  const feed = await seedFeed(api.web.database)
  const email = 'wiebke@example.se'
  const second = 'wiebke.s@example.se'
  const now = api.web.clock.now().getTime() / 1000
  const claims = { iss: 'https://google.example', aud: 'app', sub: 'google-4711', iat: now, exp: now + 600 }
  const signIn = async (address: string) =>
    api.call('POST', '/api/v1/auth/login', {
      body: {
        provider: 'google',
        id_token: await google.sign({ ...claims, email: address, email_verified: true }),
      },
    })
  // By the API itself, so that what limits count is there as well.
  for (const address of [email, second])
    await api.call('POST', '/api/v1/auth/login', { body: { provider: 'email', email: address } })
  const other = await api.signIn('someone@example.se')
  const { token } = (await signIn(email)).body.data
  await signIn(second)
  for (const one of [token, other]) await api.call('POST', `/api/v1/feeds/${feed}/follow`, { token: one })
  const reader = (await api.web.ctx.commands.userOfToken(token)) ?? { id: 0 }
  await mailEdition(reader.id)
  await alertReader(reader.id)
  const words = [email, second, 'google-4711', rateKey('codes', email), rateKey('codes', second)]
  const hashes = [hashToken(token)]
  expect(await tablesThatName(words, hashes)).toEqual([
    'public.login_codes.email',
    'public.mail_subscriptions.email',
    'public.rate_hits.key',
    'public.tokens.hash',
    'public.user_identities.subject',
    'public.users.email',
  ])

  const { id } = (await api.web.ctx.commands.userOfToken(token)) ?? { id: 0 }
  expect((await api.web.ctx.commands.exportAccount(id)).follows).toHaveLength(1)
  const { status, body } = await api.call('DELETE', '/api/v1/auth/account', { token })
  expect([status, body.data]).toEqual([200, { status: 'deleted' }])

  expect(await tablesThatName(words, hashes)).toEqual([])
  const { db } = api.web.database
  for (const table of await tablesOfUsers())
    expect((await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(db)).rows, table).toEqual([])
  expect(api.web.outbox(email)).toEqual([])
  expect(readdirSync(join(api.web.config.DATA_DIR, 'outbox'))).toHaveLength(1)
  expect((await api.call('GET', '/api/v1/entries/follows', { token })).status).toBe(401)
  expect((await api.call('GET', '/api/v1/feeds', { token: other })).body.data[0].is_following).toBe(true)
})

/** Tables with an account's column, and how many of its rows each holds. */
async function rowsByTable(userId: number): Promise<Record<string, number>> {
  const { db } = api.web.database
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where column_name = 'user_id' and table_type = 'BASE TABLE' and table_schema = 'public' order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)} where user_id = ${userId}`.execute(db)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}

it('leaves no row in any table that has an account column, each of which held one, nor the words of a search', async () => {
  const { commands } = api.web.ctx
  const { database } = api.web
  const { eventId } = await seedEvent(database, [{ feed_id: await seedFeed(database) }])
  const token = await api.signIn('rader@example.se')
  const { id } = (await commands.userOfToken(token)) ?? { id: 0 }
  await commands.follow(id, { kind: 'event', key: String(eventId) })
  await commands.follow(id, { kind: 'search', key: 'min hemliga krok' })
  await commands.mute(id, { kind: 'word', key: 'musk' })
  await commands.saveEvents(id, [eventId])
  await commands.markRead(id, [eventId], true)
  await commands.noteVisit(id)
  const password = await commands.makeAppPassword(id, 'Provapp')
  const headers = { authorization: `GoogleLogin auth=${password}` }
  expect((await api.web.app.inject({ url: '/reader/api/0/user-info', headers })).statusCode).toBe(200)
  await mailEdition(id)
  await alertReader(id)
  const before = await rowsByTable(id)
  expect(Object.keys(before).length).toBeGreaterThan(13)
  const waiting = async () =>
    (await sql<{ channel: string }>`select channel from outbox where not repeats order by 1`.execute(database.db)).rows
  expect(await waiting()).toEqual([{ channel: 'alert' }, { channel: 'edition' }])
  expect(Object.entries(before).filter(([, n]) => n === 0)).toEqual([])
  const kept = await commands.exportAccount(id)
  expect(kept).toMatchObject({
    follows: [{ kind: 'event', key: String(eventId) }, { kind: 'search' }],
    mutes: [{ kind: 'word', key: 'musk' }],
    saved: [{ eventId }],
    read: [{ eventId, read: true }],
    appPasswords: [{ name: 'Provapp' }],
    sessions: [{}],
  })
  await commands.deleteAccount(id)
  expect(Object.values(await rowsByTable(id)).filter((n) => n > 0)).toEqual([])
  expect(await waiting()).toEqual([])
  expect((await api.web.app.inject({ url: '/reader/api/0/user-info', headers })).statusCode).toBe(401)
  const words = ['rader@example.se', rateKey('reader', String(id)), 'min hemliga krok']
  expect(await tablesThatName(words, [hashToken(token)])).toEqual([])
})
