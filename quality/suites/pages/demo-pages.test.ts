/** Every kind of page of the reader's site on the demo world, in Chromium. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openWindows } from '../../../tests/support/browser.ts'
import { type DemoSite, demoPaths, startDemoSite } from '../../../tests/support/worlds/demo.ts'

let site: DemoSite
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

it('fits each window, light and dark, with and without script, asks nobody else, and stands before axe', async () => {
  const { paths } = await demoPaths(site.url)
  const faultsOf = await openWindows(browser)
  for (const path of paths) expect([path, await faultsOf(site.url + path)]).toEqual([path, []])
})
