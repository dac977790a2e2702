/** 10,000 followers on 500 servers, of which 50 never answer: the others get a post within a minute, each once, and memory stays bounded. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { type ReportSite, startReportSite } from '../../../tests/support/worlds/reports.ts'

const SERVERS = 500
const SILENT = 50
const FOLLOWERS = 10_000
const MINUTE_MS = 60_000
const MAX_GROWTH_MB = 150

const hostOf = (n: number) => `127.20.${Math.floor(n / 250)}.${1 + (n % 250)}`
const isSilent = (n: number) => n % (SERVERS / SILENT) === 0
/** Types of what each server got, by its number. */
const got = new Map<number, string[]>()
const held = { now: 0, max: 0 }
let servers: SmallServer[]
let site: ReportSite

beforeAll(async () => {
  site = await startReportSite({ FEDIVERSE: 'on', FEDIVERSE_MIN_SOURCES: '2', LOG_LEVEL: 'silent' })
  const first = await startSmallServer(answer(0), hostOf(0))
  const others = Array.from({ length: SERVERS - 1 }, (_, n) =>
    startSmallServer(answer(n + 1), hostOf(n + 1), first.port),
  )
  servers = [first, ...(await Promise.all(others))]
  await follow(first.port)
}, 2 * MINUTE_MS)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await site.close()
})

const answer = (n: number) => async (request: IncomingMessage, response: ServerResponse) => {
  if (isSilent(n)) {
    held.max = Math.max(held.max, ++held.now)
    return void response.once('close', () => held.now--)
  }
  const { type } = JSON.parse(await text(request))
  got.set(n, [...(got.get(n) ?? []), type])
  response.writeHead(202).end()
}

/** As many from each server, as their follows leave the database. */
async function follow(port: number): Promise<void> {
  const { db } = site.web.database
  const hosts = Array.from({ length: SERVERS }, (_, n) => `${hostOf(n)}:${port}`)
  await sql`
    insert into fediverse_inboxes (url, host, taken, due)
    select 'http://' || host || '/inbox', host, 0, 0 from unnest(${hosts}::text[]) host`.execute(db)
  await sql`
    insert into fediverse_followers (actor, follower, inbox_id, since)
    select 'site', 'http://' || i.host || '/users/' || n, i.id, 0
    from fediverse_inboxes i, generate_series(1, ${FOLLOWERS / SERVERS}) n`.execute(db)
  await sql`
    insert into outbox (channel, fediverse_inbox_id, repeats, try_at, at)
    select 'fediverse', id, true, ${site.web.clock.now()}, now() from fediverse_inboxes`.execute(db)
}

it(
  'delivers to all servers that answer within a minute, once to each',
  async () => {
    const event = await site.report('Krokarna är här')
    await site.report('Krokar!', event)
    const before = process.memoryUsage().rss
    const began = performance.now()
    const done = site.web.deliver()
    await expect.poll(() => got.size, { timeout: MINUTE_MS, interval: 50 }).toBe(SERVERS - SILENT)
    const seconds = (performance.now() - began) / 1000
    const grown = (process.memoryUsage().rss - before) / 1024 ** 2
    console.log(
      `${got.size} servers in ${seconds.toFixed(1)} s, ${Math.round(grown)} MB more, ${held.max} silent at once`,
    )
    await done
    expect(Math.max(...[...got.values()].map((types) => types.length))).toBe(1)
    expect([...new Set([...got.values()].flat())]).toEqual(['Create'])
    expect(grown).toBeLessThan(MAX_GROWTH_MB)
    expect(held.max).toBeLessThanOrEqual(32)
    const { rows } = await sql<{ n: number }>`
    select count(*) as n from outbox where channel = 'fediverse' and failing_since is not null`.execute(
      site.web.database.db,
    )
    expect(rows[0]?.n).toBe(SILENT)
  },
  3 * MINUTE_MS,
)
