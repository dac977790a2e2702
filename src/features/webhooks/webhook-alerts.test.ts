/** Webhooks that are alerted: an event that enough publishers report is sent once, and again only when its story turns. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type Receiver, signatureOf, startReceiver } from '../../../tests/support/played/receiver.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { runStage } from '../../../tests/support/run-stage.ts'
import { type AlertSite, startAlertSite } from '../../../tests/support/worlds/alerts.ts'
import { absorbEvents, refreshEvents } from '../../news/events/writes/events.ts'
import { publishing } from '../../platform/database/database.ts'
import { addWebhook } from './add.ts'
import { webhooksAdd, webhooksList } from './cli.ts'
import { listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from './store.ts'
import type { WebhookRequest } from './webhook.ts'

let site: AlertSite
let receiver: Receiver
beforeAll(async () => {
  ;[site, receiver] = await Promise.all([startAlertSite(), startReceiver()])
})
afterAll(async () => {
  await site.close()
  await receiver.close()
})
beforeEach(async () => {
  await emptyTables(site.web.database, 'webhooks', 'stories', 'events', 'articles')
  site.at('2026-11-23T12:00:00Z')
  receiver.clear()
})

const add = (request: WebhookRequest = {}) =>
  addWebhook(site.web.database, { url: receiver.url, alerts: true, ...request }, [], site.web.clock.now())

/** The stages of alerts, then what waits for webhooks. */
async function run(): Promise<void> {
  await site.run()
  await site.web.deliver()
}

const titles = () => receiver.received.map(({ body }) => JSON.parse(body)).map(({ data }) => data.object.title)
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])

/** Publishers tell an event until so many do. */
async function tell(title: string, sources: number, id?: number, about: object = {}): Promise<number> {
  const event = id ?? (await site.report(title, undefined, about))
  for (let n = id ? 0 : 1; n < sources; n++) await site.report(title, event, about)
  return event
}

describe('an alert for a webhook', () => {
  it('comes when the third independent publisher tells it, once, signed, and never for a copy', {
    tags: 'slow',
  }, async () => {
    const { secret } = await add()
    const event = await tell('Krokarna är här', 2)
    await run()
    const { publisher } = await site.web.database.db
      .selectFrom('feeds')
      .select('publisher')
      .where('id', '=', site.feeds[0] ?? 0)
      .executeTakeFirstOrThrow()
    await site.report('Krokarna är här', event, { credited_publisher: publisher })
    await site.report('Krokarna är här', event, { feed_id: site.feeds[1] })
    await run()
    expect(receiver.received).toEqual([])
    await site.report('Krokarna är här', event, { feed_id: site.feeds[2] })
    await run()
    await site.report('Krokarna är här', event, { feed_id: site.feeds[3] })
    await run()
    const [message] = receiver.received
    expect(receiver.received).toHaveLength(1)
    expect(message?.headers['webhook-signature']).toBe(message && signatureOf(message, secret))
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'alert',
      timestamp: '2026-11-23T12:00:00.000Z',
      data: {
        type: 'alert',
        id: event,
        object: { source_count: 3, url: `https://site.example/handelser/${event}-krokarna-ar-har` },
      },
    })
  })

  it('comes again when the story turns, but for no opinion and no merge', { tags: 'slow' }, async () => {
    await add({ minSources: 2 })
    const first = await tell('Krokarna är här', 2)
    await site.inStory([first])
    await run()
    site.at('2026-11-23T14:00:00Z')
    const opinion = await tell('Krokarna är fula', 2, undefined, { kind: 'opinion' })
    const turn = await tell('Krokarna dras tillbaka', 2)
    await site.inStory([first, opinion, turn])
    await run()
    expect(titles()).toEqual(['Krokarna är här', 'Krokarna dras tillbaka'])
    const small = await tell('Krokar dras in', 1)
    await publishing(site.web.database, async (trx) => {
      await absorbEvents(trx, [{ from: turn, into: small }])
      await refreshEvents(trx, [turn, small])
    })
    await run()
    expect(titles()).toHaveLength(2)
  })

  it('is of the tag and the source that were asked for, both where both were', { tags: 'slow' }, async () => {
    const [feed = 0, other = 0] = site.feeds
    await add({ minSources: 2, tag: 'krokar', feed })
    await tell('En ögla', 2, undefined, { tag_ids: [] })
    const without = await site.report('Krokar utan Bladet', undefined, { feed_id: other })
    await site.report('Krokar utan Bladet', without, { feed_id: site.feeds[2] })
    await run()
    expect(titles()).toEqual([])
    await site.report('Krokar med Bladet', without, { feed_id: feed })
    await run()
    expect(ids()).toHaveLength(1)
  })

  it('waits for the end of the quiet hours, and is left out if it holds no more', { tags: 'slow' }, async () => {
    await add({ quiet: '22:00-07:00' })
    site.at('2026-11-23T23:00:00Z')
    await tell('Krokarna är här', 3)
    const gone = await tell('Öglorna är här', 3)
    await run()
    expect(titles()).toEqual([])
    await publishing(site.web.database, async (trx) => {
      await trx.updateTable('articles').set({ status: 'removed' }).where('event_id', '=', gone).execute()
      await refreshEvents(trx, [gone])
    })
    site.at('2026-11-24T05:59:00Z')
    await run()
    expect(titles()).toEqual([])
    site.at('2026-11-24T06:00:00Z')
    await run()
    await run()
    expect(titles()).toEqual(['Krokarna är här'])
  })

  it('tells nothing of what was confirmed before it was asked for', async () => {
    const event = await tell('Krokarna är här', 3)
    await run()
    await add()
    await tell('Krokarna är här', 1, event)
    await run()
    expect(titles()).toEqual([])
  })
})

