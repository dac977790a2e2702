/** Every page of the reader's site over invented views, in Chromium: what must hold whatever the news is. */
import type { Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { checkHtml } from './support/nu-checker.ts'
import { schemes, violations, visit } from './support/page-checks.ts'
import { previewPaths, startPreview } from './support/site-preview.ts'

let browser: Browser
let preview: { server: Server; url: string }
beforeAll(async () => {
  preview = await startPreview()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  preview?.server.close()
})

describe.each(previewPaths)('%s', (path) => {
  it('fits each window, asks nobody else for anything and meets no error, with and without script', async () => {
    for (const colorScheme of schemes)
      for (const javaScriptEnabled of [true, false]) {
        const options = { colorScheme, javaScriptEnabled }
        expect([options, await visit(browser, preview.url + path, options)]).toEqual([options, []])
      }
  })

  it('has nothing that axe finds fault with, light and dark, narrow and wide', async () => {
    for (const width of [360, 1440])
      for (const colorScheme of schemes) {
        const options = { viewport: { width, height: 800 }, colorScheme }
        expect([options, await violations(browser, preview.url + path, options)]).toEqual([options, []])
      }
  })
})

it('is valid HTML on every page', async () => {
  const pages: Record<string, string> = {}
  for (const path of previewPaths) pages[path] = await (await fetch(preview.url + path)).text()
  expect(await checkHtml(pages)).toEqual([])
})
