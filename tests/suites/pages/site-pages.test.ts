/** Every page of the reader's site over invented views, in Chromium: what must hold whatever the news is. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openWindows } from '../../support/browser.ts'
import type { SmallServer } from '../../support/played/small-server.ts'
import { letterPaths, previewPaths, startPreview } from '../../support/worlds/preview.ts'

let browser: Browser
let faultsOf: (url: string) => Promise<string[]>
let preview: SmallServer
beforeAll(async () => {
  preview = await startPreview()
  browser = await launchBrowser()
  faultsOf = await openWindows(browser)
})
afterAll(async () => {
  await browser?.close()
  await preview?.close()
})

it.each(previewPaths)(
  '%s fits each window, light and dark, with and without script, asks nobody else, and stands before axe',
  async (path) => expect(await faultsOf(preview.url + path)).toEqual([]),
)

it.each(letterPaths)('%s, a letter, does so too, but for what the mail program around it has', async (path) => {
  const ofPages = /landmark-one-main|page-has-heading-one|region:/
  expect((await faultsOf(preview.url + path)).filter((fault) => !ofPages.test(fault))).toEqual([])
})
