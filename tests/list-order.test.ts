/** Order and length of lists: each row asks for two of three things, of which the second and the third have the same time. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportAccount } from '../src/news/accounts/writes/export-account.ts'
import { savedEvents } from '../src/news/accounts/writes/read-markers.ts'
import { listArticleIds, selectArticleIds } from '../src/news/articles/queries/articles.ts'
import { pageArticles } from '../src/news/articles/queries/pages.ts'
import { listSitemapArticles } from '../src/news/articles/queries/sitemap.ts'
import { findTextModel } from '../src/news/articles/queries/text-model.ts'
import { newestNewsAt } from '../src/news/articles/writes/newest-news.ts'
import { listPrints } from '../src/news/articles/writes/page-prints.ts'
import { listReclassifiable } from '../src/news/articles/writes/reclassification.ts'
import { listEditionEvents } from '../src/news/editions/queries/edition-events.ts'
import { listUnembedded } from '../src/news/embeddings/writes/embedding-queue.ts'
import { findDay } from '../src/news/events/queries/day-edition.ts'
import { listEvents } from '../src/news/events/queries/list.ts'
import { listLeaving, listUnclustered } from '../src/news/events/writes/cluster-reads.ts'
import { listReports, listTextPending } from '../src/news/events/writes/event-texts.ts'
import { findLine } from '../src/news/events/writes/line.ts'
import { listQuestions } from '../src/news/events/writes/rulings.ts'
import { findOperatorArticle, listArticleLines } from '../src/news/operator/queries/console-articles.ts'
import { findEventReasons } from '../src/news/operator/queries/event-reasons.ts'
import { findThings } from '../src/news/operator/queries/find.ts'
import { listOpenReports, listRefusals, listWaiting } from '../src/news/operator/queries/overview.ts'
import { actionsOn, pageActions } from '../src/news/operator/queries/read-log.ts'
import { listStoryCandidates } from '../src/news/operator/queries/review-candidates.ts'
import { findSource } from '../src/news/operator/queries/source-fetches.ts'
import { findRunning, findUnfinished } from '../src/news/stages/writes/reprocess-states.ts'
import { findStory, listStories, pageStories } from '../src/news/stories/queries/stories.ts'
import { listStoredEvents, listWaitingEvents } from '../src/news/stories/writes/story-reads.ts'
import type { Database } from '../src/platform/database/database.ts'
import {
  said,
  seedArticles,
  seedEpisodeText,
  seedEvent,
  seedFeed,
  seedGuide,
  seedStory,
  seedTag,
} from './support/build.ts'
import { openTestDatabase } from './support/database.ts'
import { ifThere, partOf } from './support/features.ts'

const { listAlertRules, listAlerts } = await partOf('alerts/store/rules.ts')
const { pageCorrections } = await partOf('corrections/queries.ts')
const { listDueReaders } = await partOf('edition-mail/emails.ts')
const { listRequestedAudio } = await partOf('editions/audio-editions.ts')
const { findExam, listExams } = await partOf('exams/list-exams.ts')
const { listPosts } = await partOf('fediverse/list-posts.ts')
const { readGuideLive } = await partOf('guides/live.ts')
const { listUnembeddedGuides } = await partOf('guides/vectors.ts')
const { listClaimedEpisodes, listEpisodeDetails, listEpisodes, pageEpisodes } = await partOf('podcast/queries.ts')
const { listDayArticles } = await partOf('podcast/store.ts')

const times = ['10:00', '12:00', '12:00'].map((time) => new Date(`2026-11-21T${time}Z`))
const [first, second] = times as [Date, Date, Date]
const now = new Date('2026-11-21T13:00:00Z')
const day = { from: new Date('2026-11-21'), until: new Date('2026-11-22') }
const site = { language: 'sv', timezone: 'UTC' }

let database: Database
let db: Database['readDb']
let feed: number
let tag: number
/** Three of each kind, as they were made. */
const made: Record<string, (number | string)[]> = {}
/** An event of three articles of three sources; a story of the three events. */
let joined: { eventId: number; articleIds: number[] }
let story: number
let user: number

/** Three rows of a table, with the values of each. */
async function three(
  table: Parameters<Database['db']['insertInto']>[0],
  values: (at: Date, n: number) => Record<string, unknown>,
  key = 'id',
): Promise<void> {
  const rows = times.map((at, n) => values(at, n))
  const stored = await database.db
    .insertInto(table)
    .values(rows as never)
    .returningAll()
    .execute()
  made[table] = stored.map((row) => (row as Record<string, number | string>)[key] ?? 0)
}

