/** Lists and counts of the console, each with what belongs to it and what does not. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { listTextPending } from '../../news/events/writes/event-texts.ts'
import { insertAiCall } from '../../news/models/writes/ai-calls.ts'
import { stageBacklog } from '../../news/operator/queries/overview.ts'
import { listEventCandidates, reviewOrders } from '../../news/operator/queries/review-candidates.ts'
import { countWaiting } from '../../news/stages/writes/reprocess-states.ts'
import { findJudgeOf } from '../../news/texts/queries/judge-record.ts'
import type { Database } from '../../platform/database/database.ts'

let database: Database
let feed: number
beforeAll(async () => {
  database = await openTestDatabase()
  feed = await seedFeed(database, { status: 'paused' })
})
afterAll(() => database.close())

const now = new Date('2026-11-21T12:00:00Z')
const [before, after] = [new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)]

it('the backlog has the sources that are due, and the articles and events that wait for a stage', {
  tags: 'slow',
}, async () => {
  const none = await stageBacklog(database.db, now)
  await seedFeed(database, { next_fetch_at: now })
  await seedFeed(database, { next_fetch_at: after })
  await seedFeed(database, { next_fetch_at: before, status: 'paused' })
  const pending = { extract_state: 'pending', enrich_state: 'pending', cluster_state: 'pending' } as const
  const done = { extract_state: 'done', enrich_state: 'done', cluster_state: 'done' } as const
  const ids = await seedArticles(database, [
    { feed_id: feed, ...pending },
    { feed_id: feed, ...pending, status: 'pending' },
    { feed_id: feed, ...pending, status: 'removed' },
    { feed_id: feed, ...done },
  ])
  const [, , , corrected = 0] = ids
  await sql`update articles set enrich_state = 'pending', translated_by = 'operator' where id = ${corrected}`.execute(
    database.db,
  )
  const waiting = await Promise.all((['enrich', 'cluster'] as const).map((stage) => countWaiting(database.db, stage)))
  expect(waiting).toEqual([2, 1])
  await sql`update articles set enrich_state = 'done', translated_by = null where id = ${corrected}`.execute(
    database.db,
  )
  const event = {
    created_at: before,
    first_at: before,
    last_at: before,
    articles_count: 2,
    source_count: 2,
    relevant: 1,
  }
  const waits = { ...event, story_state: 'done', text_state: 'pending' } as const
  const { id: other } = await database.db
    .insertInto('events')
    .values({ ...waits, text_state: 'done', story_state: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('events')
    .values([
      waits,
      { ...waits, source_count: 1 },
      { ...waits, relevant: 0 },
      { ...waits, merged_into: other },
      { ...waits, last_at: new Date(now.getTime() - 48 * 3_600_000) },
    ])
    .execute()
  // The two published articles have an event each, and wait to be embedded.
  const found = await stageBacklog(database.db, now)
  const grown = Object.entries(found).map(([stage, n]) => [stage, n - none[stage as keyof typeof none]])
  expect(Object.fromEntries(grown)).toEqual({
    fetch: 1,
    extract: 2,
    enrich: 2,
    embed: 2,
    cluster: 1,
    stories: 3,
    events: 1,
  })
})

it('the judge of a text is the one that answered about it last, with its record on planted errors', async () => {
  const [one = 0, other = 0] = await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }])
  const requested = (articleId: number, model: string, fields: object = {}) =>
    insertAiCall(database.db, {
      purpose: 'judge',
      articleId,
      at: now,
      ms: 1,
      provider: 'openai',
      model,
      promptVersion: '1',
      contentHash: 'x',
      request: {},
      response: null,
      inputTokens: 1,
      outputTokens: 1,
      cost: 0,
      verdict: 'accepted',
      reason: null,
      ...fields,
    })
  const planted = (model: string, answers: ('contradicted' | 'not_in_evidence' | 'supported')[], fields: object = {}) =>
    database.db
      .insertInto('judge_controls')
      .values(
        answers.map((answered, position) => ({
          model,
          prompt_version: '1',
          class: 'value',
          language: 'sv',
          at: now,
          position,
          expected: 'refused' as const,
          answered,
          ...fields,
        })),
      )
      .execute()
  const judge = () => findJudgeOf(database.db, { article_id: one })
  expect(await judge()).toBeNull()
  await requested(one, 'first')
  expect(await judge()).toBeNull()
  await planted('first', ['contradicted', 'not_in_evidence', 'supported'])
  await planted('first', ['supported'], { expected: 'supported' })
  await planted('first', ['supported'], { prompt_version: '2' })
  expect(await judge()).toEqual({ model: 'first', planted: 3, caught: 2 })
  await planted('second', ['supported'])
  await requested(one, 'second')
  await requested(other, 'first')
  await requested(one, 'first', { purpose: 'summary' })
  await requested(one, 'first', { verdict: 'failed', reason: 'away' })
  expect(await judge()).toEqual({ model: 'second', planted: 1, caught: 0 })
})

it('events to look through are in the requested order, those of one article in none', { tags: 'slow' }, async () => {
  const [one, two] = [await seedFeed(database), await seedFeed(database)]
  const reported = (hoursAgo: number, languages: string[]) =>
    seedEvent(
      database,
      languages.map((language, i) => ({
        feed_id: i % 2 ? one : two,
        language,
        relevant: true,
        sort_at: new Date(now.getTime() - hoursAgo * 3_600_000),
      })),
    ).then(({ eventId }) => eventId)
  const large = await reported(3, ['sv', 'sv', 'sv'])
  const mixed = await reported(2, ['sv', 'en'])
  const latest = await reported(1, ['sv', 'sv'])
  await reported(0, ['sv'])
  const orders = await Promise.all(reviewOrders.map((order) => listEventCandidates(database.db, order, 9)))
  expect(Object.fromEntries(reviewOrders.map((order, i) => [order, orders[i]?.map(({ id }) => id)]))).toEqual({
    latest: [latest, mixed, large],
    large: [large, latest, mixed],
    languages: [mixed, large, latest],
    words: [large, latest, mixed],
  })
  expect((await listEventCandidates(database.db, 'latest', 2)).map(({ id }) => id)).toEqual([latest, mixed])
  const untold = await listTextPending(database.db, now, 9)
  expect(untold.filter((id) => id >= large)).toEqual([latest, mixed, large])
})
