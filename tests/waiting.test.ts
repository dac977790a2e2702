/** Messages that wait, by every way out and in every state: each is sent once or not at all, by two processes that send. */
// @module-tag slow

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pauseWebhook, removeWebhook } from '../src/features/webhooks/store.ts'
import { follow } from '../src/news/accounts/writes/follows.ts'
import { confirmMail, stopMail } from '../src/news/editions/writes/mail-subscriptions.ts'
import { alertsAt } from './support/alerts.ts'
import { seedArticles, seedWebhook } from './support/build.ts'
import { saveTimes } from './support/edition-mail.ts'
import { emptyTables, NEIGHBOUR } from './support/neighbour.ts'
import { readMail } from './support/played/mail.ts'
import { type Receiver, startReceiver } from './support/played/receiver.ts'
import { type SmallServer, startSmallServer } from './support/played/small-server.ts'
import { runStage, sendAlerts } from './support/run-stage.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

const TOPIC = 'https://site.example/entries.rss'
let site: AlertSite
/** Another process on the same database. */
let second: TestWeb
let receiver: Receiver
let subscriber: SmallServer
let callback: string
let delivered: number
/** The subscriber takes deliveries. */
let takes: boolean

beforeAll(async () => {
  site = await startAlertSite({ FETCH_ALLOW: '127.0.0.1/32' })
  receiver = await startReceiver()
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = site.web.config
  const database = { ...site.web.database, close: async () => {} }
  const env = { SMTP_URL: SMTP_URL ?? '', MAIL_FROM: MAIL_FROM ?? '', DATA_DIR, FETCH_ALLOW: '127.0.0.1/32' }
  second = await startTestWeb(env, database, { strangers: ['127.0.0.0/8'] })
  subscriber = await startSmallServer((request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('hub.challenge')
    request.resume()
    if (challenge === null && takes) delivered++
    response.writeHead(challenge !== null || takes ? 200 : 503).end(challenge)
  })
  callback = `${subscriber.url}/`
})
afterAll(async () => {
  await subscriber.close()
  await second.close()
  await site.close()
  await receiver.close()
})
beforeEach(async () => {
  await emptyTables(
    site.web.database,
    'webhooks',
    'hub_subscriptions',
    'users',
    'stories',
    'events',
    'articles',
    'rate_hits',
  )
  setTime('2026-11-23T12:00:00Z')
  receiver.clear()
  site.mail.mails.length = 0
  site.push.pushed.length = 0
  delivered = 0
  takes = true
})

const setTime = (time: string) => {
  for (const { clock } of [site.web, second]) clock.set(new Date(time))
}
const publish = () => seedArticles(site.web.database, [{ feed_id: site.feeds[0] ?? 0, event_id: null }])

/** Two publishers tell an event, and it is known whom that alerts. */
async function confirm(): Promise<void> {
  await site.report('Krokar', await site.report('Krokar'))
  await site.settle()
  await runStage(site.web.services, 'alerts')
}

/** A reader whose alerts wait for the end of their quiet hour. */
async function alertReader(way: { push: boolean; mail: boolean }) {
  const { id } = await site.signIn('ann@example.se')
  await site.alert(id, { ...way, minSources: 2 })
  const device = way.push ? (await site.device(id, 'telefon')).id : 0
  await alertsAt(site.web.ctx).saveQuietTime(id, { timezone: 'UTC', from: 12 * 60, until: 13 * 60 })
  await confirm()
  return { id, device }
}

interface Waiting {
  /** The time from which it may be sent. */
  due: string
  pause(): Promise<unknown>
  remove(): Promise<unknown>
}
interface Way {
  /** Lets one message wait. */
  wait(): Promise<Waiting>
  send(web: TestWeb): Promise<unknown>
  received(): number
}

const hub = (mode: string) =>
  site.web.app.inject({
    method: 'POST',
    url: '/websub',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ 'hub.mode': mode, 'hub.topic': TOPIC, 'hub.callback': callback }).toString(),
  })
const subscriptions = (n: number) =>
  vi.waitFor(async () => {
    const rows = await site.web.database.db
      .selectFrom('hub_subscriptions')
      .select('topic')
      .where('id', '<', NEIGHBOUR)
      .execute()
    expect(rows).toHaveLength(n)
  }, 10_000)

