/** Programs that act for readers: what each step refuses, by one table, and that nothing is granted by it. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { signIn } from '../../../tests/support/people.ts'
import {
  answerForm,
  authorize,
  challenge,
  connect,
  encode,
  ledTo,
  open,
  post,
  redeem,
  redirectUri,
  refresh,
  register,
  requestOf,
  verifier,
} from '../../../tests/support/played/identity.ts'
import { livelyInHtml } from '../../../tests/support/valid/hostile.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { listAgents } from '../../news/accounts/writes/agents.ts'
import { exportAccount } from '../../news/accounts/writes/export-account.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { purgeExpiredGrants } from './clients.ts'
import { oauthRules } from './grant.ts'
import { makeGrant, removeAgent } from './grants.ts'

let web: TestWeb
let ann: { token: string; userId: number }
let client: string
let other: string

beforeAll(async () => {
  web = await startTestWeb({}, undefined, { alone: true })
  ann = await signIn(web, 'ann@site.example')
})
afterAll(() => web.close())
beforeEach(async () => {
  await web.database.db.deleteFrom('oauth_clients').execute()
  client = (await register(web)).body.client_id
  other = (await register(web, { redirect_uris: ['https://other.example/cb'], client_name: 'Annan' })).body.client_id
})

const grants = () => web.database.db.selectFrom('oauth_grants').selectAll().execute()
const later = (seconds: number) => web.clock.set(new Date(web.clock.now().getTime() + seconds * 1000))
const me = (token: string, method: 'GET' | 'POST' = 'GET') =>
  web.app.inject({
    method,
    url: '/api/v1/me/follows',
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: { kind: 'search', key: 'krok' } }),
  })
const status = async (token: string) => (await me(token)).statusCode

describe('registering', () => {
  it.each<[why: string, metadata: object, error: string]>([
    ['no address', {}, 'invalid_redirect_uri'],
    ['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['script', { redirect_uris: ['javascript://x/%0aalert(1)'] }, 'invalid_redirect_uri'],
    ['script in other case', { redirect_uris: ['JavaScript:/alert(1)'] }, 'invalid_redirect_uri'],
    ['data', { redirect_uris: ['data:/text/html,x'] }, 'invalid_redirect_uri'],
    ['a file', { redirect_uris: ['file:///etc/passwd'] }, 'invalid_redirect_uri'],
    ['http elsewhere', { redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
    ['a name like a loopback address', { redirect_uris: ['http://localhost.evil.example/'] }, 'invalid_redirect_uri'],
    ['userinfo', { redirect_uris: ['https://claude.ai@evil.example/'] }, 'invalid_redirect_uri'],
    [
      'userinfo after a loopback address',
      { redirect_uris: ['http://127.0.0.1:80@evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['a fragment', { redirect_uris: ['https://ok.example/#x'] }, 'invalid_redirect_uri'],
    ['a header’s end', { redirect_uris: ['https://ok.example/\r\nx: y'] }, 'invalid_redirect_uri'],
    ['a policy’s end', { redirect_uris: ['https://a;script-src.example/'] }, 'invalid_redirect_uri'],
    ['a relative address', { redirect_uris: ['/konto'] }, 'invalid_redirect_uri'],
    ['no text', { redirect_uris: [{ x: 1 }] }, 'invalid_redirect_uri'],
    ['eleven addresses', { redirect_uris: Array(11).fill(redirectUri) }, 'invalid_redirect_uri'],
    ['one too long', { redirect_uris: [`https://ok.example/${'x'.repeat(500)}`] }, 'invalid_redirect_uri'],
    ['another grant', { redirect_uris: [redirectUri], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['another answer', { redirect_uris: [redirectUri], response_types: ['token'] }, 'invalid_client_metadata'],
    ['a name that is none', { redirect_uris: [redirectUri], client_name: 7 }, 'invalid_client_metadata'],
  ])('refuses %s', async (_, metadata, error) => {
    expect(await register(web, metadata)).toMatchObject({ status: 400, body: { error } })
    expect(await web.database.db.selectFrom('oauth_clients').select('id').execute()).toHaveLength(2)
  })

  it('is bounded in bytes, by address, and in programs that no reader let in', async () => {
    const large = await register(web, { redirect_uris: [redirectUri], client_name: 'x'.repeat(9000) })
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request'])
    const send = () =>
      web.app.inject({
        method: 'POST',
        url: '/oauth/register',
        payload: { redirect_uris: [redirectUri] },
        remoteAddress: '198.51.100.7',
      })
    for (let n = 0; n < 30; n++) expect((await send()).statusCode).toBe(201)
    const refused = await send()
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      ...[429, 'temporarily_unavailable', expect.any(String)],
    ])
    const { clientId } = await connect(web, ann.token)
    later((oauthRules.unusedHours + 1) * 3600)
    await purgeExpiredGrants(web.database, web.clock.now())
    expect(await web.database.db.selectFrom('oauth_clients').select('id').execute()).toEqual([{ id: clientId }])
    await removeAgent(web.database, ann.userId, clientId)
    later(oauthRules.usedDays * 86_400)
    await purgeExpiredGrants(web.database, web.clock.now())
    expect(await web.database.db.selectFrom('oauth_clients').select('id').execute()).toEqual([])
  })

  it('drops the oldest of too many that no reader let in, and none that one did', async () => {
    const { clientId } = await connect(web, ann.token)
    await sql`
      insert into oauth_clients (id, name, redirect_uris, created_at)
      select 'program-' || n, 'x', '{}', ${web.clock.now()}::timestamptz - n * interval '1 second'
      from generate_series(1, ${oauthRules.maxUnused}) n`.execute(web.database.db)
    const { body } = await register(web)
    const rows = await web.database.db.selectFrom('oauth_clients').select('id').execute()
    const ids = new Set(rows.map(({ id }) => id))
    expect(ids.size).toBe(oauthRules.maxUnused + 1)
    expect([clientId, body.client_id, 'program-1', `program-${oauthRules.maxUnused}`].map((id) => ids.has(id))).toEqual(
      [...[true, true, true, false]],
    )
  })

  it('makes no secret, and takes the program’s name without what turns or hides text', async () => {
    const { status: made, body } = await register(web, {
      redirect_uris: ['cursor://app/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
      client_name: ' Cur\u0000\u202esor\n\u200b ',
    })
    expect([made, body.client_name, body.token_endpoint_auth_method]).toEqual([201, 'Cur sor', 'none'])
    expect(Object.keys(body)).not.toContain('client_secret')
    expect((await register(web, { redirect_uris: ['https://ok.example/cb'] })).body.client_name).toBe('ok.example')
  })
})

describe('the page that asks', () => {
  it.each<[why: string, fields: () => Record<string, string | string[] | undefined>]>([
    ['another address', () => requestOf(client, { redirect_uri: 'https://evil.example/' })],
    ['another path', () => requestOf(client, { redirect_uri: `${redirectUri}/x` })],
    ['another path by dots', () => requestOf(client, { redirect_uri: `${redirectUri}/../callback` })],
    ['another query', () => requestOf(client, { redirect_uri: `${redirectUri}?x` })],
    ['another loopback name', () => requestOf(client, { redirect_uri: 'http://localhost:4711/callback' })],
    [
      'a host behind a loopback address',
      () => requestOf(client, { redirect_uri: 'http://127.0.0.1:1@evil.example/callback' }),
    ],
    ['another program’s address', () => requestOf(client, { redirect_uri: 'https://other.example/cb' })],
    ['another port elsewhere', () => requestOf(other, { redirect_uri: 'https://other.example:8443/cb' })],
    ['no address', () => requestOf(client, { redirect_uri: undefined })],
    ['two addresses', () => requestOf(client, { redirect_uri: [redirectUri, 'https://evil.example/'] })],
    ['an unknown program', () => requestOf('x'.repeat(22))],
    ['a program that cannot be one', () => requestOf('\u0000')],
    ['no program', () => requestOf(client, { client_id: undefined })],
  ])('leads nowhere with %s', async (_, fields) => {
    for (const answer of [await open(web, ann.token, fields()), await answerForm(web, ann.token, fields())])
      expect([answer.statusCode, answer.headers.location, answer.body.includes(t('connect.unknown'))]).toEqual([
        ...[400, undefined, true],
      ])
    expect(await grants()).toEqual([])
  })

  it.each<[why: string, more: Record<string, string | string[] | undefined>, error: string]>([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which is plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['two challenges', { code_challenge: [challenge, challenge] }, 'invalid_request'],
    ['a state beyond measure', { state: 'x'.repeat(1001) }, 'invalid_request'],
    ['another answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['no answer', { response_type: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['a resource that is none', { resource: 'mcp' }, 'invalid_target'],
    ['one of two resources', { resource: ['https://site.example/mcp', 'https://elsewhere.example'] }, 'invalid_target'],
  ])('goes back with %s, and only after a click', async (_, more, error) => {
    const page = await open(web, ann.token, requestOf(client, more))
    expect([page.statusCode, page.headers.location, page.body.includes('value="yes"')]).toEqual([200, undefined, false])
    const { searchParams } = ledTo(await answerForm(web, ann.token, requestOf(client, more)))
    expect([searchParams.get('error'), searchParams.get('code'), searchParams.get('iss')]).toEqual([
      ...[error, null, 'https://site.example'],
    ])
    expect(await grants()).toEqual([])
  })

  it('keeps the state as it came, sends none where none came, and says no', async () => {
    const denied = ledTo(await answerForm(web, ann.token, requestOf(client, { answer: 'no' })))
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a b&c=d',
      iss: 'https://site.example',
    })
    const without = ledTo(await answerForm(web, ann.token, requestOf(client, { state: undefined })))
    expect([...without.searchParams.keys()]).toEqual(['code', 'iss'])
  })

  it('takes any port of a loopback address, and the resources of this site', async () => {
    for (const resource of [
      'https://site.example',
      'https://SITE.example/mcp/',
      'https://site.example/mcp/me',
      undefined,
    ]) {
      const free = { redirect_uri: 'http://127.0.0.1:55555/callback', resource }
      const led = ledTo(await answerForm(web, ann.token, requestOf(client, free)))
      expect([led.port, led.searchParams.has('code')]).toEqual(['55555', true])
    }
  })

  it('is in no frame, leads on to the program’s address alone, and shows its name as text', async () => {
    const hostile = '<img src=x onerror=pwn()>"\'><script>pwn()</script>'
    const { client_id: id } = (
      await register(web, { redirect_uris: ['https://evil.example/cb'], client_name: hostile })
    ).body
    const page = await open(
      web,
      ann.token,
      requestOf(id, { redirect_uri: 'https://evil.example/cb', state: '"><b>x</b>' }),
    )
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://evil.example;")
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain(t('connect.leads_to', { host: 'evil.example' }))
    expect(page.body).toContain('ann@site.example')
    expect(livelyInHtml(page.body)).toEqual([])
    await answerForm(web, ann.token, requestOf(id, { redirect_uri: 'https://evil.example/cb' }))
  })

  it('grants nothing to a program that went while its reader thought', async () => {
    const { db } = web.database
    const grant = { clientId: other, access: 'read', redirectUri: 'https://other.example/cb', challenge } as const
    await db.deleteFrom('oauth_clients').where('id', '=', other).execute()
    await expect(makeGrant(web.database, ann.userId, grant, web.clock.now())).rejects.toThrow(
      /^The program is not registered any more/,
    )
  })

  it('grants nothing to a form from elsewhere, without its token, or without a reader', async () => {
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { cookie: `konto=${ann.token}` },
      { cookie: `konto=${ann.token}; konto_form=${'g'.repeat(32)}` },
    ])
      expect((await answerForm(web, ann.token, requestOf(client), headers)).statusCode).toBe(403)
    const unknown = await answerForm(web, 'kh_x', requestOf(client))
    expect([unknown.statusCode, unknown.headers.location]).toEqual([303, '/konto'])
    expect(await grants()).toEqual([])
  })

  it('asks to sign in first, and comes back to the same request', async () => {
    const entry = await open(web, 'kh_x', requestOf(client))
    const next = /name="next" value="([^"]+)"/.exec(entry.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect([entry.statusCode, next.split('?')[0]]).toEqual([200, '/konto/connect'])
    const sent = (fields: object) => ({ ...fields, form: 'f'.repeat(32), next: next, email: 'bo@site.example' })
    const send = (url: string, fields: Record<string, string>) =>
      web.app.inject({
        method: 'POST',
        url,
        payload: encode(sent(fields)),
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `konto_form=${'f'.repeat(32)}` },
      })
    await send('/konto/code', {})
    const code = /\b\d{6}\b/.exec(web.outbox('bo@site.example').at(-1) ?? '')?.[0] ?? ''
    const entered = await send('/konto/sign-in', { code })
    expect([entered.statusCode, entered.headers.location]).toEqual([303, next])
    expect(Object.fromEntries(new URL(next, 'https://x.example').searchParams)).toEqual(requestOf(client))
  })
})

describe('redeeming a code', () => {
  it.each<[why: string, more: () => Record<string, string | undefined>, error: string]>([
    ['a wrong verifier', () => ({ code_verifier: 'y'.repeat(43) }), 'invalid_grant'],
    ['no verifier', () => ({ code_verifier: undefined }), 'invalid_grant'],
    ['the challenge itself', () => ({ code_verifier: challenge }), 'invalid_grant'],
    ['another address', () => ({ redirect_uri: 'http://127.0.0.1:4712/callback' }), 'invalid_grant'],
    ['another program', () => ({ client_id: other }), 'invalid_grant'],
    ['an unknown program', () => ({ client_id: 'x'.repeat(22) }), 'invalid_client'],
    ['no program', () => ({ client_id: undefined }), 'invalid_request'],
    ['another resource', () => ({ resource: 'https://elsewhere.example' }), 'invalid_target'],
    ['another grant type', () => ({ grant_type: 'password' }), 'unsupported_grant_type'],
    ['a code that is none', () => ({ code: '\u0000' }), 'invalid_grant'],
  ])('refuses %s, and keeps the code for its program', async (_, more, error) => {
    const code = await authorize(web, ann.token, client)
    const { status: code_, body, headers } = await redeem(web, client, code, more())
    expect([code_, body.error, headers['cache-control']]).toEqual([
      ...[error === 'invalid_client' ? 401 : 400, error, 'no-store'],
    ])
    expect((await redeem(web, client, code)).status).toBe(200)
  })

  it('is done once: a second time ends all that the first gave', async () => {
    const { clientId, code, access, refreshToken } = await connect(web, ann.token)
    expect(await status(access)).toBe(200)
    expect((await redeem(web, clientId, code)).body.error).toBe('invalid_grant')
    expect([await status(access), (await refresh(web, clientId, refreshToken)).body.error]).toEqual([
      401,
      'invalid_grant',
    ])
  })

  it('is done in time', async () => {
    const code = await authorize(web, ann.token, client)
    later(oauthRules.codeSeconds)
    expect((await redeem(web, client, code)).body.error).toBe('invalid_grant')
  })

  it('by many at once gives tokens to one at most', async () => {
    const code = await authorize(web, ann.token, client)
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(web, client, code)))
    expect(answers.filter(({ status: one }) => one === 200)).toHaveLength(1)
    expect(await grants()).toEqual([])
  })

  it('of several at once leaves one grant', async () => {
    const codes = [await authorize(web, ann.token, client), await authorize(web, ann.token, client)]
    const begun: ReturnType<typeof redeem>[] = []
    // Both have begun before either can end.
    await web.database.db.transaction().execute(async (trx) => {
      await trx.selectFrom('oauth_grants').select('id').forUpdate().execute()
      begun.push(...codes.map((code) => redeem(web, client, code)))
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect((await Promise.all(begun)).map(({ status: one }) => one)).toEqual([200, 200])
    expect(await grants()).toHaveLength(1)
  })

  it('takes the place of what the program had before, and of no other program', async () => {
    const back = { redirect_uri: 'https://other.example/cb' }
    const beside = await redeem(web, other, await authorize(web, ann.token, other, back), back)
    const first = await redeem(web, client, await authorize(web, ann.token, client, { scope: 'read' }))
    const second = await redeem(web, client, await authorize(web, ann.token, client))
    expect([await status(first.body.access_token), await status(second.body.access_token)]).toEqual([401, 200])
    expect([first.body.scope, second.body.scope]).toEqual(['read', 'read full'])
    expect(await status(beside.body.access_token)).toBe(200)
  })
})

describe('tokens', () => {
  it('live for an hour, and by their refresh token for 90 days of disuse', async () => {
    const { clientId, access, refreshToken } = await connect(web, ann.token)
    later(oauthRules.accessSeconds)
    expect(await status(access)).toBe(401)
    later((oauthRules.refreshDays - 1) * 86_400)
    const renewed = (await refresh(web, clientId, refreshToken)).body
    expect(await status(renewed.access_token)).toBe(200)
    later(oauthRules.refreshDays * 86_400)
    expect((await refresh(web, clientId, renewed.refresh_token)).body.error).toBe('invalid_grant')
    await purgeExpiredGrants(web.database, web.clock.now())
    expect(await grants()).toEqual([])
  })

  it('end all together when a refresh token comes twice, also long after', async () => {
    const { clientId, refreshToken } = await connect(web, ann.token)
    const second = (await refresh(web, clientId, refreshToken)).body
    const third = (await refresh(web, clientId, second.refresh_token)).body
    expect((await refresh(web, clientId, refreshToken)).body.error).toBe('invalid_grant')
    expect([await status(third.access_token), (await refresh(web, clientId, third.refresh_token)).status]).toEqual([
      401, 400,
    ])
  })

  it.each<[why: string, token: (granted: string) => string, by: () => string | null]>([
    ['another program', (own) => own, () => other],
    ['a token of no family', () => `khr_${'x'.repeat(64)}`, () => null],
    ['a text', () => 'x', () => null],
  ])('are refreshed for no %s', async (_, token, by) => {
    const { clientId, refreshToken, access } = await connect(web, ann.token)
    expect((await refresh(web, by() ?? clientId, token(refreshToken))).body.error).toBe('invalid_grant')
    expect(await status(access)).toBe(200)
  })

  it('of either kind end with their revocation, and any text is answered alike', async () => {
    for (const which of ['access', 'refreshToken'] as const) {
      const made = await connect(web, ann.token)
      expect((await post(web, '/oauth/revoke', { token: made[which] })).status).toBe(200)
      expect([await status(made.access), (await refresh(web, made.clientId, made.refreshToken)).status]).toEqual([
        401, 400,
      ])
    }
    for (const token of ['x', ann.token, `khr_${'x'.repeat(64)}`])
      expect((await post(web, '/oauth/revoke', { token })).status).toBe(200)
    expect(await status(ann.token)).toBe(200)
    expect((await post(web, '/oauth/revoke', {})).body.error).toBe('invalid_request')
  })

  it('that may read change nothing, over the API and over MCP', async () => {
    const { access } = await connect(web, ann.token, { scope: 'read' })
    const refused = await me(access, 'POST')
    const challenged = (path: string) =>
      `Bearer error="insufficient_scope", scope="full", resource_metadata="https://site.example/.well-known/oauth-protected-resource${path}"`
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([403, challenged('')])
    const over = await web.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'site.example',
        authorization: `Bearer ${access}`,
        accept: 'application/json, text/event-stream',
      },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'follow', arguments: { kind: 'search', key: 'x' } },
      },
    })
    expect([over.statusCode, over.headers['www-authenticate']]).toEqual([403, challenged('/mcp')])
    expect(await getProfile(web.ctx.database, ann.userId)).toMatchObject({ follows: [] })
  })

  it('take the webhooks of their program with them, and no others, but for a grant that replaces theirs', async () => {
    const asAnn = { url: '/api/v1/me/webhooks', headers: { authorization: `Bearer ${ann.token}` } }
    const hosts = async () =>
      (await web.app.inject(asAnn)).json().data.map(({ url }: { url: string }) => new URL(url).hostname)
    await web.app.inject({ ...asAnn, method: 'POST', payload: { url: 'https://reader.example/' } })
    const ends: Record<string, (made: { access: string; clientId: string }) => Promise<unknown>> = {
      'revoked.example': ({ access }) => post(web, '/oauth/revoke', { token: access }),
      'removed.example': ({ clientId }) => removeAgent(web.database, ann.userId, clientId),
    }
    for (const [host, end] of Object.entries(ends)) {
      const made = await connect(web, ann.token)
      const added = await web.app.inject({
        method: 'POST',
        url: '/api/v1/me/webhooks',
        payload: { url: `https://${host}/` },
        headers: { authorization: `Bearer ${made.access}` },
      })
      expect([added.statusCode, await hosts()]).toEqual([200, ['reader.example', host]])
      const again = (await redeem(web, made.clientId, await authorize(web, ann.token, made.clientId))).body
      expect([await hosts(), (await listAgents(web.database, ann.userId, web.clock.now())).length]).toEqual([
        ['reader.example', host],
        1,
      ])
      await end({ ...made, access: String(again.access_token) })
      expect(await hosts()).toEqual(['reader.example'])
    }
  })

  it('of full access neither delete the account nor sign in to the site, and end by signing out', async () => {
    const { access } = await connect(web, ann.token)
    const headers = { authorization: `Bearer ${access}` }
    const deleted = await web.app.inject({ method: 'DELETE', url: '/api/v1/auth/account', headers })
    expect([deleted.statusCode, await status(ann.token)]).toEqual([403, 200])
    const site = await web.app.inject({ url: '/konto/apps', headers: { cookie: `konto=${access}` } })
    expect(site.statusCode).toBe(303)
    await web.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers })
    expect(await status(access)).toBe(401)
  })

  it('are stored as hashes alone, are in the account’s export without them, and end with the account', async () => {
    const bo = await signIn(web, 'bo@site.example')
    const made = await connect(web, bo.token)
    const rows = JSON.stringify(await web.database.db.selectFrom('oauth_grants').selectAll().execute())
    const secrets = [made.code, made.access, made.refreshToken, made.refreshToken.slice(4, 36)]
    expect(secrets.filter((secret) => rows.includes(secret))).toEqual([])
    const exported = await exportAccount(web.ctx.database, bo.userId)
    expect(exported.agents).toEqual([
      { name: 'MCP', access: 'full', createdAt: expect.any(Date), lastUsedAt: expect.any(Date) },
    ])
    const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest())
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(hashes.map((hash) => hash.toString('hex')).join('|')))
    await web.ctx.accounts.deleteAccount(bo.userId)
    expect([await status(made.access), await grants()]).toEqual([401, []])
  })
})

it('no address answers a method that it has not, or a body that it does not take', async () => {
  expect((await web.app.inject({ url: '/oauth/token' })).statusCode).toBe(405)
  const typed = await web.app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: encode({ x: verifier }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([typed.statusCode, typed.json().error]).toEqual([400, 'invalid_request'])
})
