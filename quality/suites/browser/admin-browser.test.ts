/** The operator's journey in Chromium: signing in, merging, splitting, pausing, retrying, correcting, undoing, leaving. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../tests/support/browser.ts'
import { begin, t } from '../../../tests/support/content.ts'
import { type AdminWorld, signIn, startAdminWorld } from '../../../tests/support/worlds/admin.ts'

let world: AdminWorld
let browser: Browser
beforeAll(async () => {
  world = await startAdminWorld()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.web.close()
})

const json = async (path: string) => (await fetch(world.url + path)).json() as Promise<Record<string, unknown>>
const eventOf = async (id: number) =>
  (await world.web.database.db.selectFrom('articles').select('event_id').where('id', '=', id).executeTakeFirstOrThrow())
    .event_id

/** Undoes what stands first in the log. */
async function undoFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('admin.nav.log'), exact: true }).click()
  await page
    .getByRole('button', { name: t('admin.log.undo') })
    .first()
    .click()
  await page.getByText(t('admin.said.undone')).waitFor()
}

// The console's script only keeps times right: what works without it works with it.
describe('without script', () => {
  let page: Page
  const open = (path: string) => page.goto(world.url + path)
  const press = (name: string | RegExp, inside = page.locator('main')) =>
    inside.getByRole('button', { name }).first().click()
  const said = (words: string) => page.getByRole('status').getByText(words).waitFor()
  beforeAll(async () => {
    page = await (await signIn(browser, world.url, { javaScriptEnabled: false })).newPage()
  })
  afterAll(() => page?.context().close())

  it('corrects a summary, which readers then see, and takes it back', async () => {
    const { first } = world.articles
    await open('/admin')
    await page.getByText('Priset är fel, det är 1 290 kronor.').waitFor()
    await page.locator('.quoted + .small a').click()
    await page.getByLabel(t('admin.article.title')).fill('Domstol ger Epic rätt')
    await page.getByLabel(t('admin.article.summary')).fill('En domstol i Sydney går på Epics linje.')
    await press(t('admin.article.save'))
    await said(t('admin.said.corrected'))
    expect(await json(`/entries/${first}.json`)).toMatchObject({
      title: 'Domstol ger Epic rätt',
      summary: 'En domstol i Sydney går på Epics linje.',
    })
    await page.getByRole('link', { name: /^\/entries\// }).click()
    await page.getByRole('heading', { name: 'Domstol ger Epic rätt', level: 1 }).waitFor()
    await page.getByText(begin('article.by_operator')).waitFor({ state: 'attached' })
    await open('/admin')
    await undoFirst(page)
    expect((await json(`/entries/${first}.json`)).title).toBe('Epic vinner mot Apple i Australien')
  })

  it('sees why articles are one event, splits one off and merges it again', { tags: ['twelve'] }, async () => {
    const { first, second } = world.articles
    await open(`/admin/events/${world.events.several}`)
    await page.getByText(t('admin.event.by_likeness')).waitFor()
    await expect(page.locator('.flag').first().innerText()).resolves.toBeTruthy()
    await press(
      t('admin.event.split'),
      page
        .getByRole('listitem')
        .filter({ hasText: t('admin.event.split') })
        .last(),
    )
    await said(t('admin.said.split'))
    expect(await eventOf(first)).not.toBe(await eventOf(second))
    await press(t('admin.event.merge_with'), page.locator('#merge li', { hasText: 'Epic' }))
    await said(t('admin.said.merged'))
    expect(await eventOf(first)).toBe(await eventOf(second))
    await page.locator('#merge').getByLabel(t('admin.event.other')).fill(String(world.events.other))
    await press(t('admin.event.merge_with'), page.locator('#merge form.stack'))
    await said(t('admin.said.merged'))
    expect(await eventOf(world.articles.other)).toBe(await eventOf(first))
    await undoFirst(page)
    expect(await eventOf(world.articles.other)).toBe(world.events.other)
    await undoFirst(page)
    expect(await eventOf(first)).not.toBe(await eventOf(second))
    await undoFirst(page)
    expect(await eventOf(first)).toBe(await eventOf(second))
  })

  it('pauses a source, resumes it, and reads of its last error', async () => {
    await open('/admin/sources')
    const row = page.getByRole('row', { name: /Feber/ })
    await press(t('admin.sources.pause'), row)
    await said(t('admin.said.paused'))
    expect((await json('/feeds.json')) as unknown as { id: number }[]).not.toContainEqual(
      expect.objectContaining({ id: world.feeds.well }),
    )
    await press(t('admin.sources.resume'))
    await said(t('admin.said.resumed'))
    await open(`/admin/sources/${world.feeds.ill}`)
    await page.locator('.error', { hasText: 'The publisher answered 503: it is busy.' }).waitFor()
    expect(await page.getByRole('img', { name: begin('status.bar', { n: 30 }) }).count()).toBe(1)
  })

  it('lets the model try again where it was refused', async () => {
    const { db } = world.web.database
    const refused = () =>
      db.updateTable('articles').set({ enrich_state: 'refused' }).where('id', '=', world.articles.refused).execute()
    await refused()
    await open('/admin/summaries')
    await page.getByText('numbers: "1 300" does not stand in the original').waitFor()
    await press(t('admin.summaries.retry'))
    await said(t('admin.said.retried'))
    const { enrich_state } = await db
      .selectFrom('articles')
      .select('enrich_state')
      .where('id', '=', world.articles.refused)
      .executeTakeFirstOrThrow()
    expect(enrich_state).toBe('pending')
    await refused()
  })

  it('edits a story, and gives its text back', async () => {
    const story = `/api/v1/stories/${world.story}`
    const storyTitle = async () => ((await json(story)) as { data: { title: string } }).data.title
    await open(`/admin/stories/${world.story}`)
    await page.getByLabel(t('admin.article.title')).fill('Epic mot Apple, hela vägen')
    await press(t('admin.article.save'))
    await said(t('admin.said.edited'))
    expect(await storyTitle()).toBe('Epic mot Apple, hela vägen')
    await undoFirst(page)
    expect(await storyTitle()).toMatch(/^Striden om App Store/)
  })

  it('deals with a report, brings it back, and leaves', async () => {
    await open('/admin')
    await press(t('admin.overview.handled'))
    await said(t('admin.said.handled'))
    await undoFirst(page)
    await page.getByRole('button', { name: t('admin.sign_out') }).click()
    await said(t('admin.said.signed_out'))
    await open('/admin/log')
    await page.getByLabel(t('admin.door.token')).waitFor()
  })
})
