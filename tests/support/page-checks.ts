/** What must hold for every page that a reader can open, in a real browser. */
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const widths = [360, 768, 1440]
export const schemes = ['light', 'dark'] as const

/** Opens `url` and collects all that goes wrong: console, requests, foreign hosts, horizontal scroll at any width. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions): Promise<string[]> {
  const faults: string[] = []
  const context = await browser.newContext({ ...options, viewport: { width: 1440, height: 800 } })
  const page = await context.newPage()
  watch(page, url, faults)
  await page.goto(url, { waitUntil: 'load' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
    if (wide > width) faults.push(`scrolls sideways: ${wide} at a width of ${width}`)
  }
  if (await page.evaluate('window.pwned !== undefined')) faults.push('a script of a stranger ran')
  await context.close()
  return faults
}

function watch(page: Page, url: string, faults: string[]): void {
  const { origin } = new URL(url)
  page.on('console', (message) => {
    // A page for what is not there says so with its status, which browsers note.
    if (message.location().url === url && message.text().includes('404')) return
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('requestfailed', (request) => {
    // Another size of a picture fits when the window changes: the browser then calls the first one off itself.
    const calledOff = request.resourceType() === 'image' && request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!calledOff) faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url() !== url) faults.push(`${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
      faults.push(`foreign: ${request.url()}`)
  })
}

/** Violations that axe-core finds, one line each. */
export async function violations(browser: Browser, url: string, options: BrowserContextOptions): Promise<string[]> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  const found = await violationsOn(page)
  await context.close()
  return found
}

/** The same for a page as it stands. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )) as { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  )
}
