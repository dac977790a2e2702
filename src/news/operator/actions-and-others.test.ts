/** Actions of the operator and their undoing: each changes its own thing, and leaves another that is alike in all. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import {
  growEvent,
  insertRow,
  said,
  seedArticles,
  seedEvent,
  seedEventText,
  seedFeed,
  seedStory,
} from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import {
  correctArticle,
  removeArticle,
  restoreArticle,
  withdrawCorrection,
} from '../articles/writes/operator-articles.ts'
import { overrideRelevance } from '../articles/writes/relevance-overrides.ts'
import { mergeEvents, splitFromEvent } from '../events/writes/operator-events.ts'
import { addSource } from '../feeds/writes/operator-sources.ts'
import { editStory, mergeStories, releaseStory } from '../stories/writes/operator-stories.ts'
import { undoOperatorAction } from './writes/undo.ts'

/** Two sources, an event that both report and one of one of them, and two stories. */
interface Things {
  feeds: number[]
  articles: number[]
  events: number[]
  stories: number[]
}

let web: TestWeb
const byOperator = () => actionsOf(web)
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.close())

const at = new Date('2026-11-21T10:00:00Z')
const written = {
  translated_title: 'Rubrik',
  translated_summary: 'Text.',
  translated_by: 'operator',
  enrich_state: 'done',
} as const

async function seed(): Promise<Things> {
  const { database } = web
  const feeds = [await seedFeed(database, { language: 'de' }), await seedFeed(database, { language: 'de' })]
  const [one = 0, two = 0] = feeds
  const about = { sort_at: at, published_at: at, language: 'de' }
  const first = await seedEvent(database, [{ feed_id: one, ...about }])
  const grown = await growEvent(database, first.eventId, [{ feed_id: two, ...about, ...written }])
  const second = await seedEvent(database, [{ feed_id: one, ...about }])
  const { eventId: merged } = await seedEvent(database, [{ feed_id: one, ...about }])
  await sql`update events set merged_into = ${second.eventId} where id = ${merged}`.execute(database.db)
  await sql`update events set story_state = 'done'`.execute(database.db)
  const [articleId = 0] = first.articleIds
  const claims = [said('title', 'Rubrik', { by: [articleId] }), said('sentence', 'Ett.', { by: [articleId] })]
  await seedEventText(database, { eventId: first.eventId, claims, points: [] })
  const [a, b] = [articleId, grown[0] ?? 0]
  await insertRow(database, 'event_decisions', { article_a: a, article_b: b, same: true, decided_by: 'model', at })
  const stories: number[] = []
  for (const eventId of [first.eventId, second.eventId]) stories.push(await seedStory(database, [eventId], text))
  const [into = 0, other = 0] = stories
  const gone = await seedStory(database, [], text)
  await sql`update stories set merged_into = ${into} where id = ${gone}`.execute(database.db)
  await sql`update stories set predecessor_id = ${into} where id = ${other}`.execute(database.db)
  const articles = [
    ...first.articleIds,
    ...grown,
    ...second.articleIds,
    ...(await seedArticles(database, [{ feed_id: two, status: 'removed' }])),
  ]
  return { feeds, articles, events: [first.eventId, second.eventId, merged], stories: [...stories, gone] }
}

const text = { lead: 'Ingress.', body: 'Text.', text_by: 'operator' as const, text_events: 1 }

async function rowsOf({ feeds, articles, events, stories }: Things): Promise<unknown> {
  const tables = {
    feeds: ['id', feeds],
    articles: ['id', articles],
    events: ['id', events],
    stories: ['id', stories],
    event_members: ['event_id', events],
    event_texts: ['event_id', events],
    event_decisions: ['article_a', articles],
    story_events: ['story_id', stories],
    claims: ['event_id', events],
  } as Record<string, [string, number[]]>
  const found = Object.entries(tables).map(async ([table, [column, ids]]) => {
    const { rows } = await sql`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = any(${ids}::bigint[]) order by 1`.execute(
      web.database.db,
    )
    return [table, rows]
  })
  return Object.fromEntries(await Promise.all(found))
}

