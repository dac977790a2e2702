/** Signing in by a mailed code. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../../clients/typescript/client.ts'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { lastCode } from '../../../tests/support/people.ts'
import { startMailServer, type TestMailServer } from '../../../tests/support/played/mail.ts'
import { hashToken } from '../../news/accounts/rules/account.ts'
import { purgeExpired } from '../../news/accounts/writes/tokens.ts'

let api: TestApi
const start = new Date('2026-11-21T12:00:00Z')
let visitor = 0

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => api.web.clock.set(start))

// Each from an address of its own, so that no test meets the limit of another.
const login = (body: unknown) => api.call('POST', '/api/v1/auth/login', { body, ip: `203.0.113.${++visitor % 250}` })
const ask = (email: string) => login({ provider: 'email', email })
const answer = (email: string, code: string) => login({ provider: 'email', email, code })
const passed = (seconds: number) => api.web.clock.set(new Date(start.getTime() + seconds * 1000))
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  it('comes by mail and gives a token, through the client that comes with the project', async () => {
    const client = api.client()
    const sent = await client.post('/api/v1/auth/login', { body: { provider: 'email', email: 'Ann@Example.se ' } })
    expect(sent.data).toEqual({ status: 'code_sent', expires_in: 600 })
    const code = lastCode(api.web, 'ann@example.se')
    const { data } = await client.post('/api/v1/auth/login', {
      body: { provider: 'email', email: 'ann@example.se', code },
    })
    if (!('token' in data)) throw new Error('no token')
    expect(data).toMatchObject({
      token: expect.stringMatching(/^kh_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_at: '2027-11-21T12:00:00.000Z',
      user: { id: expect.any(Number), email: 'ann@example.se' },
    })
    expect((await api.client(data.token).get('/api/v1/entries/follows')).data).toEqual([])
    await expect(client.get('/api/v1/entries/follows')).rejects.toThrow(ApiError)
  })

  it('is answered alike for a stranger and a member', async () => {
    const [member, stranger] = [await ask('ann@example.se'), await ask('nobody@example.se')]
    expect(member.status).toBe(202)
    expect(stranger.body).toEqual(member.body)
  })

  it('works once', async () => {
    await ask('once@example.se')
    const code = lastCode(api.web, 'once@example.se')
    expect((await answer('once@example.se', code)).status).toBe(200)
    const replay = await answer('once@example.se', code)
    expect([replay.status, replay.body.error.type, replay.headers['www-authenticate']]).toEqual([
      401,
      'unauthorized',
      expect.stringMatching(/^Bearer\b/),
    ])
  })

  it('is void after five wrong guesses', async () => {
    await ask('guess@example.se')
    const code = lastCode(api.web, 'guess@example.se')
    for (let i = 0; i < 5; i++) expect((await answer('guess@example.se', wrong(code))).status).toBe(401)
    expect((await answer('guess@example.se', code)).status).toBe(401)
  })

  it('is still good after four', async () => {
    await ask('four@example.se')
    const code = lastCode(api.web, 'four@example.se')
    for (let i = 0; i < 4; i++) expect((await answer('four@example.se', wrong(code))).status).toBe(401)
    expect((await answer('four@example.se', code)).status).toBe(200)
  })

  it('counts guesses that come at the same moment', async () => {
    await ask('rush@example.se')
    const code = lastCode(api.web, 'rush@example.se')
    const rush = await Promise.all(Array.from({ length: 8 }, () => answer('rush@example.se', wrong(code))))
    expect(rush.every(({ status }) => status === 401)).toBe(true)
    expect((await answer('rush@example.se', code)).status).toBe(401)
  })

  it('is good for ten minutes and not a moment more', async () => {
    await ask('late@example.se')
    const code = lastCode(api.web, 'late@example.se')
    passed(600)
    expect((await answer('late@example.se', code)).status).toBe(401)
    passed(599)
    expect((await answer('late@example.se', code)).status).toBe(200)
  })

  it('takes the place of an older one, and belongs to its address', async () => {
    await ask('new@example.se')
    const old = lastCode(api.web, 'new@example.se')
    await ask('new@example.se')
    const code = lastCode(api.web, 'new@example.se')
    if (old !== code) expect((await answer('new@example.se', old)).status).toBe(401)
    expect((await answer('other@example.se', code)).status).toBe(401)
    expect((await answer('new@example.se', `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  })
})

describe('a body', () => {
  it.each([
    [{}, 'provider'],
    [{ provider: 'facebook' }, 'email, apple, google'],
    [{ provider: 'email' }, 'mail address'],
    [{ provider: 'email', email: 'no address' }, 'mail address'],
    [{ provider: 'email', email: 'a@b.se', code: 123456 }, 'six digits'],
    [{ provider: 'email', email: 'a@b.se', code: '12345' }, 'six digits'],
    [{ provider: 'apple' }, 'ID token'],
    [{ provider: 'google', id_token: 'a.b.c' }, 'not set up'],
    [[], 'provider'],
    ['text', 'object with a provider'],
  ])('%j is well-formed and not accepted', async (body, words) => {
    const { status, body: said } = await login(body)
    expect([status, said.error.type]).toEqual([422, 'unprocessable'])
    expect(said.error.message).toMatch(new RegExp(words, 'i'))
  })

  it.each([
    ['{', 'application/json'],
    ['', 'application/json'],
    ['provider=email', 'application/x-www-form-urlencoded'],
    ['{"__proto__":{"provider":"email"}}', 'application/json'],
  ])('%s as %s is no JSON', async (payload, type) => {
    const response = await api.web.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': type },
      payload,
    })
    expect([response.statusCode, response.json().error.type]).toEqual([400, 'bad_request'])
  })

  it('is at most 64 KiB', async () => {
    const { status, body } = await login({ provider: 'email', email: 'x'.repeat(66_000) })
    expect([status, body.error.type]).toEqual([413, 'payload_too_large'])
  })
})

it('ends a session with the token that is used, and no other', async () => {
  const [one, two] = [await api.signIn('two@example.se'), await api.signIn('two@example.se')]
  const { status, body } = await api.call('POST', '/api/v1/auth/logout', { token: one })
  expect([status, body.data]).toEqual([200, { status: 'logged_out' }])
  expect((await api.call('GET', '/api/v1/entries/follows', { token: one })).status).toBe(401)
  expect((await api.call('GET', '/api/v1/entries/follows', { token: two })).status).toBe(200)
})

it('leaves neither codes nor tokens that ran out', async () => {
  const { db } = api.web.database
  await api.signIn('gone@example.se')
  await ask('gone@example.se')
  passed(366 * 86_400)
  const kept = await api.signIn('kept@example.se')
  await purgeExpired(api.web.database, api.web.clock.now())
  expect(await db.selectFrom('tokens').select('hash').where('user_id', '<', NEIGHBOUR).execute()).toEqual([
    { hash: hashToken(kept) },
  ])
  expect(await db.selectFrom('login_codes').select('email').where('email', 'not like', 'neighbour%').execute()).toEqual(
    [],
  )
})

describe('with a mail server', () => {
  let mailServer: TestMailServer
  let mailing: TestApi
  beforeAll(async () => {
    mailServer = await startMailServer()
    mailing = await startApi({ SMTP_URL: mailServer.url, MAIL_FROM: 'news@site.example' })
  })
  afterAll(async () => {
    await mailing.close()
    await mailServer.close()
  })
  const send = () =>
    mailing.call('POST', '/api/v1/auth/login', { body: { provider: 'email', email: 'per@example.se' } })

  it('hands the mail over, in the language of the site, and leaves nothing in the outbox', async () => {
    expect((await send()).status).toBe(202)
    expect(mailServer.mails).toHaveLength(1)
    const [mail] = mailServer.mails
    expect(mail).toContain('To: per@example.se')
    expect(mail).toContain('From: news@site.example')
    expect(mail).toMatch(/\b\d{6}\b/)
    expect(mail).toContain('minuter')
    expect(mailing.web.outbox('per@example.se')).toEqual([])
  })

  it('says so when the server does not take it', async () => {
    mailServer.refuse(true)
    const { status, body, headers } = await send()
    expect([status, body.error.type]).toEqual([503, 'unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})
