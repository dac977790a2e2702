/** The main job on real input: 99 feeds as their publishers served them, over HTTP, through the whole crawl. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderOpml } from '../../../src/news/feeds/formats/render-opml.ts'
import { actionsOf } from '../../../tests/support/actions.ts'
import { hasTestData, type RealFeeds, startRealFeeds, testData } from '../../../tests/support/test-data.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

if (!hasTestData)
  console.warn(`No feeds in ${testData}: the test of real feeds is skipped (KARNHUSET_TEST_DATA names the folder).`)

describe.skipIf(!hasTestData)('99 real feeds', () => {
  let web: TestWeb
  let server: RealFeeds
  let articles = 0

  beforeAll(async () => {
    server = await startRealFeeds()
    web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
    const source = { siteUrl: null, language: null, relevance: 'model' as const, publisher: null, category: null }
    // The articles' own pages are on hosts that this journey must not ask.
    const opml = renderOpml(
      server.urls.map((url) => ({ ...source, url, title: url, extract: false })),
      'Real feeds',
    )
    await actionsOf(web).importSources(opml)
  })
  afterAll(async () => {
    await web.close()
    await server.close()
  })

  async function ingest() {
    const operations = actionsOf(web)
    const visits = await operations.ingest({})
    const sum = (field: 'created' | 'updated') => visits.reduce((all, visit) => all + visit[field], 0)
    return { visits, created: sum('created'), updated: sum('updated') }
  }

  it('are read but for one at most, which is named with its reason', async () => {
    const { visits, created } = await ingest()
    articles = created
    const failed = visits.filter((visit) => visit.outcome === 'failed')
    console.log(
      `${visits.length - failed.length} of ${visits.length} feeds, ${created} articles;`,
      failed.map((v) => `${v.title}: ${v.error}`).join('; ') || 'none failed',
    )
    expect(visits).toHaveLength(99)
    expect(failed.length).toBeLessThanOrEqual(1)
    for (const visit of failed) expect(visit.error).toBeTruthy()
    expect(created).toBeGreaterThan(1500)
  })

  it('are unchanged at the second visit, which costs 304s', async () => {
    const before = server.counts()
    const { visits, created, updated } = await ingest()
    expect({ created, updated }).toEqual({ created: 0, updated: 0 })
    const { requests, notModified } = server.counts()
    expect([requests - before.requests, notModified - before.notModified]).toEqual([visits.length, visits.length])
  })

  it('bring nothing new when items vanish and come back', async () => {
    server.change(withoutEverySecondItem)
    expect((await ingest()).created).toBe(0)
    server.change((body) => body)
    expect((await ingest()).created).toBe(0)
    const row = await web.database.db
      .selectFrom('articles')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(row.n)).toBe(articles)
  })
})

/** Byte for byte the same but for every second item or entry, which is gone. */
function withoutEverySecondItem(body: Buffer): Buffer {
  let n = 0
  const text = body
    .toString('latin1')
    .replace(/<(item|entry)[\s>][\s\S]*?<\/\1>/g, (whole) => (n++ % 2 === 0 ? whole : ''))
  return Buffer.from(text, 'latin1')
}
