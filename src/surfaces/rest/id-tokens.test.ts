/** Signing in with Apple and Google, against a provider that is played. */

import { createHash } from 'node:crypto'
import { base64url, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { makeKey, startProvider, type TestProvider } from '../../../tests/support/played/identity.ts'
import { exportAccount } from '../../news/accounts/writes/export-account.ts'
import { userOfToken } from '../../news/accounts/writes/tokens.ts'

let api: TestApi
let apple: TestProvider
let google: TestProvider
const now = Date.UTC(2026, 10, 21, 12) / 1000
let visitor = 0

beforeAll(async () => {
  ;[apple, google] = await Promise.all([startProvider(), startProvider()])
  api = await startApi({
    APPLE_CLIENT_IDS: 'se.example.app, se.example.web',
    APPLE_JWKS_URL: apple.url,
    APPLE_ISSUER: 'https://apple.example',
    GOOGLE_CLIENT_IDS: 'google-client',
    GOOGLE_JWKS_URL: google.url,
    GOOGLE_ISSUER: 'https://google.example',
  })
})
afterAll(async () => {
  await api.close()
  await Promise.all([apple.close(), google.close()])
})
beforeEach(() => apple.behave('well'))

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: 'https://apple.example',
  aud: 'se.example.app',
  sub: 'apple-1',
  iat: now - 10,
  exp: now + 600,
  email: 'ann@example.se',
  email_verified: 'true',
  ...more,
})
const googleClaims = (more: JWTPayload = {}) =>
  claims({ iss: 'https://google.example', aud: 'google-client', sub: 'google-1', email_verified: true, ...more })

const send = (provider: string, idToken: string, nonce?: string) =>
  api.call('POST', '/api/v1/auth/login', {
    body: { provider, id_token: idToken, ...(nonce === undefined ? {} : { nonce }) },
    ip: `203.0.113.${++visitor % 250}`,
  })
const status = async (idToken: string, nonce?: string) => (await send('apple', idToken, nonce)).status

describe('an ID token', () => {
  it('gives a session', async () => {
    const { status: code, body } = await send('apple', await apple.sign(claims()))
    expect(code).toBe(200)
    expect(body.data).toMatchObject({ token_type: 'Bearer', user: { email: 'ann@example.se' } })
    expect((await send('apple', await apple.sign(claims({ aud: 'se.example.web' })))).status).toBe(200)
    expect((await send('google', await google.sign(googleClaims()))).status).toBe(200)
  })

  it.each<[string, JWTPayload]>([
    ['expired', { exp: now - 60 }],
    ['not valid yet', { nbf: now + 600 }],
    ['for another audience', { aud: 'someone.else' }],
    ['by another issuer', { iss: 'https://evil.example' }],
    ['without an expiry', { exp: undefined as unknown as number }],
    ['without a subject', { sub: undefined as unknown as string }],
  ])('that is %s is refused', async (_, wrong) => {
    const { status: code, body, headers } = await send('apple', await apple.sign(claims(wrong)))
    expect([code, body.error.type, headers['www-authenticate']]).toEqual([
      ...[401, 'unauthorized', expect.stringMatching(/^Bearer\b/)],
    ])
  })

  it.each<[string, JWTPayload, JWTPayload]>([
    ['its expiry', { exp: now - 25 }, { exp: now - 35 }],
    ['its beginning', { nbf: now + 25 }, { nbf: now + 35 }],
    ['its making', { iat: now + 25 }, { iat: 'now' as unknown as number }],
  ])('may be of a clock that is half a minute off: %s', async (_, near, far) => {
    for (const [provider, sign] of [
      ['apple', (more: JWTPayload) => apple.sign(claims(more))],
      ['google', (more: JWTPayload) => google.sign(googleClaims(more))],
    ] as const) {
      const statuses = [near, far].map(async (more) => (await send(provider, await sign(more))).status)
      expect([provider, ...(await Promise.all(statuses))]).toEqual([provider, 200, 401])
    }
  })

  it('of one provider is refused by another', async () => {
    expect((await send('google', await apple.sign(googleClaims()))).status).toBe(401)
    expect((await send('google', await apple.sign(claims()))).status).toBe(401)
  })

  it('without a signature is refused', async () => {
    expect(await status(new UnsecuredJWT(claims()).encode())).toBe(401)
    const [head, body] = (await apple.sign(claims())).split('.')
    expect(await status(`${head}.${body}.`)).toBe(401)
  })

  it('signed with the public key as a secret is refused', async () => {
    const secret = new TextEncoder().encode(apple.key.publicPem)
    const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: apple.key.kid }).sign(secret)
    expect(await status(forged)).toBe(401)
  })

  it('with another content than was signed is refused', async () => {
    const [head, , signature] = (await apple.sign(claims())).split('.')
    const forged = base64url.encode(JSON.stringify(claims({ sub: 'someone-else' })))
    expect(await status(`${head}.${forged}.${signature}`)).toBe(401)
  })

  it('by an unknown key is refused, also under the name of a known one', async () => {
    const stranger = await makeKey()
    expect(await status(await apple.sign(claims(), stranger))).toBe(401)
    expect(await status(await apple.sign(claims(), { ...stranger, kid: apple.key.kid }))).toBe(401)
  })

  it.each(['text', 'a.b', 'a.b.c d'])('that is none is no credential: %s', async (text) => {
    expect(await status(text)).toBe(422)
  })
})

