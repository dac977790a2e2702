/** Signing in at /konto with a provider's token: only the browser that began it can end it. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { t } from '../../../../tests/support/content.ts'
import { ifThere } from '../../../../tests/support/features.ts'
import { startProvider, type TestProvider } from '../../../../tests/support/played/identity.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let provider: TestProvider
let web: TestWeb

beforeAll(async () => {
  provider = await startProvider()
  web = await startTestWeb({
    GOOGLE_CLIENT_IDS: 'client-1',
    GOOGLE_JWKS_URL: provider.url,
    APPLE_CLIENT_IDS: 'se.example.web',
    APPLE_JWKS_URL: provider.url,
    APPLE_ISSUER: 'https://apple.example',
  })
})
afterAll(async () => {
  await web.close()
  await provider.close()
})
beforeEach(() => web.database.db.deleteFrom('rate_hits').execute())

const nonce = (letter: string) => letter.repeat(32)
const stateOf = (cookieNonce: string) => encodeURIComponent(JSON.stringify({ nonce: cookieNonce, next: '/konto' }))

function tokenOf(claims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(web.clock.now().getTime() / 1000)
  const google = { iss: 'https://accounts.google.com', aud: 'client-1', sub: 'g1', iat: now, exp: now + 600 }
  return provider.sign({ ...google, ...claims })
}

async function post(url: string, fields: Record<string, string>, oauthState: string | null) {
  return web.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(oauthState === null ? {} : { cookie: `konto_svar=${oauthState}` }),
    },
  })
}

async function carryOn(claims: Record<string, unknown>, oauthState: string | null) {
  const { statusCode, body } = await post('/konto/sign-in/google', { id_token: await tokenOf(claims) }, oauthState)
  return [statusCode, /class="said" role="status">([^<]*)/.exec(body)?.[1]]
}

describe.each([
  [
    'google',
    'https://accounts.google.com/o/oauth2/v2/auth',
    { client_id: 'client-1', response_type: 'id_token', scope: 'openid email' },
    {},
  ],
  [
    'apple',
    'https://apple.example/auth/authorize',
    { client_id: 'se.example.web', response_type: 'code id_token', scope: 'email' },
    { iss: 'https://apple.example', aud: 'se.example.web' },
  ],
])('a browser that goes to %s', (name, address, fields, claims) => {
  it('comes back with the nonce that it was given, to the page that was requested', async () => {
    const begun = await web.app.inject(`/konto/sign-in/${name}?next=/konto/profile`)
    const { origin, pathname, searchParams } = new URL(String(begun.headers.location))
    const sent = Object.fromEntries(searchParams)
    expect([begun.statusCode, origin + pathname]).toEqual([303, address])
    expect(sent).toEqual({
      ...fields,
      response_mode: 'form_post',
      redirect_uri: `https://site.example/konto/svar/${name}`,
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    })
    const id_token = await tokenOf({ ...claims, nonce: sent.nonce })
    const answered = await post(`/konto/answer/${name}`, { id_token }, null)
    expect(answered.body).toContain(
      `action="/konto/sign-in/${name}" data-submit><input type="hidden" name="id_token" value="${id_token}"`,
    )
    const oauthState = begun.cookies.find(({ name: cookie }) => cookie === 'konto_svar')?.value ?? ''
    const { statusCode, headers, cookies } = await post(
      `/konto/sign-in/${name}`,
      { id_token },
      encodeURIComponent(oauthState),
    )
    expect([statusCode, headers.location]).toEqual([303, '/konto/profile'])
    expect(cookies.map((cookie) => [cookie.name, cookie.value !== ''])).toEqual([
      ['konto_svar', false],
      ['konto', true],
    ])
    const cookie = `konto=${cookies[1]?.value}`
    const page = async (url: string) => (await web.app.inject({ url, headers: { cookie } })).body
    expect(await page('/konto')).toContain(`<span>${t('account.signed_in')}</span>`)
    for (const [url, text, field] of [
      ...ifThere('alerts', ['/konto/alerts', 'alerts.no_address', 'mail']),
      ...ifThere('edition-mail', ['/konto/letters', 'editions.no_address', 'morning']),
    ]) {
      expect(await page(url ?? '')).toContain(t(text ?? ''))
      expect(await page(url ?? '')).not.toContain(`name="${field}"`)
    }
  })
})

it('signs in the browser whose nonce is in the token', async () =>
  expect(await carryOn({ nonce: nonce('a') }, stateOf(nonce('a')))).toEqual([303, undefined]))

it.each<[what: string, claims: Record<string, unknown>, oauthState: string | null]>([
  ['of another sign-in', { nonce: nonce('b') }, stateOf(nonce('a'))],
  ['without a nonce', {}, stateOf(nonce('a'))],
  ['in a browser that began none', { nonce: nonce('a') }, null],
  ['in a browser with a short nonce', { nonce: 'a' }, stateOf('a')],
  ['in a browser with an unreadable cookie', { nonce: nonce('a') }, 'nonsense'],
  ['of an endless subject', { nonce: nonce('a'), sub: 'x'.repeat(256) }, stateOf(nonce('a'))],
])(
  'refuses a token %s: a stranger could sign a reader in to the account of the stranger',
  async (_what, claims, oauthState) =>
    expect(await carryOn(claims, oauthState)).toEqual([422, t('account.bad_provider')]),
)

it('says that the provider is unreachable, and that there were too many attempts', { tags: 'slow' }, async () => {
  await provider.rotate()
  provider.behave('broken')
  const claims = { nonce: nonce('a') }
  expect(await carryOn(claims, stateOf(nonce('a')))).toEqual([503, t('account.away')])
  for (let n = 0; n < 10; n++) await carryOn(claims, stateOf(nonce('a')))
  expect(await carryOn(claims, stateOf(nonce('a')))).toEqual([429, t('account.busy')])
})
