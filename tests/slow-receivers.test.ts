/** Receivers that never answer: nobody waits for them, neither others of their kind nor other ways of being told. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertsAt } from './support/alerts.ts'
import { seedArticles, seedWebhook } from './support/build.ts'
import { emptyTables, NEIGHBOUR } from './support/neighbour.ts'
import { type Receiver, startReceiver } from './support/played/receiver.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

const TOPIC = 'https://site.example/entries.rss'
let site: AlertSite
let silent: Receiver
let receiver: Receiver

beforeAll(async () => {
  site = await startAlertSite({ TRUST_PROXY: '127.0.0.1', FETCH_ALLOW: '127.0.0.0/8' })
  receiver = await startReceiver()
})
afterAll(async () => {
  await site.close()
  await receiver.close()
})
beforeEach(async () => {
  await emptyTables(site.web.database, 'webhooks', 'hub_subscriptions', 'users', 'stories', 'events', 'articles')
  site.at('2026-11-23T12:00:00Z')
  silent = await startReceiver({ host: '127.0.0.2', silent: true })
  receiver.clear()
  site.mail.mails.length = 0
  site.push.pushed.length = 0
  return () => silent.close()
})

const publish = () => seedArticles(site.web.database, [{ feed_id: site.feeds[0] ?? 0, event_id: null }])

let asking = 0
/** Each from an address of its own. */
const subscribe = (callback: string) =>
  site.web.app.inject({
    method: 'POST',
    url: '/websub',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `198.51.100.${++asking % 250}`,
    },
    payload: new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback }).toString(),
  })
const subscriptions = async () =>
  (await site.web.database.db.selectFrom('hub_subscriptions').select('callback').where('id', '<', NEIGHBOUR).execute())
    .length

describe('a webhook', () => {
  it('is told of two changes while another has not answered the first', { tags: 'slow' }, async () => {
    await seedWebhook(site.web.database, silent.url)
    await seedWebhook(site.web.database, receiver.url)
    for (const n of [1, 2]) {
      await publish()
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(n)
    }
    expect([silent.received.length, silent.waiting()]).toEqual([1, 1])
  })

  it('is told while subscribers of the hub do not answer, of whom few are asked at a time', {
    tags: 'slow',
  }, async () => {
    for (let n = 0; n < 29; n++) expect((await subscribe(`${silent.url}/${n}`)).statusCode).toBe(202)
    await expect.poll(subscriptions).toBe(29)
    await publish()
    await expect.poll(() => silent.waiting()).toBeGreaterThan(1)
    await seedWebhook(site.web.database, receiver.url)
    await publish()
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1)
    expect(silent.waiting()).toBeGreaterThan(0)
    expect(silent.mostAtOnce()).toBeLessThanOrEqual(4)
  })
})

describe('an alert', () => {
  it('comes by mail and to other devices while 160 endpoints of one host do not answer', { tags: 'slow' }, async () => {
    const [stranger, tag] = [await site.signIn('stranger@example.se'), String(site.tag)]
    for (let n = 0; n < 160; n++) {
      const { id } = n < 20 ? stranger : await accountOf(n)
      if (n >= 20 || n === 0) await site.alert(id, { push: true, mail: false, key: tag })
      const { p256dh, auth } = site.push.subscribe(`x${n}`)
      await alertsAt(site.web.ctx).saveDevice(id, { endpoint: `${silent.url}/${n}`, p256dh, auth, device: '' })
    }
    for (const name of ['ann', 'bo', 'eva', 'ola', 'per'])
      await site.alert((await site.signIn(`${name}@example.se`)).id, { mail: true })
    const { id } = await site.signIn('eli@example.se')
    await site.alert(id, { push: true, mail: false })
    await site.device(id, 'telefon')
    const event = await site.report('Krokarna är här')
    for (const title of ['Krokar!', 'Krokarna kom']) await site.report(title, event)
    const run = site.run()
    await expect.poll(() => site.mail.mails.length, { timeout: 60_000 }).toBe(5)
    await expect.poll(() => site.push.pushed.length, { timeout: 60_000 }).toBe(1)
    expect(silent.waiting()).toBeGreaterThan(0)
    await silent.close()
    await run
    expect(silent.received.length).toBeLessThan(40)
  })
})

async function accountOf(n: number): Promise<{ id: number }> {
  const values = { email: `reader${n}@example.se`, created_at: new Date() }
  return site.web.database.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
}