describe('a nonce', () => {
  const hash = (encoding: 'hex' | 'base64' | 'base64url', of = 'n1') => createHash('sha256').update(of).digest(encoding)
  const without = (supported: unknown) => ({ nonce_supported: supported })

  it.each<[string, JWTPayload, string | undefined, number]>([
    ['as sent', { nonce: 'n1' }, 'n1', 200],
    ['as its hash', { nonce: hash('hex') }, 'n1', 200],
    ['as its hash in capitals', { nonce: hash('hex').toUpperCase() }, 'n1', 200],
    ['as its hash in base64', { nonce: hash('base64') }, 'n1', 200],
    ['as its hash in base64 without padding', { nonce: hash('base64').replace('=', '') }, 'n1', 200],
    ['as its hash in base64url', { nonce: hash('base64url') }, 'n1', 200],
    ['as its hash in base64url with padding', { nonce: `${hash('base64url')}=` }, 'n1', 200],
    ['another', { nonce: 'n2' }, 'n1', 401],
    ['the hash of another', { nonce: hash('base64', 'n2') }, 'n1', 401],
    ['a part of its hash', { nonce: hash('hex').slice(0, 32) }, 'n1', 401],
    ['that is no text', { nonce: ['n1'] } as JWTPayload, 'n1', 401],
    ['that is empty', { nonce: '' }, 'n1', 401],
    ['missing in the token', {}, 'n1', 401],
    ['missing where one is supported', without(true), 'n1', 401],
    ['missing where one is supported, as a word', without('true'), 'n1', 401],
    ['missing where none is supported', without(false), 'n1', 200],
    ['missing where none is supported, as a word', without('false'), 'n1', 200],
    ['missing in the request', { nonce: 'n1' }, undefined, 401],
    ['missing in the request where none is supported', { nonce: 'n1', ...without(false) }, undefined, 401],
    ['another where none is supported', { nonce: 'n2', ...without(false) }, 'n1', 401],
  ])('%s', async (_, more, sent, expected) => {
    expect(await status(await apple.sign(claims(more)), sent)).toBe(expected)
  })

  it('missing in a token of Google is missing, whatever the token says', async () => {
    const token = await google.sign(googleClaims(without(false)))
    expect((await send('google', token, 'n1')).status).toBe(401)
    expect((await send('google', token)).status).toBe(200)
  })
})

