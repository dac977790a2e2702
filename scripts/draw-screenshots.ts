/**
 * Every kind of page as people see it, at three widths, light and dark. `npm run screenshots` writes them to `screenshots/`: the demo with
 * its model's texts and without, a reader's own pages, emails, an empty site, the console. Invented news with any number of
 * sources and disputes are drawn with text at 200 % and as printed too. `-- URL path…` draws a site that runs. `-- --brief` draws all but
 * the first of these in two views, and none of the invented news.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { launchBrowser, openSignedIn } from '../tests/support/browser.ts'
import { rssDocument, startPublisher } from '../tests/support/played/publisher.ts'
import { freePort } from '../tests/support/played/small-server.ts'
import { startProgram } from '../tests/support/service.ts'
import { startTestWeb } from '../tests/support/web.ts'
import { signIn as signInToConsole, startAdminWorld } from '../tests/support/worlds/admin.ts'
import { type DemoSite, demoPaths, startDemoSite } from '../tests/support/worlds/demo.ts'
import { letterPaths, readerPaths, startPreview } from '../tests/support/worlds/preview.ts'
import { now } from '../tests/support/worlds/sample-news.ts'

const folder = join(import.meta.dirname, '../screenshots')
const HEIGHTS = { 360: 780, 820: 1180, 1440: 900 }
interface View {
  width: keyof typeof HEIGHTS
  colorScheme: 'light' | 'dark'
  /** Large text, or paper; else the page as it is. */
  form?: 'large' | 'print'
}
const ALL: View[] = ([360, 820, 1440] as const).flatMap((width) => [
  { width, colorScheme: 'light' },
  { width, colorScheme: 'dark' },
])
const FORMS: View[] = [
  ...ALL,
  ...([360, 820, 1440] as const).map((width) => ({ width, colorScheme: 'light' as const, form: 'large' as const })),
  { width: 820, colorScheme: 'light', form: 'print' },
]
const BRIEF: View[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
]
/** A page is drawn to this height: what follows is more of the same. */
const MAX_HEIGHT = 4000
const ofReader = [
  ...['/konto', '/konto/settings', '/konto/profile', '/konto/saved'],
  ...['/konto/alerts', '/konto/letters', '/konto/own-feed'],
]
const ofEmptySite = ['/', '/handelser', '/sok?q=homepod', '/podd', '/status']
/** Images that wait to be scrolled to would be missing, and those of another width may be others. */
const SETTLE = `Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => {
  image.loading = 'eager'
  return image.decode().catch(() => {})
})]).then(() => {})`
const isBrief = process.argv.includes('--brief')
let drawn = 0

async function draw(page: Page, set: string, address: { url: string; path: string }, views: View[]): Promise<void> {
  await page.goto(address.url + address.path, { waitUntil: 'load' })
  await drawOpen(page, set, address.path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'front', views)
}

/** The page in its present state. */
async function drawOpen(page: Page, set: string, name: string, views: View[]): Promise<void> {
  mkdirSync(join(folder, set), { recursive: true })
  for (const { width, colorScheme, form } of views) {
    await page.setViewportSize({ width, height: HEIGHTS[width] })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: form === 'print' ? 'print' : 'screen' })
    await page.evaluate(`document.documentElement.style.fontSize = '${form === 'large' ? '212.5%' : ''}'`)
    await page.evaluate(SETTLE)
    const height = Math.min((await page.evaluate('document.documentElement.scrollHeight')) as number, MAX_HEIGHT)
    const path = join(folder, set, `${name}-${width}-${form ?? colorScheme}.png`)
    await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height } })
    drawn++
  }
}

async function drawAll(context: BrowserContext, set: string, url: string, paths: string[], all = ALL): Promise<void> {
  const page = await context.newPage()
  const views = isBrief && set !== 'demo' ? BRIEF : all
  for (const path of paths) await draw(page, set, { url, path }, views)
  await context.close()
}

async function drawDemo(browser: Browser): Promise<void> {
  const site = await startDemoSite({}, undefined, { hasTexts: true })
  const { paths } = await demoPaths(site.url)
  await drawAll(await browser.newContext(), 'demo', site.url, [...paths, '/mitt', '/offline'])
  await drawReader(browser, site)
  await site.close()
}

