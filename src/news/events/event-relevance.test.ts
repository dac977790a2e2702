/** Articles whose own text leaves it open are about the topic as long as their event is, whatever came first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ArticleSeed, growEvent, seedArticles, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { contentLexicon } from '../../../tests/support/content.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/neighbour.ts'
import { type ActorDatabase, publishing } from '../../platform/database/database.ts'
import { removeArticle } from '../articles/writes/articles.ts'
import { acceptEnrichment, findEnrichable } from '../articles/writes/enrichment.ts'
import { decideByAllEvents, decideByEvents } from '../articles/writes/event-relevance.ts'
import { saveExtraction } from '../articles/writes/extraction.ts'
import { saveClassifications } from '../articles/writes/reclassification.ts'
import { overrideRelevance } from '../articles/writes/relevance-overrides.ts'
import { type ClusterCtx, createClustering } from './clustering/stage/cluster.ts'

const now = new Date('2026-11-21T12:00:00Z')
let database: ActorDatabase
let feeds: number[]

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database, 'feeds')
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
})

const open = (values: Partial<ArticleSeed> = {}): ArticleSeed => ({
  feed_id: feeds[0] ?? 0,
  relevant: false,
  relevance_score: 0.6,
  ...values,
})
const about = (source: number, values: Partial<ArticleSeed> = {}): ArticleSeed => ({
  feed_id: feeds[source] ?? 0,
  relevant: true,
  relevance_score: 1.5,
  ...values,
})
const verdictOf = (id: number | undefined) =>
  database.db
    .selectFrom('articles')
    .select(['relevant', 'relevant_by_event'])
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
const yes = { relevant: true, relevant_by_event: true }
const no = { relevant: false, relevant_by_event: false }

/** An open article, the rest of its event, and whether that makes it relevant. */
const cases: Record<string, [() => Partial<ArticleSeed>, () => ArticleSeed[], boolean]> = {
  'two other publishers': [() => ({}), () => [about(1), about(2)], true],
  'one other publisher, twice': [() => ({}), () => [about(1), about(1)], false],
  'its own publisher and another': [() => ({}), () => [about(0), about(1)], false],
  'two feeds that credit one agency': [
    () => ({}),
    () => [1, 2].map((source) => about(source, { credited_publisher: 'agency.example' })),
    false,
  ],
  'the agency that it credits itself': [
    () => ({ credited_publisher: 'agency.example' }),
    () => [about(1, { credited_publisher: 'agency.example' }), about(2)],
    false,
  ],
  'another that is open itself': [() => ({}), () => [about(1), open({ feed_id: feeds[2] ?? 0 })], false],
  'another that an event made relevant': [
    () => ({}),
    () => [about(1), about(2, { relevant_by_event: true, relevance_score: 0.7 })],
    false,
  ],
  'another that is relevant by itself by now': [
    () => ({}),
    () => [about(1), about(2, { relevant_by_event: true })],
    true,
  ],
  'another that is not about the topic': [() => ({}), () => [about(1), about(2, { relevant: false })], false],
  'another that was removed': [() => ({}), () => [about(1), about(2, { status: 'removed' })], false],
  'another that waits': [() => ({}), () => [about(1), about(2, { status: 'pending' })], false],
  'a text that hardly names the topic': [() => ({ relevance_score: 0.4 }), () => [about(1), about(2)], false],
  'a text from before scores': [() => ({ relevance_score: null }), () => [about(1), about(2)], false],
  'a model that said no': [() => ({ translated_by: 'ai' }), () => [about(1), about(2)], false],
  'a model that is still asked': [() => ({ enrich_state: 'pending' }), () => [about(1), about(2)], false],
  'an article that was removed': [() => ({ status: 'removed' }), () => [about(1), about(2)], false],
}

it.each(Object.keys(cases))('decides by %s', async (name) => {
  const [values, others, expected] = cases[name] ?? [() => ({}), () => [], true]
  const { articleIds } = await seedEvent(database, [open(values()), ...others()])
  for (let n = 0; n < 2; n++) await decideByAllEvents(database)
  expect(await verdictOf(articleIds[0])).toEqual(expected ? yes : no)
})

it('raises no version where nothing changes', async () => {
  const version = async () =>
    (await sql<{ version: number }>`select version from data_versions where name = 'content'`.execute(database.db))
      .rows[0]?.version
  await seedEvent(database, [open(), about(1), about(2)])
  await decideByAllEvents(database)
  const before = await version()
  await decideByAllEvents(database)
  expect(await version()).toBe(before)
})

it('takes it back when the event loses the others, and leaves what is relevant by itself by then', async () => {
  const { articleIds } = await seedEvent(database, [open(), open(), about(1), about(2)])
  await decideByAllEvents(database)
  const [lost, gained, other] = articleIds
  await database.db.updateTable('articles').set({ relevance_score: 1.2 }).where('id', '=', gained!).execute()
  await database.db.updateTable('articles').set({ relevant: false }).where('id', '=', other!).execute()
  await decideByAllEvents(database)
  expect(await verdictOf(lost)).toEqual(no)
  expect(await verdictOf(gained)).toEqual({ relevant: true, relevant_by_event: false })
})

