/** Every page of the reader's site and of the console through the Nu HTML checker. */
import { expect, it } from 'vitest'
import { launchBrowser } from '../../tests/support/browser.ts'
import { seedArticles, seedFeed } from '../../tests/support/build.ts'
import { hostileTexts } from '../../tests/support/valid/hostile.ts'
import { startTestWeb } from '../../tests/support/web.ts'
import { signIn, startAdminWorld } from '../../tests/support/worlds/admin.ts'
import { demoPaths, startDemoSite } from '../../tests/support/worlds/demo.ts'
import { startPodcastSite } from '../../tests/support/worlds/podcast.ts'
import { previewPaths, startPreview } from '../../tests/support/worlds/preview.ts'
import { checkHtml } from './nu-checker.ts'

async function load(url: string, paths: string[], headers: Record<string, string> = {}) {
  const pages: Record<string, string> = {}
  for (const path of paths) pages[path] = await (await fetch(url + path, { headers })).text()
  return pages
}

it('the site is valid HTML over invented views', async () => {
  const preview = await startPreview()
  const faults = await checkHtml(await load(preview.url, previewPaths))
  await preview.close()
  expect(faults).toEqual([])
})

it('the site is valid HTML over the demo world', async () => {
  const site = await startDemoSite()
  const { paths } = await demoPaths(site.url)
  const faults = await checkHtml(await load(site.url, paths))
  await site.close()
  expect(faults).toEqual([])
})

it('the pages of episodes are valid HTML', async () => {
  const { url, close } = await startPodcastSite()
  const pages = await load(url, ['/podd', '/podd/fredag'])
  await close()
  expect(pages['/podd/fredag']).toContain('#t=60')
  expect(await checkHtml(pages)).toEqual([])
})

it('the account is valid HTML, signed out, on the way and signed in', async () => {
  const web = await startTestWeb()
  const feed = await seedFeed(web.database)
  await seedArticles(web.database, [{ feed_id: feed }])
  const form = 'f'.repeat(32)
  const email = 'html@exempel.se'
  const post = (url: string, fields: Record<string, string>) =>
    web.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `konto_form=${form}` },
      payload: new URLSearchParams({ form, email, ...fields }).toString(),
    })
  const asked = await post('/konto/code', {})
  const code = /\r?\n\r?\n[\s\S]*?\b(\d{6})\b/.exec(web.outbox(email).at(-1) ?? '')?.[1] ?? ''
  const entered = await post('/konto/sign-in', { code })
  expect(entered.statusCode).toBe(303)
  const cookie = /konto=[^;]+/.exec(String(entered.headers['set-cookie']))?.[0] ?? ''
  const page = async (url: string, headers = {}) => (await web.app.inject({ url, headers })).body
  const pages = {
    signedOut: await page('/konto'),
    asked: asked.body,
    signedIn: await page('/konto', { cookie }),
    settings: await page('/konto/settings', { cookie }),
    follow: await page(`/konto/follow/${feed}`, { cookie }),
  }
  await web.close()
  expect(pages.signedIn).toContain(email)
  expect(await checkHtml(pages)).toEqual([])
})

it('the console is valid HTML over hostile texts, the door, a plan and a refusal too', async () => {
  const world = await startAdminWorld(hostileTexts.join(' '))
  const browser = await launchBrowser()
  const context = await signIn(browser, world.url)
  const cookie = (await context.cookies(`${world.url}/admin`)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const pages = await load(world.url, world.paths, { cookie })
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/rerun`)
  await page.getByRole('button', { name: 'Visa vad det kostar' }).click()
  await page.getByRole('button', { name: 'Kör', exact: true }).waitFor()
  pages.plan = await page.content()
  pages.door = await (await fetch(`${world.url}/admin`)).text()
  pages.refusal = await (await fetch(`${world.url}/admin/sign-out`, { method: 'POST', headers: { cookie } })).text()
  await browser.close()
  await world.web.close()
  expect(pages.refusal).toContain('Formuläret kom inte från konsolen')
  // What is hostile is English, in a Swedish page.
  const faults = (await checkHtml(pages)).filter((fault) => !fault.includes('appears to be written in English'))
  expect(faults).toEqual([])
})
