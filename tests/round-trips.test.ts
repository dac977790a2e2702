/** Inverses and orders hold, whatever the texts are; a failure prints the seed that repeats it. */
// @module-tag slow

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeEvents, splitFromEvent } from '../src/news/events/writes/operator-events.ts'
import { parseOpml } from '../src/news/feeds/formats/opml.ts'
import { renderOpml } from '../src/news/feeds/formats/render-opml.ts'
import { parseFeed } from '../src/news/feeds/parse.ts'
import type { OpmlSource } from '../src/news/feeds/rules/source-list.ts'
import { undoOperatorAction } from '../src/news/operator/writes/undo.ts'
import { foldSpace } from '../src/platform/text/text.ts'
import type { Channel, FeedItem } from '../src/surfaces/syndication/channel.ts'
import { jsonFeed } from '../src/surfaces/syndication/json-feed.ts'
import { rssFeed } from '../src/surfaces/syndication/rss.ts'
import { seedEvent, seedFeed, seedGuide, seedRecords, seedTag } from './support/build.ts'
import { completeTable } from './support/features.ts'
import { seedDispute } from './support/mcp/calls.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let feeds: number[]
const articles: number[] = []
beforeAll(async () => {
  web = await startTestWeb()
  const { database } = web
  for (let n = 0; n < 23; n++) await seedGuide(database, `guide-${n}`)
  const tags = [await seedTag(database, 'Fynd', 'fynd')]
  for (let n = 0; n < 4; n++) tags.push(await seedTag(database, `Tagg ${n}`, `tagg-${n}`))
  feeds = [await seedFeed(database), await seedFeed(database), await seedFeed(database)]
  for (let n = 0; n < 23; n++) {
    // Three of each instant: an order by time alone would lose or repeat some.
    const at = new Date(Date.UTC(2026, 10, 20, Math.floor(n / 3)))
    const times = { published_at: at, discovered_at: at, sort_at: at, updated_at: at }
    const one = { title: `Quebec ${n}`, tag_ids: [tags[0] ?? 0, tags[n % 5] ?? 0], views: n % 3, ...times }
    const { articleIds } = await seedEvent(database, [
      { ...one, feed_id: feeds[n % 3]! },
      { ...one, feed_id: feeds[(n + 1) % 3]! },
    ])
    articles.push(...articleIds)
    await sql`insert into stories (title, created_at, updated_at, first_at, last_at, entries_count) values (${`Följetong ${n}`}, ${at}, ${at}, ${at}, ${at}, 1)`.execute(
      database.db,
    )
    await sql`insert into story_events (event_id, story_id, at) select event_id, ${n + 1}, ${at} from articles where id = ${articleIds[0]}`.execute(
      database.db,
    )
    await sql`
      insert into episodes (episode_id, title, description, published_on, duration_seconds, audio_path, audio_type, audio_bytes,
        chapters, sources, origin, created_at, updated_at)
      values (${`e-${n}`}, 'x', '', ${at}, 1, 'a.mp3', 'audio/mpeg', 1, '[]', '[]', 'import', ${at}, ${at})`.execute(
      database.db,
    )
  }
  await seedRecords(database, [feeds[0] ?? 0, feeds[1] ?? 0], { eventId: 1, tagId: tags[0] ?? 0 })
  for (const hour of [0, 0, 2, 5, 7, 7]) await seedDispute(database, new Date(Date.UTC(2026, 10, 20, hour)))
})
afterAll(() => web.close())

/** As stored texts are: folded, with anything that can be written. */
const words = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => foldSpace(`ord ${text}`))
/** Without markup, of which RSS has two readings, and what XML cannot write. */
const plain = words.filter((text) => !/[<&\ufffe\uffff]/.test(text))
const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000))
const path = fc.webPath().map((end) => `https://a.example/${encodeURI(end.slice(1)).replaceAll('%25', '%')}`)

const channelOf = (items: Partial<FeedItem>[], title: string): Channel => ({
  title,
  description: title,
  language: 'sv',
  page: '/',
  self: '/entries.rss',
  baseUrl: 'https://site.example',
  hub: null,
  items: items.map((item, n) => ({
    permalink: `https://site.example/entries/${n}`,
    canonical: `https://site.example/entries/${n}-x`,
    original: null,
    title: '',
    summary: '',
    contentHtml: `<p>${n}</p>`,
    publishedAt: new Date(0),
    updatedAt: new Date(0),
    grows: false,
    authors: [{ name: 'Bladet' }],
    tags: [],
    language: 'sv',
    imageUrl: null,
    by: 'publisher' as const,
    contributor: null,
    extension: {},
    ...item,
  })),
})

it.each([
  ['RSS', rssFeed, plain],
  ['JSON Feed', jsonFeed, words],
] as const)('a feed of ours is read as it was written, as %s', (_, render, text) => {
  const item = fc.record({ title: text, summary: text, publishedAt: day })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), plain, (items, title) => {
      const read = parseFeed(Buffer.from(render(channelOf(items, title))), {
        url: 'https://site.example/x',
        contentType: null,
      })
      expect(read.title).toBe(title)
      expect(read.items.map((one) => [one.title, one.summary, one.publishedAt])).toEqual(
        items.map((one) => [one.title, one.summary, one.publishedAt]),
      )
    }),
    { numRuns: 100 },
  )
})

