/**
 * The README's images, from the demo as a new user sees it. The front page and an event in light and dark, and the first minute as
 * an animation, are written to `docs/pictures/` as WebP.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../tests/support/browser.ts'
import { freePort } from '../tests/support/played/small-server.ts'
import { startProgram } from '../tests/support/service.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/pictures')
const MAX_STILL_BYTES = 150_000
const MAX_ANIMATION_BYTES = 1_000_000
const DEMO_MS = 300_000
const POLL_MS = 250
const SMALL = { width: 960, height: 640 }
/** The page reserves so much for a scroll bar, which screenshots have none of. */
const GUTTER = 15

interface Frame {
  image: Buffer
  milliseconds: number
}

/** The highest quality of which the file is small enough. */
async function write(name: string, limit: number, encode: (quality: number) => Promise<Buffer>): Promise<void> {
  for (let quality = 85; quality >= 25; quality -= 10) {
    const image = await encode(quality)
    if (image.length > limit) continue
    writeFileSync(join(folder, name), image)
    return console.log(`docs/pictures/${name}: ${Math.round(image.length / 1000)} kB at quality ${quality}`)
  }
  throw new Error(`${name} is larger than ${limit} bytes at any quality`)
}

/** A terminal, in which the command is typed. */
async function terminal(page: Page, line: string, milliseconds: number): Promise<Frame> {
  await page.setContent(
    `<body style="margin:0;background:#1d2125;color:#e4e7ea;font:24px/1.6 monospace;padding:2.5em"><span style="color:#7fb685">$</span> ${line}<span style="background:#e4e7ea">&nbsp;</span></body>`,
  )
  return frame(page, milliseconds)
}

const frame = async (page: Page, milliseconds: number): Promise<Frame> => ({
  image: await page.screenshot({ clip: { x: 0, y: 0, ...SMALL, width: SMALL.width - GUTTER } }),
  milliseconds,
})

/** The front page from its first answer until the demo is complete; answers with the same headlines are left out. */
async function fill(page: Page, url: string, isComplete: () => boolean): Promise<Frame[]> {
  const frames: Frame[] = []
  let shown = ''
  const first = await (await fetch(url)).text()
  await page.route(`${url}/`, (route) => route.fulfill({ body: first, contentType: 'text/html' }), { times: 1 })
  for (const end = Date.now() + DEMO_MS; Date.now() < end && !isComplete(); await sleep(POLL_MS)) {
    await page.goto(url, { waitUntil: 'load' })
    const headlines = (await page.locator('main').locator('h1, h2, h3, a').allInnerTexts()).join('\n')
    if (headlines !== shown) frames.push(await frame(page, 700))
    shown = headlines
  }
  return frames
}

/** Of many frames so few that each is seen, the first and the last among them. */
const thin = <T>(items: T[], max: number): T[] =>
  items.filter((_, at) => Math.floor((at * max) / items.length) !== Math.floor(((at - 1) * max) / items.length))

/** The event with a dispute and most sources, among those with points. */
async function findEvent(url: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/v1/events?per_page=100&min_sources=3`)).json()) as {
    data: { url: string; source_count: number; points?: { status: string }[] }[]
  }
  const rank = ({ points = [], source_count }: (typeof data)[number]) =>
    (points.some(({ status }) => status === 'disputed') ? 100 : 0) + Math.min(points.length, 4) * 10 + source_count
  const [best] = data.toSorted((a, b) => rank(b) - rank(a))
  if (!best) throw new Error('The demo has no event of three sources')
  return new URL(best.url).pathname
}

/** A first visit does not wait for the site's own font; images of it do. */
async function waitForFonts(page: Page): Promise<void> {
  await page.route(/\.css\b/, async (route) => {
    const response = await route.fetch()
    const styles = await response.text()
    await route.fulfill({ response, body: styles.replace(/font-display:\s*optional/g, 'font-display:block') })
  })
}

async function drawStills(browser: Browser, paths: Record<string, { address: string; height: number }>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, { address, height }] of Object.entries(paths)) {
      const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme })
      await waitForFonts(page)
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.evaluate('document.fonts.ready.then(() => {})')
      const image = await page.screenshot({ clip: { x: 0, y: 0, width: 1280 - GUTTER, height } })
      await write(`${name}-${colorScheme}.webp`, MAX_STILL_BYTES, (quality) =>
        sharp(image).webp({ quality }).toBuffer(),
      )
      await page.close()
    }
}

/** The front page and an event as a reader goes through them, to who disagrees with whom. */
async function walk(page: Page, front: string, event: string): Promise<Frame[]> {
  await page.goto(front, { waitUntil: 'networkidle' })
  const frames = [await frame(page, 2500)]
  await page.evaluate('scrollTo(0, innerHeight)')
  frames.push(await frame(page, 2000))
  await page.goto(event, { waitUntil: 'networkidle' })
  frames.push(await frame(page, 2500))
  await page.evaluate("document.querySelector('#oense').scrollIntoView()")
  frames.push(await frame(page, 5000))
  return frames
}

const data = mkdtempSync(join(tmpdir(), 'karnhuset-pictures-'))
mkdirSync(folder, { recursive: true })
const port = String(await freePort())
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: SMALL, colorScheme: 'light' })
await waitForFonts(page)
const typed = [await terminal(page, '', 500), await terminal(page, 'npm ci &amp;&amp; npm start', 1500)]
const demo = await startProgram([join(root, 'bin/karnhuset'), 'demo'], { DATA_DIR: data, PORT: port })
try {
  const url = `http://127.0.0.1:${port}`
  const filled = await fill(page, url, () => /demo episode was made|demo has no episode/.test(demo.output()))
  const event = url + (await findEvent(url))
  const frames = [...typed, ...thin(filled, 10), ...(await walk(page, url, event))]
  const images = frames.map(({ image }) => image)
  const delay = frames.map(({ milliseconds }) => milliseconds)
  await write('first-minute.webp', MAX_ANIMATION_BYTES, (quality) =>
    sharp(images, { join: { animated: true } })
      .webp({ quality, delay, loop: 0 })
      .toBuffer(),
  )
  await drawStills(browser, { front: { address: url, height: 1200 }, event: { address: event, height: 1500 } })
} finally {
  await browser.close()
  await demo.stop()
  rmSync(data, { recursive: true, force: true })
}
