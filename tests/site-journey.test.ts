/** Signing in at /konto with a provider's token: only the browser that began the journey can end it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProvider, type TestProvider } from './support/jwks.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let provider: TestProvider
let web: TestWeb

beforeAll(async () => {
  provider = await startProvider()
  web = await startTestWeb({ GOOGLE_CLIENT_IDS: 'client-1', GOOGLE_JWKS_URL: provider.url })
})
afterAll(async () => {
  await web.close()
  await provider.close()
})

const nonce = (letter: string) => letter.repeat(32)

async function carryOn(tokenNonce: string | undefined, cookieNonce: string | null) {
  const now = Math.floor(web.clock.now().getTime() / 1000)
  const token = await provider.sign({
    ...{ iss: 'https://accounts.google.com', aud: 'client-1', sub: 'g1', iat: now, exp: now + 600 },
    ...(tokenNonce === undefined ? {} : { nonce: tokenNonce }),
  })
  const journey = JSON.stringify({ nonce: cookieNonce, next: '/konto' })
  const answer = await web.app.inject({
    method: 'POST',
    url: '/konto/in/google',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookieNonce === null ? {} : { cookie: `konto_svar=${encodeURIComponent(journey)}` }),
    },
    payload: new URLSearchParams({ id_token: token }).toString(),
  })
  return answer.statusCode
}

it('signs in the browser whose nonce is in the token', async () =>
  expect(await carryOn(nonce('a'), nonce('a'))).toBe(303))

it.each([
  ['of another journey', nonce('b'), nonce('a')],
  ['without a nonce', undefined, nonce('a')],
  ['in a browser that began none', nonce('a'), null],
])(
  'refuses a token %s: a stranger could sign a reader in to the account of the stranger',
  async (_what, token, cookie) => expect(await carryOn(token, cookie)).toBe(422),
)
