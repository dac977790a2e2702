/** Every page of the console in Chromium, over a world in which every text is hostile: what must hold whatever it shows. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hostileAddressesOn,
  launchBrowser,
  openWindow,
  violationsInBothForms,
  violationsOn,
} from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import { hostileTexts } from '../../../tests/support/valid/hostile.ts'
import { type AdminWorld, signIn, startAdminWorld } from '../../../tests/support/worlds/admin.ts'

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

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('fits each window, meets no error, runs nobody’s script, follows no address of a stranger, and stands before axe', async () => {
    const signedIn = await signIn(browser, world.url)
    const visit = await openWindow(browser, { javaScriptEnabled, storageState: await signedIn.storageState() })
    await signedIn.close()
    for (const path of world.paths) {
      const faults = await visit(world.url + path, async (page) => [
        ...((await page.getByRole('button', { name: t('admin.sign_out') }).count()) === 1
          ? []
          : ['is not the console']),
        ...(await strangers(page)),
        ...(await hostileAddressesOn(page)),
        ...(javaScriptEnabled ? await violationsInBothForms(page) : []),
      ])
      expect([path, faults]).toEqual([path, []])
    }
  })
})

/** Elements that only a stranger's text can have brought. */
const strangers = (page: Page): Promise<string[]> =>
  page
    .locator('base, iframe, style, main script, [onerror], [onload], [onfocus], [onclick]')
    .evaluateAll((found) => found.map((element) => String(element)))

it('shows what a plan costs, and refuses a form that is not its own', async () => {
  const context = await signIn(browser, world.url)
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/rerun`)
  await page.getByRole('button', { name: t('admin.rerun.show') }).click()
  await page.getByRole('button', { name: t('admin.rerun.run'), exact: true }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  const cookie = (await context.cookies(`${world.url}/admin`)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const refusal = await fetch(`${world.url}/admin/sign-out`, { method: 'POST', headers: { cookie } })
  expect(await refusal.text()).toContain(t('admin.trouble.forbidden'))
  await context.close()
})
