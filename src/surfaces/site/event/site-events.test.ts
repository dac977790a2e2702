/** Events on the reader's site: their list, their page with what sources agree and differ on, where old addresses lead. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, storedPoint } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { publishing } from '../../../platform/database/database.ts'
import { longDate } from '../../../platform/html/times.ts'

let web: TestWeb
let first: number
let path: string
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour, minute))
const get = (url: string) => web.app.inject({ url })
const jsonLd = (body: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '')

beforeAll(async () => {
  web = await startTestWeb()
  const { db } = web.database
  const [core, pips, almanac] = [
    await seedFeed(web.database, { title: 'Äppelposten', publisher: 'appelposten.example' }),
    await seedFeed(web.database, { title: 'Pips', publisher: 'pips.example' }),
    await seedFeed(web.database, { title: 'Almanac', publisher: 'almanac.example' }),
  ]
  const event = { created_at: at(6), first_at: at(6), last_at: at(9), source_count: 3, articles_count: 3 }
  await db
    .insertInto('events')
    .values([
      { id: 1000, ...event },
      { id: 1001, ...event, merged_into: 1000 },
      { id: 1002, ...event, merged_into: 1001 },
    ])
    .execute()
  const told = (feed_id: number, hour: number, title: string) => ({
    feed_id,
    title,
    event_id: 1000,
    source_count: 3,
    published_at: at(hour),
    discovered_at: at(hour),
    sort_at: at(hour),
    language: 'sv',
  })
  const ids = await seedArticles(web.database, [
    told(core, 6, 'Domen faller i dag'),
    told(pips, 7, 'Domstolen dömer'),
    told(almanac, 9, 'Villkoren ändras'),
    { feed_id: pips, title: 'Ensam nyhet', published_at: at(8), sort_at: at(8) },
  ])
  first = ids[0] as number
  const text = { event_id: 1000, text_by: 'ai' as const, model: 'tank-7b', article_ids: ids.slice(0, 3), seen_ids: ids }
  const points = [
    storedPoint('agreed', ['Domen är slutlig.', ids.slice(0, 2)]),
    storedPoint('single', ['Apple är besviket.', ids.slice(1, 2)]),
    storedPoint(
      'disputed',
      ['Villkoren ändras i maj.', ids.slice(0, 1), [{ article: first, text: 'Det blir i maj.' }]],
      ['Villkoren ändras i juni.', ids.slice(2, 3)],
    ),
  ]
  const revision = (n: number, minute: number, kept: object[], reason: 'second_source' | 'new_fact') => ({
    ...text,
    revision: n,
    reason,
    at: at(9, minute),
    title: 'EU-domen är här',
    summary: `Version ${n}.`,
    points: JSON.stringify(kept),
    brought_by: ids.slice(2, 3),
  })
  await db
    .insertInto('event_texts')
    .values([revision(1, 10, points.slice(0, 2), 'second_source'), revision(2, 20, points, 'new_fact')])
    .execute()
  path = '/handelser/1000-eu-domen-ar-har'
})
afterAll(() => web.close())

describe('the page of an event', () => {
  it('tells what happened, where its sources disagree, and on what they agree, in that order', async () => {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>EU-domen är här</h1>')
    expect(body).toContain('Version 2.')
    expect(body).toMatch(/Källorna är överens om 1 sak\.<\/a> <a[^>]*>≠ De är oense om 1\./)
    const sides = [...body.matchAll(/<li class="side">(.*?)<\/li>/gs)].map(([, side = '']) => side)
    expect(sides).toEqual([
      expect.stringMatching(/Äppelposten.*1 av 3.*Villkoren ändras i maj\..*<blockquote[^>]*>Det blir i maj\./s),
      expect.stringMatching(/Almanac.*1 av 3.*Villkoren ändras i juni\./s),
    ])
    const parts = ['id="oense"', 'Domen är slutlig.', 'Bara en källa säger', 'Apple är besviket.', 'id="timeline"']
    const order = parts.map((part) => body.indexOf(part))
    expect(order).toEqual(order.toSorted((x, y) => x - y))
    expect(order).not.toContain(-1)
  })

  it('says the same in its table, its card, its feed, its list and the API', async () => {
    const { body } = await get(path)
    const { data } = (await get('/api/v1/disputes')).json()
    expect(data).toMatchObject([
      {
        id: 1000,
        disputes: [
          { judged: true, statements: [{ text: 'Villkoren ändras i maj.' }, { text: 'Villkoren ändras i juni.' }] },
        ],
      },
    ])
    const table = /<table class="matrix-table">.*?<\/table>/s.exec(body)?.[0] ?? ''
    const rows = [...table.matchAll(/<tr><th scope="row">.*?>([^<]+)<\/a><\/th>(.*?)<\/tr>/gs)].map(
      ([, name, cells = '']) => [
        name,
        ...[...cells.matchAll(/<td class="cell-(\w+)">([^<]*)/g)].map(([, kind, sign]) => `${kind} ${sign}`),
      ],
    )
    expect(rows).toEqual([
      ['Äppelposten', 'says ●', 'silent –', 'says A'],
      ['Pips', 'says ●', 'says ●', 'silent –'],
      ['Almanac', 'silent –', 'silent –', 'differs B'],
    ])
    for (const address of ['/oense', '/', '/oense.rss', '/oense.json', '/embed/handelser/1000'])
      expect((await get(address)).body).toMatch(/Villkoren ändras i maj\..*Villkoren ändras i juni\./s)
  })

  it('has the times at which each sentence and point came, as the revisions of the API have them', async () => {
    const { body } = await get(path)
    const { data } = (await get('/api/v1/events/1000')).json()
    const came = [...body.matchAll(/<span data-came="([^"]+)">([^<]*)</g)].map(([, time, text]) => [text, time])
    type Revision = { at: string; summary: string; points: { text: string; against: { text: string } | null }[] }
    const oldest = (text: string) =>
      data.revisions.findLast(({ summary, points }: Revision) =>
        [summary, ...points.flatMap((one) => [one.text, one.against?.text])].includes(text),
      ).at
    const all = [data.summary, ...data.points.flatMap((one: Revision['points'][0]) => [one.text, one.against?.text])]
    const texts = all.filter((text) => text !== undefined)
    expect(new Map(came as [string, string][])).toEqual(new Map(texts.map((text) => [text, oldest(text)])))
    expect(new Set(came.map(([, time]) => time)).size).toBe(2)
    expect(body.match(/<div data-came="/g)).toHaveLength(3)
  })

  it('is shared by a picture of its own', { tags: 'slow' }, async () => {
    const image = /og:image" content="https:\/\/site\.example([^"]+)"/.exec((await get(path)).body)?.[1] ?? ''
    expect(image).toMatch(/^\/img\/events\/1000\.png\?v=[0-9a-f]{8}$/)
    const { statusCode, headers, rawPayload } = await get(image)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect(rawPayload.length).toBeLessThan(60_000)
    expect((await get('/img/events/999999.png')).statusCode).toBe(404)
  })

  it('says at the text that a model wrote it, from how many sources, and which', async () => {
    const { body } = await get(path)
    expect(body).toMatch(/<summary>AI-sammanfattning av 3 källor<\/summary><p>[^<]*tank-7b/)
  })

  it('leads to the event that it was split from', async () => {
    expect((await get(path)).body).not.toContain('bröts ut ur')
    await web.database.db.updateTable('events').set({ split_from: 1000 }).where('id', '<', 1000).execute()
    const { id } = await web.database.db
      .selectFrom('events')
      .select('id')
      .where('id', '<', 1000)
      .executeTakeFirstOrThrow()
    const { headers } = await get(`/handelser/${id}`)
    expect((await get(String(headers.location))).body).toContain('<a href="/handelser/1000">')
  })

  it('names the first source, and what has changed since the first version', async () => {
    const { body } = await get(path)
    expect(body).toMatch(/Domen faller i dag<\/a> <span class="flag">Först med nyheten/)
    expect(body).toMatch(/Ändrad 10\.20:<\/strong> Nya uppgifter från Almanac\./)
    expect(body).toMatch(/<ul class="added"><li>Villkoren ändras i maj\.<\/li><\/ul>/)
  })

  it('is described to machines with every source that it is based on', async () => {
    expect(jsonLd((await get(path)).body)).toMatchObject({
      '@type': 'NewsArticle',
      url: `https://site.example${path}`,
      creditText: 'Äppelposten, Pips, Almanac',
      digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
      isBasedOn: [
        { headline: 'Domen faller i dag' },
        { headline: 'Domstolen dömer' },
        { headline: 'Villkoren ändras' },
      ],
    })
  })

  it('is where other forms of its address and the events that it took up lead', async () => {
    for (const other of ['/handelser/1000', '/handelser/1000-gammal', '/handelser/1001', '/handelser/1002-x']) {
      const { statusCode, headers } = await get(other)
      expect([other, statusCode, headers.location]).toEqual([other, 301, path])
    }
    expect((await get('/handelser/99999')).statusCode).toBe(404)
  })
})

describe('a list', () => {
  it.each(['/', '/handelser', '/populart'])('%s has one line an event, with its articles folded below', async (url) => {
    const { body } = await get(url)
    const items = body.match(/<article class="item [\s\S]*?<\/article>/g) ?? []
    const ofEvent = items.filter((item) => item.includes(path))
    expect(ofEvent).toHaveLength(1)
    expect(ofEvent[0]).toMatch(/<details class="reports"><summary>.*3 källor.*≠ oense om 1/s)
    for (const title of ['Domen faller i dag', 'Domstolen dömer', 'Villkoren ändras'])
      expect(ofEvent[0]).toContain(title)
    // On the front page it is a line of the minute.
    const alone = [...(body.match(/<li data-of[\s\S]*?<\/li>/g) ?? []), ...items].find((item) =>
      item.includes('Ensam nyhet'),
    )
    expect(alone).toMatch(/href="\/entries\/\d+-ensam-nyhet"/)
    expect(alone).not.toContain('<details')
  })

  it('of a day without news says so on the front page, and from when its newest is', async () => {
    const before = web.clock.now()
    const none = t('front.newest_of', { date: longDate(at(12), web.ctx.site) })
    web.clock.set(at(13))
    web.ctx.cache.raise('content')
    expect((await get('/')).body).not.toContain(none)
    web.clock.set(new Date(at(13).getTime() + 86_400_000))
    web.ctx.cache.raise('content')
    expect((await get('/')).body).toContain(none)
    web.clock.set(before)
    web.ctx.cache.raise('content')
  })

  it('of a source tells an event by that source’s own article', async () => {
    const { feed_id } = await web.database.db
      .selectFrom('articles')
      .select('feed_id')
      .where('title', '=', 'Villkoren ändras')
      .executeTakeFirstOrThrow()
    expect((await get(`/feeds/${feed_id}`)).body).toMatch(/class="headline"><a href="[^"]*">Villkoren ändras<\/a>/)
  })

  it('of a search has an event once, by its best hit', async () => {
    const { body } = await get('/sok?q=domstolen')
    expect(body.match(/class="headline"/g)).toHaveLength(1)
    expect(body).toContain('>Domstolen dömer</a>')
  })
})

it('is linked from the page of each of its articles, which stays canonical for the article', async () => {
  const location = String((await get(`/entries/${first}`)).headers.location)
  const { body } = await get(location)
  expect(body).toContain(`<link rel="canonical" href="https://site.example${location}">`)
  expect(body).toContain(`href="${path}">Se hela händelsen`)
})

it('is found by search engines', async () => {
  expect((await get('/sitemap-pages.xml')).body).toContain('<loc>https://site.example/handelser</loc>')
  expect((await get('/sitemap.xml')).body).toContain('<loc>https://site.example/sitemap-events.xml</loc>')
  const events = (await get('/sitemap-events.xml')).body
  expect(events).toContain(`<loc>https://site.example${path}</loc><lastmod>2026-11-21T09:20:00.000Z</lastmod>`)
  expect(events.match(/<url>/g)).toHaveLength(1)
})

it('a source that came after its text was not read for it, whoever words it anew', async () => {
  const late = await seedFeed(web.database, { title: 'Senposten', publisher: 'senposten.example' })
  await seedArticles(web.database, [
    { feed_id: late, title: 'Sent om domen', event_id: 1000, published_at: at(11), sort_at: at(11) },
  ])
  await publishing(web.database, async () => {})
  const unread = /Senposten(<[^>]*>)*: har inte lästs för texten/
  const before = (await get(path)).body
  expect(before).toMatch(unread)
  expect(before).toContain('AI-sammanfattning av 3 källor')
  expect((await get(`${path}.md`)).body).toContain('AI-sammanfattning av 3 källor')
  const texts = web.database.db.selectFrom('event_texts').where('event_id', '=', 1000)
  const { title, summary, points, revision } = await texts
    .select(['title', 'summary', 'points', 'revision'])
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow()
  await web.database.db
    .insertInto('event_texts')
    .values({
      event_id: 1000,
      revision: revision + 1,
      title,
      summary,
      points: JSON.stringify(points),
      text_by: 'operator',
      article_ids: [],
      seen_ids: [],
      reason: 'corrected',
      at: at(12),
      brought_by: [],
    })
    .execute()
  await publishing(web.database, async () => {})
  const after = (await get(path)).body
  expect(after).toMatch(unread)
  expect(after).not.toMatch(/Pips(<[^>]*>)*: har inte lästs/)
})

it.each([
  [1, 'Bara Äppelposten har skrivit om det hittills.'],
  [2, '2 källor har skrivit om det. Uppgifterna är inte jämförda.'],
])('an event of %i sources that nothing compares says so', async (sources, line) => {
  const { db } = web.database
  const id = 2000 + sources
  const feeds = await db.selectFrom('feeds').select('id').orderBy('id').limit(sources).execute()
  const counts = { source_count: sources, articles_count: sources }
  await db
    .insertInto('events')
    .values({ id, created_at: at(6), first_at: at(6), last_at: at(6), ...counts })
    .execute()
  const reports = feeds.map((feed) => ({ feed_id: feed.id, event_id: id, source_count: sources, published_at: at(6) }))
  await seedArticles(web.database, reports)
  const { headers } = await get(`/handelser/${id}`)
  expect((await get(`${headers.location}`)).body).toContain(line)
})
