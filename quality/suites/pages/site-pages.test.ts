/** Every page of the reader's site over invented views, in Chromium: what must hold whatever the news is. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, layoutViolationsOn, openWindow, openWindows } from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import type { SmallServer } from '../../../tests/support/played/small-server.ts'
import { letterPaths, previewPaths, readerPaths, startPreview } from '../../../tests/support/worlds/preview.ts'
import * as news from '../../../tests/support/worlds/sample-news.ts'

let browser: Browser
let faultsOf: (url: string) => Promise<string[]>
let preview: SmallServer
beforeAll(async () => {
  preview = await startPreview()
  browser = await launchBrowser()
  faultsOf = await openWindows(browser, news.now)
})
afterAll(async () => {
  await browser?.close()
  await preview?.close()
})

it.each(previewPaths)(
  '%s fits each window, light and dark, with and without script, asks nobody else, and stands before axe',
  async (path) => expect(await faultsOf(preview.url + path)).toEqual([]),
)

it('holds its layout at any width and size of text', async () => {
  const open = await openWindow(browser, {}, news.now)
  const violations: [string, string[]][] = []
  for (const path of readerPaths) violations.push([path, await open(preview.url + path, layoutViolationsOn)])
  expect(violations.filter(([, found]) => found.length > 0)).toEqual([])
})

it.each(letterPaths)('%s, a letter, does so too, but for what the mail program around it has', async (path) => {
  const ofPages = /landmark-one-main|page-has-heading-one|region:/
  expect((await faultsOf(preview.url + path)).filter((fault) => !ofPages.test(fault))).toEqual([])
})

type Box = Record<'x' | 'y' | 'width' | 'height' | 'top' | 'right' | 'bottom' | 'left', number>

it('has the first screens that readers should have, and statements at one height', async () => {
  const page = await browser.newPage()
  const at = async (width: number, height: number, path: string) => {
    await page.setViewportSize({ width, height })
    await page.goto(preview.url + path)
  }
  const boxes = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box))
  const seen = async (selector: string, height: number) =>
    (await boxes(selector)).filter(({ bottom, width }) => width > 0 && bottom <= height).length
  await at(360, 640, '/oeniga')
  const [masthead] = await boxes('.masthead')
  const phone = { masthead: masthead?.height, headline: await seen('.item-lead .headline', 640) }
  const [one, other] = await boxes('.pair:first-child .side')
  await at(1440, 900, '/oeniga')
  const wide = {
    headline: await seen('.item-lead .headline', 900),
    others: await seen('.others li', 900),
    minute: await seen('.minute li', 900),
    strip: (await boxes('.disputes'))[0]?.top,
  }
  const claims = new Set((await boxes('.pair:first-child .side-claim')).map(({ top }) => top))
  await at(1440, 900, '/handelser/1')
  const [timeline] = await boxes('.timeline')
  const [main] = await boxes('.event-main')
  expect(phone).toMatchObject({ headline: 1 })
  expect(phone.masthead).toBeLessThanOrEqual(160)
  expect(wide.headline).toBe(1)
  expect([wide.others >= 4, wide.minute >= 6, Number(wide.strip) < 900]).toEqual([true, true, true])
  expect({ claims: claims.size, stacked: other!.top >= one!.bottom }).toEqual({ claims: 1, stacked: true })
  expect([timeline!.top < 900, timeline!.left >= main!.right]).toEqual([true, true])
  await page.close()
})

it('has one typeface from the first visit on, and offline too', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faces = async () => {
    await page.goto(`${preview.url}/oeniga`, { waitUntil: 'load' })
    return page.evaluate(`[...document.fonts].map(({ status }) => status).join() +
      Math.round(document.querySelector('.item-lead .headline a').getBoundingClientRect().width)`)
  }
  const first = await faces()
  expect(first).toMatch(/^loaded/)
  expect(await faces()).toBe(first)
  await context.close()
})

it.each(['/', '/oeniga', '/handelser/1', '/handelser'])(
  'leaves no hole in %s where its images cannot be had',
  async (path) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.route('**/img/**', (route) => route.abort('internetdisconnected'))
    await page.goto(preview.url + path, { waitUntil: 'load' })
    await page.evaluate("for (const image of document.images) image.loading = 'eager'")
    await expect.poll(() => page.locator('img.picture').count()).toBe(0)
    expect(await page.locator('.has-picture:not(:has(.picture))').count()).toBe(0)
    await context.close()
  },
)

describe('a reader of the front page', () => {
  const sides = [
    [
      ['The Orchard Report', 'Core Rumours'],
      'Villkoren ändras först vid årsskiftet.',
      'The new terms take effect at the turn of the year.',
    ],
    [['Äppelposten'], 'Villkoren ska vara ändrade inom 60 dagar.', 'Apple har 60 dagar på sig.'],
  ]
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false })
    await page.goto(`${preview.url}/oeniga`)
  })
  afterAll(() => page.close())

  it('learns who says what in a dispute and which quotation supports it from roles and names, without a click', async () => {
    const dispute = page
      .getByRole('region', { name: t('disputes.title'), exact: true })
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'EU-domstolen' }) })
    const found = await Promise.all(
      (await dispute.getByRole('listitem').all()).map(async (side) => [
        await side.getByRole('link').allTextContents(),
        await side.getByRole('paragraph').last().textContent(),
        await side.getByRole('blockquote').textContent(),
      ]),
    )
    expect(found).toEqual(sides)
  })

  it('comes to the dispute and its publishers by the Tab key, in the order in which they are read', async () => {
    const reached: unknown[] = []
    for (let presses = 0; presses < 150 && reached.at(-1) !== 'Äppelposten'; presses++) {
      await page.keyboard.press('Tab')
      const inStrip = `document.activeElement.closest('[data-event="1"]') && document.activeElement.closest('.disputes')`
      if (await page.evaluate(`Boolean(${inStrip})`))
        reached.push(await page.evaluate('document.activeElement.textContent'))
    }
    expect(reached).toEqual([news.toldEvent.title, ...sides.flatMap(([names]) => names ?? [])])
  })
})
