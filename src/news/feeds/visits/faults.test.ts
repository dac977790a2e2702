/** Whose fault it is when a feed or a page cannot be read: the publisher's, which is recorded, or ours, which is tried again. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { articlePage } from '../../../../tests/support/played/documents.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { createRobots } from '../../../platform/fetch/robots.ts'
import { createExtractor } from '../../articles/extraction/extract.ts'
import { extractArticle } from '../../articles/extraction/extract-article.ts'
import type { Pipeline } from '../../stages/context.ts'
import { type Progress, runOnce } from '../../stages/run.ts'
import { listToExtract } from '../../stages/writes/pending-stages.ts'
import { createDocumentReader } from '../documents/document-reader.ts'
import type { ThreadLimits } from '../documents/worker-thread.ts'
import { fetchFeed } from './fetch-feed.ts'

const DAY = 86_400_000
const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' })
const crashing = new URL('data:text/javascript,process.exit(1)')

let web: TestWeb
let publisher: Publisher
beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
})
afterAll(async () => {
  await web?.close()
  await publisher.close()
})

/** Does `work` with a pipeline whose reader has other limits, or another thread. */
async function withReader(limits: ThreadLimits, thread: URL | undefined, work: (pipeline: Pipeline) => Promise<void>) {
  const { services } = web
  const reader = createDocumentReader(limits, services.content.rules, thread)
  const robots = createRobots(services.fetcher, reader, 'Karnhuset')
  const extractor = createExtractor({ fetcher: services.fetcher, robots, reader })
  await work({
    ...services.pipeline,
    parse: (document, address) => reader.read({ task: 'feed', document, address }),
    readPage: (url, about) => extractor.extractArticle(url, about),
  }).finally(reader.close)
}
const ample: ThreadLimits = { cpuMs: 60_000, memoryMb: 512 }

