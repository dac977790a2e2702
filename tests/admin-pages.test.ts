/** Every page of the console in Chromium, over a world in which every text is hostile: what must hold whatever it shows. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminWorld, signIn, startAdminWorld } from './support/admin-world.ts'
import { launchBrowser } from './support/browser.ts'
import { hostileTexts } from './support/hostile.ts'
import { checkHtml } from './support/nu-checker.ts'
import { violationsOn } from './support/page-checks.ts'

const widths = [360, 768, 1440]
let world: AdminWorld
let browser: Browser
beforeAll(async () => {
  world = await startAdminWorld(hostileTexts.join(' '))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.web.close()
})

/** All that goes wrong on any page that is opened in `context`. */
function watch(context: BrowserContext): string[] {
  const faults: string[] = []
  const say = (page: Page | null, fault: string) => faults.push(`${page?.url()} ${fault}`)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) say(message.page(), message.text())
  })
  context.on('weberror', (error) => say(error.page(), error.error().message))
  context.on('dialog', (dialog) => {
    say(dialog.page(), `dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`))
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== world.url) faults.push(`foreign: ${request.url()}`)
  })
  return faults
}

describe.each([
  ['light', true],
  ['dark', true],
  ['light', false],
] as const)('%s, with script: %s', (colorScheme, javaScriptEnabled) => {
  it('fits each window, meets no error, runs nobody’s script and has nothing that axe finds fault with', async () => {
    const context = await signIn(browser, world.url, { colorScheme, javaScriptEnabled })
    const faults = watch(context)
    const page = await context.newPage()
    for (const path of world.paths) {
      await page.goto(world.url + path)
      expect(await page.getByRole('button', { name: 'Logga ut' }).count()).toBe(1)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
        expect([path, width, wide > width]).toEqual([path, width, false])
        // Contrast is of the colours, and what is shown is of the width: one of each is enough.
        if (javaScriptEnabled && (width === 360) === (colorScheme === 'dark') && width !== 768)
          expect([path, await violationsOn(page)]).toEqual([path, []])
      }
      expect([path, await page.evaluate('window.pwned')]).toEqual([path, undefined])
      expect(
        await page.locator('base, iframe, style, main script, [onerror], [onload], [onfocus], [onclick]').count(),
      ).toBe(0)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

it('shows what is hostile as text, and follows no address of it', async () => {
  const context = await signIn(browser, world.url)
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/artiklar/${world.articles.first}`)
  expect(await page.content()).toContain('&lt;script&gt;window.pwned=1&lt;/script&gt;')
  for (const path of world.paths) {
    await page.goto(world.url + path)
    const bad = await page.evaluate(`[...document.querySelectorAll('[href], [src], [action]')]
      .flatMap((e) => ['href', 'src', 'action'].map((name) => e.getAttribute(name)))
      .filter((value) => value && /^\\s*(javascript|data|vbscript|\\/\\/)/i.test(value))`)
    expect([path, bad]).toEqual([path, []])
  }
  await context.close()
})

it('is valid HTML on every page, the door and a refusal too', async () => {
  const context = await signIn(browser, world.url)
  const cookie = (await context.cookies(`${world.url}/admin`)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const pages: Record<string, string> = {}
  for (const path of world.paths) pages[path] = await (await fetch(world.url + path, { headers: { cookie } })).text()
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/kor-om`)
  await page.getByRole('button', { name: 'Visa vad det kostar' }).click()
  await page.getByRole('button', { name: 'Kör', exact: true }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  pages.plan = await page.content()
  pages.door = await (await fetch(`${world.url}/admin`)).text()
  pages.refusal = await (await fetch(`${world.url}/admin/ut`, { method: 'POST', headers: { cookie } })).text()
  expect(pages.refusal).toContain('Formuläret kom inte från konsolen')
  // What is hostile is English, in a Swedish page.
  const faults = (await checkHtml(pages)).filter((fault) => !fault.includes('appears to be written in English'))
  expect(faults).toEqual([])
  await context.close()
})
