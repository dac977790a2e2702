/** A feed that wants to run script on the site, through the real fetcher, pipeline and pages, into a browser. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort, launchBrowser } from '../../support/browser.ts'
import { hostileFeed, hostileTexts } from '../../support/hostile.ts'
import { hostileAddressesOn, openWindow } from '../../support/page-checks.ts'
import { type Publisher, startPublisher } from '../../support/publisher.ts'
import { seedTag } from '../../support/seed.ts'
import { startTestWeb, type TestWeb } from '../../support/web.ts'

let web: TestWeb
let publisher: Publisher
let browser: Browser
let url: string
let paths: string[]

beforeAll(async () => {
  publisher = await startPublisher()
  publisher.serve('/feed.xml', { body: hostileFeed(publisher.url) })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', BASE_URL: url })
  const { commands } = web.ctx
  const opml = `<opml version="2.0"><body><outline type="rss" text="${'&lt;b onclick=&quot;window.pwned=1&quot;&gt;'}" xmlUrl="${publisher.at('/feed.xml')}"/></body></opml>`
  const { added } = await commands.importSources(opml)
  await commands.ingest({ feedIds: added.map((source) => source.id) })
  // No feed can make a tag, but an operator or a model may.
  const tag = await seedTag(web.database, hostileTexts[1] ?? '', 'hostile')
  await web.database.db
    .updateTable('articles')
    .set({ tag_ids: [tag] })
    .execute()
  const articles = await web.database.db.selectFrom('articles').select('id').orderBy('id').execute()
  expect(articles.length).toBeGreaterThan(40)
  const address = async (id: number) =>
    (await web.app.inject({ url: `/entries/${id}` })).headers.location ?? `/entries/${id}`
  const own = await Promise.all(articles.map(async ({ id }) => String(await address(id))))
  paths = ['/', '/populart', '/feeds', `/feeds/${added[0]?.id}`, '/tags', '/tags/hostile', '/status', ...own]
  await web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
  await publisher?.close()
})

it('shows hostile titles, summaries, authors, tags, names and addresses as what they are: text', async () => {
  const shown = await (await fetch(`${url}/populart`)).text()
  expect(shown).toContain('&lt;script&gt;window.pwned=1&lt;/script&gt;')
  const visit = await openWindow(browser)
  for (const path of paths) expect([path, await visit(url + path, strangers)]).toEqual([path, []])
})

/** What leads to script or away from the site unasked, and elements that only a stranger's text can have brought. */
async function strangers(page: Page): Promise<string[]> {
  const leading = await hostileAddressesOn(page)
  const brought = page.locator('base, iframe, style, [onerror], [onload], [onfocus], [onclick]')
  return [...leading, ...(await brought.evaluateAll((found) => found.map((element) => String(element))))]
}
