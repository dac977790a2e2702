/** What stays readable when the network goes away, what leaves the device with the reader, and sharing; in a browser. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow } from '../../../src/news/accounts/writes/follows.ts'
import { saveEvents } from '../../../src/news/accounts/writes/read-markers.ts'
import { listSessions, revokeSession } from '../../../src/news/accounts/writes/tokens.ts'
import { publishing } from '../../../src/platform/database/database.ts'
import { launchBrowser, openSignedIn, violationsOn } from '../../../tests/support/browser.ts'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let browser: Browser
let url: string
let tagId: number
let [first, second, third] = [0, 0, 0]

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ BASE_URL: url })
  const { database } = web
  const feeds = [await seedFeed(database, { title: 'Äppelposten' }), await seedFeed(database, { title: 'Bitar' })]
  tagId = await seedTag(database, 'Provtagg')
  const event = async (title: string, hour: number, tag_ids: number[] = []) => {
    const at = new Date(Date.UTC(2026, 10, 21, hour))
    const member = (feed_id: number) => ({ feed_id, title, tag_ids, published_at: at, sort_at: at })
    return (await seedEvent(database, feeds.map(member))).eventId
  }
  first = await event('Hörlurar i ny färg', 9, [tagId])
  second = await event('Klockan mäter mer', 8)
  third = await event('Skärmen går att laga', 7)
  await web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
})

/** Texts by address of all that the device keeps of the site, its own files aside. */
const kept = (page: Page) =>
  page.evaluate(`(async () => {
    const found = {}
    for (const name of await caches.keys()) {
      if (name.startsWith('files-')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        found[name + ' ' + new URL(request.url).pathname] = await (await cache.match(request)).text()
    }
    return found
  })()`) as Promise<Record<string, string>>

const keeps = (page: Page, ...wanted: string[]) =>
  expect.poll(async () => Object.keys(await kept(page))).toEqual(expect.arrayContaining(wanted))

const pathOf = async (page: Page, id: number) => {
  await page.goto(`${url}/handelser/${id}`)
  return new URL(page.url()).pathname
}

/** Waits until the text that a headline of this page leads to is kept too: it is fetched after the page was shown. */
async function keepsText(page: Page, headline: string) {
  const href = await page.getByRole('link', { name: headline }).first().getAttribute('href')
  await keeps(page, `pages ${new URL(href ?? '', url).pathname}`)
}

const bar = (page: Page) => page.getByText(t('offline.bar'))

