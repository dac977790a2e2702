/** The operator mends sources in Chromium, on a desk and on a phone: one that moved, a login, a wrong language; and undoes it. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../tests/support/browser.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { begin, t } from '../../../tests/support/content.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { type AdminWorld, signIn, startAdminWorld } from '../../../tests/support/worlds/admin.ts'

let world: AdminWorld
let browser: Browser
let publisher: Publisher
beforeAll(async () => {
  world = await startAdminWorld()
  browser = await launchBrowser()
  publisher = await startPublisher()
  publisher.serve('/', {
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="/nytt.xml"></head></html>',
    type: 'text/html',
  })
  publisher.serve('/nytt.xml', { body: rssDocument('Bladet', [{ title: 'Nyhet', link: 'https://bladet.example/1' }]) })
})
afterAll(async () => {
  await browser?.close()
  await publisher?.close()
  await world?.web.close()
})

describe.each([
  ['at 1280 px', 1280],
  ['at 360 px', 360],
])('%s', (_name, width) => {
  let context: BrowserContext
  let page: Page
  let feed: number
  beforeAll(async () => {
    context = await signIn(browser, world.url, { viewport: { width, height: 800 }, javaScriptEnabled: false })
  })
  afterAll(() => context?.close())
  beforeEach(async () => {
    await world.web.database.db.deleteFrom('feeds').where('title', '=', 'Torsdagsbladet').execute()
    feed = await seedFeed(world.web.database, {
      url: publisher.at('/borta.xml'),
      site_url: publisher.at('/'),
      title: 'Torsdagsbladet',
      language: 'en',
      status: 'gone' as const,
      failure: 'gone' as const,
      failing_since: new Date('2026-11-20T12:00:00Z'),
      last_fetched_at: new Date('2026-11-20T12:00:00Z'),
      last_success_at: new Date('2026-11-19T12:00:00Z'),
    })
    page = await context.newPage()
  })
  afterEach(() => page?.close())

  const row = () =>
    world.web.database.db.selectFrom('feeds').selectAll().where('id', '=', feed).executeTakeFirstOrThrow()
  const open = (path = `/admin/sources/${feed}`) => page.goto(world.url + path)
  const press = (name: string) => page.locator('main').getByRole('button', { name }).first().click()
  const said = (words: string) => page.getByRole('status').getByText(words).waitFor()
  const unfold = (words: string) => page.locator('summary', { hasText: words }).click()
  const undo = async () => {
    await open('/admin/log')
    await press(t('admin.log.undo'))
    await said(t('admin.said.undone'))
  }
  /** Nothing is wider than the window. */
  const fits = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    )

  it('reads a source that moved at the address that its site shows, with one click', async () => {
    await open('/admin')
    await page.locator('main').getByRole('link', { name: 'Torsdagsbladet' }).click()
    await page.getByText(t('health.state.gone')).first().waitFor()
    await press(t('admin.edit.look'))
    await page.getByText(publisher.at('/nytt.xml')).first().waitFor()
    await fits()
    await press(t('admin.edit.take'))
    await said(t('admin.said.changed'))
    expect(await row()).toMatchObject({ url: publisher.at('/nytt.xml'), status: 'active' })
    await undo()
    expect((await row()).url).toBe(publisher.at('/borta.xml'))
  })

  it('gives a source a login, which no page shows, and takes it away again', async () => {
    await open()
    await unfold(t('admin.edit.login'))
    await page.getByLabel(t('admin.edit.user')).fill('anna')
    await page.getByLabel(t('admin.edit.password')).fill('hemligt ord')
    await fits()
    await press(t('admin.edit.save_login'))
    await said(t('admin.said.changed'))
    expect((await row()).secret).not.toBeNull()
    expect(await page.content()).not.toContain('hemligt ord')
    await unfold(t('admin.edit.login'))
    await page.getByText(t('admin.edit.has_login')).waitFor()
    await undo()
    expect((await row()).secret).toBeNull()
  })

  it('mends a wrong language, which its articles follow, and undoes it', async () => {
    const [article] = await seedArticles(world.web.database, [{ feed_id: feed, language: 'en', title: 'Torsdag igen' }])
    const language = async () =>
      (
        await world.web.database.db
          .selectFrom('articles')
          .select('language')
          .where('id', '=', article!)
          .executeTakeFirstOrThrow()
      ).language
    await open()
    await unfold(t('admin.edit.settings'))
    await page.getByLabel(t('admin.edit.language')).fill('svenska')
    await press(t('admin.edit.save'))
    await page.getByRole('alert').getByText('is not a language tag').waitFor()
    await page.getByLabel(t('admin.edit.language')).fill('sv')
    await fits()
    await press(t('admin.edit.save'))
    await said(t('admin.said.changed'))
    expect([(await row()).language, await language()]).toEqual(['sv', 'sv'])
    await undo()
    expect([(await row()).language, await language()]).toEqual(['en', 'en'])
  })

  it('narrows a long list, and puts several in a folder at once', async () => {
    await open('/admin/sources')
    await fits()
    await page.getByLabel(t('admin.sources.search')).fill('torsdag')
    await press(t('admin.sources.show'))
    await page.getByText(begin('admin.sources.shown', { n: 1 })).waitFor()
    await page.getByLabel(t('admin.sources.choose', { name: 'Torsdagsbladet' })).check()
    await unfold(t('admin.sources.bulk.several'))
    await page.locator('#several').getByLabel(t('admin.sources.bulk.title')).selectOption('folder')
    await page.locator('#several').getByLabel(t('admin.edit.folder')).fill('Veckovis')
    await press(t('admin.sources.bulk.do'))
    await said(t('admin.said.changed_several'))
    expect((await row()).folder).toBe('Veckovis')
    await open('/admin/sources?folder=Veckovis&state=trouble')
    await page.getByText(begin('admin.sources.shown', { n: 1 })).waitFor()
    await undo()
    expect((await row()).folder).toBeNull()
  })
})
