/** Times as they are compared: one thing of each kind at one instant, asked for at that instant and a millisecond beside it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markReadUntil, readAmong } from '../src/news/accounts/writes/read-markers.ts'
import { purgeExpired } from '../src/news/accounts/writes/tokens.ts'
import { listArticleIds } from '../src/news/articles/queries/articles.ts'
import { pageArticles } from '../src/news/articles/queries/pages.ts'
import { listSitemapArticles } from '../src/news/articles/queries/sitemap.ts'
import { findForExtraction } from '../src/news/articles/writes/extraction.ts'
import { countReclassifiable } from '../src/news/articles/writes/reclassification.ts'
import { listEditionEvents } from '../src/news/editions/queries/edition-events.ts'
import { findDay } from '../src/news/events/queries/day-edition.ts'
import { countTagsSince } from '../src/news/events/queries/days.ts'
import { listEvents } from '../src/news/events/queries/list.ts'
import { listTextPending } from '../src/news/events/writes/event-texts.ts'
import { listQuestions } from '../src/news/events/writes/rulings.ts'
import { listDueByHost, listDueFeedIds } from '../src/news/feeds/writes/feeds.ts'
import { listLost } from '../src/news/feeds/writes/proposals.ts'
import { spentForBudget, spentSince } from '../src/news/models/writes/ai-calls.ts'
import { articlesADay } from '../src/news/operator/queries/article-volume.ts'
import { stageBacklog } from '../src/news/operator/queries/overview.ts'
import { spendOf } from '../src/news/operator/queries/spend.ts'
import { openOperatorSession } from '../src/news/operator/writes/sessions.ts'
import { listDueSweeps, publishOverdue } from '../src/news/stages/writes/pending-stages.ts'
import { sumArticles } from '../src/news/stages/writes/reprocess-states.ts'
import { listStories } from '../src/news/stories/queries/stories.ts'
import { DORMANT_AFTER_MS } from '../src/news/stories/rules/story-rules.ts'
import { listLinks, listStoredEvents, listUnstoredEvents } from '../src/news/stories/writes/story-reads.ts'
import { countRefusals } from '../src/news/texts/queries/refusals.ts'
import type { ActorDatabase } from '../src/platform/database/database.ts'
import type { Schema } from '../src/platform/database/schema.ts'
import { areRowsWaiting } from '../src/platform/outbox/rows.ts'
import { insertRow, said, seedArticles, seedEpisodeText, seedFeed, seedStory, seedTag } from './support/build.ts'
import { openTestDatabase } from './support/database.ts'
import { ifThere, partOf, partsIf } from './support/features.ts'
import { NEIGHBOUR } from './support/neighbour.ts'

const { findWaitingAlert } = await partOf('alerts/store/webhook-alerts.ts')
const { areReadersDue, listDueReaders } = await partOf('edition-mail/emails.ts')
const { purgeFediverse } = await partOf('fediverse/cache.ts')
const { pageEpisodes } = await partOf('podcast/queries.ts')
const { listDayArticles } = await partOf('podcast/store.ts')
const { listDueSubscriptions } = await partOf('websub/feed-subscriptions.ts')
const { listTopics } = await partOf('websub/hub-subscriptions.ts')

const at = new Date('2026-11-21T12:00:00Z')
const ms = (n: number) => new Date(at.getTime() + n)
const [HOUR, DAY] = [3_600_000, 86_400_000]
const site = { language: 'sv', timezone: 'UTC' }

let database: ActorDatabase
let db: ActorDatabase['readDb']
let article: number
let event: number
let feed: number
let tag: number
let user: number
let webhook: number
let lost: number

const insert = async (table: keyof Schema, values: Record<string, unknown>) =>
  (await insertRow(database, table, values)).id

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.readDb
  tag = await seedTag(database, 'Fynd', 'fynd')
  feed = await seedFeed(database, {
    next_fetch_at: at,
    first_pass_done: true,
    hub_url: 'https://hub.example/',
    hub_topic: 'https://topic.example/',
  })
  const words = Array.from({ length: 60 }, (_, n) => `ord${n}`).join(' ')
  const states = { extract_state: 'pending', extract_after: at, cluster_state: 'done', enrich_state: 'done' } as const
  const times = { sort_at: at, published_at: at, discovered_at: at }
  const ids = await seedArticles(database, [{ feed_id: feed, excerpt: words, tag_ids: [tag], ...times, ...states }])
  article = ids[0] ?? 0
  const row = await database.db
    .selectFrom('articles')
    .select('event_id')
    .where('id', '=', article)
    .executeTakeFirstOrThrow()
  event = row.event_id ?? 0
  const dates = { created_at: at, updated_at: at, first_at: at, last_at: at }
  await seedStory(database, [event], { text_events: 1, ...dates })
  user = await insert('users', { created_at: at, read_until: at })
  await threeSources()
  await readersThings()
  await insert('ai_calls', {
    at,
    model: 'm',
    prompt_version: '1',
    provider: 'played',
    request: '{}',
    purpose: 'summary',
    verdict: 'refused',
    cost: 1,
    reason: 'number: 7',
  })
})
afterAll(() => database.close())

/** The hub of one is asked then; another has failed since then, and a third was looked for then. */
async function threeSources(): Promise<void> {
  const hub = { hub: 'https://hub.example/', topic: 'https://topic.example/', state: 'active' as const }
  await insert('feed_subscriptions', { ...hub, feed_id: feed, key: 'k', secret: 's', next_at: at })
  await seedFeed(database, { next_fetch_at: far.future, failure: 'missing', failing_since: at })
  lost = await seedFeed(database, { status: 'gone', failure: 'gone', proposed_at: at })
  const alone = { feed_id: lost, sort_at: far.past, relevant: false, cluster_state: 'done' as const }
  const [one = 0, other = 0] = await seedArticles(database, [alone, alone])
  await insert('event_questions', { article_a: one, article_b: other, at, likeness: 1 })
  await sql`
    update events set source_count = 2, relevant = 1, text_state = 'pending', text_after = ${at}, story_state = 'done'
    where id = ${event}`.execute(database.db)
  await sql`update events set story_state = 'done' where id <> ${event}`.execute(database.db)
  await seedEpisodeText(database, '1', [said('title', 'Ett')])
  await sql`update episodes set published_on = ${at}`.execute(database.db)
}