const of = (kind: string, n: number) => made[kind]?.[n] as number

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.readDb
  feed = await seedFeed(database, { title: 'Bladet' })
  tag = await seedTag(database, 'Fynd', 'fynd')
  const pending = { cluster_state: 'pending', enrich_state: 'refused', extract_state: 'done' } as const
  made.articles = await seedArticles(
    database,
    times.map((at) => ({
      feed_id: feed,
      tag_ids: [tag],
      title: 'Kvitten',
      sort_at: at,
      published_at: at,
      discovered_at: at,
      ...pending,
    })),
  )
  const events = await database.db.selectFrom('articles').select('event_id').orderBy('id').execute()
  made.events = events.flatMap(({ event_id }) => event_id ?? [])
  await sql`update events set source_count = 2 where id = any(${made.events}::bigint[])`.execute(database.db)
  const others = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
  joined = await seedEvent(
    database,
    times.map((at, n) => ({
      feed_id: others[n] ?? 0,
      title: 'Äpplen',
      sort_at: at,
      published_at: at,
      relevant: false,
      tag_ids: [],
    })),
  )
  await sql`update events set story_state = 'done' where id = ${joined.eventId}`.execute(database.db)
  made.waiting = joined.articleIds
  await sql`update articles set enrich_state = 'pending' where event_id = ${joined.eventId}`.execute(database.db)
  await threeStories()
  await threeOfArticles()
  await threeOfModels()
  await threeOfReaders()
})
afterAll(() => database.close())

async function threeStories(): Promise<void> {
  const dates = (at: Date) => ({ created_at: at, updated_at: at, first_at: at, last_at: at })
  await three('stories', (at) => ({ title: 'Päron', entries_count: 1, ...dates(at) }))
  story = await seedStory(database, made.events as number[], { title: 'Alla', ...dates(first), status: 'dormant' })
}

async function threeOfArticles(): Promise<void> {
  await three('fault_reports', (at) => ({ article_id: of('articles', 0), text: 'Fel.', at }))
  await three('fetches', (at) => ({ feed_id: feed, outcome: 'new', at, error: at === times[2] ? 'newest' : 'older' }))
  const title = (n: number) => ({ before: { title: 'Före' }, after: { title: `Efter ${n}` } })
  await three('operator_actions', (at, n) => ({
    action: 'article_corrected',
    target: `article:${of('articles', 0)}`,
    subject: 'Kvitten',
    at,
    before: JSON.stringify(title(n).before),
    after: JSON.stringify(title(n).after),
  }))
  const features = JSON.stringify({ title: [], text: [], titleWords: [], textWords: [] })
  await three('article_features', (at, n) => ({ article_id: of('articles', n), at, features }), 'article_id')
  const pair = (n: number) => ({
    article_a: of('articles', [0, 0, 1][n] ?? 0),
    article_b: of('articles', [1, 2, 2][n] ?? 0),
  })
  await three('event_questions', (at, n) => ({ ...pair(n), at, likeness: n }), 'likeness')
  await three(
    'page_prints',
    (at, n) => ({
      article_id: of('articles', n),
      host: 'bladet.example',
      address: '',
      shingles: Buffer.alloc(0),
      read_at: at,
    }),
    'article_id',
  )
  await three(
    'story_features',
    (at, n) => ({ event_id: of('events', n), first_at: at, last_at: at, features: '{}' }),
    'event_id',
  )
  await three(
    'fediverse_posts',
    (at, n) => ({
      event_id: of('events', n),
      at,
      audience: ['site'],
      note: JSON.stringify({ n }),
      hash: '',
    }),
    'event_id',
  )
  for (const n of ['1', '2', '3']) {
    await seedEpisodeText(database, n, [said('title', n)])
    await seedGuide(database, n)
  }
  await sql`update episodes set published_on = ${first} where episode_id = '1'`.execute(database.db)
  await sql`update episodes set published_on = ${second} where episode_id <> '1'`.execute(database.db)
  made.episodes = ['1', '2', '3']
}

async function threeOfModels(): Promise<void> {
  const call = (at: Date, n: number) => ({ at, model: `m${n}`, prompt_version: '1', provider: 'played', request: '{}' })
  await three('ai_calls', (at, n) => ({
    ...call(at, n),
    purpose: 'summary',
    verdict: 'accepted',
    article_id: of('articles', 0),
  }))
  await three('exams', (at, n) => ({
    model: 'm',
    role: 'judge',
    language: 'sv',
    prompt_version: '1',
    items: n,
    started_at: at,
    ended_at: at,
  }))
  const counts = { answers: 1, joined: 1, same: 1, joined_same: 1, made_by: 'cli' }
  await three('event_lines', (at, n) => ({ ...counts, line: n, at }))
  await three('reprocess_runs', (at) => ({ stages: ['enrich'], started_at: at, after_call: 0 }))
}

