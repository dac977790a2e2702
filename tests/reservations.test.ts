/** What a publisher reserves from machines, in each of the ways to say it: no model is ever given the text. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFeeds } from '../src/news/feeds/writes/feeds.ts'
import { listStoryMaterial } from '../src/news/stories/writes/stories.ts'
import { actionsOf } from './support/actions.ts'
import { seedEvent, seedFeed } from './support/build.ts'
import { isThere, partOf } from './support/features.ts'
import { operatorAt } from './support/people.ts'
import { type ModelServer, playedSettings, startModelServer } from './support/played/model.ts'
import { type Publisher, rssDocument, type Served, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
const TEXT =
  'The new bridge at Ramsvik opens to traffic on Saturday, the council said in a short statement to the press. ' +
  'People in the village have waited a long time, and the ferry makes its last trip on the evening before that day.'

interface Case {
  /** A word that stands in this publisher's text alone. */
  mark: string
  said: string | null
  page?: Partial<Served>
  feed?: Partial<Served>
  head?: string
  files?: Record<string, string>
}

const CASES: Record<string, Case> = {
  'robots.txt that shuts our agent out': {
    mark: 'Aspenwick',
    said: 'robots.txt',
    files: { '/robots.txt': 'User-agent: karnhuset\nDisallow: /\n' },
  },
  'robots.txt with Content-Usage': {
    mark: 'Birkenholm',
    said: 'robots.txt: Content-Usage',
    files: { '/robots.txt': 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n' },
  },
  'the header tdm-reservation': {
    mark: 'Cedarfold',
    said: 'header tdm-reservation',
    page: { headers: { 'tdm-reservation': '1' } },
  },
  'the header Content-Usage': {
    mark: 'Dovermoor',
    said: 'header Content-Usage',
    page: { headers: { 'content-usage': 'ai=n' } },
  },
  'the header X-Robots-Tag': {
    mark: 'Elmstead',
    said: 'header X-Robots-Tag: noai',
    page: { headers: { 'x-robots-tag': 'noai' } },
  },
  'a meta element tdm-reservation': {
    mark: 'Fernhaven',
    said: 'meta tdm-reservation',
    head: '<meta name="tdm-reservation" content="1">',
  },
  'a meta element with noai': {
    mark: 'Gorsebank',
    said: 'meta robots: noai',
    head: '<meta name="robots" content="index, noai">',
  },
  'tdmrep.json': {
    mark: 'Hazelbury',
    said: 'tdmrep.json',
    files: { '/.well-known/tdmrep.json': '[{"location": "/", "tdm-reservation": 1}]' },
  },
  'robots.txt with Content-Signal for all': {
    mark: 'Kestrelby',
    said: 'robots.txt: Content-Signal',
    files: { '/robots.txt': 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n' },
  },
  'robots.txt with Content-Signal in our group, other lines between': {
    mark: 'Larchmere',
    said: 'robots.txt: Content-Signal',
    files: {
      '/robots.txt':
        'User-agent: *\nAllow: /\n\nUser-agent: KARNHUSET\nSitemap: /s.xml\nUser-agent: gptbot\nContent-Signal: AI-Input = no\n',
    },
  },
  'robots.txt with Content-Signal for a path': {
    mark: 'Maplewick',
    said: 'robots.txt: Content-Signal',
    files: { '/robots.txt': 'User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: /br*ge$ ai-train=no\n' },
  },
  'robots.txt that shuts us out of the encoded path': {
    mark: 'Nettlecombe',
    said: 'robots.txt',
    files: { '/robots.txt': 'User-agent: karnhuset\nCrawl-delay: 1\nUser-agent: gptbot\nDisallow: /%62ridge\n' },
  },
  'the header Content-Signal, where robots.txt permits': {
    mark: 'Oakhollow',
    said: 'header Content-Signal',
    page: { headers: { 'content-signal': 'ai-train=yes, ai-input=no' } },
    files: { '/robots.txt': 'User-agent: *\nContent-Signal: ai-input=yes\n' },
  },
  'robots.txt, where the header permits': {
    mark: 'Pinefleet',
    said: 'robots.txt: Content-Signal',
    page: { headers: { 'content-signal': 'ai-train=yes, ai-input=yes' } },
    files: { '/robots.txt': 'User-agent: *\nContent-Signal: ai-input=no\n' },
  },
  'the header X-Robots-Tag for us': {
    mark: 'Quincefold',
    said: 'header X-Robots-Tag: noai',
    page: { headers: { 'x-robots-tag': 'gptbot: noindex, karnhuset: noai' } },
  },
  'the header X-Robots-Tag, the second of two': {
    mark: 'Rowanstoke',
    said: 'header X-Robots-Tag: noai',
    page: { headers: { 'x-robots-tag': ['googlebot: noindex', 'noai'] } },
  },
  'a meta element Content-Signal': {
    mark: 'Sorrelgate',
    said: 'meta Content-Signal',
    head: '<meta http-equiv="Content-Signal" content="ai-train=no">',
  },
  'a meta element Content-Usage': {
    mark: 'Thistledown',
    said: 'meta Content-Usage',
    head: '<meta name="content-usage" content="train-ai=n">',
  },
  'a meta element of our name': {
    mark: 'Umberleigh',
    said: 'meta robots: noai',
    head: '<meta name="gptbot" content="noindex"><meta name="karnhuset" content="noai">',
  },
  'a header of the feed': {
    mark: 'Violetmarsh',
    said: 'header Content-Signal',
    feed: { headers: { 'content-signal': 'ai-train=no' } },
  },
  'others alone, in each place': {
    mark: 'Willowmead',
    said: null,
    page: { headers: { 'x-robots-tag': 'gptbot: noai', 'content-signal': 'search=no, ai-input=yes' } },
    head: '<meta name="gptbot" content="noai">',
    files: {
      '/robots.txt': 'User-agent: gptbot\nContent-Signal: ai-train=no\nDisallow: /\n\nUser-agent: *\nAllow: /\n',
      '/.well-known/tdmrep.json': '[{"location": "/paid", "tdm-reservation": 1}]',
    },
  },
  nothing: { mark: 'Ivydale', said: null },
  'nothing either': { mark: 'Juniperton', said: null },
}

let server: ModelServer
let web: TestWeb
const publishers: Publisher[] = []

beforeAll(async () => {
  server = await startModelServer()
  web = await startTestWeb({
    ...playedSettings(server),
    ADMIN_TOKEN: token,
    FETCH_ALLOW: '127.0.0.1/32',
    RELEVANCE: 'all',
    TTS_PROVIDER: 'openai',
    TTS_BASE_URL: server.url,
  })
  for (const [name, one] of Object.entries(CASES)) await publish(name, one)
  for (const hours of [1, 2]) {
    web.clock.set(new Date(Date.UTC(2026, 10, 21, 12 + hours)))
    await actionsOf(web).ingest({})
  }
}, 60_000)
afterAll(async () => {
  await web.close()
  for (const publisher of publishers) await publisher.close()
  await server.close()
})

/** A feed of one short item, whose page has the text. */
async function publish(name: string, { mark, page, feed, head = '', files = {} }: Case): Promise<void> {
  const publisher = await startPublisher()
  publishers.push(publisher)
  const item = {
    title: 'The bridge at Ramsvik opens',
    link: publisher.at('/bridge'),
    description: `The bridge opens, says ${mark}.`,
  }
  publisher.serve('/feed.xml', { body: rssDocument(name, [item]), ...feed })
  const body = `<!doctype html><html lang="en"><head><title>${item.title}</title>${head}</head><body><article><h1>${item.title}</h1><p>${TEXT} This is from ${mark} and from nobody else.</p><p>${TEXT}</p></article></body></html>`
  publisher.serve('/bridge', { body, type: 'text/html; charset=utf-8', ...page })
  for (const [path, text] of Object.entries(files)) publisher.serve(path, { body: text, type: 'text/plain' })
  const source = { siteUrl: null, language: 'en', relevance: 'all' as const, extract: true }
  const publisherName = `${mark.toLowerCase()}.example`
  await addFeeds(web.database, [{ ...source, url: publisher.at('/feed.xml'), title: name, publisher: publisherName }])
}

const article = (mark: string) =>
  web.database.db.selectFrom('articles').selectAll().where('excerpt', 'like', `%${mark}%`).executeTakeFirstOrThrow()
/** All that any model was sent, the one of vectors among them. */
const prompts = () => server.calls.map(({ prompt }) => prompt).join('\n')
const UNRESERVED = Object.values(CASES).filter(({ said }) => said === null)
const embedded = () => server.calls.filter(({ path }) => path === '/embeddings')

it('models are asked about what nobody reserves: its text, and the event that two tell of', () => {
  for (const { mark } of UNRESERVED) expect(prompts()).toContain(mark)
  expect(server.calls.some(({ prompt }) => /<reports-[0-9a-f]+>/.test(prompt))).toBe(true)
})

it('vectors are made of what nobody reserves, and of nothing else', async () => {
  // What nobody reserves has a summary by now; an excerpt names who says so.
  expect(embedded().map(({ prompt }) => prompt.match(/says \w+|kallas/g))).toEqual([UNRESERVED.map(() => 'kallas')])
  const rows = await web.database.db
    .selectFrom('article_vectors as v')
    .innerJoin('articles as a', 'a.id', 'v.article_id')
    .select('a.reservation')
    .execute()
  expect(rows).toEqual(UNRESERVED.map(() => ({ reservation: null })))
})

describe.each(Object.entries(CASES).filter(([, { said }]) => said !== null))('%s', (_name, { mark, said }) => {
  it('keeps its text from every model: as an article, in an event, as one of a doubtful pair', async () => {
    expect(prompts()).not.toContain(mark)
    expect(await article(mark)).toMatchObject({ reservation: said, status: 'published', translated_summary: null })
  })

  it('is found by its words and stands in its event, without a vector', async () => {
    const { data } = JSON.parse((await web.app.inject(`/api/v1/entries/search?q=${mark}`)).body)
    const { id, event_id } = await article(mark)
    expect(data.map((entry: { id: string }) => Number(entry.id))).toContain(id)
    expect(event_id).toBe((await article('Ivydale')).event_id)
  })

  it('is shown with the source: on its page, in the API, in the console', { tags: 'slow' }, async () => {
    const { feed_id } = await article(mark)
    expect((await web.app.inject(`/feeds/${feed_id}`)).body).toContain(`(${said})`)
    const { data } = JSON.parse((await web.app.inject(`/api/v1/feeds/${feed_id}`)).body)
    expect(data.reservation).toEqual({ said, articles: 1, of: 1 })
    const visitor = await operatorAt(web, token)
    expect((await visitor.get(`/admin/sources/${feed_id}`)).body).toContain(`${said}: 1 av de 1 senaste`)
  })
})

it('a source that reserves nothing says nothing of it', async () => {
  const { feed_id } = await article('Ivydale')
  expect(JSON.parse((await web.app.inject(`/api/v1/feeds/${feed_id}`)).body).data.reservation).toBeNull()
  expect((await web.app.inject(`/feeds/${feed_id}`)).body).not.toContain('Utgivaren vill inte')
})

/** Each way to a model, with what else it takes: none asks about an article whose publisher reserves it by then. */
const STAGES: Record<string, () => Promise<unknown>> = {
  'a summary': async () => {
    const waiting = await web.database.db
      .selectFrom('articles')
      .select('id')
      .where('enrich_state', '=', 'pending')
      .execute()
    for (const { id } of waiting) await web.services.pipeline.enrich(id)
  },
  vectors: async () => {
    await sql`insert into embedding_queue (article_id, at) select id, now() from articles on conflict do nothing`.execute(
      web.database.db,
    )
    await web.services.pipeline.embed()
  },
  'the text of an event': () => web.services.pipeline.writeEventTexts(),
  'the text of a story': async () => {
    for (const material of await listStoryMaterial(web.database, 'sv'))
      await web.services.models.storyWriter?.(material)
  },
}

describe('a reservation that nobody has seen yet', () => {
  let source: { late: number; free: number }
  /** Other words in each: none is a copy of another. */
  const words = (n: number) =>
    TEXT.split(' ')
      .map((word, at) => (at % 3 ? word : `${word}${n}`))
      .join(' ')
  const seedOf = (mark: 'Latewick' | 'Freewick', n: number, day = 20) => {
    const at = new Date(Date.UTC(2026, 10, day, 9, n))
    const publisher = publishers.at(mark === 'Latewick' ? -1 : -2)
    return {
      feed_id: mark === 'Latewick' ? source.late : source.free,
      title: `${mark} opens a bridge`,
      enrich_state: 'pending' as const,
      url: publisher?.at(`/${n}`) ?? '',
      excerpt: `${words(n)} ${mark} said so. ${words(n + 10)} ${words(n + 20)}`,
      published_at: at,
      sort_at: at,
    }
  }
  beforeAll(async () => {
    const { database } = web
    publishers.push(await startPublisher(), await startPublisher())
    const body = 'User-agent: *\nContent-Signal: ai-input=no\nAllow: /\n'
    publishers.at(-1)?.serve('/robots.txt', { body, type: 'text/plain' })
    source = { late: await seedFeed(database), free: await seedFeed(database) }
    const other = await seedFeed(database)
    const events = [
      await seedEvent(database, [
        seedOf('Freewick', 1),
        { ...seedOf('Freewick', 2), feed_id: other },
        seedOf('Latewick', 3),
      ]),
      await seedEvent(database, [seedOf('Latewick', 4, 18)]),
      await seedEvent(database, [seedOf('Freewick', 5, 19)]),
    ]
    const story = { title: 'Broar', created_at: new Date(), updated_at: new Date(), entries_count: 5 }
    const { id } = await database.db.insertInto('stories').values(story).returning('id').executeTakeFirstOrThrow()
    const links = events.map(({ eventId }) => ({
      event_id: eventId,
      story_id: id,
      score: 1,
      reason: '{}',
      at: new Date(),
    }))
    await database.db.insertInto('story_events').values(links).execute()
  })

  it.each(Object.entries(STAGES))(
    'keeps the article from %s, whose others are used',
    { tags: 'slow' },
    async (_, run) => {
      await sql`update articles set reservation = null where title like 'Latewick%'`.execute(web.database.db)
      server.calls.length = 0
      await run()
      expect([prompts().includes('Freewick'), prompts().includes('Latewick')]).toEqual([true, false])
    },
  )

  it.runIf(isThere('podcast'))('keeps it from the voice, which is a model too', { tags: 'slow' }, async () => {
    await sql`update articles set reservation = null where title like 'Latewick%'`.execute(web.database.db)
    const { speakDay } = await partOf('podcast/studio.ts')
    const speak = (day: string) => speakDay(web.services, day)
    await expect(speak('2026-11-18')).rejects.toMatchObject({ code: 'not_found' })
    await expect(speak('2026-11-19')).rejects.toMatchObject({ code: 'unavailable', message: /speech server/ })
  })
})
