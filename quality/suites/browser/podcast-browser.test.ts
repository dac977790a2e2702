/** Episodes in a real browser: they play, and a chapter far ahead is reached by a range request, not by loading all. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importEpisode } from '../../../src/features/podcast/import.ts'
import { speakDay } from '../../../src/features/podcast/studio.ts'
import { launchBrowser, shellPath } from '../../../tests/support/browser.ts'
import { havePrograms } from '../../../tests/support/machine.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { insertDayNews } from '../../../tests/support/worlds/podcast.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let web: TestWeb
let browser: Browser
let root: string
let url: string

/** Twenty minutes of a tone with a chapter a quarter before the end. */
async function importLongEpisode() {
  const dir = join(root, 'lang')
  await mkdir(dir)
  const tone = ['-f', 'lavfi', '-i', 'sine=f=220:d=1200:r=22050', '-ac', '1', '-b:a', '64k', join(dir, 'ton.mp3')]
  execFileSync('ffmpeg', ['-v', 'error', ...tone])
  const yaml =
    'title: Lång\npublished_on: 2026-11-20\nepisode_id: lang\nchapters: [{start: 0, title: A}, {start: 15:00, title: B}]\n'
  await writeFile(join(dir, 'episode.yaml'), yaml)
  await importEpisode(web.services, dir)
}

/** Starts a chapter by its link and waits until the audio plays from there; gives what was loaded on the way. */
async function playChapter(page: Page, path: string, chapter: number) {
  const loaded: { range: string | undefined; status: number; got: string | undefined }[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('.mp3')) return
    const range = (await response.request().allHeaders()).range
    loaded.push({ range, status: response.status(), got: response.headers()['content-range'] })
  })
  await page.goto(url + path)
  await page.evaluate(
    `for (const name of ['playing', 'error']) audio().addEventListener(name, () => { audio().dataset[name] = '1' })
    function audio() { return document.querySelector('audio') }`,
  )
  const link = page.locator('[data-seek]').nth(chapter)
  const start = Number(await link.getAttribute('data-seek'))
  await link.click()
  const audio = `document.querySelector('audio')`
  const plays = `${audio}.dataset.playing === '1' && !${audio}.seeking && ${audio}.currentTime > ${start} + 0.2`
  await expect.poll(() => page.evaluate(plays), { interval: 200 }).toBe(true)
  const now: { duration: number; paused: boolean; error?: string } = await page.evaluate(
    `({ duration: ${audio}.duration, paused: ${audio}.paused, error: ${audio}.dataset.error })`,
  )
  return { start, loaded, ...now }
}

describe.skipIf(!havePrograms('espeak-ng', 'ffmpeg', shellPath))('in Chromium', () => {
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    web = await startTestWeb({ TTS_PROVIDER: 'espeak', BASE_URL: url })
    root = await mkdtemp(join(tmpdir(), 'podcast-'))
    await insertDayNews(web.database)
    await speakDay(web.services)
    await importLongEpisode()
    await web.app.listen({ port, host: '127.0.0.1' })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await web.close()
    await rm(root, { recursive: true })
  })

  it('a generated episode plays from its chapter', async () => {
    const page = await browser.newPage()
    const played = await playChapter(page, '/podd/2026-11-21', 2)
    expect(played).toMatchObject({ paused: false, error: undefined })
    expect(played.start).toBeGreaterThan(5)
    const { rows } = await web.database.pool.query('select duration_seconds from episodes where episode_id = $1', [
      '2026-11-21',
    ])
    expect(Math.abs(played.duration - rows[0].duration_seconds)).toBeLessThan(0.1)
    await page.close()
  })

  it('a chapter far ahead is fetched by its range', async () => {
    const page = await browser.newPage()
    const played = await playChapter(page, '/podd/lang', 1)
    expect(played).toMatchObject({ start: 900, paused: false, error: undefined })
    const jump = played.loaded.find(({ range }) => Number(/bytes=(\d+)-/.exec(range ?? '')?.[1]) > 5_000_000)
    expect(jump).toMatchObject({ status: 206, got: expect.stringMatching(/^bytes \d{7}-\d{7}\/\d{7}$/) })
    await page.close()
  })
})