it('decides the events that it is given, and leaves their twins', async () => {
  const [one, twin] = [
    await seedEvent(database, [open(), about(1), about(2)]),
    await seedEvent(database, [open(), about(1), about(2)]),
  ]
  await publishing(database, (trx) => decideByEvents(trx, [one.eventId]))
  expect([await verdictOf(one.articleIds[0]), await verdictOf(twin.articleIds[0])]).toEqual([yes, no])
})

describe('an operator', () => {
  it.each([true, false])('wins over the event: %s', async (relevant) => {
    const { articleIds } = await seedEvent(database, [open(), about(1), about(2)])
    const [id = 0, other = 0] = articleIds
    if (!relevant) await decideByAllEvents(database)
    await overrideRelevance(database, id, relevant, now)
    await database.db.updateTable('articles').set({ relevant: !relevant }).where('id', '=', other).execute()
    await decideByAllEvents(database)
    expect(await verdictOf(id)).toMatchObject({ relevant })
  })

  it('gives evidence by saying that an open article is about the topic', async () => {
    const { eventId, articleIds } = await seedEvent(database, [open({ feed_id: feeds[1] ?? 0 }), about(2)])
    await overrideRelevance(database, articleIds[0] ?? 0, true, now)
    const [id] = await growEvent(database, eventId, [open()])
    await decideByAllEvents(database)
    expect(await verdictOf(id)).toEqual(yes)
  })
})

it('ends with the verdict of a model', async () => {
  const { articleIds } = await seedEvent(database, [open(), about(1), about(2)])
  const [id = 0] = articleIds
  await decideByAllEvents(database)
  await database.db.updateTable('articles').set({ enrich_state: 'pending' }).where('id', '=', id).execute()
  const article = await findEnrichable(database.db, id)
  if (!article) throw new Error('there is no article')
  const texts = { title: 'A title', summary: 'A summary.', relevanceReason: 'a model', kind: 'news' as const }
  const lists = { tagNames: [], proposedTags: [], products: [], claims: [] }
  await acceptEnrichment(database, article, { ...texts, ...lists, relevant: false }, { row: 0, at: now })
  await decideByAllEvents(database)
  expect(await verdictOf(id)).toEqual(no)
})

/** Score and verdict after the page's text was read. */
it.each([
  ['a page that says less', 0.2, 0.6, yes],
  ['a page that says enough', 1.1, 1.1, { relevant: true, relevant_by_event: false }],
] as const)('goes on with %s', async (_, read, score, expected) => {
  const { articleIds } = await seedEvent(database, [open(), about(1), about(2)])
  const [id = 0] = articleIds
  await decideByAllEvents(database)
  const classification = { relevant: read >= 1, relevanceReason: 'text', relevanceScore: read, tagIds: [], kind: null }
  const page = { text: 'A text.', imageUrl: null, reservation: null }
  await saveExtraction(
    database,
    id,
    { ...page, classification: { ...classification, language: 'en', excerpt: '' } },
    now,
  )
  await decideByAllEvents(database)
  expect(await verdictOf(id)).toEqual(expected)
  const { relevance_score } = await database.db
    .selectFrom('articles')
    .select('relevance_score')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(relevance_score).toBeCloseTo(score)
})

it('lets rules that run again keep what the event decided', async () => {
  const { articleIds } = await seedEvent(database, [open(), about(1), about(2)])
  const [id = 0] = articleIds
  await decideByAllEvents(database)
  const classification = { relevant: false, relevanceReason: 'text', relevanceScore: 0.7, tagIds: [], kind: null }
  await saveClassifications(database, [{ id, ...classification }])
  expect(await verdictOf(id)).toEqual(yes)
  await saveClassifications(database, [{ id, ...classification, relevanceScore: 0 }])
  await decideByAllEvents(database)
  expect(await verdictOf(id)).toEqual(no)
})

describe('the stage cluster', () => {
  const clusterCtx = (): ClusterCtx => ({
    database,
    lexicon: contentLexicon(),
    now: () => now,
    vectorModel: null,
    classifyBorderlinePairs: null,
  })
  const bridge = {
    title: 'Bron i Lund stängs efter branden',
    excerpt: 'Bron i Lund stängs i tre veckor efter branden i natt.',
    language: 'sv',
    event_id: null,
    cluster_state: 'pending' as const,
    sort_at: now,
    published_at: now,
    discovered_at: now,
  }
  const reports = () => [open(bridge), about(1, bridge), about(2, bridge)]
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]

  it.each(orders)('decides the same in the order %d, %d, %d, and takes it back', async (...order) => {
    const cluster = createClustering(clusterCtx())
    const ids: number[] = []
    for (const at of order) {
      const [id = 0] = await seedArticles(database, reports().slice(at, at + 1))
      ids[at] = id
      await cluster()
      expect(await verdictOf(ids[0] ?? id)).toMatchObject(
        ids[0] === undefined ? {} : { relevant: ids.filter(Boolean).length === 3 },
      )
    }
    expect(await verdictOf(ids[0])).toEqual(yes)
    await publishing(database, (trx) => removeArticle(trx, ids[1] ?? 0))
    await cluster()
    expect(await verdictOf(ids[0])).toEqual(no)
  })
})
