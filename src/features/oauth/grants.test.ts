/** Grants in the database: when they and their programs end, whose they are, and how many. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/neighbour.ts'
import { challenge, redirectUri, verifier } from '../../../tests/support/played/identity.ts'
import { signIn } from '../../news/accounts/writes/accounts.ts'
import { listAgents } from '../../news/accounts/writes/agents.ts'
import { MAX_GRANTS } from '../../news/accounts/writes/quotas.ts'
import { issueToken } from '../../news/accounts/writes/tokens.ts'
import type { Database } from '../../platform/database/database.ts'
import { purgeExpiredGrants, saveClient } from './clients.ts'
import { oauthRules } from './grant.ts'
import { callerOfAccessToken, makeGrant, redeemCode, removeAgent } from './grants.ts'

const start = new Date('2026-11-21T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const HOUR = 3_600_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyTables(database, 'users', 'oauth_clients'))

const byMail = (email: string) => signIn(database, { provider: 'email', subject: email, email }, start)

/** A program that the reader lets in. */
async function letIn(userId: number, name: string): Promise<string> {
  const { id: clientId } = await saveClient(database, { name, redirectUris: [redirectUri] }, start)
  const code = await makeGrant(database, userId, { clientId, access: 'read', redirectUri, challenge }, start)
  await redeemCode(database, { code, clientId, redirectUri, verifier }, start)
  return clientId
}

it('joins two accounts with the programs that either let in', async () => {
  const google = await signIn(database, { provider: 'google', subject: 'g4', email: null }, start)
  const mail = await byMail('ida@example.se')
  const tokens: string[] = []
  for (const { id } of [google, mail]) {
    const { id: clientId } = await saveClient(database, { name: `${id}`, redirectUris: [redirectUri] }, start)
    const code = await makeGrant(database, id, { clientId, access: 'read', redirectUri, challenge }, start)
    const issued = await redeemCode(database, { code, clientId, redirectUri, verifier }, start)
    tokens.push(issued?.accessToken ?? '')
  }
  const { id } = await signIn(database, { provider: 'google', subject: 'g4', email: 'ida@example.se' }, start)
  expect((await listAgents(database, id, start)).map(({ name }) => name).sort()).toEqual([`${google.id}`, `${mail.id}`])
  for (const token of tokens)
    expect(await callerOfAccessToken(database, token, start)).toMatchObject({ id, access: 'read' })
})

it('lets in as many programs as an account may have, each by its own token alone', async () => {
  const { id } = await byMail('ann@example.se')
  const { id: clientId } = await saveClient(database, { name: 'Agent', redirectUris: [redirectUri] }, start)
  const grant = () => makeGrant(database, id, { clientId, access: 'read', redirectUri, challenge }, start)
  for (let n = 0; n < MAX_GRANTS; n++) await grant()
  await expect(grant()).rejects.toMatchObject({ code: 'unprocessable' })
  expect(await callerOfAccessToken(database, (await issueToken(database, id, start)).token, start)).toBeNull()
})

it('is taken from one reader, and from one program', async () => {
  const [ann, bo] = [await byMail('ann@example.se'), await byMail('bo@example.se')]
  const [one, other] = [await letIn(ann.id, 'one'), await letIn(ann.id, 'other')]
  await letIn(bo.id, 'one')
  await removeAgent(database, bo.id, one)
  await removeAgent(database, ann.id, other)
  const names = async (id: number) => (await listAgents(database, id, start)).map(({ name }) => name)
  expect([await names(ann.id), await names(bo.id)]).toEqual([['one'], ['one']])
})

it.each([
  ['a program that was never let in', null, oauthRules.unusedHours],
  ['a program that is in no more', start, oauthRules.usedDays * 24],
])('deletes %s then, and no sooner', async (_, grantedAt, hours) => {
  const { id } = await saveClient(database, { name: '', redirectUris: [redirectUri] }, start)
  await database.db.updateTable('oauth_clients').set({ granted_at: grantedAt }).where('id', '=', id).execute()
  const isThere = async (now: Date) => {
    await purgeExpiredGrants(database, now)
    const found = await database.db.selectFrom('oauth_clients').select('id').where('id', '=', id).execute()
    return found.length > 0
  }
  expect([await isThere(after(hours * HOUR - 1)), await isThere(after(hours * HOUR))]).toEqual([true, false])
})

it('ends a grant after so long a disuse, and no sooner', async () => {
  const { id } = await byMail('ann@example.se')
  await letIn(id, 'Agent')
  const ends = oauthRules.refreshDays * 24 * HOUR
  const left = async (now: Date) => {
    await purgeExpiredGrants(database, now)
    return (await listAgents(database, id, start)).length
  }
  expect([await left(after(ends - 1)), await left(after(ends))]).toEqual([1, 0])
})
