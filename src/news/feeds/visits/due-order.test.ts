/** In what order sources and pages are asked for: round robin over hosts, so that no host or silence holds up the others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { NEIGHBOUR } from '../../../../tests/support/neighbour.ts'
import type { Database } from '../../../platform/database/database.ts'
import { listToEnrich, listToExtract } from '../../stages/writes/pending-stages.ts'
import { listDueByHost } from '../writes/feeds.ts'

const now = new Date('2026-11-21T12:00:00Z')
const due = new Date('2026-11-21T11:00:00Z')
const answered = { last_success_at: due, last_fetched_at: due }
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let path = 0
const seedHost = async (host: string, n: number, values: Parameters<typeof seedFeed>[1]) =>
  Promise.all(
    Array.from({ length: n }, () =>
      seedFeed(database, { url: `https://${host}/${++path}`, next_fetch_at: due, ...values }),
    ),
  )

it('sources of one host leave room for later ones of others, and silent ones for those that answer', {
  tags: 'slow',
}, async () => {
  const host = await seedHost('feeds.example:8080', 40, answered)
  const others = [...(await seedHost('one.example', 1, answered)), ...(await seedHost('two.example', 2, answered))]
  const silent = await seedHost('feeds.example:8080', 40, { ...answered, errors_in_row: 2 })
  const unread = await seedHost('new.example', 1, {})
  const found = await listDueByHost(database, now)
  expect(found.answering.slice(0, 5)).toEqual(expect.arrayContaining(others))
  expect(found.answering.filter((id) => host.includes(id))).toHaveLength(15)
  expect(found.others.filter((id) => silent.includes(id))).toHaveLength(15)
  expect(found.others.slice(0, 2)).toContain(unread[0])
})

it('pages of one host leave room for those of others, whichever source names them, the newest first', async () => {
  const [feed = 0, other = 0] = await seedHost('three.example', 2, answered)
  const page = (host: string, n: number, feed_id: number) => ({
    feed_id,
    url: `https://${host}/${n}`,
    extract_state: 'pending' as const,
    discovered_at: now,
    excerpt: '',
  })
  const many = Array.from({ length: 60 }, (_, n) => page('pages.example', n, n % 2 ? feed : other))
  const ids = await seedArticles(database, [...many, page('few.example', 1, feed), page('few.example', 2, other)])
  const waiting = await listToExtract(database, now, 48)
  const hosts = await database.db.selectFrom('articles').select(['id', 'url']).execute()
  const hostOf = (id: string) => new URL(hosts.find((row) => row.id === Number(id))?.url ?? '').host
  expect(waiting.slice(0, 4).map(hostOf).toSorted()).toEqual(
    ['few', 'few', 'pages', 'pages'].map((n) => `${n}.example`),
  )
  expect(waiting).toHaveLength(50)
  const ofMany = waiting.filter((id) => hostOf(id) === 'pages.example')
  expect(ofMany).toEqual(ids.slice(12, 60).reverse().map(String))
})

it('summaries are wanted by news value: newest first, sooner where several publishers report it, one source among others', async () => {
  await database.db.deleteFrom('articles').where('id', '<', NEIGHBOUR).execute()
  const [flood = 0, calm = 0] = await seedHost('five.example', 2, answered)
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const article = (title: string, feed_id: number, hoursAgo: number, values: object = {}) => ({
    feed_id,
    title,
    url: `https://five.example/${title}`,
    enrich_state: 'pending' as const,
    extract_state: 'done' as const,
    published_at: before(hoursAgo),
    discovered_at: now,
    ...values,
  })
  await seedArticles(database, [
    article('single of the day before', calm, 30),
    article('event of the day before', calm, 30, { source_count: 3 }),
    article('new', flood, 1),
    ...Array.from({ length: 9 }, (_, n) => article(`flood ${n}`, flood, 1.01 + n / 1000)),
    article('a little older', calm, 1.2),
    // Dated ahead: as new as it is known.
    article('from tomorrow', calm, -24),
  ])
  const titles = await database.db.selectFrom('articles').select(['id', 'title']).execute()
  const found = await listToEnrich(database)
  const order = found.map(({ key }) => titles.find(({ id }) => id === Number(key))?.title)
  expect(order.slice(0, 3)).toEqual(['event of the day before', 'from tomorrow', 'new'])
  expect(order.indexOf('a little older')).toBeLessThan(order.indexOf('flood 3'))
  expect(order.at(-1)).toBe('single of the day before')
})
