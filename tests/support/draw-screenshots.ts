/**
 * Every kind of page as people see it, at three widths, light and dark. `npm run screenshots` writes them to `screenshots/`: the demo with
 * its model's texts and without, a reader's own pages, letters, an empty site, the console. `-- URL path…` draws a site that runs.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signIn as signInToConsole, startAdminWorld } from './admin-world.ts'
import { freePort, launchBrowser } from './browser.ts'
import { demoPaths } from './demo-paths.ts'
import { type DemoSite, startDemoSite } from './demo-site.ts'
import { openSignedIn } from './signed-in.ts'
import { letterPaths, startPreview } from './site-preview.ts'
import { startTestWeb } from './web.ts'

const folder = join(import.meta.dirname, '../../screenshots')
const windows = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** A page is drawn to this height: what follows is more of the same. */
const MAX_HEIGHT = 6000
const ofReader = [
  ...['/konto', '/konto/installningar', '/konto/profil', '/konto/sparat'],
  ...['/konto/larm', '/konto/utskick', '/konto/eget-flode'],
]
const ofEmptySite = ['/', '/handelser', '/sok?q=homepod', '/podd', '/status']
/** Images that wait to be scrolled to would be missing, and those of another width may be others. */
const SETTLE = `Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => {
  image.loading = 'eager'
  return image.decode().catch(() => {})
})]).then(() => {})`
let drawn = 0

async function draw(page: Page, set: string, url: string, path: string): Promise<void> {
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'front'
  mkdirSync(join(folder, set), { recursive: true })
  await page.goto(url + path, { waitUntil: 'load' })
  for (const viewport of windows) {
    await page.setViewportSize(viewport)
    await page.evaluate(SETTLE)
    const height = Math.min((await page.evaluate('document.documentElement.scrollHeight')) as number, MAX_HEIGHT)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const clip = { x: 0, y: 0, width: viewport.width, height }
      const file = join(folder, set, `${name}-${viewport.width}-${colorScheme}.png`)
      await page.screenshot({ path: file, fullPage: true, clip })
      drawn++
    }
  }
}

async function drawAll(context: BrowserContext, set: string, url: string, paths: string[]): Promise<void> {
  const page = await context.newPage()
  for (const path of paths) await draw(page, set, url, path)
  await context.close()
}

async function drawDemo(browser: Browser, set: string, hasTexts: boolean): Promise<void> {
  const site = await startDemoSite({}, undefined, { hasTexts })
  const { paths } = await demoPaths(site.url)
  await drawAll(await browser.newContext(), set, site.url, [...paths, '/mitt', '/offline'])
  if (hasTexts) await drawReader(browser, site)
  await site.close()
}

async function drawReader(browser: Browser, { web, url }: DemoSite): Promise<void> {
  const { context, userId } = await openSignedIn(web, browser, 'anna@example.se')
  const { id } = await web.database.db
    .selectFrom('tags')
    .select('id')
    .where('slug', '=', 'iphone')
    .executeTakeFirstOrThrow()
  await web.ctx.commands.follow(userId, { kind: 'tag', key: String(id) })
  await drawAll(context, 'demo-reader', url, ofReader)
}

async function drawEmpty(browser: Browser): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = await startTestWeb({ BASE_URL: url })
  await web.app.listen({ port, host: '127.0.0.1' })
  await drawAll(await browser.newContext(), 'empty', url, ofEmptySite)
  await web.close()
}

async function drawConsole(browser: Browser): Promise<void> {
  const world = await startAdminWorld()
  await drawAll(await signInToConsole(browser, world.url), 'console', world.url, world.paths)
  await world.web.close()
}

async function drawLetters(browser: Browser): Promise<void> {
  const { url, server } = await startPreview()
  await drawAll(await browser.newContext(), 'letters', url, letterPaths)
  server.close()
}

const browser = await launchBrowser()
const [url, ...given] = process.argv.slice(2)
if (url) await drawAll(await browser.newContext(), new URL(url).host, url, given.length > 0 ? given : ['/'])
else {
  await drawDemo(browser, 'demo', true)
  await drawDemo(browser, 'demo-without-model', false)
  await drawLetters(browser)
  await drawEmpty(browser)
  await drawConsole(browser)
}
await browser.close()
console.log(`${drawn} screenshots in ${folder}`)
