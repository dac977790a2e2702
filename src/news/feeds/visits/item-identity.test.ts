/** Identity of items over visits: a key that several share identifies none of them, in every format alike. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFeed } from '../../../../tests/support/build.ts'
import { operatorAt } from '../../../../tests/support/people.ts'
import { FEED_FORMATS, type WrittenItem } from '../../../../tests/support/played/documents.ts'
import { type Publisher, startPublisher } from '../../../../tests/support/played/publisher.ts'
import { shareOf } from '../../../../tests/support/sweep.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { listSourceStates } from '../../operator/queries/source-health.ts'
import { fetchFeed } from './fetch-feed.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let web: TestWeb
let publisher: Publisher
let feed: number
let path: string
let visits = 0

beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', ADMIN_TOKEN: token })
  publisher = await startPublisher()
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})
beforeEach(async () => {
  path = `/feed-${++visits}`
  feed = await seedFeed(web.database, { url: publisher.at(path), extract: false, first_pass_done: false })
})

const site = 'https://blad.example'
/** The n-th news of a feed, with everything of its own. */
const news = (n: number): WrittenItem => ({
  id: `id-${n}`,
  link: `${site}/${n}`,
  title: `Rubrik ${'abcdefghij'[n]}`,
  text: `Om saken ${n} på ort ${n}.`,
  date: new Date(Date.UTC(2026, 10, 20, n)),
})
const articles = () =>
  web.database.db
    .selectFrom('articles')
    .select(['id', 'title', 'url', 'published_at', 'content_hash', 'updated_at'])
    .where('feed_id', '=', feed)
    .orderBy('id')
    .execute()
const titles = async () => (await articles()).map(({ title }) => title)
const lastVisit = () =>
  web.database.db
    .selectFrom('fetches')
    .selectAll()
    .where('feed_id', '=', feed)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function visit(body: string) {
  web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
  publisher.serve(path, { body })
  return fetchFeed(web.services.pipeline, feed)
}

/** Properties that a feed's items have in common; all else is their own. */
const SHARED: [string, (item: WrittenItem) => WrittenItem][] = [
  ['the id', (item) => ({ ...item, id: 'N/A' })],
  ['the id, without dates', (item) => ({ ...item, id: 'N/A', date: undefined })],
  ['the link, without ids', (item) => ({ ...item, id: undefined, link: `${site}/alltid` })],
  [
    'the link but for its fragment, without ids',
    (item) => ({ ...item, id: undefined, link: `${site}/logg#${item.id}` }),
  ],
  ['the id, and the link but for its fragment', (item) => ({ ...item, id: '0', link: `${site}/logg#${item.id}` })],
  ['the id and the link', (item) => ({ ...item, id: 'x', link: `${site}/alltid` })],
  ['the id, with no links', (item) => ({ ...item, id: 'x', link: undefined })],
  ['the site as their link, without ids', (item) => ({ ...item, id: undefined, link: site })],
  ['the id, link and date', (item) => ({ ...item, id: 'x', link: `${site}/alltid`, date: news(0).date })],
  ['the id, link and title', (item) => ({ ...item, id: 'x', link: `${site}/alltid`, title: 'Dagens bild' })],
  [
    'the id, link, title and date',
    (item) => ({ ...item, id: 'x', link: `${site}/alltid`, title: 'Dagens bild', date: news(0).date }),
  ],
]

const renewIds = (item: WrittenItem, visit: number): WrittenItem =>
  visit === 0 ? item : { ...item, id: `${item.id}-${visit}`, link: `${item.link}?visit=${visit}` }

