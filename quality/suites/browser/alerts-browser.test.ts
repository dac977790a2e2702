/** Alerts in a real browser: its service worker gets what a played push service opened, shows it and opens the event. */
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertsOf } from '../../../src/features/alerts/store/alerts-of.ts'
import { launchWholeBrowser, violationsOn } from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { type AlertSite, startAlertSite } from '../../../tests/support/worlds/alerts.ts'

let site: AlertSite
let browser: Browser
let context: BrowserContext
let page: Page
let url: string
let userId: number

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  site = await startAlertSite({ BASE_URL: url })
  await site.web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchWholeBrowser()
  context = await browser.newContext({ permissions: ['notifications'] })
  const { id, token } = await site.signIn('ann@example.se')
  userId = id
  await context.addCookies([{ name: 'konto', value: token, domain: '127.0.0.1', path: '/konto' }])
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** The browser's own push service is out of reach here: the played one stands in for it. */
async function useTestPushService(page: Page, name: string): Promise<void> {
  const { endpoint, ...keys } = site.push.subscribe(name)
  await page.addInitScript(`
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('not a key')
      return { toJSON: () => (${JSON.stringify({ endpoint, keys })}) }
    }`)
}

/** Hands the worker what a push service would. */
async function deliver(message: object): Promise<void> {
  const cdp = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId: await registration, data })
  await cdp.detach()
}

const shown = () =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((list) => list.map(({ title, body, tag }) => ({ title, body, tag })))`)

/**
 * What is shown after a message came twice. Chromium loses a notification that is asked for while it is being put up, so
 * it is given its time, and comes again if it was lost.
 */
async function shownAfter(message: object): Promise<unknown> {
  for (const _ of [1, 2]) await deliver(message)
  await setTimeout(500)
  return shown()
}

it('is turned on with one button, shown by the worker, once, and opens the event', { tags: ['twelve'] }, async () => {
  await useTestPushService(page, 'firefox')
  await page.goto(`${url}/konto/alerts`)
  await page.getByRole('button', { name: t('alerts.here') }).click()
  await page.getByText('Chrome, Linux').waitFor()
  await site.alert(userId, { push: true, mail: false })
  const event = await site.report('Krokarna är här')
  for (const title of ['Krokarna kom', 'Nu finns krokarna']) await site.report(title, event)
  await site.run()
  const message = site.push.pushed[0]?.message ?? {}
  const note = { title: 'Krokarna är här', body: t('alerts.told_by', { n: 3 }), tag: `alert-${event}` }
  await expect.poll(() => shownAfter(message), { timeout: 20_000 }).toEqual([note])

  // A test has no hand to click with: the worker hears of the click, and where it goes is opened for it.
  const opened = await context.serviceWorkers()[0]?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications()
    const opens = new Promise((resolve) => { self.clients.openWindow = async (address) => resolve(address) })
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    return opens
  })()`)
  await page.goto(String(opened))
  expect(await page.locator('h1').textContent()).toContain('Krokarna är här')
  await expect.poll(shown, { timeout: 20_000 }).toEqual([])
})

it('leads nowhere else, whatever a message says', async () => {
  const message = { title: 'x', body: '', url: 'https://elsewhere.example/', tag: 'x' }
  await expect.poll(() => shownAfter(message), { timeout: 20_000 }).toHaveLength(1)
  const opened = await context.serviceWorkers()[0]?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications()
    const opened = []
    self.clients.openWindow = async (address) => opened.push(address)
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    return opened
  })()`)
  expect(opened).toEqual([])
})

describe('one tap on "Få notis", on a page that everybody gets', () => {
  /** Of a reader who signed in: a browser that grants or refuses notifications. */
  async function openTopics(permission: 'notifications' | 'geolocation') {
    const context = await browser.newContext({ permissions: [permission] })
    const { id, token } = await site.signIn(`${permission}@example.se`)
    await context.addCookies([{ name: 'konto', value: token, domain: '127.0.0.1', path: '/konto' }])
    const page = await context.newPage()
    await useTestPushService(page, permission)
    await page.goto(`${url}/konto/alerts`)
    const alerts = () => alertsOf(site.web.database, id)
    return { context, page, alerts, link: page.locator('a[data-alert]'), status: page.locator('[data-alerted]') }
  }
  const pages = () => [
    ['/tags/krokar', 'tag', String(site.tag)],
    [`/feeds/${site.feeds[0]}`, 'source', String(site.feeds[0])],
    ['/sok?q=krokar', 'search', 'krokar'],
  ]

  it('subscribes this browser and makes the rule, and stays on the page', async () => {
    const { context, page, alerts, link, status } = await openTopics('notifications')
    for (const [path, kind, key] of pages()) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
      const before = page.url()
      await link.click()
      await status.waitFor()
      expect([path, await status.innerText()]).toEqual([path, `${t('alerts.here_on')} ${t('alerts.title')}`])
      expect(page.url()).toBe(before)
      const { rules, devices } = await alerts()
      expect(rules).toContainEqual(expect.objectContaining({ kind, key, push: true, mail: false }))
      expect(devices.map(({ device }) => device)).toEqual(['Chrome, Linux'])
      expect(await violationsOn(page)).toEqual([])
    }
    await context.close()
  })

  it('states that the browser refuses, and makes no rule', async () => {
    const { context, page, alerts, link, status } = await openTopics('geolocation')
    for (const [path] of pages()) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
      for (const _ of [1, 2]) {
        await link.click()
        await status.waitFor()
        expect([path, await status.allInnerTexts()]).toEqual([
          path,
          [`${t('alerts.here_denied')} ${t('alerts.title')}`],
        ])
      }
      expect(await violationsOn(page)).toEqual([])
    }
    await status.getByRole('link').click()
    await page.getByRole('button', { name: t('alerts.here') }).click()
    await page.getByText(t('alerts.here_denied')).waitFor()
    expect(await alerts()).toMatchObject({ rules: [], devices: [] })
    await context.close()
  })
})

it('has a page that everybody can use', async () => {
  await page.goto(`${url}/konto/alerts?kind=tag&what=${site.tag}`)
  expect(await violationsOn(page)).toEqual([])
})

it('takes no more alerts once its reader has signed out', async () => {
  const worker = context.serviceWorkers()[0]
  await worker?.evaluate(`
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { self.left = true } })`)
  await page.goto(`${url}/konto`)
  await page.locator('form[action="/konto/sign-out"] button').click()
  await page.waitForURL(/said=signed_out/)
  expect((await alertsOf(site.web.database, userId)).devices).toEqual([])
  await expect.poll(() => worker?.evaluate('self.left')).toBe(true)
})
