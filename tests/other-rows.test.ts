/** Statements with one row that is meant and others that are not: of another text, of another pair, removed, merged, undone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRead, markRead, markReadUntil } from '../src/news/accounts/writes/read-markers.ts'
import { publishExcerpt } from '../src/news/articles/writes/enrichment.ts'
import { correctExtraction } from '../src/news/articles/writes/extraction.ts'
import { listRelevanceExamples, overrideRelevance } from '../src/news/articles/writes/relevance-overrides.ts'
import { pruneArticles } from '../src/news/articles/writes/retention.ts'
import { featuresOf } from '../src/news/events/clustering/pair-features.ts'
import { findEventMaterial } from '../src/news/events/writes/event-texts.ts'
import { listQuestions, saveAnswer, saveQuestions } from '../src/news/events/writes/rulings.ts'
import { modelIssues } from '../src/news/health/model-checks.ts'
import { eventsNear } from '../src/news/operator/queries/events-near.ts'
import { hydrateStories } from '../src/news/stories/queries/stories.ts'
import { listStoryMaterial, refreshStories } from '../src/news/stories/writes/stories.ts'
import { recordJudgeCall } from '../src/news/texts/writes/judge-controls.ts'
import type { ActorDatabase } from '../src/platform/database/database.ts'
import { seedEvent, seedFeed, seedGuide, seedStory, seedTag } from './support/build.ts'
import { contentLexicon } from './support/content.ts'
import { openTestDatabase } from './support/database.ts'
import { isThere, partOf } from './support/features.ts'

const { purgeFediverse } = await partOf('fediverse/cache.ts')
const { findDrawings } = await partOf('guides/drawings.ts')
const { readGuideLive } = await partOf('guides/live.ts')
const { listQualityMonths } = await partOf('quality/months.ts')

const now = new Date('2026-11-21T12:00:00Z')
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const DAY = 24

const call = { model: 'm', prompt_version: '1', provider: 'played', request: '{}' }

let database: ActorDatabase
let feed: number
beforeAll(async () => {
  database = await openTestDatabase()
  feed = await seedFeed(database)
})
afterAll(() => database.close())

const eventAt = (at: Date, values: object = {}) => seedEvent(database, [{ feed_id: feed, sort_at: at, ...values }])

it('an answer about a pair takes that question, and leaves those of its articles with others', async () => {
  const [a = 0, b = 0, c = 0] = (await seedEvent(database, [{ feed_id: feed }, { feed_id: feed }, { feed_id: feed }]))
    .articleIds
  const pairs = [
    [a, b],
    [a, c],
    [b, c],
  ] as [number, number][]
  await database.db.transaction().execute((trx) =>
    saveQuestions(
      trx,
      pairs.map((pair) => ({ pair, similarity: 0.5 })),
      now,
    ),
  )
  const listed = async () =>
    (await listQuestions(database.db, now, 9)).map(({ sides }) => sides.map(({ id }) => id).sort((x, y) => x - y))
  const [question] = await listQuestions(database.db, now, 9)
  const answered = question?.sides.map(({ id }) => id)
  if (question) await database.db.transaction().execute((trx) => saveAnswer(trx, question, true, now))
  expect(await listed()).toEqual(pairs.filter((pair) => String(pair) !== String(answered)))
})

it('to have read all until a time forgets the marks of that time alone', async () => {
  const [older, newer] = [(await eventAt(hours(-1))).eventId, (await eventAt(hours(1))).eventId]
  const { id } = await database.db
    .insertInto('users')
    .values({ created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await markRead(database, id, [older, newer], true, now)
  await markReadUntil(database, id, now)
  const { eventId: then } = await eventAt(now)
  const listed = await listRead(database, id)
  expect([listed[0], listed.includes(then), listed.includes(older)]).toEqual([newer, true, true])
  const marks = await database.db.selectFrom('read_events').select('event_id').where('user_id', '=', id).execute()
  expect(marks).toEqual([{ event_id: newer }])
})

it('a story counts its published articles, and one without events has none', async () => {
  const { eventId } = await seedEvent(database, [
    { feed_id: feed, sort_at: hours(-2) },
    { feed_id: feed, sort_at: hours(-1), image_url: 'https://a.example/b.png' },
    { feed_id: feed, status: 'removed' },
    { feed_id: feed, status: 'pending' },
  ])
  const counted = await seedStory(database, [eventId], { entries_count: 9 })
  const empty = await seedStory(database, [], { entries_count: 9 })
  await database.db.transaction().execute((trx) => refreshStories(trx, [counted, empty], now))
  const rows = await database.db
    .selectFrom('stories')
    .select(['entries_count', 'first_at', 'last_at', 'image_url', 'status'])
    .where('id', 'in', [counted, empty])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    {
      entries_count: 2,
      first_at: hours(-2),
      last_at: hours(-1),
      image_url: 'https://a.example/b.png',
      status: 'active',
    },
    { entries_count: 0, first_at: null, last_at: null, image_url: null, status: 'dormant' },
  ])
})

it('a story falls silent ten days after its last article', async () => {
  const lastAt = hours(-10 * DAY)
  const silent = await seedStory(database, [(await eventAt(lastAt)).eventId], { last_at: lastAt })
  const running = await seedStory(database, [(await eventAt(hours(-9 * DAY))).eventId], { last_at: hours(-9 * DAY) })
  await database.db.transaction().execute((trx) => refreshStories(trx, [], now))
  const rows = await database.db
    .selectFrom('stories')
    .select('status')
    .where('id', 'in', [silent, running])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ status: 'dormant' }, { status: 'active' }])
})

it('the newest override of an article is the example for the rules', async () => {
  const { articleIds } = await eventAt(now, { title: 'Exempel' })
  const [id = 0] = articleIds
  for (const relevant of [false, true]) await overrideRelevance(database, id, relevant, now)
  const examples = (await listRelevanceExamples(database.db)).filter(({ title }) => title === 'Exempel')
  expect(examples.map(({ relevant }) => relevant)).toEqual([true])
  await database.db.deleteFrom('operator_actions').execute()
})

it.runIf(isThere('guides'))(
  'a guide has the stories of its subject that are active and were not merged into others',
  async () => {
    const tag = await seedTag(database, 'Kvitten')
    const { eventId } = await eventAt(now, { tag_ids: [tag] })
    const into = await seedStory(database, [eventId])
    for (const values of [{ merged_into: into }, { status: 'dormant' as const }])
      await seedStory(database, [(await eventAt(now, { tag_ids: [tag] })).eventId], values)
    const stories = (ids: number[]) => hydrateStories(database.readDb, ids)
    let listed: number[] = []
    await readGuideLive(
      database.readDb,
      { tagIds: [tag], pattern: null },
      {
        siteLanguage: 'sv',
        stories: async (ids: number[]) => {
          listed = ids
          return stories(ids)
        },
      },
    )
    expect(listed).toEqual([into])
  },
)

it.runIf(isThere('guides'))('a tag has the drawing of the guide that is most its own', async () => {
  const picture = (svg: string) => ({ tags: ['päron'], picture: JSON.stringify({ svg }) })
  await seedGuide(database, 'b-hub', picture('hub'))
  await seedGuide(database, 'a-rumor', { ...picture('rumor'), page_type: 'rumor' })
  await seedGuide(database, 'c-hub', picture('other hub'))
  await seedGuide(database, 'd-none', { tags: ['päron'] })
  const subject = { id: 1, tags: [{ id: 1, name: 'Päron', slug: 'päron' }] }
  expect([...(await findDrawings(database.readDb, [subject]))]).toEqual([[1, 'hub']])
})

it('a story is written from each event by its article in the site’s language', async () => {
  const { eventId } = await seedEvent(database, [
    { feed_id: feed, sort_at: hours(-3), language: 'en', title: 'English' },
    { feed_id: feed, sort_at: hours(-2), language: 'sv', title: 'Svenska' },
    { feed_id: feed, sort_at: hours(-1), language: 'sv', title: 'Senare' },
  ])
  const id = await seedStory(database, [eventId], { entries_count: 3 })
  const found = (await listStoryMaterial(database, 'sv')).find(({ storyId }) => storyId === id)
  expect(found?.events.map(({ title, inLanguage }) => [title, inLanguage])).toEqual([['Svenska', true]])
})

it('an event that was merged into another is not written about', async () => {
  const [kept, merged] = [(await eventAt(now)).eventId, (await eventAt(now)).eventId]
  await sql`update events set merged_into = ${kept} where id = ${merged}`.execute(database.db)
  expect(await findEventMaterial(database.db, kept, now)).toMatchObject({ eventId: kept })
  expect(await findEventMaterial(database.db, merged, now)).toBeNull()
})

it('an event near another has the title of its own first article, and what was merged is none', async () => {
  const features = JSON.stringify(featuresOf(contentLexicon(), { title: 'Kvitten', text: '', language: 'sv' }))
  const ids: number[] = []
  for (const title of ['Ett', 'Två', 'Tre', 'Fyra']) {
    const { eventId, articleIds } = await eventAt(hours(-300), { title })
    ids.push(eventId)
    for (const article_id of articleIds)
      await database.db
        .insertInto('article_features')
        .values({ article_id, at: hours(-300), features })
        .execute()
  }
  const [one = 0, two = 0, three = 0, four = 0] = ids
  await sql`update events set merged_into = ${three} where id = ${four}`.execute(database.db)
  const near = await eventsNear(database.readDb, one)
  expect(near.map(({ id, title }) => [id, title])).toEqual([
    [two, 'Två'],
    [three, 'Tre'],
  ])
})

it.runIf(isThere('quality'))('the figures of a month leave out what was undone', async () => {
  const act = { target: 'article:1', subject: '', at: now }
  await database.db
    .insertInto('operator_actions')
    .values([
      { ...act, action: 'article_corrected' },
      { ...act, action: 'article_corrected', undone_at: now },
      { ...act, action: 'event_split' },
      { ...act, action: 'event_split', undone_at: now },
      { ...act, action: 'source_paused' },
    ])
    .execute()
  const [month] = await listQualityMonths(database.readDb, { now, timeZone: 'UTC', retainedSince: null })
  expect(month).toMatchObject({ corrections: 1, falseJoins: 1 })
})

it.runIf(isThere('fediverse'))('an inbox without followers is deleted once it has taken all', async () => {
  const inbox = (n: number) => ({ url: `https://c.example/${n}`, host: 'c.example', due: 5 })
  await database.db
    .insertInto('fediverse_inboxes')
    .values([
      { ...inbox(1), taken: 5 },
      { ...inbox(2), taken: 4 },
    ])
    .execute()
  await purgeFediverse(database, now)
  const left = await database.db
    .selectFrom('fediverse_inboxes')
    .select('taken')
    .where('host', '=', 'c.example')
    .execute()
  expect(left).toEqual([{ taken: 4 }])
})

it('an article that leaves takes nothing of the others with it', async () => {
  const ids: number[] = []
  for (const at of [hours(-400 * DAY), hours(-1)]) {
    const [id = 0] = (await eventAt(at, { status: 'removed' })).articleIds
    await database.db
      .insertInto('article_identities')
      .values({ feed_id: feed, key: `key ${id}`, article_id: id })
      .execute()
    await database.db
      .insertInto('ai_calls')
      .values({ ...call, at, purpose: 'summary', article_id: id, verdict: 'refused' })
      .execute()
    ids.push(id)
  }
  expect(await pruneArticles(database, hours(-300 * DAY))).toEqual({ retired: 0, deleted: 1 })
  for (const table of ['article_identities', 'ai_calls', 'articles'] as const) {
    const key = table === 'articles' ? 'id' : 'article_id'
    const left = await database.db.selectFrom(table).select(key).where(key, 'in', ids).execute()
    expect([table, left.map((row) => Object.values(row)[0])]).toEqual([table, [ids[1]]])
  }
})

it.runIf(isThere('fediverse'))('what was sent to other servers is kept for 30 days', async () => {
  const activity = { actor: 'site', audience: ['site'], content: '{}' }
  for (const at of [hours(-30 * DAY), new Date(hours(-30 * DAY).getTime() - 1)])
    await database.db
      .insertInto('fediverse_activities')
      .values({ ...activity, at })
      .execute()
  await purgeFediverse(database, now)
  const left = await database.db.selectFrom('fediverse_activities').select('at').execute()
  expect(left).toEqual([{ at: hours(-30 * DAY) }])
})

it('a provider is away since the first failure after its last answer, by itself', async () => {
  await database.db.deleteFrom('ai_calls').execute()
  const failed = { ...call, purpose: 'summary', verdict: 'failed' as const }
  const insert = (values: object) =>
    database.db
      .insertInto('ai_calls')
      .values({ ...failed, at: now, ...values })
      .execute()
  const found = () => modelIssues(database.db, now)
  await insert({ at: hours(-2), verdict: 'asked' })
  await insert({ at: hours(-2), purpose: 'embedding' })
  await insert({ at: hours(-2), purpose: 'check' })
  await insert({ at: hours(-2), provider: 'another', verdict: 'accepted' })
  await insert({ at: new Date(hours(-24).getTime() - 1) })
  await insert({ at: hours(-2) })
  expect(await found()).toEqual([])
  // Two in a row, of which the first is ten minutes old.
  await insert({ purpose: 'event' })
  expect(await found()).toMatchObject([{ kind: 'model_away', since: hours(-2), facts: { n: 2 } }])
  await insert({ verdict: 'refused' })
  expect(await found()).toEqual([])
  await insert({})
  await insert({ purpose: 'judge' })
  expect(await found()).toEqual([])
  await insert({})
  expect(await found()).toMatchObject([{ kind: 'model_away', since: now, facts: { n: 3 } }])
})

it('a judge answers for what it said since it was let in, under its own prompt', async () => {
  const judge = { model: 'm', promptVersion: '1' }
  const wrong = {
    language: 'sv',
    class: 'number',
    expected: 'refused' as const,
    answered: 'supported' as const,
    examId: null,
  }
  const settled = {
    ms: 1,
    response: '',
    inputTokens: 1,
    outputTokens: 1,
    cost: 0,
    verdict: 'accepted' as const,
    reason: null,
  }
  const answer = async (at: Date, n: number) => {
    const { id } = await database.db
      .insertInto('ai_calls')
      .values({ ...call, at, purpose: 'judge', verdict: 'asked' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return recordJudgeCall(database, id, settled, judge, new Array(n).fill(wrong), at)
  }
  const letIn = { model: 'm', suspended_at: hours(-9), planted: 1, refused: 0, pairs: 0, supported: 0 }
  await database.db.deleteFrom('judge_suspensions').where('model', '=', 'm').execute()
  expect(await answer(hours(-5), 60)).toBe(false)
  await database.db
    .updateTable('judge_suspensions')
    .set({ lifted_at: hours(-4), examine_at: hours(-4) })
    .where('model', '=', 'm')
    .execute()
  expect(await answer(hours(-3), 1)).toBe(true)
  // Those of the very moment at which the examination began count.
  await database.db
    .updateTable('judge_suspensions')
    .set({ lifted_at: hours(-4), examine_at: hours(-5) })
    .where('model', '=', 'm')
    .execute()
  expect(await answer(hours(-3), 1)).toBe(false)
  await database.db.deleteFrom('judge_suspensions').where('model', '=', 'm').execute()
  await database.db
    .insertInto('judge_suspensions')
    .values({ ...letIn, prompt_version: '2', examine_at: hours(-2), lifted_at: hours(-2) })
    .execute()
  expect(await answer(hours(-1), 1)).toBe(false)
})

it('a summary of the article as it is stays, whatever else a model was asked of it', async () => {
  const { articleIds } = await eventAt(now, {
    enrich_state: 'pending',
    content_hash: 'h',
    translated_title: 'A',
    translated_summary: 'B.',
    translated_by: 'ai',
  })
  const [id = 0] = articleIds
  for (const [purpose, content_hash] of [
    ['summary', 'old'],
    ['summary', 'h'],
    ['judge', 'x'],
  ] as const)
    await database.db
      .insertInto('ai_calls')
      .values({ ...call, at: now, purpose, content_hash, article_id: id, verdict: 'accepted' })
      .execute()
  await database.db
    .insertInto('ai_calls')
    .values({ ...call, at: now, purpose: 'summary', content_hash: 'x', article_id: id, verdict: 'refused' })
    .execute()
  await publishExcerpt(database, { id, contentHash: 'h' }, 'refused', now)
  const row = await database.db
    .selectFrom('articles')
    .select('translated_title')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ translated_title: 'A' })
})

it('a page that was another’s loses its text, and the feed’s own stays', async () => {
  const { articleIds } = await eventAt(now)
  const [id = 0] = articleIds
  for (const origin of ['feed', 'page'] as const)
    await database.db
      .insertInto('article_texts')
      .values({ article_id: id, origin, text: origin, stored_at: now })
      .execute()
  const classification = {
    relevant: true,
    relevanceReason: '',
    relevanceScore: 0,
    tagIds: [],
    kind: null,
    language: 'sv',
    excerpt: 'x',
  }
  const texts = () =>
    database.db
      .selectFrom('article_texts')
      .select(['origin', 'text'])
      .where('article_id', '=', id)
      .orderBy('origin')
      .execute()
  const correction = { classification, refusal: null, imageUrl: null }
  await correctExtraction(database, id, { ...correction, text: 'part' }, now)
  expect(await texts()).toEqual([
    { origin: 'feed', text: 'feed' },
    { origin: 'page', text: 'part' },
  ])
  await correctExtraction(database, id, { ...correction, text: '' }, now)
  expect(await texts()).toEqual([{ origin: 'feed', text: 'feed' }])
})
