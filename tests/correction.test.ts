/** An operator's title and summary: on every surface at once, over any model and any change of the source. */
// @module-tag slow

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctExtraction } from '../src/news/articles/writes/extraction.ts'
import { correctArticle, withdrawCorrection } from '../src/news/articles/writes/operator-articles.ts'
import { addFeeds } from '../src/news/feeds/writes/feeds.ts'
import { actionsOf } from './support/actions.ts'
import { seedArticles } from './support/build.ts'
import { ARTICLE_TEXT } from './support/generation.ts'
import { type ModelServer, playedSettings, startModelServer } from './support/played/model.ts'
import { type Publisher, rssDocument, startPublisher } from './support/played/publisher.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let server: ModelServer
let publisher: Publisher
let web: TestWeb
let id: number

const text = { title: 'Rättad rubrik om glasögonen', summary: 'Rättad sammanfattning: provet gjordes i två labb.' }

beforeAll(async () => {
  server = await startModelServer()
  publisher = await startPublisher()
  const models = { ...playedSettings(server), EMBEDDING_PROVIDER: 'none' }
  web = await startTestWeb({ ...models, FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }, undefined, { alone: true })
  const source = { siteUrl: null, language: 'en', relevance: 'all' as const, extract: false, publisher: null }
  publish(ARTICLE_TEXT)
  await addFeeds(web.database, [{ ...source, url: publisher.at('/feed.xml'), title: 'Example News' }])
  await ingest()
  id = (await article()).id
})
afterAll(async () => {
  await web.close()
  await publisher.close()
  await server.close()
})

function publish(description: string): void {
  const item = { title: 'How Apple tests the Vision headset', link: 'https://example.com/vision', description }
  publisher.serve('/feed.xml', { body: rssDocument('Example News', [item]) })
}

async function ingest(): Promise<void> {
  // An hour later each time, so that the source is due.
  web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
  await actionsOf(web).ingest({})
}

const article = () => web.database.db.selectFrom('articles').selectAll().executeTakeFirstOrThrow()
const get = async (url: string) => (await web.app.inject({ url })).body

/** What each surface shows of the article: its title and summary. */
async function surfaces(): Promise<Record<string, string>> {
  const { location } = (await web.app.inject({ url: `/entries/${id}` })).headers
  const paths = {
    'legacy list': '/entries.json',
    'legacy article': `/entries/${id}.json`,
    'api list': '/api/v1/entries',
    search: '/api/v1/entries/search?q=labb',
    markdown: `/entries/${id}.md`,
    rss: '/entries.rss',
    atom: '/entries.atom',
    'json feed': '/feed.json',
    page: String(location).replace('https://site.example', ''),
    'front page': '/',
  }
  const found: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths)) found[name] = await get(path)
  return found
}

async function expectCorrected(): Promise<void> {
  for (const [name, body] of Object.entries(await surfaces())) {
    expect(body, name).toContain(text.title)
    expect(body, name).toContain(text.summary)
    expect(withoutHistory(body), name).not.toContain('Nya uppgifter om')
  }
}

/** A page tells what stood there before, folded above the text. */
const withoutHistory = (body: string) =>
  body.replace(/<details class="corrected">.*?<\/details>|<script type="application\/ld\+json">.*?<\/script>/gs, '')

describe('an operator’s correction', () => {
  it('takes the place of the model’s words on every surface, and the page says whose they are', async () => {
    expect((await article()).translated_by).toBe('ai')
    expect(await get(`/entries/${id}.md`)).toContain('Nya uppgifter om')
    const before = (await web.app.inject({ url: '/entries.json' })).headers.etag
    expect(await correctArticle(web.database, id, text, web.ctx.clock.now())).toBe('done')
    await expectCorrected()
    expect((await web.app.inject({ url: '/entries.json' })).headers.etag).not.toBe(before)
    expect((await surfaces()).page).toContain('Redaktionen har skrivit eller rättat sammanfattningen')
  })

  it('stands when the source changes, when all is summarised again, and costs no call', async () => {
    const calls = server.calls.length
    const { content_hash: before } = await article()
    publish(
      `${ARTICLE_TEXT} An update: the company has now opened 14 more labs in Austin, and hired 900 people for them.`,
    )
    await ingest()
    expect((await article()).content_hash).not.toBe(before)
    await actionsOf(web).reprocess({ stages: ['enrich'] })
    await ingest()
    await expectCorrected()
    expect(server.calls.length).toBe(calls)
    expect((await actionsOf(web).planReprocess({ stages: ['enrich'] })).stages[0]?.articles).toBe(0)
  })

  it('gives way to the model again when it is taken back, for the article as it is now', async () => {
    await withdrawCorrection(web.database, id, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now())
    await ingest()
    expect(await article()).toMatchObject({ translated_by: 'ai', enrich_state: 'done' })
    expect(server.calls.at(-1)?.prompt).toContain('14 more labs in Austin')
    for (const [name, body] of Object.entries(await surfaces())) expect(body, name).not.toContain(text.title)
  })
})

it.each([
  ['ai', [null, null, false, []]],
  ['operator', ['operator', 'Rubrik', true, [7]]],
] as const)('of a page that turns out to be another’s, what %s wrote goes or stays', async (by, left) => {
  const { feed_id } = await article()
  const written = { translated_title: 'Rubrik', translated_summary: 'Text.', translated_by: by, tag_ids: [7] }
  const [own = 0] = await seedArticles(web.database, [{ feed_id, ...written }])
  const judged = {
    relevant: false,
    relevanceReason: '',
    relevanceScore: 0,
    tagIds: [],
    kind: null,
    language: null,
    excerpt: 'Utdrag.',
  }
  const correction = { text: '', classification: judged, refusal: null, imageUrl: null }
  await correctExtraction(web.database, own, correction, web.clock.now())
  const row = await web.database.db.selectFrom('articles').selectAll().where('id', '=', own).executeTakeFirstOrThrow()
  expect([row.translated_by, row.translated_title, row.relevant, row.tag_ids]).toEqual(left)
})
