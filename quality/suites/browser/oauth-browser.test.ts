/** A program asks a reader, in a browser: the sign-in leads to the question, and the answer to the program's own address. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, violationsOn } from '../../../tests/support/browser.ts'
import { t } from '../../../tests/support/content.ts'
import { encode, redeem, register, requestOf } from '../../../tests/support/played/identity.ts'
import { freePort, type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

let web: TestWeb
let browser: Browser
let program: SmallServer
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ BASE_URL: url })
  await web.app.listen({ port, host: '127.0.0.1' })
  program = await startSmallServer((_request, response) => void response.end('Klart.'))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await program.close()
  await web.close()
})

it.each(['yes', 'no'])('the answer “%s” reaches the program', async (answer) => {
  const redirect_uri = `${program.url}/callback`
  const { body } = await register(web, { redirect_uris: [redirect_uri], client_name: 'Provprogram' })
  const page = await (await browser.newContext()).newPage()
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.goto(`${url}/konto/connect?${encode(requestOf(body.client_id, { redirect_uri }))}`)
  await page.getByLabel(t('account.email')).fill('ann@site.example')
  await page.getByRole('button', { name: t('account.send_code') }).click()
  await page.getByLabel(t('account.code')).waitFor()
  const code = /\b\d{6}\b/.exec(web.outbox('ann@site.example').at(-1) ?? '')?.[0] ?? ''
  await page.getByLabel(t('account.code')).fill(code)
  await page.getByRole('button', { name: t('account.sign_in') }).click()
  await page.getByRole('heading', { name: t('connect.title', { name: 'Provprogram' }) }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: t(`connect.${answer}`), exact: true }).click()
  await page.waitForURL(`${redirect_uri}?*`)
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('state'), searchParams.get('error')]).toEqual([
    ...['a b&c=d', answer === 'yes' ? null : 'access_denied'],
  ])
  if (answer === 'yes')
    expect((await redeem(web, body.client_id, searchParams.get('code') ?? '', { redirect_uri })).status).toBe(200)
  expect(refused).toEqual([])
  await page.context().close()
})
