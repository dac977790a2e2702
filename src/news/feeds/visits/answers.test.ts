/** Answers of publishers that follow HTTP in their own way: what comes is read, what does not is named. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../../tests/support/actions.ts'
import { seedFeed } from '../../../../tests/support/build.ts'
import { type Publisher, rssDocument, type Served, startPublisher } from '../../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let web: TestWeb
const publishers: Publisher[] = []
const begin = Date.UTC(2026, 10, 21, 12)

beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
})
afterAll(async () => {
  await web?.close()
  for (const publisher of publishers) await publisher.close()
})

async function newPublisher(): Promise<Publisher> {
  const publisher = await startPublisher()
  publishers.push(publisher)
  return publisher
}

const news = (...titles: string[]) =>
  rssDocument(
    'Bladet',
    titles.map((title) => ({ title, link: `https://bladet.example/${title}`, description: `${title} har hänt.` })),
  )

async function passAt(minutes: number): Promise<void> {
  web.clock.set(new Date(begin + minutes * 60_000))
  await actionsOf(web).ingest({})
}

const titlesOf = async (feedId: number) => {
  const query = web.database.db.selectFrom('articles').select('title').where('feed_id', '=', feedId).orderBy('id')
  return (await query.execute()).map(({ title }) => title)
}
const recordOf = (feedId: number) =>
  web.database.db
    .selectFrom('feeds')
    .select(['failure', 'last_error', 'errors_in_row'])
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow()

describe('a feed that is read twice', () => {
  const served: Record<string, Partial<Served>> = {
    'with one ETag for ever': { etag: '"fast"' },
    'with one weak ETag for ever': { etag: 'W/"fast"' },
    'with an empty ETag': { etag: '""' },
    'with an ETag of nothing': { etag: '' },
    'without an ETag': { etag: null },
    'as 202': { status: 202 },
    'as 203': { status: 203 },
    'as 206': { status: 206, headers: { 'content-range': 'bytes 0-99/100' } },
    'as 226': { status: 226, headers: { im: 'feed' } },
  }
  const feeds = new Map<string, number>()

  beforeAll(async () => {
    const publisher = await newPublisher()
    // The second answer disregards what it is asked with.
    for (const [at, [name, how]] of Object.entries(served).entries()) {
      publisher.serve(`/${at}`, { body: news('Första'), ...how })
      feeds.set(name, await seedFeed(web.database, { url: publisher.at(`/${at}`), extract: false }))
    }
    await passAt(0)
    for (const [at, how] of Object.values(served).entries())
      publisher.serve(`/${at}`, { body: news('Första', 'Andra'), ...how, unconditional: true })
    await passAt(24 * 60)
  })

  it.each(Object.keys(served))('gives both bodies %s', async (name) => {
    expect(await titlesOf(feeds.get(name) ?? 0)).toEqual(['Första', 'Andra'])
  })
})

describe('a feed that is answered', () => {
  it.each([
    [304, 'not_modified', 'The publisher answered 304: nothing has changed, though we asked for all of it.'],
    [204, 'status', 'The publisher answered 204.'],
    [202, 'status', 'The publisher answered 202.'],
  ])('with %d and nothing else says so', async (status, cause, error) => {
    const publisher = await newPublisher()
    publisher.serve('/feed', { body: '', status })
    const id = await seedFeed(web.database, { url: publisher.at('/feed'), extract: false })
    await passAt(48 * 60)
    expect(await recordOf(id)).toEqual({ failure: cause, last_error: error, errors_in_row: 1 })
  })
})

describe('a page', () => {
  const text = 'Bron vid Ramsvik öppnar på lördag, och färjan gör sin sista tur kvällen innan, säger kommunen. '.repeat(
    8,
  )
  const page = `<!doctype html><html lang="sv"><title>Bron</title><article><h1>Bron</h1><p>${text}</p></article></html>`
  const extracted = (feedId: number) =>
    web.database.db
      .selectFrom('articles')
      .select('extract_state')
      .where('feed_id', '=', feedId)
      .executeTakeFirstOrThrow()
  const feedWithPage = async (publisher: Publisher) => {
    const item = { title: 'Bron öppnar', link: publisher.at('/bron'), description: 'Kort.' }
    publisher.serve('/feed', { body: rssDocument('Bladet', [item]) })
    return seedFeed(web.database, { url: publisher.at('/feed'), extract: true })
  }

  it.each([202, 203, 206, 226])('is read as %d', { tags: 'slow' }, async (status) => {
    const publisher = await newPublisher()
    publisher.serve('/bron', { body: page, type: 'text/html', status })
    const id = await feedWithPage(publisher)
    await passAt(72 * 60)
    expect(await extracted(id)).toEqual({ extract_state: 'done' })
  })

  it('is read soon although another feed of its host was told to wait for a day', { tags: 'slow' }, async () => {
    const publisher = await newPublisher()
    publisher.misbehave('/busy', { kind: 'status', status: 429, retryAfter: '86400' })
    publisher.serve('/bron', { body: page, type: 'text/html' })
    await seedFeed(web.database, { url: publisher.at('/busy'), extract: false })
    await passAt(96 * 60)
    const id = await feedWithPage(publisher)
    await passAt(96 * 60 + 5)
    await passAt(96 * 60 + 40)
    expect(await extracted(id)).toEqual({ extract_state: 'done' })
    expect(publisher.counts('/busy').requests).toBe(1)
  })
})