describe('a feed', () => {
  const feed = (id: number) =>
    web.database.db
      .selectFrom('feeds')
      .select(['errors_in_row', 'last_error', 'last_fetched_at', 'next_fetch_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const items = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ title: `Nyhet ${n}`, link: `https://a.example/${n}`, date: new Date() }))

  it('whose thread crashed is not charged, and is read at the next visit', { tags: 'slow' }, async () => {
    publisher.serve('/a', { body: rssDocument('A', items(3)) })
    const id = await seedFeed(web.database, { url: publisher.at('/a'), extract: false })
    const before = await feed(id)
    await withReader(ample, crashing, async (pipeline) => {
      await expect(fetchFeed(pipeline, id)).rejects.toMatchObject({ code: 'unavailable' })
    })
    expect(await feed(id)).toEqual(before)
    expect(await fetchFeed(web.services.pipeline, id)).toMatchObject({ outcome: 'new', created: 3 })
  })

  it.each([1, 16])(
    'that brings nothing takes few statements, together with others: %i of them',
    { tags: 'slow' },
    async (count) => {
      const paths = Array.from({ length: count }, (_, n) => `/same/${count}/${n}`)
      for (const path of paths) publisher.serve(path, { body: rssDocument(`Same ${path}`, items(3)) })
      const ids = await Promise.all(
        paths.map((path) => seedFeed(web.database, { url: publisher.at(path), extract: false })),
      )
      const visitAll = () => Promise.all(ids.map((id) => fetchFeed(web.services.pipeline, id)))
      await visitAll()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const reports = await visitAll()
      const sent = query.mock.calls.map(([given]) => (given as { text?: string }).text ?? String(given))
      query.mockRestore()
      expect(reports.map(({ outcome }) => outcome)).toEqual(paths.map(() => 'unchanged'))
      const counted = (about: RegExp) => sent.filter((text) => about.test(text)).length
      expect(counted(/^select [\s\S]* from "feeds"/)).toBe(1)
      // On a busy machine some answers come later than others.
      expect(counted(/insert into fetches/)).toBeLessThanOrEqual(Math.ceil(count / 4))
      expect(counted(/feed|fetch/)).toBe(1 + counted(/insert into fetches/))
      const rows = await web.database.db
        .selectFrom('fetches')
        .select(['feed_id', 'outcome'])
        .where('feed_id', 'in', ids)
        .execute()
      for (const id of ids)
        expect(
          rows
            .filter((row) => row.feed_id === id)
            .map(({ outcome }) => outcome)
            .sort(),
        ).toEqual(['new', 'unchanged'])
    },
  )

  it('is recorded with others that fail otherwise, each with what is its own', { tags: 'slow' }, async () => {
    publisher.serve('/refused', { body: '', status: 403 })
    publisher.serve('/gone', { body: '', status: 404 })
    publisher.serve('/well', { body: rssDocument('Well', items(1)) })
    const [refused = 0, gone = 0, well = 0] = await Promise.all(
      ['/refused', '/gone', '/well'].map((path) =>
        seedFeed(web.database, { url: publisher.at(path), extract: false, answer_ms: 77 }),
      ),
    )
    await fetchFeed(web.services.pipeline, well)
    await Promise.all([refused, gone, well].map((id) => fetchFeed(web.services.pipeline, id)))
    const rowOf = (id: number) =>
      web.database.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = { refused: await rowOf(refused), gone: await rowOf(gone), well: await rowOf(well) }
    expect(rows.refused).toMatchObject({ errors_in_row: 1, failure: 'refused', answer_ms: 77, first_pass_done: false })
    expect(rows.gone).toMatchObject({ errors_in_row: 1, failure: 'missing', answer_ms: 77, first_pass_done: false })
    expect(rows.well).toMatchObject({ errors_in_row: 0, failure: null, first_pass_done: true, hold_until: null })
    expect(rows.refused.hold_until).not.toBeNull()
  })

  it('is listed with its failure after a pass, whether that is ours or the publisher’s', { tags: 'slow' }, async () => {
    publisher.serve('/ours', { body: rssDocument('Ours', items(3)) })
    const ids: number[] = []
    for (const [title, path] of Object.entries({ Ours: '/ours', Theirs: '/absent' }))
      ids.push(await seedFeed(web.database, { title, url: publisher.at(path), extract: false }))
    const feedIds = [...ids, 999_999]
    const progress: Progress[] = []
    const queue = await web.services.queue()
    await withReader(ample, crashing, async (pipeline) => {
      const visits = await runOnce(pipeline, queue, { feedIds, onProgress: (now) => progress.push(now) })
      const internal = /^An error here, not of the publisher; it will be tried again: ./
      const ours = { outcome: 'failed', created: 0, updated: 0, error: expect.stringMatching(internal), cause: null }
      expect(visits.sort((a, b) => a.feedId - b.feedId)).toEqual([
        { feedId: ids[0], title: 'Ours', ...ours },
        expect.objectContaining({ feedId: ids[1], title: 'Theirs', outcome: 'failed', cause: 'missing' }),
        { feedId: 999_999, title: 'Source 999999', ...ours },
      ])
    })
    // A job that failed is not done.
    expect(progress.filter(({ stage }) => stage === 'fetch').map(({ done, total }) => [done, total])).toEqual([
      [0, 3],
      [1, 3],
    ])
  })

  it('that needs more processor time than the limit is charged, in a clear sentence', { tags: 'slow' }, async () => {
    publisher.serve('/b', { body: rssDocument('B', items(2000)) })
    const id = await seedFeed(web.database, { url: publisher.at('/b'), extract: false })
    await withReader({ ...ample, cpuMs: 10 }, undefined, async (pipeline) => {
      expect(await fetchFeed(pipeline, id)).toMatchObject({ outcome: 'failed' })
    })
    const sentence = 'It took more than 10 ms of processor time.'
    expect(await feed(id)).toMatchObject({ errors_in_row: 1, last_error: sentence })
  })
})

describe("an article's page", () => {
  const found = new Date('2026-11-21T12:00:00Z')
  const afterDays = (days: number) => web.clock.set(new Date(found.getTime() + days * DAY))
  const seed = async (path: string) => {
    web.clock.set(found)
    const feed = await seedFeed(web.database)
    const url = publisher.at(path)
    const [id] = await seedArticles(web.database, [
      { feed_id: feed, url, title: 'Telefoner ska gå att laga', extract_state: 'pending', discovered_at: found },
    ])
    return id as number
  }
  const record = (id: number) =>
    web.database.db
      .selectFrom('articles')
      .select(['extract_state', 'extract_reason', 'extract_after'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const isWaiting = async (id: number) => (await listToExtract(web.database, web.clock.now())).includes(String(id))
  const extract = (id: number) => extractArticle(web.services.pipeline, id)

  it('that refuses keeps its reason until it is read a week later', { tags: 'slow' }, async () => {
    const id = await seed('/refusing')
    await extract(id)
    const reason = 'The page answered HTTP 404.'
    expect(await record(id)).toMatchObject({ extract_state: 'refused', extract_reason: reason })
    afterDays(6.9)
    expect(await isWaiting(id)).toBe(false)
    publisher.serve('/refusing', html(articlePage()))
    await extract(id)
    expect(await record(id)).toMatchObject({ extract_state: 'refused' })
    afterDays(7)
    expect(await isWaiting(id)).toBe(true)
    await extract(id)
    expect(await record(id)).toMatchObject({ extract_state: 'done', extract_reason: null })
    expect(await isWaiting(id)).toBe(false)
  })

  it('is asked once a week, and no more when the article is 30 days old', async () => {
    const id = await seed('/never')
    for (let day = 0; day <= 60; day++) {
      afterDays(day)
      if (await isWaiting(id)) await extract(id)
    }
    expect(publisher.counts('/never').requests).toBe(5)
    expect(await record(id)).toMatchObject({ extract_state: 'refused', extract_after: null })
  })

  it('that cannot be reached is tried again in half an hour, and then a week later', async () => {
    const id = await seed('/silent')
    publisher.misbehave('/silent', { kind: 'hang-up' })
    await extract(id)
    expect(await record(id)).toMatchObject({
      extract_state: 'pending',
      extract_after: new Date(found.getTime() + DAY / 48),
    })
    afterDays(1 / 48)
    await extract(id)
    expect(await record(id)).toMatchObject({
      extract_state: 'refused',
      extract_after: new Date(found.getTime() + 7 * DAY + DAY / 48),
    })
  })

  it('whose thread crashed is no refusal, and is read at the next try', { tags: 'slow' }, async () => {
    const id = await seed('/crashed')
    publisher.serve('/crashed', html(articlePage()))
    await withReader(ample, crashing, async (pipeline) => {
      await expect(extractArticle(pipeline, id)).rejects.toMatchObject({ code: 'unavailable' })
    })
    expect(await record(id)).toMatchObject({ extract_state: 'pending', extract_reason: null })
    await extract(id)
    expect(await record(id)).toMatchObject({ extract_state: 'done' })
  })

  it('that needs more processor time than the limit is refused, in a clear sentence', { tags: 'slow' }, async () => {
    const id = await seed('/heavy')
    publisher.serve('/heavy', html(articlePage({ article: '<p>text <b>text</b></p>'.repeat(20_000) })))
    await withReader({ ...ample, cpuMs: 10 }, undefined, (pipeline) => extractArticle(pipeline, id))
    expect(await record(id)).toMatchObject({
      extract_state: 'refused',
      extract_reason: 'The page could not be read: It took more than 10 ms of processor time.',
    })
  })
})
