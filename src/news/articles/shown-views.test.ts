/** The views of what readers see: each reason for which a row is hidden, and the texts that stand for a row. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ArticleSeed,
  said,
  seedArticles,
  seedEvent,
  seedEventText,
  seedFeed,
  storedPoint,
} from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { listEditionEvents } from '../editions/queries/edition-events.ts'
import { listEvents } from '../events/queries/list.ts'
import { setSearchLanguage } from '../search/writes/search.ts'

let database: Database
let feed: number
beforeAll(async () => {
  database = await openTestDatabase()
  feed = await seedFeed(database)
})
afterAll(() => database.close())

type View = 'shown_articles' | 'shown_events' | 'shown_stories' | 'shown_event_texts'

const isShown = async (view: View, id: number) => {
  const key = sql.ref(view === 'shown_event_texts' ? 'event_id' : 'id')
  const { rows } = await sql`select from ${sql.table(view)} where ${key} = ${id}`.execute(database.db)
  return rows.length > 0
}

const seed = async (values: Partial<ArticleSeed> = {}) => {
  const [id = 0] = await seedArticles(database, [{ feed_id: feed, ...values }])
  return id
}

const event = (...articles: Partial<ArticleSeed>[]) =>
  seedEvent(
    database,
    articles.map((values) => ({ feed_id: feed, ...values })),
  )

const set = (table: 'articles' | 'events' | 'stories', id: number, change: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(change)} where id = ${id}`.execute(database.db)

async function seedStory(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stories (title, entries_count, created_at, updated_at) values ('Följetong', 1, now(), now()) returning id`.execute(
    database.db,
  )
  return rows[0]?.id ?? 0
}

async function seedText(): Promise<{ eventId: number; articleIds: number[] }> {
  const made = await event({}, {})
  const points = [storedPoint('agreed', ['Words.', made.articleIds])]
  await seedEventText(database, { eventId: made.eventId, claims: [], points })
  return made
}

/** A row that is shown, and then is not. */
it.for<[string, View, () => Promise<{ id: number; hide: () => Promise<unknown> }>]>([
  ['an article that was removed', 'shown_articles', async () => hideArticle('removed')],
  ['an article that is pending', 'shown_articles', async () => hideArticle('pending')],
  [
    'an event that was merged',
    'shown_events',
    async () => {
      const [{ eventId: id }, into] = [await event({}), await event({})]
      return { id, hide: () => set('events', id, `merged_into = ${into.eventId}`) }
    },
  ],
  [
    'an event without a published article',
    'shown_events',
    async () => {
      const { eventId: id, articleIds } = await event({})
      return { id, hide: () => set('articles', articleIds[0] ?? 0, `status = 'removed'`) }
    },
  ],
  [
    'a story that was merged',
    'shown_stories',
    async () => {
      const [id, into] = [await seedStory(), await seedStory()]
      return { id, hide: () => set('stories', id, `merged_into = ${into}`) }
    },
  ],
  [
    'a story whose articles are all gone',
    'shown_stories',
    async () => {
      const id = await seedStory()
      return { id, hide: () => set('stories', id, 'entries_count = 0') }
    },
  ],
  [
    'a story whose text is not written yet',
    'shown_stories',
    async () => {
      const id = await seedStory()
      return { id, hide: () => set('stories', id, `title = ''`) }
    },
  ],
  [
    'a text of which an article was removed',
    'shown_event_texts',
    async () => {
      const { eventId: id, articleIds } = await seedText()
      return { id, hide: () => set('articles', articleIds[1] ?? 0, `status = 'removed'`) }
    },
  ],
  [
    'a text of which an article is in another event',
    'shown_event_texts',
    async () => {
      const [{ eventId: id, articleIds }, other] = [await seedText(), await event({})]
      return { id, hide: () => set('articles', articleIds[1] ?? 0, `event_id = ${other.eventId}`) }
    },
  ],
])('%s is hidden', async ([, view, make]) => {
  const { id, hide } = await make()
  expect(await isShown(view, id)).toBe(true)
  await hide()
  expect(await isShown(view, id)).toBe(false)
})

async function hideArticle(status: 'removed' | 'pending') {
  const id = await seed()
  return { id, hide: () => set('articles', id, `status = '${status}'`) }
}

it.for<[string, Partial<ArticleSeed>]>([
  ['off the topic', { relevant: false }],
  ['without an event', { event_id: null }],
  ['without a date', { published_at: null }],
  ['that is reserved', { reservation: 'noai' }],
])('an article %s is shown', async ([, values]) => {
  expect(await isShown('shown_articles', await seed(values))).toBe(true)
})

const foreign = { title: 'Headline', excerpt: 'Words.', language: 'en' }
const publishers = { title: 'Headline', summary: 'Words.', language: 'en', translated: false }

it.for<[string, Partial<ArticleSeed>, object]>([
  ["the publisher's texts", {}, publishers],
  [
    "the site's texts",
    { translated_title: 'Rubrik', translated_summary: 'Ord.' },
    { title: 'Rubrik', summary: 'Ord.', language: 'sv', translated: true },
  ],
  ["the publisher's texts for half a translation", { translated_title: 'Rubrik' }, publishers],
  ['no language for a text that has none', { language: null }, { ...publishers, language: null }],
])('an article has %s', async ([, values, shown]) => {
  await setSearchLanguage(database, 'sv')
  const id = await seed({ ...foreign, ...values })
  const { rows } = await sql`
    select title, summary, language, translated from shown_articles where id = ${id}`.execute(database.db)
  expect(rows).toEqual([shown])
})

it("an article of ours is in the site's language, whichever that is", async () => {
  const id = await seed({ ...foreign, translated_title: 'Titel', translated_summary: 'Worte.' })
  await setSearchLanguage(database, 'de')
  const { rows } = await sql`
    select language, original_language from shown_articles where id = ${id}`.execute(database.db)
  expect(rows).toEqual([{ language: 'de', original_language: 'en' }])
})

it('an event whose newest text is hidden is found by the words and the disputes of the one that is shown', async () => {
  const { eventId, articleIds } = await event({}, {})
  const claims = [said('title', 'Sällsamt')]
  const points = [storedPoint('disputed', ['Words.', articleIds])]
  await seedEventText(database, { eventId, claims, points })
  const since = new Date('2026-11-01')
  const disputed = () =>
    listEvents(database.db, {
      filter: { disputed: true, eventIds: [eventId] },
      sort: 'newest',
      limit: 9,
      siteLanguage: 'sv',
    })
  const text = async () => (await listEditionEvents(database.db, since)).find(({ id }) => id === eventId)?.text
  expect([(await disputed()).length, await text()]).toEqual([1, expect.stringContaining('Sällsamt')])
  await set('articles', articleIds[1] ?? 0, `status = 'removed'`)
  expect([(await disputed()).length, await text()]).toEqual([0, expect.not.stringContaining('Sällsamt')])
})
