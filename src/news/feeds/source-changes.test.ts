/** What a source does over time, from its server to the database: it moves, credits others, and loses a picture. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { addFeeds } from './writes/feeds.ts'

let publisher: Publisher
let web: TestWeb

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', EMBEDDING_PROVIDER: 'none' }, undefined, {
    alone: true,
  })
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})
beforeEach(async () => {
  for (const table of ['event_members', 'article_identities', 'articles', 'events', 'feeds'] as const)
    await web.database.db.deleteFrom(table).execute()
})

const add = (path: string, by: string) =>
  addFeeds(web.database, [
    {
      url: publisher.at(path),
      title: path,
      siteUrl: null,
      language: 'en',
      relevance: 'all',
      extract: false,
      publisher: by,
    },
  ])
const serve = (path: string, items: RssItem[]) => publisher.serve(path, { body: rssDocument(path, items) })

async function ingest(): Promise<void> {
  // A day later each time, so that every source is due.
  web.clock.set(new Date(web.clock.now().getTime() + 86_400_000))
  await actionsOf(web).ingest({})
}

const feedAt = (path: string) =>
  web.database.db.selectFrom('feeds').selectAll().where('title', '=', path).executeTakeFirstOrThrow()
const articles = () => web.database.db.selectFrom('articles').selectAll().orderBy('id').execute()

describe('an item that leaves things out', () => {
  const document = `<rss version="2.0"><channel><title>F</title><link>https://a.example/</link>
    <item><guid isPermaLink="false">1</guid><description>&lt;p&gt;A ponte nova abriu ontem em Coimbra. O presidente cortou a fita e milhares de pessoas atravessaram o rio.&lt;/p&gt;</description></item>
    </channel></rss>`

  it('has a title and a language from its text, and the time of its discovery to be ordered by', {
    tags: 'slow',
  }, async () => {
    await add('/bare.xml', 'a.example')
    await web.database.db.updateTable('feeds').set({ language: null }).execute()
    publisher.serve('/bare.xml', { body: document })
    await ingest()
    expect(await articles()).toMatchObject([
      { title: 'A ponte nova abriu ontem em Coimbra', language: 'pt', published_at: null, sort_at: web.clock.now() },
    ])
  })

  it('gets the title that an earlier version did not give it', { tags: 'slow' }, async () => {
    await add('/bare.xml', 'a.example')
    publisher.serve('/bare.xml', { body: document })
    await ingest()
    await web.database.db.updateTable('articles').set({ title: '' }).execute()
    publisher.serve('/bare.xml', { body: `${document}\n` })
    await ingest()
    expect(await articles()).toMatchObject([{ title: 'A ponte nova abriu ontem em Coimbra' }])
  })
})

describe('entities in the names of a feed and its items', () => {
  const document = `<rss version="2.0"><channel><title>AT&amp;amp;T&#8217;s &amp; V&amp;auml;nner</title><link>https://a.example/</link>
    <item><title>AT&amp;amp;T&#8217;s masts &amp;#8211; all &lt;b&gt;new&lt;/b&gt;</title><link>https://a.example/1</link><guid>1</guid>
    <description>The masts of AT&amp;amp;T stand since Monday.</description><pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate></item>
    </channel></rss>`
  const feed = 'AT&amp;T’s &amp; Vänner'
  const title = 'AT&amp;T’s masts – all new'

  it('are decoded once, and escaped once wherever they are shown', { tags: 'slow' }, async () => {
    const source = {
      url: publisher.at('/entities.xml'),
      title: '',
      siteUrl: null,
      language: 'en',
      publisher: 'attsvanner.example',
    }
    await addFeeds(web.database, [{ ...source, relevance: 'all', extract: false }])
    publisher.serve('/entities.xml', { body: document })
    await ingest()
    const [article] = await articles()
    expect(article?.title).toBe('AT&T’s masts – all new')
    const page = async (url: string): Promise<string> => {
      const { headers, body } = await web.app.inject({ url })
      return typeof headers.location === 'string' ? page(headers.location) : body
    }
    expect(await page('/feeds.opml')).toContain(feed)
    expect(await page(`/entries/${article?.id}`)).toContain(`>${title}</h1>`)
    // XML escapes by number, too.
    expect(await page('/entries.rss')).toMatch(/AT&(amp|#x26);T’s masts – all new/)
    for (const url of ['/feeds.opml', `/entries/${article?.id}`, '/entries.rss'])
      expect(await page(url), url).not.toMatch(/&amp;(amp|#|\w+;)/)
  })
})

describe('a permanent redirect', () => {
  /** As after four sightings over four days: the next one is believed. */
  async function nearlyMoved(from: string, to: string): Promise<void> {
    publisher.misbehave(from, { kind: 'redirect', to: publisher.at(to), status: 301 })
    const since = new Date(web.clock.now().getTime() - 4 * 86_400_000)
    const seen = { redirect_url: publisher.at(to), redirect_seen: 4, redirect_since: since }
    await web.database.db.updateTable('feeds').set(seen).where('title', '=', from).execute()
  }

  it('becomes the address of the source', { tags: 'slow' }, async () => {
    await add('/old.xml', 'a.example')
    serve('/new.xml', [{ title: 'Bridge opened', link: 'https://a.example/1' }])
    await nearlyMoved('/old.xml', '/new.xml')
    await ingest()
    expect(await feedAt('/old.xml')).toMatchObject({ url: publisher.at('/new.xml'), redirect_url: null })
  })

  it('to the address of another source is not followed for good: both go on, and neither loses an article', {
    tags: 'slow',
  }, async () => {
    await add('/old.xml', 'a.example')
    await add('/new.xml', 'b.example')
    serve('/new.xml', [{ title: 'Bridge opened', link: 'https://b.example/1' }])
    await nearlyMoved('/old.xml', '/new.xml')
    await ingest()
    const [old, other] = [await feedAt('/old.xml'), await feedAt('/new.xml')]
    expect([old.url, other.url]).toEqual([publisher.at('/old.xml'), publisher.at('/new.xml')])
    expect([old.status, old.errors_in_row, other.status, other.errors_in_row]).toEqual(['active', 0, 'active', 0])
    const kept = await articles()
    expect(kept.map((article) => article.feed_id).sort()).toEqual([old.id, other.id].sort())
    const visits = await web.database.db.selectFrom('fetches').select('feed_id').execute()
    expect(visits.map((visit) => visit.feed_id)).toEqual(expect.arrayContaining([old.id, other.id]))
  })
})

