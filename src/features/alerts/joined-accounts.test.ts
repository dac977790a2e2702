/** Two accounts that turn out to be one person's. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { signIn } from '../../news/accounts/writes/accounts.ts'
import type { Database } from '../../platform/database/database.ts'
import { saveDevice } from './store/devices.ts'
import { saveAlerts } from './store/matching.ts'
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

it.each([false, true])('are joined with the alerts that wait, where both have the rule: %s', async (both) => {
  const now = new Date('2026-11-23T22:30:00Z')
  const pushAt = new Date('2026-11-24T06:00:00Z')
  const subject = `google-${both}`
  const email = `${both}@example.se`
  const { eventId } = await seedEvent(database, [{ feed_id: await seedFeed(database) }])
  const rule = { kind: 'event' as const, key: String(eventId), minSources: 1, push: true, mail: false, webhook: false }
  const stays = await signIn(database, { provider: 'google', subject, email: null }, now)
  const goes = await signIn(database, { provider: 'email', subject: email, email }, now)
  if (both) await saveAlertRule(database, stays.id, { ...rule, heedsQuiet: true }, now)
  const { id: ruleId } = await saveAlertRule(database, goes.id, { ...rule, heedsQuiet: true }, now)
  await saveDevice(
    database,
    goes.id,
    { endpoint: `https://push.example/${both}`, p256dh: 'x', auth: 'y', device: '' },
    now,
  )
  const due = { userId: goes.id, ruleId, minSources: 1, pushAt, mailAt: null, webhookAt: null }
  await saveAlerts(database.db, { id: eventId, sourceCount: 1 }, [due], now)
  const joined = await signIn(database, { provider: 'google', subject, email }, now)
  const { rows } = await sql`
    select r.user_id as "ofRule", p.user_id as "ofDevice" from outbox o join alert_rules r on r.id = o.rule_id
    join push_subscriptions p on p.id = o.device_id where o.event_id = ${eventId} and o.state = 'waiting'`.execute(
    database.db,
  )
  expect([joined.id, rows]).toEqual([stays.id, [{ ofRule: stays.id, ofDevice: stays.id }]])
})
