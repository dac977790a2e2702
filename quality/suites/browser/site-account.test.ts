/** A reader's account from the first visit to its end, in a browser, and what is refused on the way. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser, violationsOn } from '../../../tests/support/browser.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let browser: Browser
let provider: Server
let url: string
let feeds: number[]

/** Plays Google: a page that asks nothing and sends a signed token back as a form, and the keys to check it by. */
async function startProvider(port: number): Promise<Server> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (asked.pathname === '/keys')
      return response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
    const now = Math.floor(web.clock.now().getTime() / 1000)
    const token = await new SignJWT({
      email: 'ek@exempel.se',
      email_verified: true,
      nonce: asked.searchParams.get('nonce'),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(`http://127.0.0.1:${port}`)
      .setAudience(asked.searchParams.get('client_id') ?? '')
      .setSubject('google-1')
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
      .sign(privateKey)
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<form id="f" method="post" action="${asked.searchParams.get('redirect_uri')}"><input name="id_token" value="${token}"></form><script>f.submit()</script>`,
      )
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return server
}

beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({
    BASE_URL: url,
    GOOGLE_CLIENT_IDS: 'client-1',
    GOOGLE_ISSUER: `http://127.0.0.1:${providerPort}`,
    GOOGLE_JWKS_URL: `http://127.0.0.1:${providerPort}/keys`,
  })
  provider = await startProvider(providerPort)
  feeds = [await seedFeed(web.database, { title: 'Äppelposten' }), await seedFeed(web.database, { title: 'Bitar' })]
  await seedArticles(web.database, [
    { feed_id: feeds[0] as number, title: 'Från Äppelposten' },
    { feed_id: feeds[1] as number, title: 'Från Bitar' },
  ])
  await web.app.listen({ port, host: '127.0.0.1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
  provider?.close()
})

// Each test has the attempts of a new quarter of an hour.
beforeEach(() => web.clock.set(new Date(web.clock.now().getTime() + 15 * 60_000)))

function mailedCode(): string {
  const folder = join(web.config.DATA_DIR, 'outbox')
  const newest = readdirSync(folder).sort().at(-1) ?? ''
  return (
    /\b(\d{6})\b/.exec(
      readFileSync(join(folder, newest), 'utf8')
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join('\n'),
    )?.[1] ?? ''
  )
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/konto`)
  await page.getByLabel(t('account.email')).fill(email)
  await page.getByRole('button', { name: t('account.send_code') }).click()
  await page.getByLabel(t('account.code')).fill(mailedCode())
  await page.getByRole('button', { name: t('account.sign_in') }).click()
  await page.waitForURL(`${url}/konto`)
}

const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, path, httpOnly, sameSite }) => ({ name, path, httpOnly, sameSite }))

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('signs in by code, follows, reads its own feed, exports, signs out, and is deleted', {
    tags: ['twelve'],
  }, async () => {
    const context = await browser.newContext({ javaScriptEnabled, acceptDownloads: true })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${url}/feeds/${feeds[0]}`)
    expect(await cookiesOf(page)).toEqual([])
    await page.goto(`${url}/konto/follow/${feeds[0]}`)
    const email = `karin${javaScriptEnabled}@exempel.se`
    await page.getByLabel(t('account.email')).fill(email)
    await page.getByRole('button', { name: t('account.send_code') }).click()
    await page.getByLabel(t('account.code')).fill(mailedCode())
    await page.getByRole('button', { name: t('account.sign_in') }).click()
    await page.getByRole('button', { name: t('account.follow', { source: 'Äppelposten' }) }).click()
    await page.getByText(t('account.signed_in_as', { email })).waitFor()
    expect(await page.getByRole('link', { name: 'Från Äppelposten' }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Från Bitar' }).count()).toBe(0)
    for (const cookie of await cookiesOf(page))
      expect(cookie).toMatchObject({ path: '/konto', httpOnly: true, sameSite: 'Lax' })

    const choose = async (source: string) => {
      const fold = page.locator('details', { has: page.getByText(t('account.sources'), { exact: true }) }).last()
      if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click()
      await page.getByRole('button', { name: source }).click()
    }
    await choose('Bitar')
    expect(await page.getByRole('link', { name: 'Från Bitar' }).count()).toBe(1)
    await choose('Äppelposten')
    expect(await page.getByRole('link', { name: 'Från Äppelposten' }).count()).toBe(0)

    const gear = page.getByRole('link', { name: t('layout.account') }).first()
    await gear.click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('account.export') }).click(),
    ])
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(data).toMatchObject({ email, follows: [{ title: 'Bitar' }] })

    await page.getByRole('button', { name: t('account.sign_out') }).click()
    await page.getByText(t('account.signed_out')).waitFor()
    expect((await cookiesOf(page)).map((cookie) => cookie.name)).not.toContain('konto')

    await signIn(page, email)
    await page.getByRole('heading', { level: 1, name: t('mine.here') }).waitFor()
    await gear.click()
    await page.locator('summary', { hasText: t('account.delete') }).click()
    await page.getByLabel(t('account.delete_sure')).check()
    await page.getByRole('button', { name: t('account.delete') }).click()
    await page.getByText(t('account.deleted')).waitFor()
    expect(await web.database.db.selectFrom('users').select('email').where('email', '=', email).execute()).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

