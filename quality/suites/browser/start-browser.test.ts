/** The first-run page as an operator meets it: `karnhuset start` in an empty folder, forms in a browser, and then the site. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentViolations } from '../../../src/app/content.ts'
import { launchBrowser, violationsInBothForms } from '../../../tests/support/browser.ts'
import { writeDocsTopic } from '../../../tests/support/content.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startProgram, until } from '../../../tests/support/service.ts'

const launcher = join(import.meta.dirname, '../../../bin/karnhuset')
const HEADLINES = [
  'Ny cykelsti over Lillebælt åbner i maj',
  'Holdet Velora henter Anna Holm til Tour of Fyn',
  'Sådan vandt Velora løbet, siger Anna Holm',
  `Håndbold: ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)} vandt igen`,
]

let browser: Browser
let publisher: Publisher

beforeAll(async () => {
  publisher = await startPublisher()
  const items = HEADLINES.map((title, at) => ({ title, link: publisher.at(`/${at}`) }))
  publisher.serve('/feed.xml', { body: rssDocument('Cykelbladet', items) })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await publisher?.close()
})

/** Violations on the page as it is, in a narrow and a wide window. */
async function violationsOf(page: Page, hasScript: boolean): Promise<string[]> {
  const found = hasScript ? await violationsInBothForms(page) : []
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
    if (wide > width) found.push(`scrolls sideways: ${wide} at ${width}`)
  }
  return found.map((one) => `${page.url()}: ${one}`)
}

it.each([true, false])('leads to a site that runs, with script: %s', async (hasScript) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-start-'))
  const env = { PORT: String(await freePort()), FETCH_ALLOW: '127.0.0.1/32', HOME: folder, SOURCES: '' }
  const program = await startProgram([launcher, 'start'], env, folder)
  const context = await browser.newContext({ javaScriptEnabled: hasScript })
  const page = await context.newPage()
  const violations: string[] = []
  const click = async (name: string) => {
    violations.push(...(await violationsOf(page, hasScript)))
    await page.getByRole('button', { name }).click()
  }
  try {
    await page.goto(program.url)
    expect(page.url()).toMatch(/\/start$/)
    await page.getByLabel('What is it about?').fill('Cykler')
    await page.getByLabel('Name of the site').fill('Hjulet')
    await page.getByLabel('Other words').fill('cykel*')
    await click('Continue')
    await page.getByLabel('Sites or feeds').fill('127.0.0.1:1')
    await click('Look for feeds')
    await page.getByRole('alert').getByText('No feed was found').waitFor()
    await page.getByLabel('Sites or feeds').fill(publisher.at('/feed.xml'))
    await click('Look for feeds')
    await page.getByText(String(HEADLINES[0])).waitFor()
    await click('Use these')
    await page.getByRole('checkbox', { name: /Velora/ }).check()
    await click('Use these')
    await page.getByRole('checkbox', { name: 'Not about it' }).last().check()
    await click('Continue')
    await page.getByText(/^Relevance: precision/).waitFor({ state: 'attached' })
    await page.getByLabel('Who answers for the site').fill('Anna Holm')
    await click('Write it')
    await page.getByText('The site is written').waitFor()
    await click('Start the site without a model')
    await page.getByText('content/site.yaml').waitFor({ state: 'attached' })
    violations.push(...(await violationsOf(page, hasScript)))
    expect(violations).toEqual([])
    expect(contentViolations(join(folder, 'content'))).toEqual([])

    const answers = () => page.request.get(`${program.url}/`, { failOnStatusCode: true }).catch(() => null)
    await until(answers, (answer) => answer !== null)
    await page.getByRole('link', { name: 'Open the site' }).click()
    await expect.poll(() => page.title()).toContain('Hjulet')
    expect((await page.request.get(`${program.url}/start`)).status()).toBe(404)
    expect(await (await page.request.get(`${program.url}/om`)).text()).toContain('Anna Holm')
  } finally {
    await context.close()
    expect(await program.stop(), program.output()).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['.env', 'content', 'data'])
    rmSync(folder, { recursive: true })
  }
})

it('ends when it is asked to before there is a topic, and writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-start-'))
  const program = await startProgram([launcher, 'start'], { HOME: folder }, folder)
  expect(program.output()).toMatch(/^Make your site at (http:\S+)\/start .*\n.*: \1\/start\?key=[\w-]{32}\n$/m)
  expect([await program.stop(), readdirSync(folder)]).toEqual([0, []])
  rmSync(folder, { recursive: true })
})

it.each([
  ['content', {}],
  ['mine', { CONTENT_DIR: 'mine' }],
])('is serve beside a topic in %s', async (name, settings) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-start-'))
  writeDocsTopic(join(folder, name))
  const program = await startProgram([launcher, 'start'], { HOME: folder, ...settings }, folder)
  expect(await (await fetch(program.url)).text()).toContain('Potting Shed')
  expect((await fetch(`${program.url}/start`)).status).toBe(404)
  expect(await program.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})
