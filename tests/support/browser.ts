/** Debian's Chromium through playwright-core, without anything that would call home, and the checks of every page in it. */
import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { signIn } from './people.ts'
import { freePort } from './played/small-server.ts'
import type { TestWeb } from './web.ts'

/** The engine without what a window needs: takes half the time of the whole browser. */
export const shellPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const wholePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (): Promise<Browser> => launch(shellPath)

/** With notifications, which the shell has none of, and as readers have it, for what measures. */
export const launchWholeBrowser = (extra: string[] = []): Promise<Browser> => launch(wholePath, extra)

/** Waits end after minutes: a busy machine is slow, and what hangs still ends. */
async function launch(executablePath: string, extra: string[] = []): Promise<Browser> {
  const timeout = 120_000
  const browser = await chromium.launch({ executablePath, args: [...args, ...extra], timeout })
  browser.on('context', (context) => context.setDefaultTimeout(timeout))
  return browser
}

/** A browser that another tool can drive through a port of loopback. */
export async function launchDebuggable(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort()
  return { browser: await launchWholeBrowser([`--remote-debugging-port=${port}`]), port }
}

export interface SignedInBrowser {
  context: BrowserContext
  page: Page
  userId: number
}

/** A context that is signed in to a test's site, without the steps that a reader takes to it. */
export async function openSignedIn(
  web: TestWeb,
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
): Promise<SignedInBrowser> {
  const { token, userId } = await signIn(web, email)
  const context = await browser.newContext(options)
  const { hostname } = new URL(web.config.BASE_URL)
  await context.addCookies([{ name: 'konto', value: token, domain: hostname, path: '/konto' }])
  return { context, page: await context.newPage(), userId }
}

const widths = [360, 768, 1440]

type Visit = (url: string, also?: (page: Page) => Promise<string[]>) => Promise<string[]>

/** Opens two windows, with script and without; what it answers collects all that goes wrong on a page, and by axe in either scheme. */
export async function openWindows(browser: Browser, now?: Date): Promise<(url: string) => Promise<string[]>> {
  const [scripted, plain] = await Promise.all([
    openWindow(browser, {}, now),
    openWindow(browser, { javaScriptEnabled: false }),
  ])
  return async (url) => {
    const [faults, without] = await Promise.all([scripted(url, violationsInBothForms), plain(url)])
    return [...faults, ...without.map((fault) => `without script: ${fault}`)]
  }
}

/** Records layout shifts while a page loads, without any input. */
const COUNT_SHIFTS = `window.shifts = []
if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push('moves by ' + value.toFixed(4) + ': ' + sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? '').slice(0, 110)).join(', '))
  }).observe({ type: 'layout-shift', buffered: true })`

/**
 * One window for page after page: each is met as at a first visit, but for the HTTP cache and cookies. What it answers opens
 * a URL and collects what goes wrong: console, requests, foreign hosts, horizontal scroll; and what `also` finds.
 */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}, now?: Date): Promise<Visit> {
  const context = await browser.newContext({ ...options, viewport: { width: 1440, height: 800 } })
  if (now) await context.clock.setFixedTime(now)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(COUNT_SHIFTS)
  return async (url, also) => {
    const faults: string[] = []
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    watch(page, url, faults)
    await page.goto(url, { waitUntil: 'load' })
    faults.push(...((await also?.(page)) ?? []))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
      if (wide > width) faults.push(`scrolls sideways: ${wide} at a width of ${width}`)
    }
    if (await page.evaluate('window.pwned !== undefined')) faults.push('a script of a stranger ran')
    page.removeAllListeners()
    await page.goto('about:blank')
    const storageTypes = 'local_storage,service_workers,cache_storage,indexeddb'
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes })
    return faults
  }
}

/** axe-core on a page as it stands: dark and narrow, then light and wide. Colours do not depend on the width. */
export async function violationsInBothForms(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    // Colours on their way from one theme to the other are none that anyone reads.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await violationsOn(page)).map((fault) => `${width} ${colorScheme}: ${fault}`))
  }
  return found
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

