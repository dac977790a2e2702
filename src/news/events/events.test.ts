/** Events as readers get them: what is listed, what they are made of, and ids that last through merges and splits. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growEvent, seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { contentLexicon } from '../../../tests/support/content.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type ActorDatabase, publishing } from '../../platform/database/database.ts'
import { removeArticle } from '../articles/writes/articles.ts'
import { findMergeTarget } from '../resources/queries/moved.ts'
import { createClustering } from './clustering/stage/cluster.ts'
import { findEvent } from './queries/events.ts'
import { type EventFilter, listEvents, pageEvents } from './queries/list.ts'
import { absorbEvents, refreshEvents } from './writes/events.ts'
import { mergeEvents, splitFromEvent } from './writes/operator-events.ts'

const now = new Date('2026-11-21T12:00:00Z')
let database: ActorDatabase
let feeds: number[]
let tag: number

beforeAll(async () => {
  database = await openTestDatabase()
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
  tag = await seedTag(database, 'Bron')
})
afterAll(() => database.close())

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour, minute))
const report = (source: number, hour: number, values = {}) => ({
  feed_id: feeds[source]!,
  published_at: at(hour),
  sort_at: at(hour),
  discovered_at: at(hour),
  ...values,
})
const find = (id: number) => findEvent(database.db, id, 'sv')
const ids = async (filter: EventFilter, sort: 'newest' | 'updated' | 'popular' = 'newest') =>
  (await listEvents(database.db, { filter, sort, limit: 50, siteLanguage: 'sv' })).map(({ id }) => id)

describe('lists', () => {
  let old: number
  let grown: number
  let lone: number
  let unrelated: number

  beforeAll(async () => {
    grown = (await seedEvent(database, [report(0, 1, { tag_ids: [tag] }), report(1, 9)])).eventId
    old = (await seedEvent(database, [report(1, 2, { views: 900, heat: 1300 })])).eventId
    lone = (await seedEvent(database, [report(2, 5)])).eventId
    unrelated = (await seedEvent(database, [report(2, 6, { relevant: false })])).eventId
  })

  it('go by what was first reported last, by what was reported on last, and by what is read', async () => {
    expect(await ids({})).toEqual([unrelated, lone, old, grown])
    expect(await ids({}, 'updated')).toEqual([grown, unrelated, lone, old])
    expect((await ids({}, 'popular'))[0]).toBe(old)
  })

  it.each([
    ['the topic', () => ({ relevant: true }), () => [lone, old, grown]],
    ['what has nothing to do with it', () => ({ relevant: false }), () => [unrelated]],
    ['the time since which it was reported on', () => ({ since: at(5, 30) }), () => [unrelated, grown]],
    ['the time before which it was first reported', () => ({ until: at(2) }), () => [grown]],
    ['a tag of one of its articles', () => ({ tagId: tag }), () => [grown]],
    ['a source of one of its articles', () => ({ feedIds: [feeds[1]!] }), () => [old, grown]],
    ['a number of publishers', () => ({ minSources: 2 }), () => [grown]],
    ['a story that there is not', () => ({ storyId: 999 }), () => []],
  ] as [string, () => EventFilter, () => number[]][])('are cut by %s', async (_, filter, expected) =>
    expect(await ids(filter())).toEqual(expected()),
  )

  it('have one place for an event, however many of its articles are read', async () => {
    const read = Array.from({ length: 12 }, (_, i) => report(0, 10, { heat: 2000 + i }))
    const { eventId } = await seedEvent(database, read)
    const [first, second] = await listEvents(database.db, { filter: {}, sort: 'popular', limit: 2, siteLanguage: 'sv' })
    expect([first?.id, second?.id]).toEqual([eventId, old])
    await publishing(database, async (trx) => {
      for (const { id } of first?.entries ?? []) await removeArticle(trx, id)
    })
  })

  it('come in pages with their total, and go on after the last one that was seen', async () => {
    const page = await pageEvents(database.db, { filter: {}, sort: 'newest', page: 2, perPage: 3, siteLanguage: 'sv' })
    expect([page.items.map(({ id }) => id), page.total]).toEqual([[grown], 4])
    const rest = await listEvents(database.db, {
      filter: {},
      sort: 'newest',
      limit: 2,
      siteLanguage: 'sv',
      after: { at: at(5), id: lone },
    })
    expect(rest.map(({ id }) => id)).toEqual([old, grown])
  })

  it('leave out an event whose articles are all removed, and know which of its articles are left', async () => {
    const { eventId, articleIds } = await seedEvent(database, [report(0, 7), report(1, 8)])
    await publishing(database, (trx) => removeArticle(trx, articleIds[0]!))
    expect((await find(eventId))?.entries.map(({ id }) => id)).toEqual([articleIds[1]])
    expect(await ids({})).toContain(eventId)
    await publishing(database, (trx) => removeArticle(trx, articleIds[1]!))
    expect(await find(eventId)).toBeNull()
    expect(await ids({})).not.toContain(eventId)
  })

  it('leave out an article that is not published yet', async () => {
    const { eventId, articleIds } = await seedEvent(database, [report(0, 7, { status: 'pending' })])
    expect(await ids({})).not.toContain(eventId)
    await publishing(database, (trx) =>
      trx.updateTable('articles').set({ status: 'published' }).where('id', 'in', articleIds).execute(),
    )
    expect(await ids({})).toContain(eventId)
  })
})

describe('an event', () => {
  it('has its articles, sources and times in the order of publication', async () => {
    const { eventId, articleIds } = await seedEvent(database, [report(1, 12), report(0, 11), report(1, 13)])
    const event = await find(eventId)
    expect(event?.entries.map(({ id }) => id)).toEqual([articleIds[1], articleIds[0], articleIds[2]])
    expect(event?.sources.map(({ articleId, first }) => [articleId, first])).toEqual([
      [articleIds[1], true],
      [articleIds[0], false],
    ])
    expect(event).toMatchObject({ sourceCount: 2, entriesCount: 3, firstPublishedAt: at(11), updatedAt: at(13) })
    expect(event?.lead.event).toEqual({ id: eventId, entriesCount: 3 })
  })

  it('names the running story that it belongs to, and so do its articles', async () => {
    const { eventId } = await seedEvent(database, [report(0, 14)])
    const story = await database.db
      .insertInto('stories')
      .values({ title: 'Bron', entries_count: 1, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { event_id: eventId, story_id: story.id, score: null, reason: '{}', at: now }
    await database.db.insertInto('story_events').values(link).execute()
    const event = await find(eventId)
    expect(event?.story).toEqual({ id: story.id, title: 'Bron', status: 'active' })
    expect(event?.lead.story).toEqual({ id: story.id, title: 'Bron' })
    expect(await ids({ storyId: story.id })).toEqual([eventId])
  })
})

describe('the id of an event', () => {
  it('leads to the event that goes on after a merge, along any chain', async () => {
    const [a, b, c] = [
      (await seedEvent(database, [report(0, 1)])).eventId,
      (await seedEvent(database, [report(1, 2)])).eventId,
      (await seedEvent(database, [report(2, 3)])).eventId,
    ]
    await mergeEvents(database, b, c, now)
    await mergeEvents(database, a, b, now)
    expect([await findMergeTarget(database.db, 'events', c), await findMergeTarget(database.db, 'events', b)]).toEqual([
      a,
      a,
    ])
    expect([await find(b), await findMergeTarget(database.db, 'events', a)]).toEqual([null, null])
    expect((await find(a))?.entries).toHaveLength(3)
    // A chain that was not shortened, as an older version left it.
    await database.db.updateTable('events').set({ merged_into: b }).where('id', '=', c).execute()
    expect(await findMergeTarget(database.db, 'events', c)).toBe(a)
  })

  it('stays with the oldest article when an operator splits another off, which remembers where it comes from', async () => {
    const { eventId, articleIds } = await seedEvent(database, [report(0, 1), report(1, 2)])
    const { eventId: split } = await splitFromEvent(database, articleIds[1]!, now)
    expect((await find(eventId))?.entries.map(({ id }) => id)).toEqual([articleIds[0]])
    expect(await find(split)).toMatchObject({ splitFrom: eventId, entries: [{ id: articleIds[1] }] })
  })

  it('counts what is shown again after a merge is undone', async () => {
    const a = await seedEvent(database, [report(0, 1)])
    const b = await seedEvent(database, [report(1, 2)])
    await publishing(database, async (trx) => {
      await absorbEvents(trx, [{ from: b.eventId, into: a.eventId }])
      await refreshEvents(trx, [a.eventId, b.eventId])
    })
    await growEvent(database, a.eventId, [report(2, 3)])
    const shown = await database.db
      .selectFrom('events')
      .select(['id', 'published', 'relevant'])
      .where('id', 'in', [a.eventId, b.eventId])
      .orderBy('id')
      .execute()
    expect(shown).toEqual([
      { id: a.eventId, published: 3, relevant: 3 },
      { id: b.eventId, published: 0, relevant: 0 },
    ])
  })
})

describe('clustering', () => {
  const lexicon = contentLexicon()
  const cluster = createClustering.bind(null, {
    get database() {
      return database
    },
    lexicon,
    now: () => now,
    vectorModel: null,
    classifyBorderlinePairs: null,
  })
  const opened = {
    title: 'Bron mellan Ramsvik och Tuna öppnar på lördag',
    excerpt: 'Bron mellan Ramsvik och Tuna öppnar för trafik på lördag efter tre års bygge.',
    language: 'sv',
  }
  const prize = {
    title: 'Klangverk prisas för högtalaren Trast i Milano',
    excerpt: 'Juryn i Milano prisar högtalaren Trast från Klangverk för dess ljud.',
    language: 'sv',
  }
  const eventOf = async (id: number) =>
    (await database.db.selectFrom('articles').select('event_id').where('id', '=', id).executeTakeFirstOrThrow())
      .event_id

  const publish = async (values: object, source: number, hour: number): Promise<number> => {
    const { seedArticles } = await import('../../../tests/support/build.ts')
    const [id] = await seedArticles(database, [{ ...report(source, hour), event_id: null, ...values }])
    await cluster()()
    return id!
  }

  it('leaves an address behind when the only article of an event turns out to report another', async () => {
    const first = await publish(opened, 0, 3)
    const second = await publish(prize, 1, 4)
    const [bridge, award] = [await eventOf(first), await eventOf(second)]
    expect(bridge).not.toBe(award)
    await publishing(database, (trx) =>
      trx
        .updateTable('articles')
        .set({ ...opened, title: `${opened.title} igen`, content_hash: 'new', cluster_state: 'pending' })
        .where('id', '=', second)
        .execute(),
    )
    await cluster()()
    expect(await eventOf(second)).toBe(bridge)
    expect(await findMergeTarget(database.db, 'events', award!)).toBe(bridge)
  })

  it('gives an article that turns out to report something else an event that remembers where it comes from', async () => {
    const first = await publish({ ...opened, title: `${opened.title} nu` }, 2, 5)
    const event = await eventOf(first)
    expect((await find(event!))?.entriesCount).toBe(3)
    await publishing(database, (trx) =>
      trx
        .updateTable('articles')
        .set({ ...prize, content_hash: 'newer', cluster_state: 'pending' })
        .where('id', '=', first)
        .execute(),
    )
    await cluster()()
    const moved = await eventOf(first)
    expect(moved).not.toBe(event)
    expect(await find(moved!)).toMatchObject({ splitFrom: event, entriesCount: 1 })
  })
})
