/** Work on the sources rests for those who read, and gets done all the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addFeeds } from '../src/store/feeds/feeds.ts'
import { type Publisher, rssDocument, startPublisher } from './support/publisher.ts'
import { seedArticles, seedFeed } from './support/seed.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let publisher: Publisher
let web: TestWeb
let origin: string
beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(web.app.server.address() as { port: number }).port}`
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

async function addSource(path: string, titles: string[]): Promise<void> {
  const items = titles.map((title, n) => ({ title, link: `https://example.com${path}/${n}`, description: title }))
  publisher.serve(path, { body: rssDocument('Example News', items) })
  const source = { siteUrl: null, language: 'en', relevance: 'all' as const, extract: false, publisher: null }
  await addFeeds(web.database, [{ ...source, url: publisher.at(path), title: path }])
}

const rested = async () => {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^karnhuset_work_rest_seconds_total (\S+)$/m.exec(metrics)?.[1])
}

/** Seconds of rest while `work` is done under the eyes of many. */
async function restDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await rested()
  let over = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!over) {
      await (await fetch(`${origin}/feeds.json`)).arrayBuffer()
      await sleep(20)
    }
  })
  // They are known by the second.
  await sleep(200)
  await work()
  over = true
  await Promise.all(readers)
  return (await rested()) - before
}

it('does not rest while hardly anyone reads', async () => {
  await addSource('/quiet.xml', ['Speaker company opens factory in Lund'])
  await web.ctx.commands.ingest({})
  expect(await rested()).toBe(0)
})

it('rests between its tasks while many read, and brings what is new', async () => {
  const fresh = ['Headphones recalled in Norway', 'New tablet has two screens', 'Chip plant burns in Texas']
  for (const [n, title] of fresh.entries()) await addSource(`/busy${n}.xml`, [title])
  expect(await restDuring(() => web.ctx.commands.ingest({}))).toBeGreaterThan(0)
  const shown = await (await fetch(`${origin}/entries.json`)).text()
  for (const title of fresh) expect(shown).toContain(title)
})

it('rests between two batches that are clustered', async () => {
  const feed = await seedFeed(web.database)
  const waiting = Array.from({ length: 25 }, (_, n) => ({ feed_id: feed, title: `Report number ${n}` }))
  await seedArticles(web.database, waiting)
  expect(await restDuring(() => web.services.pipeline.cluster())).toBeGreaterThan(0)
})
