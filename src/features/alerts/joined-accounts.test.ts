/** Two accounts that turn out to be one person's. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { signIn } from '../../news/accounts/writes/accounts.ts'
import type { Database } from '../../platform/database/database.ts'
import { listAlertRules, saveAlertRule } from './store/rules.ts'
import { insertAlertWebhook, listAlertWebhooks } from './store/webhooks.ts'

const start = new Date('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('are joined with the webhooks and the alerts of both, each address once', async () => {
  const email = 'bo@example.se'
  const google = await signIn(database, { provider: 'google', subject: 'g3', email: null }, start)
  const mail = await signIn(database, { provider: 'email', subject: email, email }, start)
  const rule = { kind: 'search', minSources: 3, push: false, mail: false, webhook: true, heedsQuiet: true } as const
  for (const { id } of [google, mail]) {
    for (const url of ['https://hook.example/both', `https://hook.example/${id}`])
      await insertAlertWebhook(database, id, { url, secret: `${id}` }, start)
    await saveAlertRule(database, id, { ...rule, key: `krok ${id}` }, start)
  }
  const { id } = await signIn(database, { provider: 'google', subject: 'g3', email }, start)
  expect((await listAlertWebhooks(database, id)).map(({ url }) => url).toSorted()).toEqual([
    ...[`https://hook.example/${google.id}`, `https://hook.example/${mail.id}`, 'https://hook.example/both'],
  ])
  expect(await listAlertRules(database, id)).toMatchObject([{ webhook: true }, { webhook: true }])
})
