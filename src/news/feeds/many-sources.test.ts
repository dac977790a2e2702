/** Lists of sources with many of them: each answer is one page, in bytes and in work, and trouble stands first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { healthStates } from './rules/feed-health.ts'

const token = 'en nyckel som bara redaktionen har'
const [few, many] = [150, 1000]
const days = 20
let web: TestWeb
let operator: Visitor

beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token })
  operator = await operatorAt(web, token)
})
afterAll(() => web.close())

/** Sources up to number `last`, a fiftieth of them ill, each with its visits and two articles. */
async function seedSources(first: number, last: number): Promise<void> {
  const { db } = web.database
  const at = web.clock.now()
  await sql`
    insert into feeds (url, title, publisher, folder, created_at, last_fetched_at, last_success_at, last_new_at, errors_in_row, failure, failing_since)
    select 'https://s' || n || '.example/', 'Source ' || lpad(n::text, 5, '0'), 's' || n || '.example', null, ${at}, ${at}, ${at}, ${at},
      case when n % 50 = 0 then 9 else 0 end, case when n % 50 = 0 then 'busy' end, case when n % 50 = 0 then ${at}::timestamptz end
    from generate_series(${first}::integer, ${last}::integer) n`.execute(db)
  const added = sql`(select id, url from feeds where title >= ${`Source ${String(first).padStart(5, '0')}`})`
  await sql`
    insert into fetches (feed_id, at, outcome, ms, bytes, http_status)
    select f.id, ${at}::timestamptz - d * interval '1 day', 'unchanged', 10, 10, 304
    from ${added} f, generate_series(0, ${sql.lit(days - 1)}) d`.execute(db)
  await sql`
    insert into articles (feed_id, url, canonical_url, title, published_at, discovered_at, sort_at, updated_at, content_hash, status, relevant)
    select f.id, f.url || d, f.url || d, 'Headline', ${at}, ${at}, ${at}, ${at}, f.id || '-' || d, 'published', true
    from ${added} f, generate_series(1, 2) d`.execute(db)
  for (const table of ['feeds', 'fetches', 'articles']) await sql`analyze ${sql.table(table)}`.execute(db)
}

/** Rows of a source's visits and articles that the server has read, as it counts them. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(web.database.db)
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_user_tables
    where relname in ('fetches', 'articles')`.execute(web.database.db)
  return rows[0]?.n ?? 0
}

async function measure(path: string) {
  web.ctx.cache.raise('content')
  const before = await rowsRead()
  // Threads of V8 collect what other files of the process left.
  const started = process.threadCpuUsage()
  const { statusCode, rawPayload, body } = await operator.get(path)
  const { user, system } = process.threadCpuUsage(started)
  expect(statusCode).toBe(200)
  return { bytes: rawPayload.length, rows: (await rowsRead()) - before, cpu: user + system, body }
}

async function fastest(path: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 5; n++) times.push((await measure(path)).cpu)
  return Math.min(...times)
}
let cpuOfFew = 0

const lists = ['/status', '/feeds', '/api/v1/feeds', '/admin/sources']
const others = ['/sok', '/feeds.json', '/sitemap-pages.xml', '/admin/sources/1']

it('grow neither in bytes nor in rows that are read, once there are more than a page', { tags: 'slow' }, async () => {
  await seedSources(1, few)
  const before = new Map<string, Awaited<ReturnType<typeof measure>>>()
  for (const path of [...lists, ...others]) before.set(path, await measure(path))
  cpuOfFew = await fastest('/status')
  await seedSources(few + 1, many)
  for (const path of [...lists, ...others]) {
    const [small, large] = [before.get(path), await measure(path)]
    expect(large.rows, `rows for ${path}`).toBeLessThan(100 * (days + 5))
    if (lists.includes(path)) expect(large.bytes, `bytes of ${path}`).toBeLessThan(1.5 * (small?.bytes ?? 0))
  }
})

it('take no multiple of the processor’s time with seven times the sources', { tags: 'slow' }, async () =>
  expect(await fastest('/status')).toBeLessThan(4 * cpuOfFew),
)

it.each([
  ['/status', /Source (\d{5})/g],
  ['/feeds', /href="\/feeds\/(\d+)[-"]/g],
  ['/admin/sources', /href="\/admin\/sources\/\d+">Source (\d{5})/g],
])('%s shows each source once, over its pages', { tags: 'slow' }, async (path, name) => {
  const seen: number[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const answer: { body: string } = await measure(next)
    // Those that fail stand before the list, too.
    const body = answer.body.replace(/<section class="troubled".*?<\/section>/s, '')
    const shown = [...new Set([...body.matchAll(name)].map(([, n]) => Number(n)))]
    if (next === path && path !== '/feeds') {
      const ill = shown.slice(0, many / 50)
      expect(ill.filter((n) => n % 50 !== 0)).toEqual([])
    }
    seen.push(...shown)
    next = /href="([^"]*page=\d+)"[^>]*>(?:Nästa sida)</.exec(body)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(new Set(seen).size).toBe(many)
  expect(seen).toHaveLength(many)
})

it('keep what was searched for on their next page, and have no page behind the last', { tags: 'slow' }, async () => {
  const { body } = await measure('/admin/sources?q=source+00&state=well&order=name')
  const next = /href="([^"]*page=2)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(Object.fromEntries(new URL(next, 'https://site.example').searchParams)).toMatchObject({
    q: 'source 00',
    state: 'well',
    order: 'name',
  })
  for (const path of ['/status', '/feeds'])
    expect((await web.app.inject({ url: `${path}?page=999` })).statusCode).toBe(404)
})

it('can be narrowed to each state that a source may have', { tags: 'slow' }, async () => {
  const { body } = await measure('/admin/sources')
  const [, options = ''] = /<select[^>]*name="state"[^>]*>(.*?)<\/select>/s.exec(body) ?? []
  const values = [...options.matchAll(/value="(\w*)"/g)].map(([, value]) => value)
  expect(values).toEqual(['', 'trouble', ...healthStates])
  for (const state of healthStates) expect(options).toContain(t(`health.state.${state}`))
})

it('of trouble are cut on the overview of the console', { tags: 'slow' }, async () => {
  await sql`update feeds set errors_in_row = 9, failure = 'busy', failing_since = ${web.clock.now()}
    where id < ${NEIGHBOUR}`.execute(web.database.db)
  const { body, bytes } = await measure('/admin')
  expect(body).toMatch(/1\s000 källor svarar inte/)
  expect(bytes).toBeLessThan(40_000)
})