/** Properties that a feed renews at each visit. */
const RENEWED: [string, (item: WrittenItem, visit: number) => WrittenItem][] = [
  ['a new guid and link', renewIds],
  ['a new guid', (item, visit) => ({ ...item, id: `${item.id}-${visit}` })],
  ['a new link', (item, visit) => ({ ...item, link: renewIds(item, visit).link })],
  ['a new link, without guids', (item, visit) => ({ ...renewIds(item, visit), id: undefined })],
  ['a new guid, without links', (item, visit) => ({ ...renewIds(item, visit), link: undefined })],
  ['a new guid and link, without texts', (item, visit) => ({ ...renewIds(item, visit), text: '' })],
  ['a new guid and link, without dates', (item, visit) => ({ ...renewIds(item, visit), date: undefined })],
  ['a new guid, link and date', (item, visit) => ({ ...renewIds(item, visit), date: news(3 + visit).date })],
]
/** Properties of an item that are edited. */
const EDITED: [string, Partial<WrittenItem>][] = [
  ['title', { title: 'Rättad rubrik' }],
  ['link', { link: `${site}/rattad` }],
  ['title and link', { title: 'Rättad rubrik', link: `${site}/rattad` }],
  ['text', { text: 'Något helt annat.' }],
  ['title, link and date', { title: 'Rättad rubrik', link: `${site}/rattad`, date: news(9).date }],
]

/** Properties that items of their own have in common. */
const SIMILAR: [string, (n: number) => WrittenItem][] = [
  ['title and day', () => ({ ...news(0), date: new Date('2026-11-20T00:00:00Z') })],
  ['title and day of a zone', () => ({ ...news(0), date: new Date('2026-11-19T23:00:00Z') })],
  ['title and day, without texts', () => ({ ...news(0), text: '', date: new Date('2026-11-20T00:00:00Z') })],
  ['title, on other days', (n) => ({ ...news(0), date: news(n).date })],
  ['title, without dates', () => ({ ...news(0), text: '', date: undefined })],
  [
    'title and time, with another text',
    (n) => ({ ...news(0), text: 'xyz'.repeat(n + 1), date: new Date('2026-11-20T10:15:42Z') }),
  ],
]

const countIdentities = async () =>
  (await web.database.db.selectFrom('article_identities').select('key').where('feed_id', '=', feed).execute()).length

/** By their place: a format is read with a third of the rows below, the next one with another third. */
const formats = Object.entries(FEED_FORMATS).map(([name, write], place) => ({ name, write, place }))

