/** The database stops for real, under every surface: what is kept goes on and says so, the rest is 503, and then all is well. */
// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, transaction } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { seedArticles } from './support/build.ts'
import { ifThere } from './support/features.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './support/postgres.ts'
import { until } from './support/service.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { seedWorld, type World } from './support/worlds/agent.ts'

describe.skipIf(!hasPostgres)('while the database is away', () => {
  let server: PostgresServer
  let web: TestWeb
  let world: World
  let kept: string[]
  const before = new Map<string, string>()

  beforeAll(async () => {
    server = await startPostgres()
    const url = await server.createDatabase()
    const database = await connectDatabase({ connectionString: url }, 5)
    await migrate(database)
    web = await startTestWeb({ DATABASE_URL: url }, database)
    world = await seedWorld(web)
    kept = keptPaths(world)
    for (const path of kept) {
      const { statusCode, body } = await get(path)
      expect([path, statusCode]).toEqual([path, 200])
      before.set(path, body)
    }
    await untilReady(200)
    server.stop()
    await until(
      () => get('/entries.json'),
      ({ headers }) => headers['x-stale'] === '1',
    )
  })
  afterAll(async () => {
    await web?.close()
    server?.remove()
  })

  const get = (url: string, headers: Record<string, string> = {}) => web.app.inject({ url, headers })
  const untilReady = (status: number) =>
    until(
      () => get('/readyz'),
      ({ statusCode }) => statusCode === status,
    )

  it('every surface goes on from memory, word for word, and says that it may be old', async () => {
    for (const path of kept) {
      const { statusCode, headers, body } = await get(path)
      expect([path, statusCode, headers['x-stale']]).toEqual([path, 200, '1'])
      expect([path, body]).toEqual([path, before.get(path)])
      const again = await get(path, { 'if-none-match': String(headers.etag) })
      expect([path, again.statusCode, again.headers['x-stale']]).toEqual([path, 304, '1'])
    }
  })

  it('hours later too, with words for time that are right', async () => {
    const start = web.clock.now()
    web.clock.set(new Date(start.getTime() + 5 * 3_600_000))
    try {
      for (const path of kept) {
        const { statusCode, headers } = await get(path)
        expect([path, statusCode, headers['x-stale']]).toEqual([path, 200, '1'])
      }
      const posted = (body: string) => JSON.parse(body).entries[0].posted
      const old = posted(String(before.get('/entries.json')))
      expect(posted((await get('/entries.json')).body)).not.toBe(old)
    } finally {
      web.clock.set(start)
    }
  })

  it('what is not in memory is 503 in the form of its surface, with a time to come back', async () => {
    const html = /^<!doctype html>/i
    const cases: [string, string, RegExp][] = [
      ['/entries.json?items=7', 'text/html', html],
      ['/tags/prov-ett', 'text/html', html],
      ['/sok?q=skola', 'text/html', html],
      ['/feeds/1.rss', 'text/html', html],
      ['/api/v1/entries?page=2', 'application/json', /^\{"error":\{"type":"unavailable"/],
      ['/api/v1/entries/search?q=kaffe', 'application/json', /^\{"error":\{"type":"unavailable"/],
    ]
    for (const [path, type, form] of cases) {
      const { statusCode, headers, body } = await get(path)
      expect([path, statusCode, String(headers['content-type']).split(';')[0]]).toEqual([path, 503, type])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toMatch(form)
      expect(body).not.toMatch(/ECONN|127\.0\.0\.1:|\bat .*\.ts/)
    }
    const mcp = await web.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: 'localhost', accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'latest_news', arguments: {} } },
    })
    expect(mcp.statusCode).toBe(503)
    expect(mcp.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } })
    expect(Number(mcp.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('a write is refused, not lost in silence', async () => {
    const answer = await web.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { provider: 'email', email: 'a@b.example' },
    })
    expect([answer.statusCode, answer.json().error.type]).toEqual([503, 'unavailable'])
  })

  it('readiness says no, and why; liveness says yes', async () => {
    const ready = await get('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      {
        status: 'not ready',
        reason: expect.stringMatching(
          /^The database does not answer: .*(ECONNREFUSED|ENOENT|shutting down|terminated)/,
        ),
        checks: { database: false, migrations: false },
      },
    ])
    expect((await get('/healthz')).statusCode).toBe(200)
  })

  it('and when it is back all is well, without a restart', async () => {
    server.start()
    await untilReady(200)
    const [id] = await seedArticles(web.database, [
      { feed_id: world.feedId, title: 'Efter avbrottet', sort_at: new Date('2026-11-21T11:59:00Z') },
    ])
    await until(
      () => get('/entries.json'),
      ({ body, headers }) => headers['x-stale'] === undefined && JSON.parse(body).entries[0].id === id,
    )
    for (const path of kept) {
      const { statusCode, headers } = await get(path)
      expect([path, statusCode, headers['x-stale']]).toEqual([path, 200, undefined])
    }
  })

  it('a connection that is cut amid a transaction fails that transaction alone', async () => {
    const cut = transaction(web.database, async (trx) => {
      await sql`select 1`.execute(trx)
      await server.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'karnhuset%'`,
      )
      await sleep(100)
      await sql`select 1`.execute(trx)
    })
    await expect(cut).rejects.toThrow()
    await until(
      () => get('/entries.json?items=8'),
      ({ statusCode, headers }) => statusCode === 200 && headers['x-stale'] === undefined,
    )
  })
})

describe.skipIf(!hasPostgres)('a replica that cannot be reached', () => {
  it('is told by readiness, and reads go to the database that it follows', async () => {
    const server = await startPostgres()
    try {
      const [url, replica] = [await server.createDatabase(), 'postgres://postgres@127.0.0.1:1/none']
      const database = await connectDatabase({ connectionString: url }, 5, { replicaUrl: replica })
      await migrate(database)
      const web = await startTestWeb({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica }, database)
      try {
        const world = await seedWorld(web)
        const page = await web.app.inject({ url: world.articleUrl })
        expect([page.statusCode, page.headers['x-stale']]).toEqual([200, undefined])
        const ready = await web.app.inject({ url: '/readyz' })
        expect([ready.statusCode, ready.json().checks]).toEqual([
          200,
          { database: true, migrations: true, replica: false },
        ])
      } finally {
        await web.close()
      }
    } finally {
      server.remove()
    }
  })
})

/** One address of each surface, and those that are loaded anew as time passes. */
const keptPaths = (world: World): string[] => [
  '/entries.json',
  `/entries/${world.articleId}.json`,
  '/tags.json',
  '/api/v1/entries',
  `/api/v1/stories/${world.storyId}`,
  '/api/v1/feeds',
  '/index.md',
  `${world.articleUrl}.md`,
  '/llms-full.txt',
  '/entries.rss',
  '/feed.json',
  ...ifThere('podcast', '/podd.rss', world.episodeUrl),
  '/',
  '/populart',
  world.articleUrl,
  world.storyUrl,
  // Without guides llms.txt reads nothing that could be old.
  ...ifThere('guides', world.guideUrl, '/llms.txt'),
  '/stories',
  '/status',
  '/sitemap.xml',
  '/sitemap-news.xml',
]