async function threeOfReaders(): Promise<void> {
  await three('users', (at, n) => ({ created_at: at, email: `r${n}@site.example` }))
  user = of('users', 0)
  await three('alerts', (at, n) => ({ user_id: user, event_id: of('events', n), source_count: 2, at }), 'event_id')
  await three('saved_events', (at, n) => ({ user_id: user, event_id: of('events', n), created_at: at }), 'event_id')
  await three('alert_rules', (at, n) => ({
    user_id: user,
    kind: 'event',
    key: String(n),
    min_sources: 1,
    created_at: at,
    by_mail: false,
    by_push: false,
    heeds_quiet: false,
  }))
  const mail = {
    list: 'edition',
    timezone: 'UTC',
    days: [1],
    since: first,
    next_edition: 'morning',
    next_day: '2026-11-21',
  }
  await three(
    'mail_subscriptions',
    (at, n) => ({
      ...mail,
      user_id: of('users', n),
      email: '',
      key: `k${n}`,
      created_at: at,
      next_at: at,
      confirmed_at: at,
    }),
    'user_id',
  )
  await three(
    'spoken_editions',
    (at, n) => ({
      user_id: of('users', n),
      day: '2026-11-20',
      event_ids: [],
      asked_at: at,
    }),
    'user_id',
  )
}

/** The identifier of a thing of a list, under any of its names. */
function keyOf(thing: unknown): unknown {
  if (typeof thing !== 'object') return thing
  const { id, articleId, eventId, userId, episodeId, slug, similarity } = thing as Record<string, unknown>
  return id ?? articleId ?? eventId ?? userId ?? episodeId ?? slug ?? similarity
}

const newest = { filter: { relevant: true }, sort: 'newest' as const, siteLanguage: 'sv' }

type List = [name: string, kind: string, places: string, list: () => Promise<readonly unknown[]>]
type Newest = [name: string, find: () => Promise<unknown>]