describe.each(formats)('in $name', ({ write, place }) => {
  const read = (...items: WrittenItem[]) => visit(write(site, items))

  it.each(shareOf(SHARED, 3, place))(
    'items that share %s are an article each, and later ones change none',
    { tags: 'slow' },
    async (_what, share) => {
      const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((n) => share(news(n))) as [
        ...[WrittenItem, WrittenItem, WrittenItem, WrittenItem, WrittenItem, WrittenItem],
      ]
      await read(c, b, a)
      const first = await articles()
      expect(first).toHaveLength(3)
      const note = (await lastVisit()).error
      // A fourth on top; then the feed scrolls, until one alone is left, and that one is replaced.
      for (const document of [[d, c, b, a], [d], [e], [f, e]]) await read(...document)
      const all = await articles()
      expect(all).toHaveLength(6)
      expect(all.slice(0, 3)).toEqual(first)
      expect(all.map(({ url }) => url)).toEqual(
        [a, b, c, d, e, f].map(({ link }) => expect.stringContaining(link ?? site)),
      )
      expect(await read(f, e, d, c, b, a)).toMatchObject({ created: 0, updated: 0 })
      if (!_what.startsWith('the site')) expect(note).toMatch(/^3 items share the (guid|link) ".*"/)
    },
  )

  it('an item listed twice word for word is one article, and the record says so', { tags: 'slow' }, async () => {
    await read(news(1), news(0), news(1), { ...news(1), id: undefined })
    expect(await titles()).toEqual([news(0).title, news(1).title])
    expect((await lastVisit()).error).toBe(`3 items are word for word the same ("${news(1).title}"): one is stored.`)
    expect(await read(news(1), news(1), news(0))).toMatchObject({ created: 0, updated: 0 })
  })

  it.each(shareOf(EDITED, 2, place))(
    'an item whose %s is edited is updated in place by its id',
    { tags: 'slow' },
    async (_what, edit) => {
      await read(news(1), news(0))
      const { id } = (await articles())[0]!
      await read(news(1), { ...news(0), ...edit })
      const all = await articles()
      expect(all).toHaveLength(2)
      expect(all[0]).toMatchObject({ id, title: edit.title ?? news(0).title, url: edit.link ?? news(0).link })
      expect(all[0]?.published_at).toEqual(news(0).date)
    },
  )

  it('an item without an id is updated in place by its link', async () => {
    const bare = { ...news(0), id: undefined }
    await read(bare)
    await read({ ...bare, title: 'Rättad rubrik', text: 'Något helt annat.' })
    expect(await titles()).toEqual(['Rättad rubrik'])
  })

  it('what is republished under new ids and later dates keeps its article and its date', async () => {
    const items = [2, 1, 0].map(news)
    await read(...items)
    const first = await articles()
    await read(...items.map((item, n) => ({ ...item, id: `new-${n}`, date: news(9).date })))
    expect((await articles()).map(({ id, published_at }) => [id, published_at])).toEqual(
      first.map(({ id, published_at }) => [id, published_at]),
    )
  })

  it.each(shareOf(RENEWED, 3, place))(
    'items that come under %s each time stay an article each, and the source is called so',
    { tags: 'slow' },
    async (_, renew) => {
      const items = (visit: number) => [2, 1, 0].map((n) => renew(news(n), visit))
      await read(...items(0))
      const first = await articles()
      for (const n of [1, 2]) await read(...items(n))
      const identities = await countIdentities()
      for (const n of [3, 4]) expect(await read(...items(n))).toMatchObject({ created: 0, updated: 0 })
      expect((await articles()).map(({ id, published_at }) => [id, published_at])).toEqual(
        first.map(({ id, published_at }) => [id, published_at]),
      )
      expect(await countIdentities()).toBe(identities)
      if (_.startsWith('a new guid and link'))
        expect((await lastVisit()).error).toMatch(/^Known items came under new guids/)
      expect((await listSourceStates(web.database.db, web.clock.now())).find(({ id }) => id === feed)?.state).toBe(
        'republishing',
      )
      // An item that is really new among them is a new article.
      await read(renew(news(5), 5), ...items(5))
      expect(await titles()).toEqual([0, 1, 2, 5].map((n) => news(n).title))
    },
  )

  it('a removed article stays removed under a new id and link', async () => {
    await read(...[2, 1, 0].map(news))
    await web.database.db.updateTable('articles').set({ status: 'removed' }).where('feed_id', '=', feed).execute()
    await read(...[2, 1, 0].map((n) => renewIds(news(n), 1)))
    const rows = await web.database.db.selectFrom('articles').select('status').where('feed_id', '=', feed).execute()
    expect(rows).toEqual(Array(3).fill({ status: 'removed' }))
  })

  it('one item alone under a new id and link is the same where its time is, and not by its day', async () => {
    const posted = { ...news(0), date: new Date('2026-11-20T10:15:42Z') }
    await read(news(1), posted)
    await read(news(1), renewIds(posted, 1))
    expect(await titles()).toEqual([news(1).title, posted.title])
    await read(news(1), renewIds({ ...posted, date: new Date('2026-11-20T10:15:43Z') }, 2))
    expect(await titles()).toEqual([news(1).title, posted.title, posted.title])
  })

  it.each(shareOf(SIMILAR, 3, place))(
    'items with one %s are an article each, in one document and over several',
    async (_, column) => {
      const nth = (n: number) => renewIds(column(n), n)
      const shapes = [[nth(0)], [nth(1)], [nth(2), nth(1)], [nth(4), nth(3), nth(2)], [nth(5)]]
      for (const shape of shapes) await read(...shape)
      expect((await articles()).map(({ url }) => url)).toEqual([0, 1, 2, 3, 4, 5].map((n) => nth(n).link))
      expect(await read(nth(5), nth(4), nth(3), nth(2), nth(1), nth(0))).toMatchObject({ created: 0, updated: 0 })
    },
  )

  it('an id that turns out to be shared keeps the article of the item that had it first', async () => {
    const shared = [0, 1].map((n) => ({ ...news(n), id: 'N/A', link: undefined })) as [WrittenItem, WrittenItem]
    await read(shared[0])
    const first = await articles()
    await read(shared[1], shared[0])
    expect((await articles()).slice(0, 1)).toEqual(first)
    expect(await titles()).toEqual([news(0).title, news(1).title])
  })

  it.each<[string, Partial<WrittenItem>]>([
    ['id', { id: 'current' }],
    ['link', { link: `${site}/senaste` }],
  ])(
    'items that only ever come alone, under one %s, are an article each where nothing else agrees',
    async (_what, one) => {
      for (const n of [0, 1, 2])
        await read({ ...news(n), ...one, text: `${'xyz'[n]} ${'uvw'[n]} skriver om ${'klm'[n]}.` })
      expect(await titles()).toEqual([0, 1, 2].map((n) => news(n).title))
    },
  )

  it('an item that takes the former address of another does not take its article', async () => {
    await read(news(0))
    const moved = { ...news(0), link: `${site}/flyttad` }
    const heir = { ...news(1), link: news(0).link }
    await read(heir, moved)
    expect((await articles()).map(({ title, url }) => [title, url])).toEqual([
      [moved.title, moved.link],
      [heir.title, heir.link],
    ])
    const all = await articles()
    await read({ ...heir, id: undefined })
    expect((await articles()).slice(0, 1)).toEqual(all.slice(0, 1))
  })
})

