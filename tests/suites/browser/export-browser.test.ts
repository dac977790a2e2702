/** An exported site on a plain file server, below a prefix: it looks as the live one, and its search finds. */
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportSite } from '../../../src/app/export/export-site.ts'
import { launchBrowser } from '../../support/browser.ts'
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts'
import { type SmallServer, startSmallServer } from '../../support/small-server.ts'

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.woff2': 'font/woff2' },
}
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-export-'))
let site: DemoSite
let host: SmallServer
beforeAll(async () => {
  site = await startDemoSite({ AI_PROVIDER: 'none', CONTENT_DIR: 'demo/bicycles/content' }, 'demo/bicycles')
  await exportSite(site.web.services, folder, '/news')
  host = await startSmallServer((request, response) => {
    const path = decodeURIComponent(String(request.url).split('?')[0] ?? '').replace(/^\/news/, '')
    const file = [join(folder, path), join(folder, path, 'index.html')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    )
    if (!file || !String(request.url).startsWith('/news')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
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
