/** Reads of the search for pairs: the newest first, and at the same instant the later one. */
import { beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { listModelAnswers, listRecent } from './answers.ts'

const [first, second] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T11:00:00Z')]
const times = [first, second, second]
let database: Database
let ids: number[]

beforeAll(async () => {
  database = await openTestDatabase()
  const feed_id = await seedFeed(database)
  ids = await seedArticles(
    database,
    times.map((at) => ({ feed_id, sort_at: at })),
  )
})

it('articles that clustering has read', async () => {
  const features = JSON.stringify({ title: [], text: [], titleWords: [], textWords: [] })
  await database.db
    .insertInto('article_features')
    .values(ids.map((article_id, n) => ({ article_id, at: times[n] ?? first, features })))
    .execute()
  expect((await listRecent(database.db, 2)).map(({ id }) => id)).toEqual([ids[2], ids[1]])
})

it('answers of models, each once, and only of calls on record', async () => {
  const [a = 0, b = 0, c = 0] = ids
  const pairs = [
    [a, b],
    [a, c],
    [b, c],
  ] as const
  const call = { model: 'm', prompt_version: '1', provider: 'played', purpose: 'same-event', at: second } as const
  for (const [n, [one, other]] of pairs.entries()) {
    await database.db
      .insertInto('event_decisions')
      .values({ article_a: one, article_b: other, same: false, decided_by: 'model', at: times[n] ?? first })
      .execute()
    await database.db
      .insertInto('ai_calls')
      .values({ ...call, verdict: 'accepted', article_id: other, request: JSON.stringify({ articles: [one, other] }) })
      .execute()
  }
  await database.db
    .insertInto('ai_calls')
    .values({ ...call, verdict: 'refused', model: 'x', article_id: c, request: '{}' })
    .execute()
  expect((await listModelAnswers(database.db)).map(({ at, model }) => [at, model])).toEqual([
    [second, 'm'],
    [second, 'm'],
    [first, 'm'],
  ])
})
