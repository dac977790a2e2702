/** Episodes on the reader's site, heard in a browser: chapters, the place that is remembered, playing where one stands. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importEpisode } from '../src/pipeline/podcast/import.ts'
import { freePort, launchBrowser } from './support/browser.ts'
import { checkHtml } from './support/nu-checker.ts'
import { faultsOf } from './support/page-checks.ts'
import { seedArticles, seedFeed } from './support/seed.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let browser: Browser
let folder: string
let url: string

const notes = `episode_id: fredag
title: Fredagens nyheter
description: Domen, skärmarna och batterierna.
published_on: 2026-11-20
chapters:
  - { start: 0, title: Inledning }
  - { start: 30, title: Domen }
  - { start: 60, title: Skärmarna }
sources:
  - { title: En artikel, url: 'https://exempel.se/a', source: Exempel }
`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-episode-'))
  writeFileSync(join(folder, 'episode.yaml'), notes)
  writeFileSync(join(folder, 'utskrift.txt'), 'God morgon! Det här är nyheterna.')
  execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=220:duration=90',
    '-b:a',
    '48k',
    join(folder, 'a.mp3'),
  ])
  await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#a33' } })
    .jpeg()
    .toFile(join(folder, 'omslag.jpg'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ BASE_URL: url })
  await seedArticles(web.database, [{ feed_id: await seedFeed(web.database) }])
  await importEpisode({ database: web.database, config: web.config, clock: web.clock }, folder)
  await web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await web?.close()
  rmSync(folder, { recursive: true, force: true })
})

const now = (page: Page) => page.evaluate("document.querySelector('audio').currentTime") as Promise<number>
const playsFrom = (page: Page, from: number) =>
  expect
    .poll(
      () => page.evaluate("document.querySelector('audio').paused ? 0 : document.querySelector('audio').currentTime"),
      {
        timeout: 20_000,
      },
    )
    .toBeGreaterThan(from)

it('begins at a chapter, marks it, and remembers the place for the next visit', { timeout: 60_000 }, async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/podd/fredag`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: /Skärmarna/ }).click()
  await playsFrom(page, 60.5)
  expect(await page.locator('.chapters [aria-current]').textContent()).toContain('Skärmarna')
  await page.getByLabel('Hastighet').selectOption('2')
  expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(2)
  await playsFrom(page, 65)
  await page.evaluate("document.querySelector('audio').pause()")
  const left = await now(page)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.locator('[data-resume]').textContent()).toMatch(/^Fortsätter från 1:0\d$/)
  await page.evaluate("document.querySelector('audio').play()")
  await playsFrom(page, 60)
  expect(Math.abs((await now(page)) - left)).toBeLessThan(5)
  await page.context().close()
})

it('plays from the front page where one stands, and stops again', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Spela upp Fredagens nyheter' })
  const heard = page.waitForResponse((response) => response.url().endsWith('.mp3'))
  await button.press(' ')
  expect((await heard).ok()).toBe(true)
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  expect(page.url()).toBe(`${url}/`)
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  await page.context().close()
})

it('has pages without a fault, with and without script', { timeout: 60_000 }, async () => {
  const pages: Record<string, string> = {}
  for (const path of ['/podd', '/podd/fredag']) {
    expect([path, await faultsOf(browser, url + path)]).toEqual([path, []])
    pages[path] = await (await fetch(url + path)).text()
  }
  expect(pages['/podd/fredag']).toContain('God morgon!')
  expect(pages['/podd/fredag']).toContain('#t=60')
  expect(await checkHtml(pages)).toEqual([])
})