describe('an alert that waits', () => {
  it.each([
    ['pause', pauseWebhook],
    ['remove', removeWebhook],
  ])('is not sent after a %s while the one before is answered', { tags: 'slow' }, async (name, act) => {
    const { id } = await add({ minSources: 2 })
    for (const title of ['Krokar', 'Öglor', 'Hakar']) await tell(title, 2)
    receiver.meanwhile.push(() => act(site.web.database, id, site.web.clock.now()))
    await run()
    await site.web.deliver()
    expect(titles()).toHaveLength(1)
    if (name === 'remove') return
    await resumeWebhook(site.web.database, id, site.web.clock.now())
    await site.web.deliver()
    expect(new Set(titles())).toEqual(new Set(['Krokar', 'Öglor', 'Hakar']))
    expect(titles()).toHaveLength(3)
  })
})

describe('exactly once', () => {
  it('holds over kills: while it is looked for, and while it is sent, with the same id', { tags: 'slow' }, async () => {
    const { id } = await add()
    // Killed while it had the lease: none is sent until that ends.
    const leased = new Date('2026-11-23T12:00:20Z')
    await site.web.database.db.updateTable('outbox').set({ leased_until: leased }).where('id', '<', NEIGHBOUR).execute()
    await tell('Krokarna är här', 3)
    await site.settle()
    await runStage(site.web.services, 'alerts')
    // Killed before it was noted how far the log was read: it is read again.
    await site.web.database.db.updateTable('alert_progress').set({ position: 0 }).execute()
    await runStage(site.web.services, 'alerts')
    await site.web.deliver()
    expect(titles()).toEqual([])
    site.at('2026-11-23T12:01:00Z')
    await Promise.all([site.web.deliver(), site.web.deliver()])
    expect(titles()).toEqual(['Krokarna är här'])
    // Killed after it was taken and before that was noted: the receiver knows it by its id.
    await site.web.database.db.updateTable('outbox').set({ state: 'waiting' }).where('id', '<', NEIGHBOUR).execute()
    site.at('2026-11-23T12:02:00Z')
    await site.web.deliver()
    expect(new Set(ids()).size).toBe(1)
    expect((await listWebhooks(site.web.database)).find((each) => each.id === id)).toMatchObject({ delivered: 2 })
  })

  it('holds for a receiver that is busy, paused and resumed: each alert in its order, and with its id', {
    tags: 'slow',
  }, async () => {
    const { id } = await add()
    await tell('Krokarna är här', 3)
    receiver.statuses.push(500)
    await run()
    await tell('Öglorna är här', 3)
    await run()
    expect(titles()).toEqual([])
    await pauseWebhook(site.web.database, id, site.web.clock.now())
    site.at('2026-11-23T12:10:00Z')
    await run()
    expect(titles()).toEqual([])
    await resumeWebhook(site.web.database, id, site.web.clock.now())
    await run()
    expect(titles()).toEqual(['Krokarna är här', 'Öglorna är här'])
    expect(new Set(ids()).size).toBe(2)
  })
})

describe('on the command line', () => {
  it('a webhook for alerts is added and listed, with three sources where nothing else is said', async () => {
    const { io, lines } = recordedIo()
    await webhooksAdd(site.web.services, io, receiver.url, { alerts: true, tag: 'krokar', quiet: '22:00-07:00' })
    expect(lines[0]).toMatch(/^Webhook \d+ is alerted of events from now on/)
    lines.length = 0
    await webhooksList(site.web.services, io)
    expect(lines.join('\n')).toContain('alerts; tag krokar; 3 sources; quiet 22:00–07:00')
  })
})
