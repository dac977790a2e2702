/** Episodes on the reader's site, heard in a browser: chapters, the place that is remembered, playing where one stands. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openWindows } from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import { type PodcastSite, startPodcastSite } from '../../../tests/support/worlds/podcast.ts'

let site: PodcastSite
let browser: Browser
let url: string
beforeAll(async () => {
  site = await startPodcastSite()
  url = site.url
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const now = (page: Page) => page.evaluate("document.querySelector('audio').currentTime") as Promise<number>
const playsFrom = (page: Page, from: number) =>
  expect
    .poll(() =>
      page.evaluate("document.querySelector('audio').paused ? 0 : document.querySelector('audio').currentTime"),
    )
    .toBeGreaterThan(from)

it('begins at a chapter, marks it, and remembers the place for the next visit', { tags: ['twelve'] }, async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/podd/fredag`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: /Skärmarna/ }).click()
  await playsFrom(page, 60.5)
  expect(await page.locator('.chapters [aria-current]').textContent()).toContain('Skärmarna')
  await page.getByLabel(t('podcast.speed')).selectOption('2')
  expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(2)
  await playsFrom(page, 65)
  await page.evaluate("document.querySelector('audio').pause()")
  const left = await now(page)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.locator('[data-resume]').textContent()).toMatch(
    new RegExp(`^${t('podcast.resume', { time: '1:0' })}\\d$`),
  )
  await page.evaluate("document.querySelector('audio').play()")
  await playsFrom(page, 60)
  expect(Math.abs((await now(page)) - left)).toBeLessThan(5)
  await page.context().close()
})

it('plays one sound from either button of the front page, and stops it by the other', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const buttons = page.getByRole('button', { name: t('podcast.play', { title: 'Fredagens nyheter' }) })
  const pressed = () => buttons.evaluateAll((links) => links.map((link) => link.getAttribute('aria-pressed')))
  expect(await pressed()).toEqual(['false', 'false'])
  const heard = page.waitForResponse((response) => response.url().endsWith('.mp3'))
  await buttons.first().press(' ')
  expect((await heard).ok()).toBe(true)
  await expect.poll(pressed).toEqual(['true', 'true'])
  expect(page.url()).toBe(`${url}/`)
  await buttons.last().click()
  await expect.poll(pressed).toEqual(['false', 'false'])
  await page.context().close()
})

it('has pages without a fault, with and without script', { tags: ['twelve'] }, async () => {
  const faultsOf = await openWindows(browser)
  for (const path of ['/podd', '/podd/fredag']) expect([path, await faultsOf(url + path)]).toEqual([path, []])
  const episode = await (await fetch(`${url}/podd/fredag`)).text()
  expect(episode).toContain('God morgon!')
  expect(episode).toContain('#t=60')
})
