/** The log of changes: what it says of what happened, whoever wrote it, and in which order. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { type ArticleSeed, seedFeed, seedArticles as seedGrouped, seedTag } from '../../../tests/support/build.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { type Database, publishing, transaction } from '../../platform/database/database.ts'
import { saveCorrection } from '../articles/writes/enrichment.ts'
import { correctArticle, removeArticle } from '../articles/writes/operator-articles.ts'
import { insertEvent, refreshEvents, saveMembers } from '../events/writes/events.ts'
import { mergeEvents, splitFromEvent } from '../events/writes/operator-events.ts'
import { mergeStories } from '../stories/writes/operator-stories.ts'
import { insertStories, linkEvents } from '../stories/writes/stories.ts'
import { purgeOldChanges, startNewLog } from './writes/changes.ts'

/** In no event yet. */
const seedArticles = (database: Database, seeds: ArticleSeed[]) =>
  seedGrouped(
    database,
    seeds.map((seed) => ({ event_id: null, ...seed })),
  )

let api: TestApi
let feed: number
let cursor: string
const now = new Date('2026-11-21T12:00:00Z')

beforeAll(async () => {
  api = await startApi()
  feed = await seedFeed(api.web.database)
})
afterAll(() => api.close())
beforeEach(async () => {
  cursor = await logEnd()
})

let asked = 0
/** Of an answer that was not asked for before: one that is kept lasts until the notice of a commit has come. */
const logEnd = async (): Promise<string> => (await api.call('GET', `/api/v1/changes?limit=${++asked}`)).body.next

interface Line {
  type: string
  id: number
  into?: number
  from?: number
  fields: string[]
  object: Record<string, unknown> | null
}

async function changed(query = ''): Promise<Line[]> {
  const { status, body } = await api.call('GET', `/api/v1/changes?after=${cursor}${query}`)
  expect(status).toBe(200)
  return body.data
}
const types = async () => (await changed()).map(({ type, id }) => [type, id])

async function eventOf(articles: number[], splitFrom?: number): Promise<number> {
  return publishing(api.web.database, async (trx) => {
    const eventId = await insertEvent(trx, now, now)
    if (splitFrom !== undefined)
      await sql`update events set split_from = ${splitFrom} where id = ${eventId}`.execute(trx)
    const reason = { members: 0, nearest: null, ruling: null }
    const members = articles.map((articleId) => ({
      articleId,
      eventId,
      decidedBy: 'first' as const,
      score: null,
      reason,
    }))
    await saveMembers(trx, members, now)
    await refreshEvents(trx, [eventId])
    return eventId
  })
}

it('says nothing at its end, and where that is', async () => {
  const { body } = await api.call('GET', '/api/v1/changes')
  expect(body).toMatchObject({ data: [], next: cursor, has_more: false })
})

it('tells of an article with the article as it is now', async () => {
  const [id] = (await seedArticles(api.web.database, [{ feed_id: feed, title: 'First' }])) as [number]
  await sql`update articles set title = 'Second', views = 3 where id = ${id}`.execute(api.web.database.db)
  const lines = await changed()
  expect(lines.map(({ type, fields }) => [type, fields])).toEqual([
    ['entry.created', []],
    ['entry.updated', ['content']],
  ])
  for (const { object } of lines) expect(object).toMatchObject({ id, content: { original: { title: 'Second' } } })
  expect((await api.call('GET', `/api/v1/entries/${id}`)).body.data).toEqual(lines[0]?.object)
})

it('says of a waiting article only that it is there, once it is', async () => {
  const { database } = api.web
  const [id] = (await seedArticles(database, [{ feed_id: feed, status: 'pending' }])) as [number]
  await sql`update articles set title = 'Other' where id = ${id}`.execute(database.db)
  expect(await types()).toEqual([])
  await publishing(database, (trx) => saveCorrection(trx, { articleId: id, title: 'T', summary: 'S', at: now }))
  expect(await types()).toEqual([['entry.created', id]])
})

it('holds a removed article as null, and no change of what readers do not see', async () => {
  const { database } = api.web
  const [id] = (await seedArticles(database, [{ feed_id: feed }])) as [number]
  cursor = await logEnd()
  await sql`update articles set views = 9, heat = 4, enrich_state = 'done', cluster_state = 'done', relevance_reason = 'x',
    content_hash = 'y', products = '{a}' where id = ${id}`.execute(database.db)
  await sql`update feeds set next_fetch_at = now(), etag = 'x' where id = ${feed}`.execute(database.db)
  expect(await types()).toEqual([])
  await removeArticle(database, id, now)
  expect(await changed()).toMatchObject([{ type: 'entry.removed', id, object: null }])
  expect((await api.call('GET', `/api/v1/entries/${id}`)).status).toBe(404)
})