async function undoLast() {
  const { db } = web.database
  const { id } = await db.selectFrom('operator_actions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return undoOperatorAction(web.database, id, web.ctx.clock.now())
}

const actions: Record<string, (things: Things) => Promise<unknown>> = {
  'a source that is paused': ({ feeds: [id = 0] }) => byOperator().pauseSource(id, 'En stund.'),
  'a source that is removed': ({ feeds: [id = 0] }) => byOperator().removeSource(id, false),
  'a source that is removed with its articles': ({ feeds: [id = 0] }) => byOperator().removeSource(id, true),
  'a source in another language': ({ feeds: [id = 0] }) => byOperator().editSource(id, { language: 'fr' }),
  'an article that is corrected': ({ articles: [id = 0] }) =>
    correctArticle(web.database, id, { title: 'Ny', summary: 'Ny text.' }, web.ctx.clock.now()),
  'a correction that is withdrawn': ({ articles: [, id = 0] }) =>
    withdrawCorrection(web.database, id, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now()),
  'an article that is removed': ({ articles: [id = 0] }) => removeArticle(web.database, id, web.ctx.clock.now()),
  'an article that is restored': ({ articles: [, , , id = 0] }) =>
    restoreArticle(web.database, id, web.ctx.clock.now()),
  'an article off the topic': ({ articles: [id = 0] }) =>
    overrideRelevance(web.database, id, false, web.ctx.clock.now()),
  'events that are one': ({ events: [one = 0, two = 0] }) => mergeEvents(web.database, one, two, web.ctx.clock.now()),
  'an article taken out of its event': ({ articles: [, id = 0], events: [event = 0] }) =>
    splitFromEvent(web.database, id, web.ctx.clock.now(), event),
  'an event that is corrected': ({ events: [id = 0] }) =>
    byOperator().correctEvent(id, { title: 'Ny', summary: 'Ny text.', retainPoints: false }),
  'a story that is written': ({ stories: [id = 0] }) =>
    editStory(web.database, id, { title: 'Ny', lead: 'Ny.', body: 'Ny text.' }, web.ctx.clock.now()),
  'a story that is released': ({ stories: [id = 0] }) => releaseStory(web.database, id, web.ctx.clock.now()),
  'stories that are one': ({ stories: [one = 0, two = 0] }) =>
    mergeStories(web.database, one, two, web.ctx.clock.now()),
}

describe.each(Object.entries(actions))('%s', (_, act) => {
  it('leaves others as they are, and so does undoing it', async () => {
    const [things, others] = [await seed(), await seed()]
    const [before, own] = [await rowsOf(others), await rowsOf(things)]
    await act(things)
    expect(await rowsOf(things)).not.toEqual(own)
    expect(await rowsOf(others)).toEqual(before)
    expect(await undoLast()).toBe('done')
    expect(await rowsOf(others)).toEqual(before)
  })
})

it('a source’s language that is taken back leaves the articles that have another since', async () => {
  const { feeds, articles } = await seed()
  await byOperator().editSource(feeds[0] ?? 0, { language: 'fr' })
  const [changed = 0, , other = 0] = articles
  await sql`update articles set language = 'it' where id = ${changed}`.execute(web.database.db)
  await undoLast()
  const languages = await web.database.db
    .selectFrom('articles')
    .select('language')
    .where('id', 'in', [changed, other])
    .orderBy('id')
    .execute()
  expect(languages.map(({ language }) => language)).toEqual(['it', 'de'])
})

it('a source that is added again has its articles back, but for those that were removed before', async () => {
  const [one, other] = [await seed(), await seed()]
  for (const { feeds } of [one, other]) await byOperator().removeSource(feeds[1] ?? 0, true)
  const { db } = web.database
  const feed = await db
    .selectFrom('feeds')
    .select(['url', 'title', 'publisher'])
    .where('id', '=', one.feeds[1] ?? 0)
    .executeTakeFirstOrThrow()
  const source = { ...feed, siteUrl: null, language: 'de', relevance: 'model' as const, extract: false }
  await addSource(web.database, source, web.clock.now())
  const statusOf = async (id = 0) =>
    (await db.selectFrom('articles').select('status').where('id', '=', id).executeTakeFirst())?.status
  const ids = [one.articles[1], one.articles[3], other.articles[1]]
  expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'removed', 'removed'])
})
