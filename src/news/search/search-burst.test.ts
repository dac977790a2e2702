/** Many searches at once: a few are answered, the others refused at once, and the rest of the site goes on. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { signIn } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { cancelledBy } from '../../platform/database/cancelling.ts'

let web: TestWeb
let token: string

beforeAll(async () => {
  web = await startTestWeb()
  const feed_id = await seedFeed(web.database)
  await seedArticles(web.database, [{ feed_id, language: 'de', title: 'Der nächste Zug', event_id: null }])
  ;({ token } = await signIn(web, 'ann@site.example'))
})
afterAll(() => web.close())

const waitingQueries = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(web.database.db)
  return rows[0]?.n ?? 0
}

/** Searches find the words locked while `work` runs. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await web.database.pool.connect()
  await client.query('begin; lock table search_terms in access exclusive mode')
  try {
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const MANY = 24
/** Each from an address of its own. */
const burst = (address: (n: number) => string) =>
  Array.from({ length: MANY }, (_, n) => web.app.inject({ url: address(n), remoteAddress: `203.0.113.${n}` }))

it.each([
  ['the site', (n: number) => `/sok?q=zug${n}`],
  ['the suggestions', (n: number) => `/sok/suggestions?q=zug${n}`],
  ['the RSS of a search', (n: number) => `/sok.rss?q=zug${n}`],
  ['the JSON Feed of a search', (n: number) => `/sok.json?q=zug${n}`],
  ['the API', (n: number) => `/api/v1/entries/search?q=zug${n}`],
  ['the API for everything', (n: number) => `/api/v1/search?q=zug${n}`],
  ['the events of a search', (n: number) => `/api/v1/events?q=zug${n}`],
])(
  'through %s: three are answered, the others refused while these wait, and an account is read',
  { tags: 'slow' },
  async (_, address) => {
    let answered = 0
    const answers: ReturnType<typeof burst> = []
    await whileLocked(async () => {
      answers.push(...burst(address))
      for (const answer of answers) void answer.then(() => answered++)
      const account = web.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })
      expect([(await account).statusCode, (await web.app.inject({ url: '/' })).statusCode]).toEqual([200, 200])
      await expect.poll(() => answered, { timeout: 6000 }).toBe(MANY - 3)
    })
    const all = await Promise.all(answers)
    const refused = all.filter(({ statusCode }) => statusCode === 503)
    expect([all.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([3, MANY - 3])
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['5']))
  },
)

it('the page says that there are many searches, and keeps the words', { tags: 'slow' }, async () => {
  const pages: ReturnType<typeof burst> = []
  await whileLocked(async () => {
    pages.push(...burst((n) => `/sok?q=ord${n}`))
    const { statusCode, body } = await (pages.at(-1) as (typeof pages)[0])
    expect(statusCode).toBe(503)
    expect(body).toContain(t('search.busy'))
    expect(body).toContain(`value="ord${MANY - 1}"`)
  })
  await Promise.all(pages)
})

it('a search whose reader has gone away ends in the database too', async () => {
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as { port: number }
  await whileLocked(async () => {
    const gone = new AbortController()
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/entries/search?q=zug`, { signal: gone.signal }).catch(
      () => null,
    )
    await expect.poll(waitingQueries, { timeout: 5000 }).toBe(1)
    gone.abort()
    await answer
    await expect.poll(waitingQueries, { timeout: 5000 }).toBe(0)
  })
  expect((await web.app.inject({ url: '/api/v1/entries/search?q=n%C3%A4chste' })).json().data).toHaveLength(1)
})

it('queries that were given up are cancelled, and their connections serve on', async () => {
  const { db } = web.database
  const giveUp = new AbortController()
  const slow = cancelledBy(giveUp.signal, () => sql`select pg_sleep(30)`.execute(db))
  setTimeout(() => giveUp.abort(new Error('enough')), 50)
  await expect(slow).rejects.toThrow('enough')
  await expect(cancelledBy(giveUp.signal, () => sql`select 1`.execute(db))).rejects.toThrow('enough')
  for (const n of [1, 2, 3, 4, 5, 6])
    expect((await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows).toEqual([{ n }])
  const { rows } = await sql`select from pg_stat_activity where query like '%pg_sleep(30)' and state = 'active'
    and datname = current_database()`.execute(db)
  expect(rows).toEqual([])
})
