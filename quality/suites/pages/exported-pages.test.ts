/** An exported demo site on a plain host, below a prefix: each page through the Nu checker, each kind of page before axe. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportSite } from '../../../src/features/export/export-site.ts'
import { launchBrowser, openWindows } from '../../../tests/support/browser.ts'
import { type SmallServer, startStaticHost } from '../../../tests/support/played/small-server.ts'
import { startDemoSite } from '../../../tests/support/worlds/demo.ts'
import { checkHtml } from '../nu-checker.ts'

const PREFIX = '/news'
const OF_A_KIND = 2
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-export-'))
let host: SmallServer
let browser: Browser
let pages: string[]
beforeAll(async () => {
  const site = await startDemoSite({ AI_PROVIDER: 'none', CONTENT_DIR: 'demo/bicycles/content' }, 'demo/bicycles')
  await exportSite(site.web.services, folder, PREFIX)
  await site.close()
  host = await startStaticHost(folder, PREFIX)
  browser = await launchBrowser()
  pages = globSync('**/*.html', { cwd: folder }).sort()
})
afterAll(async () => {
  await browser?.close()
  await host?.close()
  rmSync(folder, { recursive: true })
})

/** Below a folder all are of a kind; the others are each their own. */
const kindOf = (name: string): string => {
  const [first = '', ...rest] = name.split('/')
  return rest.length < 2 ? name : `${first} ${rest.length}`
}

it('is valid HTML on every page', async () => {
  expect(pages.length).toBeGreaterThan(60)
  const texts = Object.fromEntries(pages.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  expect(await checkHtml(texts)).toEqual([])
})

it('fits each window, light and dark, with and without script, asks nobody else, and stands before axe', async () => {
  const kinds = Object.values(Object.groupBy(pages, kindOf)).flatMap((some = []) => some.slice(0, OF_A_KIND))
  expect(kinds.some((name) => name.startsWith('embed/'))).toBe(true)
  const violationsOf = await openWindows(browser)
  for (const name of kinds) {
    const path = name === '404.html' ? '/nothing-here' : `/${dirname(name)}/`.replace('/./', '/')
    expect([path, await violationsOf(host.url + PREFIX + path)]).toEqual([path, []])
  }
})