/** Each with the kind of its things, the places of those that it has, in order, and the list itself. */
const lists: List[] = [
  ['articles, newest', 'articles', '32', () => listArticleIds(db, { ...newest, limit: 2 })],
  ['articles, popular', 'articles', '32', () => listArticleIds(db, { ...newest, sort: 'popular', limit: 2 })],
  ['articles, read', 'articles', '32', () => listArticleIds(db, { ...newest, sort: 'views', limit: 2 })],
  [
    'articles of a tag',
    'articles',
    '32',
    () => selectArticleIds(db, { filter: { tagId: tag }, sort: 'newest', limit: 2, offset: 0 }),
  ],
  [
    'a page of articles',
    'articles',
    '32',
    async () => (await pageArticles(db, { ...newest, page: 1, perPage: 2 })).items,
  ],
  [
    'articles of a sitemap',
    'articles',
    '32',
    () => listSitemapArticles(db, { since: day.from, until: day.until, limit: 2 }),
  ],
  ['articles of the console', 'articles', '32', () => listArticleLines(db, 'refused', 2)],
  ...ifThere<List>('guides', [
    'articles of a guide',
    'articles',
    '321',
    async () =>
      (await readGuideLive(db, { tagIds: [tag], pattern: null }, { siteLanguage: 'sv', stories: async () => [] }))
        .latest,
  ]),
  ['articles of a story', 'articles', '321', async () => (await findStory(db, story, 'sv'))?.entries ?? []],
  ...ifThere<List>('podcast', [
    'articles of a day for a script',
    'articles',
    '123',
    () => listDayArticles(database, day.from, day.until),
  ]),
  ['articles that wait for clustering', 'articles', '12', () => listUnclustered(database.db, 2)],
  [
    'articles that are about to leave the window',
    'articles',
    '12',
    () => listLeaving(database.db, first, new Date(second.getTime() + 90 * 86_400_000), 2),
  ],
  [
    'articles to classify again, after the first',
    'articles',
    '23',
    () => listReclassifiable(database.db, day.from, of('articles', 0), 2),
  ],
  ['articles to classify again', 'articles', '12', () => listReclassifiable(database.db, day.from, 0, 2)],
  [
    'articles without a vector',
    'articles',
    '32',
    async () => (await listUnembedded(database.db, 5)).filter(({ articleId }) => made.articles?.includes(articleId)),
  ],
  ['articles that wait for a summary', 'waiting', '32', () => listWaiting(db, 2)],
  ['articles whose texts were refused', 'articles', '13', () => listRefusals(db, 2)],
  ['pages of a host', 'page_prints', '321', () => listPrints(database, 'bladet.example')],
  ['events, newest', 'events', '32', () => listEvents(db, { ...newest, limit: 2 })],
  ['events, updated', 'events', '32', () => listEvents(db, { ...newest, sort: 'updated', limit: 2 })],
  ['events, popular', 'events', '32', () => listEvents(db, { ...newest, sort: 'popular', limit: 2 })],
  ['events of a day', 'events', '32', async () => (await findDay(db, '2026-11-21', { site, now, limit: 2 })).events],
  ['events of an edition', 'events', '321', () => listEditionEvents(db, first)],
  ['events of a story', 'events', '321', async () => (await findStory(db, story, 'sv'))?.events ?? []],
  ['events that wait for a text', 'events', '32', () => listTextPending(database.db, now, 2)],
  ['events that wait for stories', 'events', '12', () => listWaitingEvents(database.db, 2)],
  ['events that were stored for stories', 'story_features', '12', () => listStoredEvents(database.db, first, 0, 2)],
  ...ifThere<List>('alerts', ['events of a reader’s alerts', 'alerts', '32', () => listAlerts(database.db, user, 2)]),
  ['saved events', 'saved_events', '321', () => savedEvents(database, user)],
  ['stories', 'stories', '32', () => listStories(db, { status: 'active', limit: 2 })],
  [
    'a page of stories',
    'stories',
    '32',
    async () => (await pageStories(db, { status: 'active', page: 1, perPage: 2 })).items,
  ],
  ['stories of the console', 'stories', '32', () => listStoryCandidates(db, 'latest', 2)],
  ['stories that were found', 'stories', '321', async () => (await findThings(db, 'päron', 'sv')).stories],
  ['events that were found', 'events', '321', async () => (await findThings(db, 'kvitten', 'sv')).events],
  ['acts that were found', 'operator_actions', '321', async () => (await findThings(db, 'kvitten', 'sv')).actions],
  ['a page of acts', 'operator_actions', '32', async () => (await pageActions(db, { page: 1, perPage: 2 })).items],
  ['acts on an article', 'operator_actions', '32', () => actionsOn(db, `article:${of('articles', 0)}`, 2)],
  [
    'calls about an article',
    'ai_calls',
    '321',
    async () => (await articleOfConsole()).calls.map(({ model }) => of('ai_calls', Number(model.slice(1)))),
  ],
  ['reports on an article', 'fault_reports', '321', async () => (await articleOfConsole()).reports],
  ['reports of readers', 'fault_reports', '12', () => listOpenReports(db, 2)],
  ...ifThere<List>('exams', ['exams', 'exams', '321', () => listExams(db)]),
  ...ifThere<List>('podcast', ['episodes', 'episodes', '32', () => listEpisodes(db, 2)]),
  ...ifThere<List>('podcast', ['episodes of the feed', 'episodes', '32', () => listEpisodeDetails(db, 2)]),
  ...ifThere<List>('podcast', [
    'a page of episodes',
    'episodes',
    '32',
    async () => (await pageEpisodes(db, { page: 1, perPage: 2 })).items,
  ]),
  ...ifThere<List>('podcast', ['episodes with claims', 'episodes', '32', () => listClaimedEpisodes(db, 2)]),
  ...ifThere<List>('guides', [
    'guides without a vector',
    'episodes',
    '12',
    async () =>
      (await listUnembeddedGuides(database.db, 'm', 2)).map(({ text }: { text: string }) => ({
        slug: text.split('\n')[0],
      })),
  ]),
  ...ifThere<List>('fediverse', [
    'posts',
    'fediverse_posts',
    '321',
    async () => (await listPosts(db, 'site')).latest.map(({ n }: { n: number }) => of('fediverse_posts', n)),
  ]),
  ['pairs that a model is asked about', 'event_questions', '23', () => listQuestions(database.db, first, 2)],
  ...ifThere<List>('editions', [
    'editions to be spoken',
    'spoken_editions',
    '12',
    () => listRequestedAudio(database, 2),
  ]),
  ...ifThere<List>('edition-mail', [
    'readers whose edition is due',
    'mail_subscriptions',
    '12',
    () => listDueReaders(database, now, 2),
  ]),
  ...ifThere<List>('alerts', ['rules of a reader', 'alert_rules', '123', () => listAlertRules(database, user)]),
]