it('a list of sources is read as it was written', () => {
  const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
  const source: fc.Arbitrary<OpmlSource> = fc.record({
    url: path,
    title: plain,
    siteUrl: optional(path),
    language: optional(fc.constantFrom('sv', 'en-gb')),
    relevance: fc.constantFrom('model', 'all'),
    extract: fc.boolean(),
    publisher: optional(fc.constant('a.example')),
    publisherName: optional(plain),
    category: optional(plain),
  }) as never
  fc.assert(
    fc.property(
      fc.uniqueArray(source, { selector: ({ url }) => url, minLength: 1, maxLength: 6 }),
      plain,
      (sources, title) => {
        const { sources: read, leftOut } = parseOpml(renderOpml(sources, title))
        const byGroup = [...Map.groupBy(sources, ({ category }) => category).values()].flat()
        expect([read, leftOut]).toEqual([
          byGroup.map(({ publisherName, ...source }) => ({ ...source, ...(publisherName && { publisherName }) })),
          [],
        ])
      },
    ),
    { numRuns: 100 },
  )
})

/** Lists of the API that take these, with what they need. */
const paged = (...wanted: string[]) =>
  completeTable(web.ctx.site).flatMap(({ method, path, query, auth }) =>
    method === 'GET' && auth !== 'required' && ['per_page', ...wanted].every((name) => name in (query?.shape ?? {}))
      ? path.replace(':id', path.includes('tags') ? 'fynd' : path.includes('feeds') ? `${feeds[0]}` : '1')
      : [],
  )

/** A minute after the one before, so that no limit is reached. */
const page = async (url: string) => {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  return (await web.app.inject(url)).json()
}

it('what is since an instant and what is before it are the whole list, wherever both can be asked for', async () => {
  const lists = paged('since', 'until')
  expect(lists.length).toBeGreaterThan(4)
  for (const path of lists) {
    const idsOf = async (query: string) => {
      const { data } = await page(`${path}?per_page=100&${path.endsWith('search') ? 'q=quebec&' : ''}${query}`)
      return data.map(({ id }: { id: unknown }) => id).sort()
    }
    const all = await idsOf('')
    for (const hour of ['00', '03', '07']) {
      const [since, until] = [
        await idsOf(`since=2026-11-20T${hour}:00:00Z`),
        await idsOf(`until=2026-11-20T${hour}:00:00Z`),
      ]
      expect([path, hour, [...since, ...until].sort()]).toEqual([path, hour, all])
      // One event or story has its articles at once, and guides have days.
      if (/\/1\/entries$|guides$/.test(path) && !path.includes('feeds')) continue
      expect([path, hour, until.length > 0]).toEqual([path, hour, hour !== '00'])
      expect([path, hour, since.length > 0]).toEqual([path, hour, true])
    }
  }
})

it('each list is the same in pages of any size, each item once', async () => {
  expect(paged('cursor').length).toBeGreaterThan(8)
  for (const path of paged('cursor')) {
    const base = `${path}?${path.endsWith('search') ? 'q=quebec&' : ''}`
    const all = (await page(`${base}per_page=100`)).data
    expect([path, all.length > 1, (await page(`${base}cursor=gone`)).error?.type]).toEqual([path, true, 'bad_request'])
    const size = fc.integer({ min: 1, max: 30 })
    await fc.assert(
      fc.asyncProperty(size, async (perPage) => {
        const found: unknown[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { data, pagination } = await page(`${base}per_page=${perPage}${cursor && `&cursor=${cursor}`}`)
          found.push(...data)
          cursor = pagination.next_cursor
        }
        expect([path, found]).toEqual([path, all])
      }),
      { numRuns: 2, examples: [[1]] },
    )
  }
})

/** Articles of each event, whatever it is called, and the facts that readers see. */
async function events() {
  const { rows } = await sql<{ members: number[]; sources: number; first: Date; last: Date }>`
    select array_agg(m.article_id order by m.article_id) as members, e.source_count as sources, e.first_at as first,
      e.last_at as last from event_members m join events e on e.id = m.event_id
    group by e.id order by 1`.execute(web.database.db)
  return rows
}
const eventOf = async (article: number) =>
  (await web.database.db.selectFrom('articles').select('event_id').where('id', '=', article).executeTakeFirstOrThrow())
    .event_id as number

it('what is merged, split and undone in turn is as it was before', async () => {
  const before = await events()
  const step = fc.record({
    kind: fc.constantFrom('merge', 'split'),
    one: fc.constantFrom(...articles),
    other: fc.constantFrom(...articles),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const last = async () =>
        (
          await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from operator_actions`.execute(
            web.database.db,
          )
        ).rows[0]?.id ?? 0
      const start = await last()
      for (const { kind, one, other } of steps)
        await (kind === 'merge'
          ? mergeEvents(web.database, await eventOf(one), await eventOf(other), web.ctx.clock.now())
          : splitFromEvent(web.database, one, web.ctx.clock.now(), await eventOf(one))
        ).catch((error: { code: string }) => expect(error.code).toMatch(/unprocessable|bad_request|conflict|not_found/))
      for (let id = await last(); id > start; id--)
        expect([id, await undoOperatorAction(web.database, id, web.ctx.clock.now())]).toEqual([id, 'done'])
      expect(await events()).toEqual(before)
    }),
    { numRuns: 8 },
  )
})