async function readersThings(): Promise<void> {
  const mail = {
    list: 'edition' as const,
    timezone: 'UTC',
    days: [1],
    since: far.past,
    next_edition: 'morning' as const,
  }
  const dates = { created_at: at, confirmed_at: at, next_at: at, next_day: '2026-11-21' }
  const mailId = await insert('mail_subscriptions', { ...mail, ...dates, user_id: user, email: '', key: 'k' })
  await insert('outbox', { channel: 'edition', mail_id: mailId, edition: '', at, try_at: at })
  webhook = await insert('webhooks', {
    created_at: at,
    kind: 'alerts',
    min_sources: 2,
    secret: '',
    url: 'https://hook.example/',
  })
  await insert('outbox', { channel: 'webhook_alert', webhook_id: webhook, event_id: event, at, try_at: at })
}

const newest = { sort: 'newest' as const, siteLanguage: 'sv' }
const page = { page: 1, perPage: 2 }
const far = { past: ms(-400 * DAY), future: ms(400 * DAY) }

type Count = (at: Date) => Promise<number>

/** Counts since an instant: the instant itself belongs to it. */
const since: Record<string, Count> = {
  'a list of articles': async (since) =>
    (await listArticleIds(db, { filter: { since }, sort: 'newest', limit: 2 })).length,
  'a page of articles': async (since) =>
    (await pageArticles(db, { filter: { since }, ...newest, ...page })).items.length,
  'the total of articles': async (since) => (await pageArticles(db, { filter: { since }, ...newest, ...page })).total,
  'a sitemap': async (since) => (await listSitemapArticles(db, { since, until: far.future })).length,
  'the tags of the last days': async (since) => (await countTagsSince(db, since, far.future)).size,
  ...partsIf<Count>('podcast', {
    'the articles of a day': async (since) => (await listDayArticles(database, since, far.future)).length,
  }),
  events: async (since) => (await listEvents(db, { filter: { since }, ...newest, limit: 2 })).length,
  'the events of editions': async (since) => (await listEditionEvents(db, since)).length,
  stories: async (since) => (await listStories(db, { since, limit: 2 })).length,
  'links to stories': async (since) => (await listLinks(database.db, { since })).length,
  spending: async (since) => (await spentSince(database.db, since)).calls,
  'the budget': async (since) => (await spentForBudget(database.db, since, ms(1))).spent,
  refusals: async (since) => (await countRefusals(db, since)).length,
  ...partsIf<Count>('podcast', {
    episodes: async (since) => (await pageEpisodes(db, { ...page, since })).items.length,
  }),
  'pairs that a model is asked about': async (since) => (await listQuestions(database.db, since, 2)).length,
  'events that were stored for stories': async (since) => {
    await sql`insert into story_features values (${event}, ${at}, ${at}, '{}') on conflict do nothing`.execute(
      database.db,
    )
    return (await listStoredEvents(database.db, since, 0, 2)).length
  },
  'events that were not stored for stories': async (since) => {
    await sql`delete from story_features`.execute(database.db)
    return (await listUnstoredEvents(database.db, since, 2)).filter((id) => id < NEIGHBOUR).length
  },
  'articles to classify again': (since) => countReclassifiable(database.db, since),
  'articles to write again': async (since) =>
    (await sumArticles(database.db, 'enrich', { since, again: false }, { now: at, maxLength: 9 })).articles,
  'articles to embed again': async (since) =>
    (await sumArticles(database.db, 'embed', { since, again: false }, { now: at, maxLength: 9 })).articles,
  'articles to cluster again': async (since) =>
    (await sumArticles(database.db, 'cluster', { since, again: false }, { now: at, maxLength: 9 })).articles,
}

