/** Without the feature a program that was let in waits: its token opens nothing, and nothing leads a client to a sign-in. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { signIn, visitorAt } from '../../../tests/support/people.ts'
import { connect, open, register, requestOf } from '../../../tests/support/played/identity.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { featureNames } from '../../features.ts'
import { exportAccount } from '../../news/accounts/writes/export-account.ts'
import { connectDatabase } from '../../platform/database/database.ts'

let on: TestWeb
let off: TestWeb
let ann: { token: string; userId: number }
let access: string
beforeAll(async () => {
  on = await startTestWeb()
  ann = await signIn(on, 'ann@site.example')
  ;({ access } = await connect(on, ann.token))
  off = await startTestWeb({ FEATURES: '-oauth' }, await connectDatabase(on.database.address, 3))
  off.clock.set(on.clock.now())
})
afterAll(async () => {
  await off.close()
  await on.close()
})

const document = 'resource_metadata="https://site.example/.well-known/oauth-protected-resource"'

it.each([
  ['no token', false, ['Bearer', `Bearer ${document}`], [401, 401]],
  ['the token of a program', true, ['Bearer error="invalid_token"', undefined], [401, 200]],
] as const)('is answered with %s', async (_, isSent, challenges, statuses) => {
  const headers = isSent ? { authorization: `Bearer ${access}` } : {}
  for (const [n, web] of [off, on].entries()) {
    const answer = await web.app.inject({ url: '/api/v1/me', headers })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([statuses[n], challenges[n]])
  }
})

it('MCP names no address where a reader signs in', async () => {
  for (const [web, isNamed] of [
    [off, false],
    [on, true],
  ] as const) {
    const answer = await web.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'my_edition', arguments: {} } },
    })
    expect(answer.statusCode).toBe(401)
    expect(String(answer.headers['www-authenticate']).startsWith('Bearer scope="read"')).toBe(true)
    expect(String(answer.headers['www-authenticate']).includes('resource_metadata')).toBe(isNamed)
    expect(answer.body.includes('WWW-Authenticate')).toBe(isNamed)
  }
})

it.each(['/konto/apps', '/konto/settings'])('%s has no programs', async (path) => {
  const bodyAt = async (web: TestWeb) => (await visitorAt(web, { konto: ann.token }).get(path)).body
  expect((await bodyAt(on)).includes('agents"')).toBe(true)
  expect((await bodyAt(off)).includes('agents"')).toBe(false)
})

it.runIf(featureNames.includes('alerts'))('asks for what a program may of alerts where there are alerts', async () => {
  const without = await startTestWeb({ FEATURES: '-alerts' }, await connectDatabase(on.database.address, 3))
  without.clock.set(on.clock.now())
  const { client_id } = (await register(on)).body
  for (const [web, isThere] of [
    [on, true],
    [without, false],
  ] as const) {
    const { body } = await open(web, ann.token, requestOf(client_id))
    for (const scope of ['read', 'full']) {
      expect(body).toContain(`<li>${t(`connect.may_${scope}`)}</li>`)
      expect(body.includes(`<li>${t(`alerts.may_${scope}`)}</li>`)).toBe(isThere)
    }
  }
  await without.close()
})

it('an account keeps them, and has them in its export', async () =>
  expect(await exportAccount(off.ctx.database, ann.userId)).toMatchObject({ agents: [{ access: 'full' }] }))