it('makes one change of all that a transaction does to an object', async () => {
  const { database } = api.web
  const [a, b] = (await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }])) as [number, number]
  cursor = await logEnd()
  const event = await eventOf([a, b])
  expect((await types()).sort()).toEqual([
    ['entry.updated', a],
    ['entry.updated', b],
    ['event.created', event],
  ])
})

it('tells what an event went on in, what it was split from, and of the event whose article says something else', async () => {
  const { database } = api.web
  const articles = await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }, { feed_id: feed }])
  const [a, b, c] = articles as [number, number, number]
  const [one, other] = [await eventOf([a, b]), await eventOf([c])]
  cursor = await logEnd()
  const { eventId } = await mergeEvents(database, one, other, now)
  const gone = eventId === one ? other : one
  expect(await changed()).toContainEqual(
    expect.objectContaining({ type: 'event.merged', id: gone, into: eventId, object: null }),
  )
  cursor = await logEnd()
  const split = await splitFromEvent(database, b, now)
  expect(await changed()).toContainEqual(
    expect.objectContaining({ type: 'event.split', id: split.eventId, from: eventId }),
  )
  cursor = await logEnd()
  await correctArticle(database, b, { title: 'Rättad', summary: 'Så är det.' }, now)
  const said = await changed()
  const types = [...ifThere('corrections', 'correction.created'), 'entry.updated', 'event.updated']
  expect(said.map(({ type }) => type).sort()).toEqual(types)
  for (const { object } of said.filter(({ type }) => type === 'correction.created'))
    expect(object).toMatchObject({ entry_id: b, after: { title: 'Rättad', summary: 'Så är det.' } })
})

it('removes an event with its last article', async () => {
  const { database } = api.web
  const [id] = (await seedArticles(database, [{ feed_id: feed }])) as [number]
  const event = await eventOf([id])
  cursor = await logEnd()
  await removeArticle(database, id, now)
  expect((await types()).sort()).toEqual([
    ['entry.removed', id],
    ['event.removed', event],
  ])
})

it('tells of stories, of the events in them, and of merges', async () => {
  const { database } = api.web
  const [id] = (await seedArticles(database, [{ feed_id: feed }])) as [number]
  const event = await eventOf([id])
  cursor = await logEnd()
  const opened = await publishing(database, async (trx) => {
    const numbers = await insertStories(
      trx,
      new Map([
        [-1, null],
        [-2, null],
      ]),
      now,
    )
    const story = numbers.get(-2) ?? 0
    await linkEvents(trx, [{ event_id: event, story_id: story, score: null, reason: {} }], now)
    return [...numbers.values()]
  })
  const lines = async () => (await changed()).map(({ type, id: of, fields }) => `${type} ${of} ${fields}`).sort()
  const linked = [`entry.updated ${id} story`, `event.updated ${event} story`]
  expect(await lines()).toEqual(linked)
  const set = async (change: string) => {
    cursor = await logEnd()
    await publishing(database, (trx) =>
      sql`update stories set ${sql.raw(change)} where id = any(${opened}::bigint[])`.execute(trx),
    )
    return lines()
  }
  // Shown with a title and an article.
  expect(await set(`title = 'Bron'`)).toEqual([])
  const created = [...linked, ...opened.map((story) => `story.created ${story} `)].sort()
  expect(await set('entries_count = 1')).toEqual(created)
  expect(await set('entries_count = 0')).toEqual(created.map((line) => line.replace('created', 'removed')))
  expect(await set('entries_count = 1')).toEqual(created)
  expect(await set('entries_count = 2')).toEqual(opened.map((story) => `story.updated ${story} entries_count`).sort())
  cursor = await logEnd()
  const [into, from] = [Math.min(...opened), Math.max(...opened)]
  await mergeStories(database, into, from, now)
  expect(await changed('&types=story.merged')).toMatchObject([{ type: 'story.merged', id: from, into }])
})

it('tells all that carry the name of a source or a tag', async () => {
  const { database } = api.web
  const source = await seedFeed(database, { title: 'Old' })
  const tag = await seedTag(database, 'Gammal')
  const [id] = (await seedArticles(database, [{ feed_id: source, tag_ids: [tag] }])) as [number]
  cursor = await logEnd()
  await sql`update feeds set title = 'New' where id = ${source}`.execute(database.db)
  await sql`update tags set name = 'Ny' where id = ${tag}`.execute(database.db)
  expect((await changed()).map(({ id: of, fields }) => [of, fields])).toEqual([
    [id, ['feed']],
    [id, ['tags']],
  ])
})

