/** Exports of five feed readers: each form read, taken in once, and refused where it is broken, with the place named. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { signIn } from '../../../tests/support/people.ts'
import { type ExportedArticle, READER_EXPORTS, READER_LISTS } from '../../../tests/support/played/documents.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { savedEvents } from '../../news/accounts/writes/read-markers.ts'
import { parseExport } from './exports/parse-export.ts'
import { importFiles } from './import-files.ts'

const FEED = { url: 'https://news.example/feed.xml', title: 'News' }
const TITLES = [
  'iPhone får en kamera som ser i mörker',
  'macOS flyttar inställningarna till en meny',
  'Apple Watch mäter blodtrycket om natten',
  'iPad säljs med tangentbord i höst',
]
const article = (n: number, more: Partial<ExportedArticle> = {}): ExportedArticle => ({
  url: `https://news.example/${n}`,
  title: TITLES[n] ?? `Apple ${n}`,
  content: `<p>${TITLES[n]}, med <b>mer</b> minne än i fjol.</p>`,
  publishedAt: new Date(Date.UTC(2026, 9, 1 + n)),
  savedAt: new Date(Date.UTC(2026, 10, 1 + n, 6)),
  feed: FEED,
  ...more,
})

const forms = Object.entries(READER_EXPORTS).map(([name, form]) => ({ name, ...form }))
const savedIn = (bytes: Uint8Array) => {
  const found = parseExport(bytes)
  return found.opml === null ? found.saved : []
}

describe('the form of', () => {
  it.each(forms)('$name is read in full', ({ name, write, knowsSaved }) => {
    const given = [article(1), article(2, { title: 'A & B', feed: null })]
    const knowsFeed = name !== 'NewsBlur, stories alone'
    expect(savedIn(write(given))).toEqual(
      given.map(({ url, title, content, publishedAt, savedAt, feed }) => ({
        url,
        title,
        content,
        publishedAt,
        savedAt: knowsSaved ? savedAt : null,
        feedUrl: knowsFeed ? (feed?.url ?? null) : null,
        author: name.startsWith('Tiny') ? null : 'Anna Holm',
      })),
    )
  })

  it.each(forms)('$name without an article has none', ({ write }) => {
    expect(savedIn(write([]))).toEqual([])
  })

  it.each(forms)('$name is cut off: refused with the place', ({ name, write }) => {
    const complete = write([article(1), article(2)])
    expect(() => parseExport(complete.subarray(0, complete.length - 40))).toThrow(
      /^(line \d+: it is not JSON, or cut off|article 2: the file ends before <\/articles>|it cannot be unpacked: )/,
    )
    expect(name).not.toBe('')
  })

  it.each(forms)('$name leaves out what has no web address, with its number', ({ write }) => {
    const bad = ['javascript:alert(1)', '', 'file:///etc/passwd'].map((url) => article(1, { url }))
    const found = parseExport(write([...bad, article(2)]))
    expect(found).toMatchObject({
      saved: [{ url: article(2).url }],
      leftOut: [1, 2, 3].map((n) => `item ${n}: no web address`),
    })
  })

  it.each(forms)('$name takes dates that are none for missing', ({ write }) => {
    const text = write([article(1)])
    const odd = [...text.toString('latin1').matchAll(/\d{10,16}|\d{4}-\d\d-\d\d[^"\]<]*/g)].map(String)
    const broken = odd.reduce((all, date) => all.replaceAll(date, '9'.repeat(30)), text.toString('latin1'))
    const [only] = text[0] === 0x1f ? savedIn(text) : savedIn(Buffer.from(broken, 'latin1'))
    expect(only?.url).toBe(article(1).url)
  })
})

describe('an export of all articles', () => {
  it.each([
    ['FreshRSS', '"user/-/state/com.google/starred"', '"user/-/label/starred"'],
    ['Miniflux', '"starred": true', '"starred": false'],
    ['NewsBlur', '"starred": true', '"starred": false'],
  ])('of %s: those without a star are not taken', (name, star, none) => {
    const text = String(READER_EXPORTS[name]?.write([article(1)]))
    expect([savedIn(Buffer.from(text)).length, savedIn(Buffer.from(text.replace(star, none))).length]).toEqual([1, 0])
  })
})

describe('a file that is something else', () => {
  it.each([
    ['', /^it is empty$/],
    ['  \n', /^it is empty$/],
    ['PK\x03\x04x', /^it is an archive: unpack it/],
    ['\x1f\x8bx', /^it cannot be unpacked: /],
    ['{"a": 1}', /^it is neither OPML nor saved articles/],
    ['[1, null, "x"]', /^it is neither/],
    ['{"items": {}}', /^it is neither/],
    ['null', /^it is neither/],
    ['{\n"items": [\n}', /^line 3: it is not JSON/],
    ['Hello', /^line 1: it is not JSON/],
    ['<rss><channel/></rss>', /^Unreadable OPML: line 1: expected <opml>, found <rss>/],
    ['<opml><body>', /^Unreadable OPML: line 1: the list ends before <\/opml>/],
    [`{"items":${'['.repeat(200)}`, /^line 1: it is not JSON/],
  ])('is refused: %j', (text, why) => {
    expect(() => parseExport(Buffer.from(text, 'latin1'))).toThrow(why)
  })
})