it.each(Object.entries(since))('since then: %s', async (_, count) => {
  expect([await count(at), await count(ms(1))]).toEqual([1, 0])
})

/** Counts of before an instant: the instant itself is after it. */
const before: Record<string, Count> = {
  'a list of articles': async (until) =>
    (await listArticleIds(db, { filter: { relevant: true, until }, sort: 'newest', limit: 2 })).length,
  'the total of articles': async (until) =>
    (await pageArticles(db, { filter: { relevant: true, until }, ...newest, ...page })).total,
  'a sitemap': async (until) => (await listSitemapArticles(db, { since: far.past, until })).length,
  ...partsIf<Count>('podcast', {
    'the articles of a day': async (until) => (await listDayArticles(database, far.past, until)).length,
  }),
  events: async (until) => (await listEvents(db, { filter: { relevant: true, until }, ...newest, limit: 2 })).length,
  ...partsIf<Count>('podcast', {
    episodes: async (until) => (await pageEpisodes(db, { ...page, until })).items.length,
  }),
  stories: async (until) => (await listStories(db, { until, limit: 2 })).length,
}

it.each(Object.entries(before))('before then: %s', async (_, count) => {
  expect([await count(at), await count(ms(1))]).toEqual([0, 1])
})

/** Counts once that time has come: the instant itself is enough. */
const due: Record<string, Count> = {
  'the tags of the last days': async (now) => (await countTagsSince(db, far.past, now)).size,
  'the news of a day': async (now) => (await findDay(db, '2026-11-21', { site, now })).total,
  'articles a day': async (now) => Math.round(7 * ((await articlesADay(db, now)) ?? 0)),
  'a page to be read': async (now) => Number((await findForExtraction(database, article, now)) !== undefined),
  'a source': async (now) => (await listDueFeedIds(database, now)).length,
  'a source of its host': async (now) => (await listDueByHost(database, now)).others.length,
  'the text of an event': async (now) => (await listTextPending(database.db, now, 2)).length,
  ...partsIf<Count>('edition-mail', {
    'an edition': async (now) => (await listDueReaders(database, now, 2)).length,
    'any edition': async (now) => Number(await areReadersDue(database, now)),
  }),
  'an email': async (now) => Number(await areRowsWaiting(database, 'edition', now)),
  ...partsIf<Count>('alerts', {
    'an alert of a webhook': async (now) => Number((await findWaitingAlert(database.db, webhook, now)) !== undefined),
  }),
  ...partsIf<Count>('websub', {
    'the hub of a source': async (now) => (await listDueSubscriptions(database, now)).length,
  }),
  'a story that is silent': async (now) =>
    (await listDueSweeps(database, new Date(now.getTime() + DORMANT_AFTER_MS))).length,
  'an article without a summary': async (now) => {
    await sql`update articles set status = 'pending', enrich_state = 'pending' where id = ${article}`.execute(
      database.db,
    )
    return publishOverdue(database, new Date(now.getTime() + HOUR / 4))
  },
  'the address of a source that fails': async (now) =>
    (await listLost(database, new Date(now.getTime() + HOUR))).filter(({ id }) => id !== lost).length,
  'the address of a source that is gone': async (now) =>
    (await listLost(database, new Date(now.getTime() + 7 * DAY))).filter(({ id }) => id === lost).length,
  'the backlog of sources': async (now) => (await stageBacklog(db, now)).fetch,
}