const articleOfConsole = async () => {
  const found = await findOperatorArticle(db, of('articles', 0), 'sv')
  if (!found) throw new Error('The article is missing.')
  return found
}

it.each(lists)('%s', async (_, kind, places, list) => {
  expect((await list()).map(keyOf)).toEqual([...places].map((place) => made[kind]?.[Number(place) - 1]))
})

/** Each finds the newest of three. */
const newestOf: Newest[] = [
  [
    'the model that wrote a text',
    async () => Number((await findTextModel(db, { articleId: of('articles', 0) }))?.slice(1)) + 1,
  ],
  ...ifThere<Newest>('exams', [
    'the exam of a model',
    async () => ((await findExam(db, 'm', 'judge'))?.items ?? 0) + 1,
  ]),
  ['the line of events', async () => (await findLine(database.db)) + 1],
  [
    'the same run that goes on',
    async () =>
      (made.reprocess_runs ?? []).indexOf(
        (await findUnfinished(database.db, { stages: ['enrich'], since: null, again: false }))?.id ?? 0,
      ) + 1,
  ],
  [
    'the run that goes on',
    async () => (made.reprocess_runs ?? []).indexOf((await findRunning(database.db))?.id ?? 0) + 1,
  ],
  ...ifThere<Newest>('corrections', [
    'the correction of an article',
    async () => Number((await pageCorrections(db, { page: 1, perPage: 1 })).items[0]?.title?.after.slice(-1)) + 1,
  ]),
]

it.each(newestOf)('%s', async (_, find) => expect(await find()).toBe(3))

it('the newest fetch of a source comes first, and its problem is the newest one’s', async () => {
  const source = await findSource(db, feed, 2)
  expect(source?.problems).toBe('newest')
  expect(source?.fetches.map(({ error }) => error)).toEqual(['newest', 'older'])
})

it('the newest news is the time of the newest article', async () => {
  expect(await newestNewsAt(database)).toEqual(second)
})

it('an event’s articles come as they were reported', async () => {
  const { eventId, articleIds } = joined
  expect((await listReports(database.db, eventId)).map(({ articleId }) => articleId)).toEqual(articleIds)
  expect((await findEventReasons(db, eventId))?.members.map(({ articleId }) => articleId)).toEqual(articleIds)
})

it('an export has all in its order', async () => {
  const { id: user_id } = await database.db
    .insertInto('users')
    .values({ created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const date = (n: number) => new Date(now.getTime() + n)
  // The later ones first.
  for (const n of [2, 1]) {
    const created = { user_id, created_at: date(n) }
    const event_id = of('events', n)
    const hash = Buffer.from(`export ${n}`)
    for (const provider of ['apple', 'google'] as const)
      await database.db
        .insertInto('user_identities')
        .values({ user_id, provider, subject: `s${n}` })
        .execute()
    await database.db
      .insertInto('tokens')
      .values({ ...created, hash, last_used_at: now, expires_at: now })
      .execute()
    for (const kind of ['tag', 'search'] as const)
      await database.db
        .insertInto('follows')
        .values({ ...created, kind, key: String(3 - n) })
        .execute()
    for (const kind of ['word', 'kind'] as const)
      await database.db
        .insertInto('mutes')
        .values({ ...created, kind, key: String(3 - n) })
        .execute()
    await database.db
      .insertInto('saved_events')
      .values({ ...created, event_id })
      .execute()
    await database.db
      .insertInto('read_events')
      .values({ user_id, event_id, read: true, at: date(n) })
      .execute()
  }
  const found = await exportAccount(database, user_id)
  const listed = {
    identities: found.identities.map(({ provider, subject }) => `${provider} ${subject}`),
    sessions: found.sessions.map(({ createdAt }) => createdAt),
    follows: found.follows.map(({ kind, key }) => `${kind} ${key}`),
    mutes: found.mutes.map(({ kind, key }) => `${kind} ${key}`),
    saved: found.saved.map(({ since }) => since),
    read: found.read.map(({ at }) => at),
  }
  const both = [date(1), date(2)]
  expect(listed).toEqual({
    identities: ['apple s1', 'apple s2', 'google s1', 'google s2'],
    sessions: both,
    saved: both,
    read: both,
    follows: ['search 2', 'search 1', 'tag 2', 'tag 1'],
    mutes: ['kind 2', 'kind 1', 'word 2', 'word 1'],
  })
})