it('signs in with Google where it is set up, without any script of theirs', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/konto`)
  expect(await page.getByRole('link', { name: t('account.with_apple') }).count()).toBe(0)
  await page.getByRole('link', { name: t('account.with_google') }).click()
  await page.getByText(t('account.signed_in_as', { email: 'ek@exempel.se' })).waitFor()
  await page.context().close()
})

it('refuses a Google token that this browser did not ask for', async () => {
  const page = await (await browser.newContext()).newPage()
  const token = await tokenFor('some-other-nonce')
  await page.setContent(
    `<form method="post" action="${url}/konto/answer/google"><input name="id_token" value="${token}"><button>x</button></form>`,
  )
  await page.getByRole('button').click()
  await page.getByText(t('account.bad_provider')).waitFor()
  expect((await cookiesOf(page)).map((cookie) => cookie.name)).not.toContain('konto')
  await page.context().close()
})

async function tokenFor(nonce: string): Promise<string> {
  const query = new URLSearchParams({ nonce, client_id: 'client-1', redirect_uri: 'x' })
  const port = (provider.address() as { port: number }).port
  const body = await (await fetch(`http://127.0.0.1:${port}/o/oauth2/v2/auth?${query}`)).text()
  return /value="([^"]+)"/.exec(body)?.[1] ?? ''
}

describe('a form that is not ours', () => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    web.app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  it('is refused without its token, with another one, and from another site', async () => {
    const { account } = await session()
    const cookie = `konto=${account}; konto_form=${'a'.repeat(32)}`
    const right = { form: 'a'.repeat(32) }
    for (const path of [
      '/konto/code',
      '/konto/sign-in',
      '/konto/sources',
      '/konto/sign-out',
      '/konto/delete',
      '/konto/apps',
    ]) {
      expect([path, (await post(path, { follow: '1' }, { cookie })).statusCode]).toEqual([path, 403])
      expect([path, (await post(path, { form: 'b'.repeat(32) }, { cookie })).statusCode]).toEqual([path, 403])
      expect([path, (await post(path, right, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode]).toEqual([
        path,
        403,
      ])
      expect([path, (await post(path, right, { cookie, origin: 'https://evil.example' })).statusCode]).toEqual([
        path,
        403,
      ])
      expect([path, (await post(path, right, { cookie: `konto=${account}` })).statusCode]).toEqual([path, 403])
    }
    expect((await post('/konto/sources', { ...right, follow: String(feeds[0]) }, { cookie })).statusCode).toBe(303)
  })

  async function session(): Promise<{ account: string }> {
    const form = 'c'.repeat(32)
    await post('/konto/code', { form, email: 'forms@exempel.se' }, { cookie: `konto_form=${form}` })
    const answer = await post(
      '/konto/sign-in',
      { form, email: 'forms@exempel.se', code: mailedCode() },
      { cookie: `konto_form=${form}` },
    )
    return { account: /konto=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '' }
  }

  it('sends nobody elsewhere after signing in', async () => {
    const form = 'd'.repeat(32)
    const cookie = `konto_form=${form}`
    await post('/konto/code', { form, email: 'next@exempel.se' }, { cookie })
    const fields = { form, email: 'next@exempel.se', code: mailedCode(), next: 'https://evil.example/' }
    expect((await post('/konto/sign-in', fields, { cookie })).headers.location).toBe('/konto')
  })
})

it('says what was wrong with an address or a code, and keeps what was written', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/konto`)
  await page.locator('#email').fill('fel@exempel')
  await page.getByRole('button', { name: t('account.send_code') }).click()
  await page.getByText(t('account.bad_email')).waitFor()
  await page.locator('#email').fill('ratt@exempel.se')
  await page.getByRole('button', { name: t('account.send_code') }).click()
  await page.getByLabel(t('account.code')).fill('000000')
  await page.getByRole('button', { name: t('account.sign_in') }).click()
  await page.getByText(t('account.bad_code')).waitFor()
  await page.getByLabel(t('account.code')).fill(mailedCode())
  await page.getByRole('button', { name: t('account.sign_in') }).click()
  await page.getByText(t('account.signed_in_as', { email: 'ratt@exempel.se' })).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.goto(`${url}/konto/follow/${feeds[1]}`)
  expect(await violationsOn(page)).toEqual([])
  await page.context().clearCookies()
  await page.goto(`${url}/konto`)
  expect(await violationsOn(page)).toEqual([])
  await page.context().close()
})
