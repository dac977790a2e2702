import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { storyWords } from '../../../tests/support/content.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type Database, publishing } from '../../platform/database/database.ts'
import { removeArticle } from '../articles/writes/articles.ts'
import { listDueSweeps } from '../stages/writes/pending-stages.ts'
import { findDissolvedPath } from './queries/dissolved.ts'
import { createStories, type StoriesCtx } from './stage/story-stage.ts'

const DAY = 86_400_000
const start = Date.UTC(2026, 0, 1, 9)

let database: Database
let feeds: number[]
let tags: Record<string, number>
let now = new Date(start)
const ctx = (): StoriesCtx => ({
  database,
  clock: { now: () => now },
  log: pino({ level: 'silent' }),
  ...storyWords(),
  timeZone: 'Europe/Stockholm',
  write: null,
})

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
  tags = {
    klangverk: await seedTag(database, 'Klangverk'),
    icloud: await seedTag(database, 'Icloud'),
    vik: await seedTag(database, 'Vik'),
  }
  // Unrelated news, so that the rarity of words means something.
  for (let i = 0; i < 60; i++) await happening(-60 + i * 5, `Ämne${i} i stad${i} får besked${i}`, [i % 3])
  await live(-40)
})
afterAll(() => database.close())

/** An event on a day, reported by some sources with the same headline; returns the articles' ids. */
async function happening(
  day: number,
  title: string,
  by: number[],
  options: { tag?: string; image?: boolean } = {},
): Promise<number[]> {
  const at = new Date(start + day * DAY)
  const ids = await seedArticles(
    database,
    by.map((source, i) => ({
      feed_id: feeds[source]!,
      event_id: null,
      title: `${title}${i === 0 ? '' : ` – ${['uppgifter', 'rapport'][i - 1]}`}`,
      published_at: at,
      discovered_at: at,
      sort_at: new Date(at.getTime() + i * 60_000),
      tag_ids: options.tag ? [tags[options.tag]!] : [],
      ...(options.image && i === 0 ? { image_url: `https://img.example/${day}.jpg` } : {}),
    })),
  )
  await publishing(database, async (trx) => {
    const event = await trx
      .insertInto('events')
      .values({ created_at: at, first_at: at, last_at: at, source_count: by.length, articles_count: ids.length })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const id of ids) {
      await trx
        .insertInto('event_members')
        .values({ article_id: id, event_id: event.id, decided_by: 'first', at })
        .execute()
      await trx
        .updateTable('articles')
        .set({ event_id: event.id, cluster_state: 'done' })
        .where('id', '=', id)
        .execute()
    }
  })
  return ids
}

async function live(day: number): Promise<void> {
  now = new Date(start + day * DAY + 3_600_000)
  await createStories(ctx())()
}

const stories = () => database.db.selectFrom('stories').selectAll().orderBy('id').execute()
const lawsuit = (what: string) => `Spelbutiken Arkad mot Klangverk: ${what} i patenttvisten`