describe('without an account', () => {
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    context = await browser.newContext()
    page = await context.newPage()
  })
  afterAll(() => context.close())

  it('reads the front page, what was saved and one’s own edition without a network, and says from when they are', {
    tags: ['twelve'],
  }, async () => {
    await page.goto(url)
    await keeps(page, 'pages /')
    await page.goto(url)
    await keepsText(page, 'Klockan mäter mer')
    const path = await pathOf(page, first)
    await page.getByRole('button', { name: t('mine.save'), exact: true }).click()
    await page.goto(`${url}/tags/provtagg`)
    await page.getByRole('button', { name: t('mine.follow'), exact: true }).click()
    await page.goto(`${url}/mitt`)
    await page.getByText(t('mine.because', { names: 'Provtagg' })).waitFor()
    await keeps(page, 'pages /', 'pages /mitt', `saved ${path}`)
    await context.setOffline(true)
    await page.goto(url)
    await bar(page).waitFor()
    await expect.poll(() => bar(page).locator('time').innerText()).toBe(t('offline.now'))
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Klockan mäter mer' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Klockan mäter mer' }).waitFor()
    await page.goto(`${url}/mitt`)
    await page.getByText(t('mine.because', { names: 'Provtagg' })).waitFor()
    await page.getByRole('link', { name: 'Hörlurar i ny färg' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Hörlurar i ny färg' }).waitFor()
    await bar(page).waitFor()
  })

  it('answers for a page that it does not keep with what there is to read', async () => {
    await page.goto(`${url}/populart`)
    await page.getByRole('heading', { level: 1, name: t('offline.title') }).waitFor()
    await page.getByRole('link', { name: 'Klockan mäter mer' }).waitFor()
    expect(await bar(page).isVisible()).toBe(false)
    expect(await violationsOn(page)).toEqual([])
    await context.setOffline(false)
    await page
      .getByRole('link', { name: t('offline.again') })
      .last()
      .click()
    await page.getByRole('heading', { level: 1, name: t('popular.title') }).waitFor()
    expect(await bar(page).isVisible()).toBe(false)
  })

  it('says so too when the network goes away while a page is open', async () => {
    await context.setOffline(true)
    await bar(page).waitFor()
    await context.setOffline(false)
    await bar(page).waitFor({ state: 'hidden' })
  })

  it('hands over to a new version, which keeps the pages and drops the old files', async () => {
    const version = `caches.keys().then((names) => names.filter((name) => name.startsWith('files-')))`
    const [before] = (await page.evaluate(version)) as string[]
    const script = await (await fetch(`${url}/sw.js`)).text()
    const next = 'aaaaaaaaaa'
    let isDown = false
    const [answer] = web.app.server.listeners('request') as RequestListener[]
    web.app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isDown) return request.socket.destroy()
      if (request.url !== '/sw.js') return answer?.(request, response)
      response.setHeader('content-type', 'text/javascript').end(script.replace(/'\w{10}'/, `'${next}'`))
    })
    await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update())')
    // A browser ends workers that have nothing to do, but not under a debugger, as here.
    const devtools = await context.newCDPSession(page)
    await devtools.send('ServiceWorker.enable')
    const reopened = async () => {
      await devtools.send('ServiceWorker.stopAllWorkers')
      await page.goto(url)
      return page.evaluate(version)
    }
    await expect.poll(reopened, { interval: 1000 }).toEqual([`files-${next}`])
    expect(before).not.toBe(`files-${next}`)
    // Kept by the old worker, and not opened since.
    expect(Object.keys(await kept(page))).toContain('pages /mitt')
    isDown = true
    const style = `/assets/${before?.replace('files-', '')}/site.css`
    expect(await page.evaluate(`fetch('${style}', { cache: 'no-store' }).then(({ status }) => status)`)).toBe(200)
    isDown = false
  })
})

it('forgets what the site has removed once the reader has met that, and takes it off the saved ones', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await keeps(page, 'pages /')
  const at = new Date('2026-11-21T06:00:00Z')
  const members = [{ feed_id: 1, title: 'Ska tas bort', published_at: at, sort_at: at }]
  const { eventId, articleIds } = await seedEvent(web.database, members)
  const path = await pathOf(page, eventId)
  await page.getByRole('button', { name: t('mine.save'), exact: true }).click()
  await page.goto(`${url}/mitt`)
  await page.getByRole('link', { name: 'Ska tas bort' }).waitFor()
  await keeps(page, `pages ${path}`, `saved ${path}`)
  await publishing(web.database, (trx) =>
    trx.updateTable('articles').set({ status: 'removed' }).where('id', 'in', articleIds).execute(),
  )
  web.ctx.cache.raise('content')
  expect((await page.goto(url + path))?.status()).toBe(404)
  await expect.poll(async () => Object.keys(await kept(page))).not.toContain(`pages ${path}`)
  expect(Object.keys(await kept(page))).not.toContain(`saved ${path}`)
  await page.goto(`${url}/mitt`)
  await page.getByText(t('mine.here_empty')).waitFor()
  expect(await page.getByRole('link', { name: 'Ska tas bort' }).count()).toBe(0)
  await context.close()
})