describe("the provider's keys", () => {
  it('are kept, and asked for again when a new one signs', async () => {
    const asked = apple.asked
    expect(await status(await apple.sign(claims()))).toBe(200)
    expect(apple.asked).toBe(asked)
    const old = apple.key
    await apple.rotate()
    expect(await status(await apple.sign(claims()))).toBe(200)
    expect(apple.asked).toBe(asked + 1)
    expect(await status(await apple.sign(claims(), old))).toBe(401)
  })

  it.each(['broken', 'nonsense'] as const)('that cannot be had (%s) are no fault of the token', async (how) => {
    await apple.rotate()
    apple.behave(how)
    const { status: code, body, headers } = await send('apple', await apple.sign(claims()))
    expect([code, body.error.type]).toEqual([503, 'unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('one person', () => {
  const who = async (provider: string, idToken: string) => (await send(provider, idToken)).body.data.user

  it('is one account by every verified address', async () => {
    const byApple = await who('apple', await apple.sign(claims({ sub: 'p-a', email: 'Per@Example.se' })))
    const byGoogle = await who('google', await google.sign(googleClaims({ sub: 'p-g', email: 'per@example.se' })))
    expect(byGoogle).toEqual(byApple)
    expect(
      await userOfToken(api.web.ctx.database, await api.signIn('per@example.se'), api.web.ctx.clock.now()),
    ).toEqual(byApple)
  })

  it('keeps the account when the provider tells no address or a new one', async () => {
    const first = await who('apple', await apple.sign(claims({ sub: 'q', email: 'q1@example.se' })))
    const later = await who('apple', await apple.sign(claims({ sub: 'q', email: undefined })))
    const moved = await who('apple', await apple.sign(claims({ sub: 'q', email: 'q2@example.se' })))
    expect([later, moved]).toEqual([first, first])
    expect(await userOfToken(api.web.ctx.database, await api.signIn('q2@example.se'), api.web.ctx.clock.now())).toEqual(
      first,
    )
  })

  it('with two accounts has one from when their addresses meet, with what both followed', async () => {
    const { database, clock } = api.web.ctx
    const older = await api.signIn('r1@example.se')
    const newer = await who('google', await google.sign(googleClaims({ sub: 'r', email: 'r2@example.se' })))
    const person = await who('google', await google.sign(googleClaims({ sub: 'r', email: 'r1@example.se' })))
    expect(person).toEqual(await userOfToken(database, older, clock.now()))
    expect(person.id).toBeLessThan(newer.id)
    expect((await exportAccount(database, person.id)).identities).toEqual([
      { provider: 'email', subject: 'r1@example.se' },
      { provider: 'email', subject: 'r2@example.se' },
      { provider: 'google', subject: 'r' },
    ])
  })

  it('is nobody else for an address that the provider has not verified', async () => {
    const member = await userOfToken(api.web.ctx.database, await api.signIn('s@example.se'), api.web.ctx.clock.now())
    for (const verified of [false, 'false', undefined, 'yes!']) {
      const claimed = googleClaims({ sub: `s-${verified}`, email: 's@example.se', email_verified: verified })
      const stranger = await who('google', await google.sign(claimed))
      expect(stranger.id).not.toBe(member?.id)
      expect(stranger.email).toBeNull()
    }
  })
})

it('asks a provider for its keys at most twenty times a minute', { tags: 'slow' }, async () => {
  const limited = await startApi({ GOOGLE_CLIENT_IDS: 'google-client', GOOGLE_JWKS_URL: google.url })
  const [key, before, statuses] = [await makeKey(), google.asked, [] as number[]]
  for (let n = 0; n < 20; n++) {
    const idToken = await google.sign(googleClaims(), { ...key, kid: `unknown-${n}` })
    const body = { provider: 'google', id_token: idToken }
    statuses.push((await limited.call('POST', '/api/v1/auth/login', { body, ip: `203.0.113.${n}` })).status)
  }
  expect([google.asked - before, ...statuses]).toEqual([20, ...Array(19).fill(401), 503])
  await limited.close()
})

it('is not set up where no audience is named', { tags: 'slow' }, async () => {
  const bare = await startApi()
  const { status: code, body } = await bare.call('POST', '/api/v1/auth/login', {
    body: { provider: 'apple', id_token: await apple.sign(claims()) },
  })
  expect([code, body.error.type]).toEqual([422, 'unprocessable'])
  await bare.close()
})
