/** An exported site on a plain file server, below a prefix: it looks as the live one, and its search finds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportSite } from '../../../src/features/export/export-site.ts'
import { launchBrowser } from '../../../tests/support/browser.ts'
import { type SmallServer, startStaticHost } from '../../../tests/support/played/small-server.ts'
import { type DemoSite, startDemoSite } from '../../../tests/support/worlds/demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-export-'))
let site: DemoSite
let host: SmallServer
beforeAll(async () => {
  site = await startDemoSite({ AI_PROVIDER: 'none', CONTENT_DIR: 'demo/bicycles/content' }, 'demo/bicycles')
  await exportSite(site.web.services, folder, '/news')
  host = await startStaticHost(folder, '/news')
})
afterAll(async () => {
  await host.close()
  await site.close()
  rmSync(folder, { recursive: true })
})

it('opens an article from the front page, and finds one by a word', async () => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  const lost: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url().startsWith(host.url)) lost.push(response.url())
  })
  await page.goto(`${host.url}/news/`)
  await page.locator('main a[href*="/events/"]').first().click()
  await page.waitForURL(/\/news\/events\/\d+-/)
  await page.goto(`${host.url}/news/search?q=bridge`)
  await page.locator('[aria-live] li a').first().waitFor()
  expect((await page.locator('[aria-live] li').allInnerTexts()).join(' ')).toMatch(/bridge/i)
  expect(lost).toEqual([])
  await browser.close()
})