/** Pages that a model's texts are on. */
async function drawWithoutModel(browser: Browser): Promise<void> {
  const site = await startDemoSite()
  const { article, event, story } = await demoPaths(site.url)
  const paths = ['/', '/handelser', article, event, story, '/tags/iphone', '/dag', '/sok?q=homepod']
  await drawAll(await browser.newContext(), 'demo-without-model', site.url, paths)
  await site.close()
}

async function drawReader(browser: Browser, { web, url }: DemoSite): Promise<void> {
  const { context, userId } = await openSignedIn(web, browser, 'anna@example.se')
  const { id } = await web.database.db
    .selectFrom('tags')
    .select('id')
    .where('slug', '=', 'iphone')
    .executeTakeFirstOrThrow()
  await follow(web.ctx.database, userId, { kind: 'tag', key: String(id) }, web.ctx.clock.now())
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

/** The first run, a screenshot a step, until the site waits for its first news. */
async function drawFirstRun(browser: Browser): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'karnhuset-first-run-'))
  const publisher = await startPublisher()
  const titles = ['Ny cykelsti over Lillebælt åbner i maj', 'Sådan vandt Velora løbet', 'Velora henter Anna Holm']
  const items = titles.map((title, at) => ({ title, link: publisher.at(`/${at}`) }))
  publisher.serve('/feed.xml', { body: rssDocument('Cykelbladet', items) })
  const env = { PORT: String(await freePort()), FETCH_ALLOW: '127.0.0.1/32', HOME: home, SOURCES: '' }
  const program = await startProgram([join(import.meta.dirname, '../bin/karnhuset'), 'start'], env, home)
  const page = await browser.newPage()
  await page.goto(program.url)
  let step = 0
  const next = async (button: string): Promise<void> => {
    await drawOpen(page, 'first-run', String(++step), isBrief ? BRIEF : FORMS)
    await page.getByRole('button', { name: button }).click()
  }
  await page.getByLabel('What is it about?').fill('Cykler')
  await page.getByLabel('Name of the site').fill('Hjulet')
  await next('Continue')
  await page.getByLabel('Sites or feeds').fill(publisher.at('/feed.xml'))
  await next('Look for feeds')
  await page.getByText(String(titles[0])).waitFor()
  await next('Use these')
  await next('Use these')
  await next('Continue')
  await page.getByLabel('Who answers for the site').fill('Anna Holm')
  await next('Write it')
  await page.getByText('The site is written').waitFor()
  await next('Start the site without a model')
  await page.getByText('content/site.yaml').waitFor({ state: 'attached' })
  await drawOpen(page, 'first-run', String(++step), isBrief ? BRIEF : FORMS)
  await page.close()
  await program.stop()
  await publisher.close()
  rmSync(home, { recursive: true })
}

async function drawConsole(browser: Browser): Promise<void> {
  const world = await startAdminWorld()
  await drawAll(await signInToConsole(browser, world.url), 'console', world.url, world.paths)
  await world.web.close()
}

async function drawLetters(browser: Browser): Promise<void> {
  const { url, close } = await startPreview()
  await drawAll(await browser.newContext(), 'letters', url, letterPaths)
  await close()
}

/** The front page with and without images and disputes; events of 1, 7 and 30 sources with 0, 1 and 3 disputes; lists. */
async function drawInvented(browser: Browser): Promise<void> {
  const { url, close } = await startPreview()
  const context = await browser.newContext()
  await context.clock.setFixedTime(now)
  await drawAll(context, 'news', url, readerPaths, FORMS)
  await close()
}

const browser = await launchBrowser()
const [url, ...given] = process.argv.slice(2).filter((one) => one !== '--brief')
if (url) await drawAll(await browser.newContext(), new URL(url).host, url, given.length > 0 ? given : ['/'])
else {
  await drawDemo(browser)
  await drawWithoutModel(browser)
  await drawLetters(browser)
  if (!isBrief) await drawInvented(browser)
  await drawEmpty(browser)
  await drawFirstRun(browser)
  await drawConsole(browser)
}
await browser.close()
console.log(`${drawn} screenshots in ${folder}`)
