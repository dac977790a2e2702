/** A week in simulated time with sources that fail in every way and a model that is away for two days of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Feed, listAllFeeds, listDueFeedIds } from '../../../src/news/feeds/writes/feeds.ts'
import { listSourceStates } from '../../../src/news/operator/queries/source-health.ts'
import { runOnce } from '../../../src/news/stages/run.ts'
import { enrichArticle } from '../../../src/news/texts/summaries/enrich.ts'
import { createSummariser } from '../../../src/platform/models/summariser.ts'
import { seedFeed } from '../../../tests/support/build.ts'
import { ARTICLE_TEXT } from '../../../tests/support/generation.ts'
import {
  type ModelServer,
  playedConfig,
  playedSettings,
  startModelServer,
} from '../../../tests/support/played/model.ts'
import {
  type Misbehaviour,
  type Publisher,
  type RssItem,
  rssDocument,
  startPublisher,
} from '../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = new Date('2026-11-14T00:00:00Z')
const hours = 7.5 * 24
const EVERY_MS = 12 * HOUR

/** What is wrong with a source, and from which day to which; from which day on it writes nothing. */
const sources: Record<string, { trouble?: Misbehaviour; days?: [number, number]; silentFrom?: number }> = {
  steady: {},
  broken: { trouble: { kind: 'status', status: 500 }, days: [1, 4] },
  garbled: { trouble: { kind: 'garbage', bytes: 20_000 }, days: [2, 3] },
  busy: { trouble: { kind: 'status', status: 429, retryAfter: '21600' }, days: [3, 3.5] },
  silent: { trouble: { kind: 'hang-up' }, days: [0, 99] },
  gone: { trouble: { kind: 'status', status: 410 }, days: [5, 99] },
  quiet: { silentFrom: 2 },
}
const modelOutage: [number, number] = [2, 4]

let web: TestWeb
let publisher: Publisher
let model: ModelServer
const ids = new Map<string, number>()
/** What each source has published, oldest first. */
const published = new Map<string, RssItem[]>(Object.keys(sources).map((name) => [name, []]))
const asked = new Map<string, number[]>(Object.keys(sources).map((name) => [name, []]))
let overdue = 0
let withoutModel = 0

beforeAll(async () => {
  publisher = await startPublisher()
  model = await startModelServer('good')
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', ...playedSettings(model), EMBEDDING_PROVIDER: 'none' })
  web.clock.set(start)
  for (const name of Object.keys(sources)) {
    const url = publisher.at(`/${name}`)
    ids.set(
      name,
      await seedFeed(web.database, { url, extract: false, relevance: 'all', created_at: start, next_fetch_at: start }),
    )
  }
  await live()
})
afterAll(async () => {
  await web.close()
  await model.close()
  await publisher.close()
})

const within = ([from, to]: [number, number], day: number) => day >= from && day < to

/** Serves what the sources have at `now`, or plays their trouble. */
function publish(now: Date): void {
  const day = (now.getTime() - start.getTime()) / DAY
  for (const [name, { trouble, days, silentFrom = 99 }] of Object.entries(sources)) {
    const items = published.get(name) as RssItem[]
    const until = Math.min(now.getTime() - start.getTime(), silentFrom * DAY)
    while (items.length * EVERY_MS <= until) {
      const n = items.length
      const date = new Date(start.getTime() + n * EVERY_MS)
      items.push({
        title: `Vision ${name} ${n}`,
        link: `https://${name}.example/${n}`,
        date,
        description: ARTICLE_TEXT,
      })
    }
    if (trouble && days && within(days, day)) publisher.misbehave(`/${name}`, trouble)
    else publisher.serve(`/${name}`, { body: rssDocument(name, [...items].reverse()) })
  }
  model.mode = within(modelOutage, day) ? 'broken' : 'good'
}

/** Moves the clock from visit to visit, and lets everything be done that is due. */
async function live(): Promise<void> {
  const { services, clock, database } = web
  const summariser = createSummariser(playedConfig(model), { tries: 1, breakAfter: 1_000_000 })
  const enrichment = { ...services.models.enrichment!, summariser, reservationOf: async () => null }
  const pipeline = { ...services.pipeline, enrich: async (id: number) => void (await enrichArticle(enrichment, id)) }
  const queue = await services.queue()
  while (clock.now().getTime() < start.getTime() + hours * HOUR) {
    const now = clock.now()
    publish(now)
    const before = publisher.seen.length
    await runOnce(pipeline, queue, { feedIds: await listDueFeedIds(database, now) })
    for (const { path } of publisher.seen.slice(before)) asked.get(path.slice(1))?.push(now.getTime())
    const { db } = database
    const late = new Date(now.getTime() - 15 * 60_000)
    const waiting = db.selectFrom('articles').select('id').where('status', '=', 'pending')
    overdue += (await waiting.where('discovered_at', '<=', late).execute()).length
    if (within(modelOutage, (now.getTime() - start.getTime()) / DAY))
      withoutModel = Math.max(withoutModel, (await excerptsShown()).length)
    const next = Math.min(...(await listAllFeeds(database)).map((feed) => feed.next_fetch_at.getTime()))
    clock.set(new Date(Math.min(Math.max(next, now.getTime() + HOUR), now.getTime() + 4 * HOUR)))
  }
}

