/** The reader's site over feeds as their publishers served them: empty titles, odd names, pictures that are not there. */

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderOpml } from '../../../src/news/feeds/formats/render-opml.ts'
import { actionsOf } from '../../../tests/support/actions.ts'
import { launchBrowser, openWindows } from '../../../tests/support/browser.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { hasTestData, type RealFeeds, startRealFeeds, testData } from '../../../tests/support/test-data.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

if (!hasTestData) console.warn(`No feeds in ${testData}: the pages over real feeds are not looked at.`)

describe.skipIf(!hasTestData)('over 99 real feeds', () => {
  let web: TestWeb
  let server: RealFeeds
  let browser: Browser
  let url: string

  beforeAll(async () => {
    server = await startRealFeeds()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', BASE_URL: url })
    const source = { siteUrl: null, language: null, relevance: 'all' as const, publisher: null, category: null }
    const opml = renderOpml(
      server.urls.map((address) => ({ ...source, url: address, title: address, extract: false })),
      'Real feeds',
    )
    const operations = actionsOf(web)
    await operations.importSources(opml)
    await operations.ingest({})
    await web.app.listen({ port, host: '127.0.0.1' })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await web?.close()
    await server?.close()
  })

  /** Ten addresses of each kind that the lists lead to. */
  async function pages(): Promise<string[]> {
    const lists = ['/', '/handelser', '/handelser?page=9', '/populart', '/feeds', '/tags', '/sok?q=apple']
    const texts = await Promise.all(lists.map(async (path) => (await fetch(url + path)).text()))
    const linked = texts.flatMap((text) => [...text.matchAll(/href="(\/(?:handelser|entries|feeds)\/\d[^"]*)"/g)])
    const paths = [...new Set(linked.map(([, path]) => path ?? ''))].filter((path) => !/\.(rss|md)$/.test(path))
    const kinds = Map.groupBy(paths, (path) => path.split('/')[1])
    return [...lists, ...[...kinds.values()].flatMap((all) => all.slice(0, 10))]
  }

  it('each page fits each window, asks nobody else, and stands before axe in both themes', async () => {
    const found = await pages()
    expect(found.length).toBeGreaterThan(20)
    const faultsOf = await openWindows(browser)
    for (const path of found) expect([path, await faultsOf(url + path)]).toEqual([path, []])
  })

  it('no heading or link is without words, and no title is a bare address', async () => {
    for (const path of await pages()) {
      const text = await (await fetch(url + path)).text()
      const empty = [...text.matchAll(/<(h[1-6]|a)\b[^>]*>(.*?)<\/\1>/gs)].filter(
        ([, , inner = '']) => !/[\p{L}\p{N}\p{S}]/u.test(inner.replace(/<[^>]*>/g, '')),
      )
      expect([path, empty.map(([whole]) => whole)]).toEqual([path, []])
      expect([path, /class="headline"><a[^>]*>https?:\/\/\S+</.test(text)]).toEqual([path, false])
    }
  })
})