describe('with an account', () => {
  it('keeps one’s own edition and what was saved anywhere, and nothing after signing out', async () => {
    const { context, page, userId } = await openSignedIn(web, browser, 'natlos@exempel.se')
    const { database, clock } = web.ctx
    await follow(database, userId, { kind: 'tag', key: String(tagId) }, clock.now())
    await saveEvents(database, userId, [third], clock.now())
    await page.goto(`${url}/konto`)
    await page.reload()
    const path = await pathOf(page, third)
    await page.goto(`${url}/konto`)
    await keeps(page, 'own /konto', 'own /konto/saved', `saved ${path}`)
    await keepsText(page, 'Hörlurar i ny färg')
    await context.setOffline(true)
    await page.goto(`${url}/konto`)
    await page.getByText(t('account.signed_in_as', { email: 'natlos@exempel.se' })).waitFor()
    await bar(page).waitFor()
    await page.getByRole('link', { name: 'Hörlurar i ny färg' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hörlurar i ny färg' }).waitFor()
    await page.goto(`${url}/konto/saved`)
    await page.getByRole('link', { name: 'Skärmen går att laga' }).click()
    await page.getByRole('heading', { level: 1, name: 'Skärmen går att laga' }).waitFor()
    await context.setOffline(false)
    await page.goto(`${url}/konto`)
    await page.getByRole('button', { name: t('account.sign_out') }).click()
    await page.getByText(t('account.signed_out')).waitFor()
    await expect.poll(async () => Object.keys(await kept(page)).filter((name) => !name.startsWith('pages'))).toEqual([])
    expect(JSON.stringify(await kept(page))).not.toMatch(/natlos|data-account="in"|Skärmen går att laga/)
    await context.setOffline(true)
    for (const personal of ['/konto', '/konto/saved', path]) {
      await page.goto(url + personal)
      await page.getByRole('heading', { level: 1, name: t('offline.title') }).waitFor()
    }
    await context.close()
  })

  it('forgets too when the session was ended elsewhere', async () => {
    const { context, page, userId } = await openSignedIn(web, browser, 'annanstans@exempel.se')
    await saveEvents(web.ctx.database, userId, [second], web.ctx.clock.now())
    await page.goto(`${url}/konto/saved`)
    await page.reload()
    await keeps(page, 'own /konto/saved')
    for (const { id } of await listSessions(web.ctx.database, userId, web.ctx.clock.now()))
      await revokeSession(web.ctx.database, userId, id)
    await page.goto(`${url}/handelser/${first}`)
    await expect.poll(async () => Object.keys(await kept(page)).filter((name) => !name.startsWith('pages'))).toEqual([])
    await context.close()
  })
})

describe('sharing', () => {
  it('opens the device’s own sheet where it has one', async () => {
    const context = await browser.newContext()
    await context.addInitScript('navigator.share = async (what) => { window.shared = what }')
    const page = await context.newPage()
    const path = await pathOf(page, first)
    await page.getByRole('button', { name: t('share.share'), exact: true }).click()
    expect(await page.evaluate('window.shared')).toEqual({ title: 'Hörlurar i ny färg', url: url + path })
    await context.close()
  })

  it('copies the address elsewhere, and says so aloud', { tags: ['twelve'] }, async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    await context.addInitScript('delete Navigator.prototype.share')
    const page = await context.newPage()
    const path = await pathOf(page, first)
    await page.getByRole('button', { name: t('share.copy') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: t('share.copied') })
      .waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url + path)
    expect(await violationsOn(page)).toEqual([])
    await context.close()
  })

  it('is the page’s own address without script', async () => {
    const { body, headers } = await web.app.inject(`/handelser/${first}`)
    const page = headers.location ? (await web.app.inject(String(headers.location))).body : body
    expect(page).toMatch(new RegExp(`<a class="choice" href="${url}/handelser/${first}-[^"]+"`))
    expect(page).not.toMatch(new RegExp(`${t('share.share')}<|${t('share.copy')}<`))
  })
})