it('an article on record under a key that items share now is found again by what it says', async () => {
  const write = FEED_FORMATS.rss
  const bare = [2, 1, 0].map((n) => ({ ...news(n), id: undefined }))
  await visit(write(site, bare))
  const first = await articles()
  // As stored before the address was found to be shared.
  const shared = bare.map((item) => ({ ...item, link: `${site}/0` }))
  await visit(write(site, shared))
  const all = await articles()
  expect(all[0]).toEqual(first[0])
  expect(all.map(({ title }) => title)).toEqual([0, 1, 2, 1, 2].map((n) => news(n).title))
})

it('a page that several items share is not read as the text of any', async () => {
  await web.database.db.updateTable('feeds').set({ extract: true }).where('id', '=', feed).execute()
  await visit(
    FEED_FORMATS.rss(site, [news(0), { ...news(1), link: `${site}/alla` }, { ...news(2), link: `${site}/alla` }]),
  )
  const states = await web.database.db
    .selectFrom('articles')
    .select('extract_state')
    .where('feed_id', '=', feed)
    .orderBy('id')
    .execute()
  expect(states.map(({ extract_state: state }) => state)).toEqual(['pending', 'none', 'none'])
})

it('the console says what is wrong with the document also after visits that brought nothing', async () => {
  const body = FEED_FORMATS.rss(
    site,
    [1, 0].map((n) => ({ ...news(n), id: 'N/A' })),
  )
  await visit(body)
  expect((await visit(body)).outcome).toBe('unchanged')
  expect((await lastVisit()).error).toBeNull()
  const page = (await (await operatorAt(web, token)).get(`/admin/sources/${feed}`)).body
  expect(page.match(/2 items share the guid/g)).toHaveLength(2)
})

it('a document that a hub pushes follows the same rules, and its record says what is shared', async () => {
  const shared = [0, 1, 2, 3].map((n) => ({ ...news(n), id: 'N/A' }))
  await visit(FEED_FORMATS.rss(site, shared.slice(0, 2)))
  const first = await articles()
  for (const items of [[shared[2]!], [shared[3]!, shared[2]!]]) {
    const body = Buffer.from(FEED_FORMATS.rss(site, items))
    const pushed = { feed_id: feed, body, content_type: 'application/rss+xml', at: web.clock.now() }
    await web.database.db.insertInto('feed_pushes').values(pushed).execute()
    await fetchFeed(web.services.pipeline, feed)
  }
  const all = await articles()
  expect(all.slice(0, 2)).toEqual(first)
  expect(all.map(({ title }) => title)).toEqual([0, 1, 2, 3].map((n) => news(n).title))
  const pushed = await web.database.db
    .selectFrom('fetches')
    .select('error')
    .where('feed_id', '=', feed)
    .where('http_status', 'is', null)
    .orderBy('id')
    .execute()
  expect(pushed.map(({ error }) => error)).toEqual([
    null,
    '2 items share the guid "N/A". It identifies none of them: they are distinguished by link.',
  ])
})
