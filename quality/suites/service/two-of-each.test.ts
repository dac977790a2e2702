/** Two webs and two workers on one database, all asked at once: sums are right, and nobody's change is lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../../src/news/accounts/writes/accounts.ts'
import { issueToken } from '../../../src/news/accounts/writes/tokens.ts'
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../../../tests/support/postgres.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'

const [feeds, items] = [20, 10]
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-two-'))
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let server: PostgresServer
let publisher: Publisher
let database: Database
let webs: Service[] = []
let workers: Service[] = []
let token: string
let userId: number

beforeAll(async () => {
  if (!hasPostgres) return
  server = await startPostgres()
  publisher = await startPublisher({ delayMs: 50 })
  const outlines = Array.from({ length: feeds }, (_, n) => {
    const all = Array.from({ length: items }, (_, i) => ({
      title: `Nyhet ${n} ${i}`,
      link: `https://blad${n}.example/${i}`,
      description: `Apple visar något nytt i ort ${n} dag ${i}.`,
    }))
    publisher.serve(`/${n}`, { body: rssDocument(`Blad ${n}`, all) })
    return `<outline text="Blad ${n}" xmlUrl="${publisher.at(`/${n}`)}" relevance="all" extract="false"/>`
  })
  const opml = join(folder, 'sources.opml')
  writeFileSync(opml, `<opml version="2.0"><body>${outlines.join('')}</body></opml>`)
  const url = await server.createDatabase()
  const env = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    SOURCES: opml,
    FETCH_ALLOW: '127.0.0.1/32',
    TRUST_PROXY: '127.0.0.1',
  }
  webs = await Promise.all([1, 2].map(() => startService('web', env)))
  workers = await Promise.all([1, 2].map(() => startService('worker', env)))
  database = await connectDatabase({ connectionString: url }, 3)
  const account = await signIn(
    database,
    { provider: 'email', subject: 'ann@example.se', email: 'ann@example.se' },
    new Date(),
  )
  userId = account.id
  token = (await issueToken(database, userId, new Date())).token
})
afterAll(async () => {
  await Promise.all([...webs, ...workers].map((service) => service.kill()))
  await database?.close()
  await publisher?.close()
  server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const count = async (from: string) =>
  ((await database.pool.query(`select count(*)::integer as n from ${from}`)).rows[0] as { n: number }).n

let turn = 0
/** Of the webs in turn. */
async function call(method: string, path: string, body?: object): Promise<number> {
  const { status } = await fetch(`${webs[turn++ % 2]?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return status
}
const allAreDone = async (calls: Promise<number>[]) =>
  expect((await Promise.all(calls)).filter((status) => status >= 300)).toEqual([])

it.skipIf(!hasPostgres)('a first pass visits each source once and stores each article once, in an event', async () => {
  await until(
    () => count(`articles where cluster_state = 'done'`),
    (n) => n === feeds * items,
  )
  expect(await count('articles')).toBe(feeds * items)
  expect(publisher.counts().requests).toBe(feeds)
  expect(await count('fetches')).toBe(feeds)
  expect(await count('event_members')).toBe(feeds * items)
  const counted = `(select sum(articles_count) as n from events where merged_into is null) e where n = ${feeds * items}`
  expect(await count(counted)).toBe(1)
  expect(await count(`article_counts where scope = 'all' and sort = 'total' and articles = ${feeds * items}`)).toBe(1)
})

it.skipIf(!hasPostgres)('what one reader follows, saves and marks at both webs at once is all there', async () => {
  const events = (await database.pool.query('select id from events where merged_into is null order by id limit 60'))
    .rows
  const ids = events.map(({ id }) => Number(id))
  const sources = (await database.pool.query('select id from feeds order by id')).rows.map(({ id }) => Number(id))
  await allAreDone([
    ...sources.map((id) => call('POST', `/api/v1/feeds/${id}/follow`)),
    ...sources.map((id) => call('POST', `/api/v1/feeds/${id}/follow`)),
    ...ids.map((id) => call('POST', '/api/v1/me/saved', { event_id: id })),
    ...ids.map((id) => call('POST', '/api/v1/me/read', { event_ids: [id], read: true })),
  ])
  const ofUser = `user_id = ${userId}`
  expect([await count(`follows where ${ofUser}`), await count(`saved_events where ${ofUser}`)]).toEqual([
    feeds,
    ids.length,
  ])
  expect(await count(`read_events where ${ofUser} and read`)).toBe(ids.length)
  // Each half is taken back while the other is confirmed.
  const [even, odd] = [sources.filter((_, i) => i % 2 === 0), sources.filter((_, i) => i % 2 === 1)]
  await allAreDone([
    ...even.map((id) => call('DELETE', `/api/v1/feeds/${id}/follow`)),
    ...odd.map((id) => call('POST', `/api/v1/feeds/${id}/follow`)),
  ])
  expect(await count(`follows where ${ofUser}`)).toBe(odd.length)
})

it.skipIf(!hasPostgres)('readings at both webs are added up, while both workers write the same articles', async () => {
  const articles = (await database.pool.query('select id from articles order by id limit 10')).rows.map(({ id }) =>
    Number(id),
  )
  const readers = 30
  await database.pool.query('update feeds set next_fetch_at = now(), hold_until = null, etag = null, body_hash = null')
  const read = (id: number, reader: number) =>
    fetch(`${webs[(id + reader) % 2]?.url}/entries/${id}`, {
      headers: { 'user-agent': firefox, 'x-forwarded-for': `203.0.113.${reader}` },
    }).then(({ status }) => status)
  for (let reader = 1; reader <= readers; reader++)
    expect(new Set(await Promise.all(articles.map((id) => read(id, reader))))).toEqual(new Set([200]))
  await until(
    () => count(`articles where id = any('{${articles}}') and views = ${readers}`),
    (n) => n === articles.length,
    30,
  )
})

it.skipIf(!hasPostgres)('none of them has met a lock that another held crosswise, or any error', () => {
  const lines = [...webs, ...workers].flatMap((service) => service.output().split('\n'))
  expect(lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([])
})