describe('the life of a story over 200 days', () => {
  let first: number
  let pictured: number[]

  it('opens with the third event of two publishers on two days, not before', async () => {
    await happening(0, lawsuit('stämning lämnas in'), [0, 1], { tag: 'klangverk' })
    pictured = await happening(1, lawsuit('motparten svarar'), [0], { tag: 'klangverk', image: true })
    await live(1)
    expect(await stories()).toEqual([])
    await happening(2, lawsuit('domaren sätter datum'), [1, 2], { tag: 'klangverk' })
    await live(2)
    const [story] = await stories()
    expect(story).toMatchObject({
      status: 'active',
      entries_count: 5,
      image_url: 'https://img.example/1.jpg',
      text_by: 'excerpt',
    })
    expect(story!.title).toContain('Klangverk')
    expect(story!.body.split('\n')).toHaveLength(3)
    first = story!.id
  })

  it('takes in what continues it, leaves the rest, and writes its text again', async () => {
    await happening(5, lawsuit('vittnen hörs'), [2], { tag: 'klangverk' })
    await happening(5, 'Rekord för kvartalsrapporten i augusti', [0, 1])
    await live(5)
    const all = await stories()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ id: first, entries_count: 6, text_events: 4 })
  })

  it('keeps counts, times and image right when an article is removed', async () => {
    await publishing(database, (trx) => removeArticle(trx, pictured[0]!))
    await live(6)
    expect((await stories())[0]).toMatchObject({ entries_count: 5, image_url: null })
  })

  it('is dormant ten days after its last article', async () => {
    await live(14)
    expect((await stories())[0]!.status).toBe('active')
    now = new Date(start + 15.1 * DAY)
    expect(await listDueSweeps(database, now)).toContain('stories')
    await live(15.1)
    expect((await stories())[0]!.status).toBe('dormant')
  })

  it('comes to life within 60 days under the same id', async () => {
    await happening(50, lawsuit('domen faller'), [0, 1], { tag: 'klangverk' })
    await live(50)
    const all = await stories()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ id: first, status: 'active' })
    expect(all[0]!.last_at).toEqual(new Date(start + 50 * DAY + 60_000))
  })

  it('is followed by a new story when it stirs later than that', async () => {
    await live(70)
    await happening(130, lawsuit('överklagandet tas upp'), [0, 1], { tag: 'klangverk' })
    await happening(131, lawsuit('hovrätten kallar parterna'), [1], { tag: 'klangverk' })
    await happening(133, lawsuit('nya bevis läggs fram'), [2], { tag: 'klangverk' })
    await live(133)
    const all = await stories()
    expect(all).toHaveLength(2)
    expect(all[0]).toMatchObject({ id: first, status: 'dormant', predecessor_id: null })
    expect(all[1]).toMatchObject({ status: 'active', predecessor_id: first })
  })

  it('two that have become one are merged: the older id stays, the younger leads there', async () => {
    const before = await stories()
    const older = before[1]!.id
    const other = await publishing(database, async (trx) => {
      const row = await trx
        .insertInto('stories')
        .values({
          title: 'Dubblett',
          created_at: now,
          updated_at: now,
          status: 'active',
          last_at: now,
          text_events: 3,
          text_articles: 3,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
    for (const [day, what] of [
      [134, 'förlikning diskuteras'],
      [135, 'förlikning nås'],
      [136, 'förlikning godkänns'],
    ] as const)
      await happening(day, lawsuit(what), [day % 3], { tag: 'klangverk' })
    const loose = await database.db.selectFrom('events').select('id').where('story_state', '=', 'pending').execute()
    await database.db
      .insertInto('story_events')
      .values(loose.map(({ id }) => ({ event_id: id, story_id: other, at: now })))
      .execute()
    await live(136)
    const after = await stories()
    expect(after.find((story) => story.id === other)!.merged_into).toBe(older)
    expect(after.find((story) => story.id === older)!.entries_count).toBe(4 + 3)
  })

  it('is idempotent, and every id that ever was is still there after 200 days', async () => {
    const before = await stories()
    await live(200)
    await live(200)
    const after = await stories()
    expect(after.map((story) => story.id)).toEqual(before.map((story) => story.id))
    expect(after.filter((story) => story.status === 'active' && !story.merged_into)).toEqual([])
  })
})

describe('a story', () => {
  it('is not opened by tests and opinions, and is titled after its newest news', async () => {
    now = new Date(start + 260 * DAY)
    const known = (await stories()).length
    const kindOf = (ids: number[], kind: string, language = 'sv') =>
      database.db
        .updateTable('articles')
        .set({ kind: kind as 'news', language })
        .where('id', 'in', ids)
        .execute()
    const watch = (day: number, what: string) => happening(day, `Klockan Vikur från Hedby: ${what} om Vikur`, [0, 1])
    await kindOf(await watch(260, 'besked'), 'news', 'en')
    await kindOf(await watch(261, 'omdöme'), 'review')
    await kindOf(await watch(262, 'krönika'), 'opinion')
    await live(262)
    expect(await stories()).toHaveLength(known)
    await kindOf(await watch(263, 'lansering'), 'news')
    await kindOf(await watch(264, 'rekord'), 'rumor', 'en')
    await live(264)
    const opened = (await stories()).slice(known)
    expect(opened.map((story) => story.title)).toEqual(['Klockan Vikur från Hedby: rekord om Vikur'])
  })
})

describe('a story that splits', () => {
  it('gives each part the old one as predecessor, unless an operator made it one', async () => {
    now = new Date(start + 300 * DAY)
    const id = await publishing(database, async (trx) => {
      const row = await trx
        .insertInto('stories')
        .values({ title: 'Blandat', created_at: now, updated_at: now, text_events: 6, text_articles: 6 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
    for (let i = 0; i < 3; i++) {
      await happening(300 + i, `Driftstopp hos Nimbus stör Glimmingen, steg ${['ett', 'två', 'tre'][i]}`, [i], {
        tag: 'icloud',
      })
      await happening(300 + i, `Vikbara Falken från Tyko läcker, bild ${['fram', 'bak', 'sida'][i]}`, [(i + 1) % 3], {
        tag: 'vik',
      })
    }
    const loose = await database.db.selectFrom('events').select('id').where('story_state', '=', 'pending').execute()
    await database.db
      .insertInto('story_events')
      .values(loose.map((event) => ({ event_id: event.id, story_id: id, decided_by: 'operator', at: now })))
      .execute()
    const partsOf = async () => (await stories()).filter((story) => story.predecessor_id === id)
    await live(303)
    expect(await partsOf(), 'an operator has said that they belong together').toEqual([])
    await database.db.updateTable('story_events').set({ decided_by: 'likeness' }).where('story_id', '=', id).execute()
    const members = database.db.selectFrom('story_events').select('event_id').where('story_id', '=', id)
    await database.db.updateTable('events').set({ story_state: 'pending' }).where('id', 'in', members).execute()
    await live(303)
    await live(303)
    const parts = await partsOf()
    expect(parts).toHaveLength(2)
    expect(parts.map((part) => part.entries_count)).toEqual([3, 3])
  })
})

describe('a story that turns out to be none', () => {
  const eventOf = async (article: number) =>
    (await database.db.selectFrom('articles').select('event_id').where('id', '=', article).executeTakeFirstOrThrow())
      .event_id
  const harbour = (what: string) => `Bygget i Tornby: ${what} för Hamnverket Sill`
  let story: number
  let articles: number[][]

  it('opens as any other', async () => {
    now = new Date(start + 400 * DAY)
    const known = (await stories()).length
    articles = [
      await happening(400, harbour('grävstart'), [0]),
      await happening(401, harbour('protest'), [1, 2]),
      await happening(402, harbour('paus'), [2]),
    ]
    await live(402)
    const opened = (await stories()).slice(known)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.title).toBe(harbour('paus'))
    story = opened[0]!.id
  })

  it('stands while an operator has put an event into it, or written its text', async () => {
    const links = database.db.updateTable('story_events').where('story_id', '=', story)
    await links.set({ decided_by: 'operator' }).execute()
    await publishing(database, (trx) => removeArticle(trx, articles[0]![0]!))
    await live(402.5)
    expect(await findDissolvedPath(database.db, story)).toBeNull()
    await links.set({ decided_by: 'likeness' }).execute()
    const texts = database.db.updateTable('stories').where('id', '=', story)
    await texts.set({ text_by: 'operator' }).execute()
    await stirStory()
    expect((await stories()).map(({ id }) => id)).toContain(story)
    await texts.set({ text_by: 'excerpt' }).execute()
  })

  it('goes when too little is left that holds it together, and leads to the best of its events', async () => {
    await stirStory()
    expect((await stories()).map(({ id }) => id)).not.toContain(story)
    expect(await findDissolvedPath(database.db, story)).toMatch(
      new RegExp(`^/entries/${articles[1]![0]}-bygget-i-tornby`),
    )
    const links = database.db.selectFrom('story_events').selectAll().where('story_id', '=', story)
    expect(await links.execute()).toEqual([])
  })

  it('leads to the list of stories when nothing is left of its events', async () => {
    for (const id of articles.flat().slice(1)) await publishing(database, (trx) => removeArticle(trx, id))
    expect(await findDissolvedPath(database.db, story)).toBe('/stories')
    expect(await findDissolvedPath(database.db, story + 1000)).toBeNull()
  })

  async function stirStory(): Promise<void> {
    const id = await eventOf(articles[1]![0]!)
    await database.db.updateTable('events').set({ story_state: 'pending' }).where('id', '=', id!).execute()
    await live(402.7)
  }
})

describe("a story's text without a model", () => {
  it('stands for the newest event that is news, and is written anew when that leaves', async () => {
    now = new Date(start + 500 * DAY)
    const known = (await stories()).length
    const quarry = (what: string) => `Brottet vid Aspnäs: ${what}, säger Kalkbolaget Vitberg`
    await happening(500, quarry('sprängning'), [0, 1])
    await happening(501, quarry('stopp'), [1])
    await happening(502, quarry('omstart'), [2])
    const opinion = await happening(503, quarry('krönika'), [2])
    await database.db.updateTable('articles').set({ kind: 'opinion' }).where('id', 'in', opinion).execute()
    await live(503)
    const opened = async () => (await stories())[known]!
    expect(await opened()).toMatchObject({ title: quarry('omstart'), text_events: 4 })
    expect((await opened()).lead).toContain(`Det började med ”${quarry('sprängning')}”.`)
    await happening(504, 'Grannarna i Aspnäs får rätt mot Vitberg', [0])
    await live(504)
    expect((await opened()).title).toBe('Grannarna i Aspnäs får rätt mot Vitberg')
    const last = await database.db.selectFrom('articles').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await publishing(database, (trx) => removeArticle(trx, last.id))
    await live(504.5)
    expect((await opened()).title).toBe(quarry('omstart'))
  })

  it('is not written again while nothing has changed', async () => {
    const before = (await stories()).at(-1)!.updated_at
    await live(505)
    expect((await stories()).at(-1)!.updated_at).toEqual(before)
  })
})