/** Runs in the page: what its layout does to readers with large text or a small window. */
const FIND_LAYOUT_VIOLATIONS = `(() => {
  const root = document.documentElement
  const named = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)
  const overflowing = () => [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > document.body.offsetWidth + 1 && getComputedStyle(element).position !== 'absolute').slice(-1).map(named)
  const violations = root.scrollWidth <= Math.min(root.clientWidth, document.body.offsetWidth) ? [] : ['scrolls sideways: ' + root.scrollWidth + ' ' + overflowing()]
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .skip, [hidden], [aria-hidden]')
  const isBlock = (element) => !getComputedStyle(element).display.startsWith('inline')
  const blockOf = (element) => (isBlock(element) ? element : blockOf(element.parentElement))
  const rectsOf = (node, from, to) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }
  const isBeside = (one, other) => one.top < other.bottom - 2 && other.top < one.bottom - 2
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const node = walk.currentNode
    if (node.data.trim() === '' || !isSeen(node.parentElement)) continue
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d]{2,10}(?![\\p{L}\\d])/gu))
      if (!/[\\p{L}\\d.]/u.test(node.data[index - 1] ?? '') && new Set(rectsOf(node, index, index + word.length).map(({ top }) => Math.round(top))).size > 1)
        violations.push('is broken by letters: ' + word + ' in ' + named(node.parentElement))
    for (const { index } of node.data.matchAll(/[·|]/g)) {
      const [dot] = rectsOf(node, index, index + 1)
      if (!dot) continue
      const beside = []
      const texts = document.createTreeWalker(blockOf(node.parentElement), NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { data } = texts.currentNode
        for (const { 0: word, index: at } of data.matchAll(/[^\\s·|]+/g)) beside.push(...rectsOf(texts.currentNode, at, at + word.length).filter((rect) => isBeside(rect, dot)))
      }
      if (!beside.some(({ left }) => left < dot.left) || !beside.some(({ left }) => left > dot.left))
        violations.push('begins or ends a line with a separator: ' + named(node.parentElement.parentElement))
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!/^"[·|/]"/.test(getComputedStyle(element, '::before').content) || !isSeen(element)) continue
    const { parentElement: list } = element
    const begins = element.getBoundingClientRect().left - list.getBoundingClientRect().left < 2
    if (begins && getComputedStyle(list).clipPath === 'none' && element.previousElementSibling)
      violations.push('begins a line with a separator: ' + named(element))
  }
  for (const target of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button]')) {
    if (!isSeen(target)) continue
    const around = blockOf(target.parentElement).cloneNode(true)
    for (const other of around.querySelectorAll('a, button, summary, input, select')) other.remove()
    const inText = target.closest('sup') || !isBlock(target) && (around.textContent.match(/\\p{L}{2,}/gu) ?? []).length > 2
    const { width, height } = target.closest('label')?.getBoundingClientRect() ?? target.getBoundingClientRect()
    if (!inText && height > 0 && (height < 23.9 || width < 23.9))
      violations.push('is a target of ' + Math.round(width) + ' × ' + Math.round(height) + ': ' + named(target))
  }
  return [...new Set(violations)]
})()`

/** Layout shifts of the load; then violations in each window, with text as large as it is and twice that. */
export async function layoutViolationsOn(page: Page): Promise<string[]> {
  const violations = (await page.evaluate('window.shifts')) as string[]
  for (const percent of [100, 200])
    for (const width of [320, 360, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(`document.documentElement.style.fontSize = '${(106.25 * percent) / 100}%'`)
      const found = (await page.evaluate(FIND_LAYOUT_VIOLATIONS)) as string[]
      violations.push(...found.map((one) => `${percent} % at ${width}: ${one}`))
    }
  await page.evaluate("document.documentElement.removeAttribute('style')")
  return violations
}

/** Addresses on a page that lead to script or to another host unasked. */
export const hostileAddressesOn = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('[href], [src], [action], [data-original]')]
    .flatMap((e) => ['href', 'src', 'action', 'data-original'].map((name) => e.getAttribute(name)))
    .filter((value) => value && /^\\s*(javascript|data|vbscript|\\/\\/)/i.test(value))`) as Promise<string[]>

/** Violations that axe-core finds on a page as it stands, one line each. */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  // Only violations are read: what else axe would collect takes it half of its time.
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
  }
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  )
}