it('gives pages that meet, and only what is asked for', async () => {
  const ids = await seedArticles(
    api.web.database,
    Array.from({ length: 7 }, () => ({ feed_id: feed })),
  )
  const seen: number[] = []
  for (let after = cursor, more = true; more; ) {
    const { body } = await api.call('GET', `/api/v1/changes?after=${after}&limit=3`)
    seen.push(...body.data.map(({ id }: Line) => id))
    more = body.has_more
    after = body.next
  }
  expect(seen).toEqual(ids)
  expect(await changed('&types=event,story.merged')).toEqual([])
  expect((await changed('&types=entry')).length).toBe(7)
})

it('refuses what is no cursor and no type, and says how to start anew from a cursor that leads nowhere', async () => {
  for (const query of ['after=12', 'after=', 'types=entry.viewed', 'limit=0'])
    expect((await api.call('GET', `/api/v1/changes?${query}`)).body.error.type, query).toBe('bad_request')
  expect((await api.call('GET', `/api/v1/changes?after=00000000-1`)).status).toBe(410)
  const { database } = api.web
  await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }])
  const newest = await logEnd()
  await sql`update changes set at = now() - interval '91 days'`.execute(database.db)
  await purgeOldChanges(database, new Date())
  const { status, body } = await api.call('GET', `/api/v1/changes?after=${cursor}`)
  expect([status, body.error.type]).toEqual([410, 'gone'])
  expect(body.error.message).toContain('ask without "after"')
  expect((await api.call('GET', `/api/v1/changes?after=${newest}`)).body.data).toEqual([])
})

it('begins another log when the data are others, as after a restore', async () => {
  await transaction(api.web.database, startNewLog)
  await publishing(api.web.database, async () => {})
  expect((await api.call('GET', `/api/v1/changes?after=${cursor}`)).status).toBe(410)
})

it('never puts a change behind a cursor, though transactions overlap and nobody called them publishing', async () => {
  const { database } = api.web
  const [slow, quick] = (await seedArticles(database, [{ feed_id: feed }, { feed_id: feed }])) as [number, number]
  cursor = await logEnd()
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const first = transaction(database, async (trx) => {
    await sql`update articles set title = 'slow' where id = ${slow}`.execute(trx)
    written.resolve()
    await release.promise
  })
  await written.promise
  let second = false
  const after = transaction(database, (trx) =>
    sql`update articles set title = 'quick' where id = ${quick}`.execute(trx),
  ).then(() => (second = true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([second, await types()]).toEqual([false, []])
  release.resolve()
  await Promise.all([first, after])
  expect((await changed()).map(({ id }) => id)).toEqual([slow, quick])
})

it('raises the version of the content for whoever writes, so that no cache is left behind', async () => {
  const { database } = api.web
  const version = async () =>
    (
      await database.db
        .selectFrom('data_versions')
        .select('version')
        .where('name', '=', 'content')
        .executeTakeFirstOrThrow()
    ).version
  const [id] = (await seedArticles(database, [{ feed_id: feed }])) as [number]
  const before = await version()
  await sql`update articles set title = 'Elsewhere' where id = ${id}`.execute(database.db)
  expect(await version()).toBe(before + 1)
  await sql`update articles set views = 7 where id = ${id}`.execute(database.db)
  expect(await version()).toBe(before + 1)
})

/** What is stored beside what readers see; a new column is named here, or in the triggers of the log. */
const PRIVATE: Record<string, string[]> = {
  articles: [
    ...[
      'id',
      'canonical_url',
      'discovered_at',
      'content_hash',
      'status',
      'relevance_reason',
      'relevance_score',
      'relevant_by_event',
      'translated_at',
      'products',
      'reservation',
    ],
    ...[
      'views',
      'heat',
      'popularity',
      'extract_state',
      'extract_after',
      'extract_reason',
      'enrich_state',
      'cluster_state',
    ],
  ],
  events: [
    'id',
    'created_at',
    'articles_count',
    'story_state',
    'merged_into',
    'split_from',
    'text_state',
    'text_after',
  ],
  stories: [
    ...['id', 'text_articles', 'text_events', 'text_newest_at', 'merged_into', 'created_at', 'updated_at', 'search'],
  ],
  episodes: ['episode_id', 'origin', 'created_at', 'updated_at'],
  guides: ['slug', 'file', 'content_hash', 'search'],
}

it.each(Object.keys(PRIVATE))('notices every column of %s, or knows it as private', async (table) => {
  const { rows } = await sql<{ column: string; source: string }>`
    select a.attname as column, pg_get_functiondef(t.tgfoid) as source from pg_attribute a
    join pg_trigger t on t.tgrelid = a.attrelid and t.tgname = ${`${table}_log_update`}
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`.execute(api.web.database.db)
  expect(rows.length).toBeGreaterThan(5)
  const unknown = rows.filter(
    ({ column, source }) =>
      !source.includes(`n.${column} is distinct from o.${column}`) && !PRIVATE[table]?.includes(column),
  )
  expect(unknown.map(({ column }) => column)).toEqual([])
})
