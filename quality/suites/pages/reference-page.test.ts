/** The API's reference page in Chromium: under its strict policy it asks the service itself, and no other host. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { launchBrowser, violationsOn } from '../../../tests/support/browser.ts'

let api: TestApi
let browser: Browser
let address: string
beforeAll(async () => {
  api = await startApi()
  address = await api.web.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

it('sends the calls that are filled in and shows their answers, fits a phone, and is accessible', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => !request.url().startsWith(address) && faults.push(request.url()))
  await page.goto(`${address}/api/docs`, { waitUntil: 'load' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  const borders = await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse")
  expect(borders).toBe('collapse')
  expect(await violationsOn(page)).toEqual([])
  await page.fill('#try-getFeed-id', '999')
  await page.click('[data-path="/api/v1/feeds/{id}"][data-method=GET] button')
  const shown = page.locator('#getFeed form')
  await expect.poll(() => shown.innerText()).toMatch(/GET \/api\/v1\/feeds\/999: 404 .*"type": "not_found"/s)
  await page.fill('#token', await api.signIn('reader@example.com'))
  await page.click('#getMe form button')
  await expect.poll(() => page.locator('#getMe form').innerText()).toMatch(/200 OK.*"reader@example\.com"/s)
  // The browser's own line about the 404 that was asked for.
  expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([])
})