it.each(Object.entries(due))('due then: %s', async (_, count) => {
  expect([await count(ms(-1)), await count(at)]).toEqual([0, 1])
})

const hash = Buffer.from('h')

type End = [table: keyof Schema, row: () => Record<string, unknown>, purge: (now: Date) => Promise<unknown>]

/** A row of each table that ends then, and its deletion then. */
const ends: End[] = [
  [
    'operator_sessions',
    () => ({ hash, created_at: at, expires_at: at }),
    (now) => openOperatorSession(database, 'key', now),
  ],
  [
    'tokens',
    () => ({ user_id: user, hash, created_at: at, last_used_at: at, expires_at: at }),
    (now) => purgeExpired(database, now),
  ],
  [
    'login_codes',
    () => ({ email: 'a@site.example', code_hash: hash, created_at: at, expires_at: at }),
    (now) => purgeExpired(database, now),
  ],
  ...ifThere<End>('websub', [
    'hub_subscriptions',
    () => ({ topic: 't', callback: 'c', expires_at: at }),
    (now) => listTopics(database, now),
  ]),
  ...ifThere<End>('fediverse', [
    'fediverse_cache',
    () => ({ key: 'k', value: '{}', expires_at: at }),
    (now) => purgeFediverse(database, now),
  ]),
]

it.each(ends)('ends then: %s', async (table, row, purge) => {
  const values = row()
  await insert(table, values as never)
  const left = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.ref('expires_at' in values ? 'expires_at' : 'created_at')} = ${values.expires_at ?? values.created_at}`.execute(
      database.db,
    )
    return rows[0]?.n
  }
  await purge(ms(-1))
  expect(await left()).toBe(1)
  await purge(at)
  expect(await left()).toBe(0)
})

it('all until then is read, the event of that instant with it', async () => {
  expect([...(await readAmong(database, user, [event], at))]).toEqual([event])
  await sql`update users set read_until = null where id = ${user}`.execute(database.db)
  await insert('read_events', { user_id: user, event_id: event, read: false, at })
  await markReadUntil(database, user, ms(-1))
  expect([...(await readAmong(database, user, [event], at))]).toEqual([])
  await markReadUntil(database, user, at)
  expect([...(await readAmong(database, user, [event], at))]).toEqual([event])
})

it('a call of the first moment of a day is of that day', async () => {
  // Midnight, twelve hours east of Greenwich.
  const { days, models, stages } = await spendOf(db, ['2026-11-22'], 'Etc/GMT-12')
  expect([days.map(({ calls }) => calls), models.length, stages.length]).toEqual([[1], 1, 1])
})

it('news of the first moment of a day is of that day, and leads there from the day before', async () => {
  const east = { site: { language: 'sv', timezone: 'Etc/GMT-12' }, now: at }
  expect(await findDay(db, '2026-11-22', east)).toMatchObject({ total: 1, previous: null, next: null })
  expect(await findDay(db, '2026-11-21', east)).toMatchObject({ total: 0, previous: null, next: '2026-11-22' })
  expect(await findDay(db, '2026-11-23', east)).toMatchObject({ total: 0, previous: '2026-11-22', next: null })
})