describe('import', () => {
  let web: TestWeb
  let userId: number
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-import-'))
  const ACCOUNT = { account: 'Anna@example.org' }

  beforeAll(async () => {
    web = await startTestWeb({ KEEP_ARTICLES: '365' }, undefined, { alone: true })
    await seedFeed(web.database, { url: FEED.url, site_url: 'https://news.example/', publisher: 'news.example' })
    userId = (await signIn(web, 'anna@example.org')).userId
  })
  beforeEach(async () => {
    await web.database.db.deleteFrom('saved_events').execute()
    await web.database.db.deleteFrom('articles').execute()
  })
  afterAll(async () => {
    await web.close()
    rmSync(folder, { recursive: true })
  })

  async function run(files: Record<string, Uint8Array | string>, options: { account?: string } = ACCOUNT) {
    for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body)
    const { io, lines } = recordedIo()
    await importFiles(web.services, { ...io, cwd: folder }, Object.keys(files), options)
    return lines
  }
  const titles = async () => {
    const saved = await savedEvents(web.ctx.database, userId)
    const rows = await web.database.db.selectFrom('articles').select(['title', 'event_id']).execute()
    return saved.flatMap(({ eventId }) => rows.find(({ event_id: id }) => id === eventId)?.title ?? [])
  }
  const counts = async () => {
    const { rows } = await web.database.pool.query(
      'select (select count(*)::int from articles) articles, (select count(*)::int from saved_events) saved, (select count(*)::int from feeds) feeds',
    )
    return rows[0]
  }

  it.each(forms)('from $name saves what was saved, once, newest first', { tags: 'slow' }, async ({ write }) => {
    const far = article(3, {
      url: 'https://elsewhere.example/3',
      feed: { url: 'https://elsewhere.example/f', title: 'E' },
    })
    const off = article(4, { title: 'Väder i helgen', content: 'Det blir regn.' })
    const old = article(5, { publishedAt: new Date('2024-01-01T00:00:00Z') })
    const file = { 'saved.export': write([article(1), article(2), far, off, old]) }
    const first = await run(file)
    expect(first.at(-2)).toBe('5 saved articles read, 3 of them new here.')
    expect(first.at(-1)).toBe('2 events saved, 1 not about the topic, 1 older than KEEP_ARTICLES, 1 of no source here.')
    expect(await titles()).toEqual([article(2).title, article(1).title])
    const before = await counts()
    expect((await run(file)).slice(-2)).toEqual([
      '5 saved articles read, 0 of them new here.',
      '0 events saved, 2 saved before, 1 not about the topic, 1 older than KEEP_ARTICLES, 1 of no source here.',
    ])
    expect(await counts()).toEqual(before)
  })

  it.each(forms)(
    'from $name finds an article that a feed has brought, under another spelling of its address',
    async ({ write }) => {
      const { eventId } = await seedEvent(web.database, [
        { feed_id: await seedFeed(web.database), title: 'Apple', canonical_url: 'https://other.example/a' },
      ])
      const given = article(1, { url: 'http://www.other.example/a/?utm_source=x#top', feed: null })
      expect((await run({ 'saved.export': write([given]) })).slice(-2)).toEqual([
        '1 saved article read, 0 of them new here.',
        '1 event saved.',
      ])
      expect((await savedEvents(web.ctx.database, userId)).map(({ eventId: id }) => id)).toEqual([eventId])
    },
  )

  it.each(forms)('from $name shows hostile titles as text', { tags: 'slow' }, async ({ write }) => {
    const hostile = [
      `Apple <script>alert(1)</script> iPhone`,
      `Apple "onload='x' iPhone ]]> {{7*7}} \u202e\u0000`,
      `Apple ${'iPhone '.repeat(20_000)}`,
    ]
    await run({ 'saved.export': write(hostile.map((title, n) => article(n, { title }))) })
    const rows = await web.database.db.selectFrom('articles').select('title').execute()
    expect(rows.length).toBe(3)
    for (const { title } of rows) expect(title.length).toBeLessThan(1000)
    const page = await web.app.inject(`/handelser/${(await savedEvents(web.ctx.database, userId))[0]?.eventId}`)
    const body = page.statusCode === 200 ? page.body : (await web.app.inject(String(page.headers.location))).body
    expect(body).not.toMatch(/<script>alert|onload='x'/)
  })

  it('counts an article that the operator has removed, and leaves it so', { tags: 'slow' }, async () => {
    const file = { 'saved.json': READER_EXPORTS.Miniflux?.write([article(1)]) ?? '' }
    await run(file)
    await web.database.db.updateTable('articles').set({ status: 'removed' }).execute()
    expect((await run(file)).slice(-2)).toEqual([
      '1 saved article read, 0 of them new here.',
      '0 events saved, 1 not published here.',
    ])
  })

  it('takes the time of saving for the date of what has none', async () => {
    const dates = [new Date('2026-10-05T00:00:00Z'), new Date('2024-01-01T00:00:00Z')]
    const items = dates.map((date, n) => ({
      title: TITLES[n],
      canonical: [{ href: article(n).url }],
      starred: date.getTime() / 1000,
      origin: { feedUrl: FEED.url },
    }))
    const text = JSON.stringify({ items })
    expect((await run({ 'saved.json': text })).at(-1)).toBe('1 event saved, 1 older than KEEP_ARTICLES.')
    const rows = await web.database.db.selectFrom('articles').select('published_at').execute()
    expect(rows).toEqual([{ published_at: new Date('2026-10-05T00:00:00Z') }])
  })

  it('gives an article to the source that it was read from, where its publisher has several', async () => {
    const url = 'https://news.example/second.xml'
    const second = await seedFeed(web.database, { url, site_url: 'https://news.example/', publisher: 'news.example' })
    const saved = [article(1, { feed: { url, title: 'Second' } }), article(2)]
    await run({ 'saved.json': READER_EXPORTS.Miniflux?.write(saved) ?? '' })
    const rows = await web.database.db.selectFrom('articles').select(['url', 'feed_id']).orderBy('url').execute()
    await web.database.db.deleteFrom('articles').execute()
    await web.database.db.deleteFrom('feeds').where('id', '=', second).execute()
    expect(rows.map(({ feed_id }) => feed_id === second)).toEqual([true, false])
  })

  it('is nothing where one of the files is broken, an account is missing, or none', async () => {
    const good = { 'a.opml': '<opml><body><outline xmlUrl="https://new.example/f"/></body></opml>' }
    const saved = READER_EXPORTS.Miniflux?.write([article(1)]) ?? ''
    const before = await counts()
    await expect(run({ ...good, 'b.json': '{\n"entries": [' })).rejects.toThrow('b.json: line 2: it is not JSON')
    await expect(run({ ...good, 'c.json': saved }, {})).rejects.toThrow('--account anna@example.org names it')
    await expect(run({ ...good, 'c.json': saved }, { account: 'anna' })).rejects.toThrow('"anna" is not a mail address')
    await expect(run({ ...good, 'c.json': saved }, { account: 'bo@example.org' })).rejects.toThrow(
      'Nobody has signed in as bo@example.org',
    )
    expect(await counts()).toEqual(before)
  })

  it.each(Object.entries(READER_LISTS))('of the OPML of %s keeps folders', async (name, write) => {
    const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`
    const file = { 'feeds.opml': write(`https://${host}/a?x=1&amp;y=2`, `https://${host}/c`) }
    expect((await run(file, {})).at(-1)).toMatch(/^2 sources added, 0 were known/)
    expect((await run(file, {})).at(-1)).toMatch(/^0 sources added, 2 were known/)
    const rows = await web.database.db.selectFrom('feeds').selectAll().where('publisher', '=', host).execute()
    const alone = await web.database.db.selectFrom('feeds').selectAll().where('url', '=', `https://${host}/c`).execute()
    const inFolder = await web.database.db
      .selectFrom('feeds')
      .selectAll()
      .where('url', '=', `https://${host}/a?x=1&y=2`)
      .execute()
    expect([rows.length > 0, alone[0]?.folder, inFolder[0]?.title, inFolder[0]?.folder]).toEqual([
      true,
      null,
      'A & B',
      'Cykler',
    ])
  })

  it('of six thousand articles saves the newest, as many as an account has room for', { tags: 'slow' }, async () => {
    const feed = await seedFeed(web.database)
    // At once the triggers would look at all of them for each.
    for (let from = 0; from < 6000; from += 500)
      await web.database.pool.query(
        `with made as (
          insert into events (created_at, first_at, last_at) select now(), now(), now() from generate_series(1, 500) returning id)
        insert into articles (feed_id, url, canonical_url, title, discovered_at, sort_at, updated_at, content_hash, status,
          relevant, event_id, cluster_state)
        select $1, 'x', 'https://far.example/' || $2 + row_number() over (), 'x', now(), now(), now(), 'x', 'published', true, id,
          'done'
        from made`,
        [feed, from],
      )
    const all = Array.from({ length: 6000 }, (_, n) =>
      article(0, { url: `https://far.example/${n + 1}`, savedAt: new Date(Date.UTC(2026, 9, 1) + n * 60_000) }),
    )
    expect((await run({ 'saved.json': READER_EXPORTS.Feedly?.write(all) ?? '' })).at(-1)).toBe(
      '5,000 events saved, 1000 beyond what an account holds.',
    )
    const newest = (await savedEvents(web.ctx.database, userId)).at(-1)?.at
    expect(newest).toEqual(all[1000]?.savedAt)
  })
})
