/** Running stories on the reader's site: their page, the way to it, and where an old address leads. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { said, saveClaims, seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let web: TestWeb
let article: number
const day = (date: number, hour = 9) => new Date(Date.UTC(2026, 10, date, hour))
const get = (url: string) => web.app.inject({ url })

beforeAll(async () => {
  web = await startTestWeb()
  const { db } = web.database
  const feeds = [
    await seedFeed(web.database, { title: 'Äppelposten' }),
    await seedFeed(web.database, { title: 'Bitar' }),
  ]
  for (const [i, date] of [18, 20, 21].entries())
    await db
      .insertInto('events')
      .values({ id: i + 1, created_at: day(date), first_at: day(date), last_at: day(date, 11) } as never)
      .execute()
  const ids = await seedArticles(web.database, [
    { feed_id: feeds[0] as number, title: 'Det började', event_id: 1, sort_at: day(18), published_at: day(18) },
    { feed_id: feeds[0] as number, title: 'Mitt i', event_id: 2, sort_at: day(20), source_count: 2 },
    { feed_id: feeds[1] as number, title: 'Mitt i, hos en annan', event_id: 2, sort_at: day(20, 11), source_count: 2 },
    { feed_id: feeds[1] as number, title: 'Nu', event_id: 3, sort_at: day(21), source_count: 1 },
  ])
  article = ids[1] as number
  const story = {
    lead: 'En lång tvist.',
    body: 'Först så.\n\nSedan så.',
    first_at: day(18),
    last_at: day(21),
    created_at: day(18),
    updated_at: day(21),
  }
  const insert = (values: object) =>
    db
      .insertInto('stories')
      .values({ ...story, ...values } as never)
      .execute()
  await insert({ id: 1, title: 'Förspelet', status: 'dormant', entries_count: 2, last_at: day(10) })
  await insert({ id: 2, title: 'Striden om betalsätten', entries_count: 4, predecessor_id: 1, text_by: 'ai' })
  await insert({ id: 3, title: 'Samma strid', merged_into: 2 })
  await insert({ id: 4, title: 'Fortsättningen', entries_count: 3, predecessor_id: 2, last_at: day(22) })
  const gone = { at: day(21) }
  await db
    .insertInto('dissolved_stories')
    .values({ story_id: 50, event_id: 2, ...gone })
    .execute()
  await db
    .insertInto('dissolved_stories')
    .values({ story_id: 51, event_id: null, ...gone })
    .execute()
  for (const event of [1, 2, 3])
    await db
      .insertInto('story_events')
      .values({ event_id: event, story_id: 2, at: day(21) } as never)
      .execute()
})
afterAll(() => web.close())

it('counts the publishers that its sentences rest on, and none where that is not known', async () => {
  const written = async () =>
    /written-ai[^>]*><summary>([^<]*)/.exec((await get('/stories/2-striden-om-betalsatten')).body)?.[1]
  expect(await written()).toBe(t('ai.mark'))
  const sentences = ['En lång tvist.', 'Först så.', 'Sedan så.']
  await saveClaims(
    web.database,
    { story_id: 2 },
    sentences.map((sentence, i) => said(i === 0 ? 'lead' : 'body', sentence, { by: [article] })),
  )
  web.ctx.cache.raise('content')
  expect(await written()).toBe(t('ai.from', { n: 1 }))
  await web.database.db.deleteFrom('claims').where('story_id', '=', 2).execute()
})

it('tells the affair from its lead to its newest day, with what came before and after', async () => {
  const { statusCode, body } = await get('/stories/2-striden-om-betalsatten')
  expect(statusCode).toBe(200)
  for (const text of [
    '<p class="lead">En lång tvist.</p>',
    '<p>Först så.</p><p>Sedan så.</p>',
    'Texten är skriven av en AI-modell',
    'Förspelet',
    'Fortsättningen',
  ])
    expect(body).toContain(text)
  const days = [...body.matchAll(/class="day-name"><time[^>]*>([^<]+)/g)].map((match) => match[1])
  expect(days).toEqual(['lördag 21 november', 'fredag 20 november', 'onsdag 18 november'])
  expect(body).toContain('Artiklar på 4 dagar: 4, som mest 2 på en dag')
  expect(body).toContain(
    '<link rel="alternate" type="application/rss+xml" href="/stories/2-striden-om-betalsatten.rss"',
  )
})

it('leads from other forms of the address, and from a merged story, to the one that stands', async () => {
  for (const path of ['/stories/2', '/stories/2-old-title', '/stories/3-samma-strid']) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode, headers.location]).toEqual([path, 301, '/stories/2-striden-om-betalsatten'])
  }
  expect((await get('/stories/99')).statusCode).toBe(404)
})

it('leads from a story that was dissolved to its best article, or else to the list, in markdown too', async () => {
  const leading = String((await get(`/entries/${article}`)).headers.location)
  const places: [string, string][] = [
    ['/stories/50-fel', leading],
    ['/stories/50-fel.rss', '/entries.rss'],
    ['/stories/50-fel/handelser.rss', '/handelser.rss'],
    ['/stories/3-samma-strid.rss', '/stories/2.rss'],
    ['/stories/3-samma-strid/handelser.json', '/stories/2/handelser.json'],
    ['/stories/50.md', `${leading}.md`],
    ['/stories/51', '/stories'],
    ['/stories/51.md', '/stories'],
  ]
  for (const [path, to] of places) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode, headers.location]).toEqual([path, 301, to])
  }
})

it('lists what runs before what rests, and not what was merged', async () => {
  const { body } = await get('/stories')
  const order = ['Pågående', 'Fortsättningen', 'Striden om betalsätten', 'Vilande', 'Förspelet'].map((text) =>
    body.indexOf(text),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(body).not.toContain('Samma strid')
})

it('is found from its articles, the front page and the sitemap', async () => {
  const location = String((await get(`/entries/${article}`)).headers.location)
  const { body } = await get(location)
  expect(body).toContain(t('article.story'))
  expect(body).toContain('href="/stories/2-striden-om-betalsatten"')
  expect(body).toContain('Mitt i, hos en annan')
  expect((await get('/')).body).toContain('href="/stories/2-striden-om-betalsatten"')
  expect((await get('/sitemap-pages.xml')).body).toContain('/stories/2-striden-om-betalsatten</loc>')
})
