/** The reader's site on the demo world, as a reader meets it: in a browser, with its keys and its weight. */
import { convert } from 'html-to-text'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relativeTime } from '../../../src/platform/time/relative-time.ts'
import { launchBrowser } from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import { type DemoSite, demoPaths, startDemoSite } from '../../../tests/support/worlds/demo.ts'

let site: DemoSite
let browser: Browser
let article: string
beforeAll(async () => {
  site = await startDemoSite()
  browser = await launchBrowser()
  ;({ article } = await demoPaths(site.url))
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(site.url + path, { waitUntil: 'load' })
  await use(page)
  await page.close()
}

describe('the front page', () => {
  it('weighs under 80 KB without the pictures of articles', async () => {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    const sizes = new Map<string, { url: string; bytes: number }>()
    session.on('Network.responseReceived', ({ requestId, response }) =>
      sizes.set(requestId, { url: response.url, bytes: 0 }),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const existing = sizes.get(requestId)
      if (existing) existing.bytes = encodedDataLength
    })
    await session.send('Network.enable')
    await page.goto(`${site.url}/`, { waitUntil: 'networkidle' })
    await page.close()
    const local = [...sizes.values()].filter(({ url }) => !url.includes('/img/'))
    const total = local.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(`front page: ${total} bytes in ${local.length} answers without pictures`)
    expect(local.length).toBeGreaterThan(4)
    expect(total).toBeLessThan(80 * 1024)
    const script = local.filter(({ url }) => url.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(script).toBeLessThan(12 * 1024)
  })

  it.each([
    [1440, 900, 5],
    [360, 640, 1],
  ])(
    'at %d × %d tells events of the day before any scrolling, %d at least, and moves nothing while it loads',
    async (width, height, least) => {
      const page = await browser.newPage({ viewport: { width, height } })
      await page.addInitScript(`window.moved = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.moved += value })
        .observe({ type: 'layout-shift', buffered: true })`)
      await page.goto(`${site.url}/`, { waitUntil: 'networkidle' })
      const seen = await page
        .locator('.item-lead .headline a, .minute li p > a')
        .evaluateAll(
          (links, bottom) => links.filter((link) => link.getBoundingClientRect().bottom <= bottom).length,
          height,
        )
      expect(seen).toBeGreaterThanOrEqual(least)
      expect(await page.evaluate('window.moved')).toBeLessThan(0.01)
      await page.close()
    },
  )

  it.each([360, 768, 1440])('has room for its tools before they have come, at %d', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    await page.goto(`${site.url}/`)
    const places = () =>
      page
        .locator('.brand, .search, .tools, [data-theme]')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())))
    const complete = await places()
    await page.locator('.tools a').evaluate((last) => last.remove())
    expect(await places()).toEqual(complete)
    await page.locator('[data-theme]').evaluate((last) => last.remove())
    expect(await places()).toEqual(complete.slice(0, -1))
    await page.close()
  })

  it('is read with the keyboard: j and k along the headlines, / to search, ? for help', async () => {
    await open('/', async (page) => {
      const focused = () => page.evaluate('document.activeElement.textContent')
      const headlines = await page.locator('.minute li p > a, [data-item] .headline a').allTextContents()
      await page.keyboard.press('j')
      expect(await focused()).toBe(headlines[0])
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('k')
      expect(await focused()).toBe(headlines[1])
      await page.keyboard.press('?')
      expect(await page.locator('#keys').getAttribute('open')).not.toBeNull()
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      await page.keyboard.type('j/?')
      expect(await page.locator('#q').inputValue()).toBe('j/?')
    })
  })

  it('suggests headlines while one types, to be chosen with the arrows', { tags: ['twelve'] }, async () => {
    await open('/', async (page) => {
      await page.locator('#q').pressSequentially('homep')
      const options = page.getByRole('option')
      await options.first().waitFor()
      expect(await options.count()).toBeGreaterThan(2)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect(await options.nth(1).getAttribute('aria-selected')).toBe('true')
      expect(await page.locator('#q').getAttribute('aria-activedescendant')).toBe('suggestion-1')
      await page.keyboard.press('Escape')
      expect(await options.count()).toBe(0)
      await page.locator('#q').press('End')
      await page.keyboard.type('o')
      await options.first().waitFor()
      await page.keyboard.press('ArrowDown')
      const path = await options.first().getAttribute('data-path')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}${path}`)
    })
  })

  it('opens the original of the chosen headline with o', async () => {
    await open('/', async (page) => {
      const original = await page.locator('[data-item]').first().getAttribute('data-original')
      await page.keyboard.press('j')
      await page.route(original ?? '', (route) => route.fulfill({ body: 'the original' }))
      await page.keyboard.press('o')
      await page.waitForURL(original ?? '')
    })
  })

  it('remembers the theme that was chosen, from the first paint on', { tags: ['twelve'] }, async () => {
    const context = await browser.newContext({ colorScheme: 'light' })
    const page = await context.newPage()
    await page.goto(`${site.url}/`)
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.locator('button[data-theme]').click()
    const dark = await paper()
    expect(dark).not.toBe(light)
    await page.goto(`${site.url}/feeds`)
    expect(await paper()).toBe(dark)
    await context.close()
  })

  it('keeps the words for time right while it stays open', async () => {
    const page = await browser.newPage()
    await page.clock.install()
    await page.goto(`${site.url}/`)
    const words = async () => (await page.locator('time[data-ago]').first().textContent()) ?? ''
    const before = await words()
    const hours = 3 * 3_600_000
    await page.clock.runFor(hours)
    expect(await words()).not.toBe(before)
    const withoutNumber = (text: string) => text.replace(/\d+/, '')
    expect(withoutNumber(await words())).toBe(withoutNumber(relativeTime(new Date(0), new Date(hours), 'sv')))
    await page.close()
  })
})

describe('without a network', () => {
  it('still has what was read, and says kindly what it has not', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.goto(site.url + article)
    const title = await page.title()
    await expect
      .poll(() => page.evaluate(`caches.match(location.href, { ignoreVary: true }).then((kept) => kept !== undefined)`))
      .toBe(true)
    await context.setOffline(true)
    await page.goto(`${site.url}/feeds`)
    expect(await page.locator('h1').textContent()).toBe(t('offline.title'))
    await page.goto(site.url + article)
    expect(await page.title()).toBe(title)
    await context.close()
  })
})

describe('the article page', () => {
  it('gives the headline, the summary and the way to the original in a text browser, in that order', async () => {
    const text = convert(await (await fetch(site.url + article)).text(), {
      selectors: [{ selector: 'a', options: { ignoreHref: true } }],
    })
    const json = (await (await fetch(`${site.url}/entries/${Number.parseInt(article.slice(9), 10)}.json`)).json()) as {
      title: string
      summary: string
      source: string
    }
    const places = [json.title.toUpperCase(), json.summary, t('article.read_at', { source: json.source })].map((part) =>
      text.replace(/\s+/g, ' ').indexOf(part),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('prints the summary and the address of the original, and little else', { tags: ['twelve'] }, async () => {
    await open(article, async (page) => {
      await page.emulateMedia({ media: 'print' })
      for (const gone of ['.masthead', '.footer', '.fold', '.picture'])
        expect([gone, await page.locator(gone).first().isVisible()]).toEqual([gone, false])
      expect(await page.locator('.prose').isVisible()).toBe(true)
      const after = await page.evaluate("getComputedStyle(document.querySelector('.read a'), '::after').content")
      expect(after).toContain('http')
    })
    await open('/handelser', async (page) => {
      await page.locator('main a[href^="/handelser/"]').first().click()
      await page.locator('.mine-forms').first().waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.mine-forms').first().isVisible()).toBe(false)
    })
  })
})