const excerptsShown = () =>
  web.database.db
    .selectFrom('articles')
    .select('id')
    .where('status', '=', 'published')
    .where('translated_summary', 'is', null)
    .execute()

const feedOf = async (name: string) =>
  (await listAllFeeds(web.database)).find((feed) => feed.id === ids.get(name)) as Feed

async function health(name: string) {
  const states = await listSourceStates(web.database.db, web.clock.now())
  return states.find(({ id }) => id === ids.get(name))?.state
}
const articlesOf = (name: string) =>
  web.database.db.selectFrom('articles').selectAll().where('feed_id', '=', ids.get(name)!).orderBy('id').execute()

it('every source that has recovered has all that it published meanwhile, and a clean record', async () => {
  for (const name of ['steady', 'broken', 'garbled', 'busy']) {
    const feed = await feedOf(name)
    expect([name, feed.status, feed.errors_in_row, feed.last_error, await health(name)]).toEqual([
      name,
      'active',
      0,
      null,
      'well',
    ])
    const wanted = (published.get(name) as RssItem[]).filter(
      ({ date }) => (date as Date).getTime() <= (feed.last_success_at as Date).getTime(),
    )
    const have = (await articlesOf(name)).map((article) => article.title)
    expect([name, new Set(have)]).toEqual([name, new Set(wanted.map(({ title }) => title))])
    expect(have).toHaveLength(wanted.length)
    expect(wanted.length).toBeGreaterThan(12)
  }
})

it('a source that is broken for three days is asked less and less, and again when it is back', () => {
  const times = asked.get('broken') as number[]
  const during = times.filter((at) => within([1, 4], (at - start.getTime()) / DAY))
  const gaps = during.slice(1).map((at, i) => at - (during[i] as number))
  expect(during.length).toBeGreaterThan(6)
  expect(during.length).toBeLessThan(16)
  expect(gaps.at(-1)).toBeGreaterThan(5 * (gaps[0] as number))
  expect(times.some((at) => at > start.getTime() + 4 * DAY)).toBe(true)
})

it('a source that never answers is said to, says why, and is asked for ever', async () => {
  const feed = await feedOf('silent')
  expect([feed.status, await health('silent')]).toEqual(['active', 'never_answered'])
  expect(feed.last_error).toMatch(/broke off/)
  expect(feed.errors_in_row).toBe((asked.get('silent') as number[]).length)
  expect(feed.next_fetch_at.getTime() - web.clock.now().getTime()).toBeLessThanOrEqual(2.2 * DAY)
  expect(feed.next_fetch_at.getTime()).toBeGreaterThanOrEqual(web.clock.now().getTime() - 4 * HOUR)
})

it('one that asks for patience gets it, one that is gone is left alone, one that writes no more is silent', async () => {
  const refused = (asked.get('busy') as number[]).filter((at) => within([3, 3.5], (at - start.getTime()) / DAY))
  for (const [i, at] of refused.slice(1).entries()) expect(at - (refused[i] as number)).toBeGreaterThanOrEqual(6 * HOUR)
  expect(refused.length).toBeGreaterThan(0)
  expect(await feedOf('gone')).toMatchObject({ status: 'gone', status_reason: expect.stringContaining('410') })
  const after = (asked.get('gone') as number[]).filter((at) => at >= start.getTime() + 5 * DAY)
  expect(after).toHaveLength(1)
  expect(await health('quiet')).toBe('silent')
})

it('while the model was away its articles were out with their excerpts in time, and were enriched when it was back', async () => {
  expect(overdue).toBe(0)
  expect(withoutModel).toBeGreaterThan(8)
  const states = await web.database.db
    .selectFrom('articles')
    .select(['enrich_state', ({ fn }) => fn.countAll().as('n')])
    .groupBy('enrich_state')
    .execute()
  expect(states.map((state) => state.enrich_state)).toEqual(['done'])
  expect(await excerptsShown()).toEqual([])
})

it('every visit is on record, and every count is right', async () => {
  const { db } = web.database
  for (const [name, times] of asked) {
    const rows = await db.selectFrom('fetches').select('outcome').where('feed_id', '=', ids.get(name)!).execute()
    expect([name, rows.length]).toEqual([name, times.length])
  }
  const all = await db.selectFrom('articles').select(['id', 'feed_id', 'status']).execute()
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['published']))
  const { pagination } = (await web.app.inject({ url: '/api/v1/entries?per_page=1' })).json()
  expect(pagination.total).toBe(all.length)
  const page = (await web.app.inject({ url: '/status' })).body
  for (const word of ['Nedlagd', 'Har aldrig svarat', 'anslutningen bryts', 'Ovanligt tyst'])
    expect(page).toContain(word)
})