const WAYS: Record<string, Way> = {
  'an edition by mail': {
    wait: async () => {
      const { id } = await site.signIn('ann@example.se')
      await follow(site.web.database, id, { kind: 'tag', key: String(site.tag) }, site.web.ctx.clock.now())
      const times = { timezone: 'UTC', morning: 7 * 60, evening: null, days: [1, 2, 3, 4, 5, 6, 7] }
      await saveTimes(site.web.ctx, id, times)
      const key = /\/utskick\/([\w-]{32})\/yes/.exec(readMail(site.mail.mails.at(-1) ?? '').text)?.[1] ?? ''
      await confirmMail(site.web.database, 'edition', key, site.web.clock.now())
      site.mail.mails.length = 0
      await site.report('Krokar')
      return {
        due: '2026-11-24T07:00:00Z',
        pause: () => stopMail(site.web.database, 'edition', { userId: id }, site.web.clock.now()),
        remove: () => site.web.ctx.accounts.deleteAccount(id),
      }
    },
    send: async ({ services }) => {
      await runStage(services, 'editions')
      await runStage(services, 'letters')
    },
    received: () => site.mail.mails.length,
  },
  'an alert by mail': {
    wait: async () => {
      const { id } = await alertReader({ push: false, mail: true })
      return {
        due: '2026-11-23T13:00:00Z',
        pause: () => stopMail(site.web.database, 'alerts', { userId: id }, site.web.clock.now()),
        remove: () => site.web.ctx.accounts.deleteAccount(id),
      }
    },
    send: ({ services }) => sendAlerts(services),
    received: () => site.mail.mails.length,
  },
  'an alert to a device': {
    wait: async () => {
      const { id, device } = await alertReader({ push: true, mail: false })
      return {
        due: '2026-11-23T13:00:00Z',
        pause: () => alertsAt(site.web.ctx).removeDevice(id, device),
        remove: () => site.web.ctx.accounts.deleteAccount(id),
      }
    },
    send: ({ services }) => sendAlerts(services),
    received: () => site.push.pushed.length,
  },
  'a change to a webhook': {
    wait: async () => {
      const id = await seedWebhook(site.web.database, receiver.url)
      receiver.statuses.push(503)
      await publish()
      await site.web.deliver()
      await vi.waitFor(() => expect(receiver.statuses).toEqual([]))
      return {
        due: '2026-11-23T12:00:10Z',
        pause: () => pauseWebhook(site.web.database, id, site.web.clock.now()),
        remove: () => removeWebhook(site.web.database, id, site.web.clock.now()),
      }
    },
    send: (web) => web.deliver(),
    received: () => receiver.received.length,
  },
  'an alert to a webhook': {
    wait: async () => {
      const quiet = { quiet_from: 13 * 60, quiet_until: 14 * 60 }
      const id = await seedWebhook(site.web.database, receiver.url, { kind: 'alerts', min_sources: 2, ...quiet })
      await confirm()
      return {
        due: '2026-11-23T13:00:00Z',
        pause: () => pauseWebhook(site.web.database, id, site.web.clock.now()),
        remove: () => removeWebhook(site.web.database, id, site.web.clock.now()),
      }
    },
    send: (web) => web.deliver(),
    received: () => receiver.received.length,
  },
  'a feed to a subscriber of the hub': {
    wait: async () => {
      await publish()
      await hub('subscribe')
      await subscriptions(1)
      takes = false
      await publish()
      await site.web.deliver()
      takes = true
      const end = async () => {
        await hub('unsubscribe')
        await subscriptions(0)
      }
      return { due: '2026-11-23T12:00:31Z', pause: end, remove: async () => setTime('2027-11-23T12:00:00Z') }
    },
    send: (web) => web.deliver(),
    received: () => delivered,
  },
}

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  const sent = async (webs: TestWeb[] = [site.web]) => {
    await Promise.all(webs.map((web) => way.send(web)))
    return way.received()
  }

  it('is sent when it is due, once, and by one of two', async () => {
    const { due } = await way.wait()
    expect(await sent([site.web, second])).toBe(0)
    setTime(due)
    await sent([site.web, second])
    // A web delivers by itself, too: the message may be on its way.
    await expect.poll(way.received).toBe(1)
    expect(await sent([second, site.web])).toBe(1)
    setTime('2026-11-24T07:30:00Z')
    expect(await sent([second, site.web])).toBe(1)
  })

  it.each(['pause', 'remove'] as const)('is not sent after a %s', async (end) => {
    const waiting = await way.wait()
    if (end === 'pause') await waiting.pause()
    setTime(waiting.due)
    if (end === 'remove') await waiting.remove()
    expect(await sent()).toBe(0)
  })
})