describe('independent publishers', () => {
  const text = 'The new tram bridge over Lindholmen harbour opened on Monday after four years of work.'
  const report = (host: string): RssItem => ({
    title: 'Lindholmen tram bridge opened on Monday',
    link: `https://${host}/bridge`,
    description: text,
    date: new Date('2026-11-20T08:00:00Z'),
  })
  const crediting = (item: RssItem, host: string) =>
    rssDocument('Syndicated', [item]).replace(
      '</item>',
      `<source url="https://www.${host}/feed.xml">Original</source></item>`,
    )

  it('are one where a publisher has two feeds and another source carries a text that it credits to them', {
    tags: 'slow',
  }, async () => {
    await add('/first.xml', 'a.example')
    await add('/second.xml', 'a.example')
    await add('/third.xml', 'b.example')
    serve('/first.xml', [report('a.example')])
    serve('/second.xml', [{ ...report('a.example'), link: 'https://a.example/sport/bridge' }])
    publisher.serve('/third.xml', { body: crediting(report('b.example'), 'a.example') })
    await ingest()
    const rows = await articles()
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map((row) => row.event_id)).size).toBe(1)
    expect(rows.map((row) => row.credited_publisher).sort()).toEqual(['a.example', null, null])
    expect(rows.map((row) => row.source_count)).toEqual([1, 1, 1])
  })

  it('are two where the credit names a third, though only one source carries them', { tags: 'slow' }, async () => {
    await add('/first.xml', 'a.example')
    await add('/second.xml', 'a.example')
    serve('/first.xml', [report('a.example')])
    const syndicated = { ...report('a.example'), link: 'https://a.example/agency/bridge' }
    publisher.serve('/second.xml', { body: crediting(syndicated, 'agency.example') })
    await ingest()
    expect((await articles()).map((row) => row.source_count)).toEqual([2, 2])
  })
})

it('keeps the picture of an article when its feed leaves it out, and takes a new one', { tags: 'slow' }, async () => {
  await add('/pictures.xml', 'a.example')
  const item = (title: string, picture: string) =>
    rssDocument('Pictures', [{ title, link: 'https://a.example/p', guid: 'p', description: title }]).replace(
      '</item>',
      `${picture && `<enclosure url="https://a.example/${picture}" type="image/jpeg" length="1"/>`}</item>`,
    )
  const pictureAfter = async (title: string, picture: string) => {
    publisher.serve('/pictures.xml', { body: item(title, picture) })
    await ingest()
    const [article, ...others] = await articles()
    expect([article?.title, others]).toEqual([title, []])
    return article?.image_url
  }
  expect(await pictureAfter('Harbour', 'one.jpg')).toBe('https://a.example/one.jpg')
  expect(await pictureAfter('Harbour at night', '')).toBe('https://a.example/one.jpg')
  expect(await pictureAfter('Harbour at dawn', 'two.jpg')).toBe('https://a.example/two.jpg')
})

it('takes the newest hundred of a new source with an archive, and leaves the rest for good', {
  tags: 'slow',
}, async () => {
  await add('/archive.xml', 'a.example')
  const day = (n: number) => new Date(Date.UTC(2026, 5, 1) + n * 86_400_000)
  const items = Array.from({ length: 120 }, (_, n) => ({
    title: `Issue ${n}`,
    link: `https://a.example/${n}`,
    date: day(n),
    description: `Text of ${n}.`,
  }))
  serve('/archive.xml', items.toReversed())
  await ingest()
  const titles = async () => new Set((await articles()).map((article) => article.title))
  const newest = new Set(items.slice(20).map((item) => item.title))
  expect(await titles()).toEqual(newest)
  serve('/archive.xml', [{ ...items[0], title: 'Issue 120', link: 'https://a.example/120', date: day(120) }, ...items])
  await ingest()
  expect(await titles()).toEqual(new Set([...newest, 'Issue 120']))
})

it('names items that say they are the same one in the record of the visit', { tags: 'slow' }, async () => {
  const twin = { guid: 'lika', date: new Date('2026-11-20T10:00:00Z') }
  serve('/twins', [
    { ...twin, title: 'Ett', link: 'https://twins.example/1' },
    { ...twin, title: 'Två', link: 'https://twins.example/2' },
    { title: 'Tre', link: 'https://twins.example/3', guid: 'ensam' },
  ])
  await add('/twins', 'twins.example')
  await ingest()
  const visit = await web.database.db
    .selectFrom('fetches')
    .select('error')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(visit.error).toBe('2 items share the guid "lika". It identifies none of them: they are distinguished by link.')
  expect((await articles()).map(({ title }) => title).sort()).toEqual(['Ett', 'Tre', 'Två'])
})

it('reads a feed behind a cookie and under a coding that is none, and names the coding and an unknown zone', {
  tags: 'slow',
}, async () => {
  const dated = rssDocument('Grind', [{ title: 'Ett', link: 'https://grind.example/1' }]).replace(
    '</item>',
    '<pubDate>Fri, 20 Nov 2026 10:00 Småstadstid</pubDate></item>',
  )
  const headers = { location: '/grind/inne', 'set-cookie': 'sett=1' }
  publisher.misbehave('/grind', { kind: 'headers', status: 302, headers })
  publisher.serve('/grind/inne', { body: dated, headers: { 'content-encoding': 'aws-chunked' } })
  await add('/grind', 'grind.example')
  await ingest()
  expect((await articles()).map(({ title }) => title)).toEqual(['Ett'])
  const { error } = await web.database.db
    .selectFrom('fetches')
    .select('error')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(error).toBe(
    'The content coding "aws-chunked" is none that the body has, and was ignored. The time zone "Småstadstid" is not known: its dates are taken for UTC.',
  )
  expect(publisher.seen.at(-1)?.headers.cookie).toBe('sett=1')
})
