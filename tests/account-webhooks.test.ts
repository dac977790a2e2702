/** Webhooks of readers: their alerts at an address of their own, signed, within the outbox's bounds, and theirs alone. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRuleSettings } from '../src/features/alerts/rule.ts'
import { tryWebhook } from '../src/features/webhooks/add.ts'
import { listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from '../src/features/webhooks/store.ts'
import { mute } from '../src/news/accounts/writes/follows.ts'
import { alertsAt } from './support/alerts.ts'
import { seedWebhook } from './support/build.ts'
import { emptyTables, NEIGHBOUR } from './support/neighbour.ts'
import { type Receiver, signatureOf, startReceiver } from './support/played/receiver.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

let site: AlertSite
let receiver: Receiver
let ann: { id: number; token: string; cookie: string }
let secret: string

beforeAll(async () => {
  ;[site, receiver] = await Promise.all([startAlertSite(), startReceiver()])
})
afterAll(async () => {
  await site.close()
  await receiver.close()
})
beforeEach(async () => {
  await emptyTables(site.web.database, 'users', 'webhooks', 'stories', 'events', 'articles', 'rate_hits')
  site.at('2026-11-23T12:00:00Z')
  receiver.clear()
  ann = await site.signIn('ann@example.se')
  secret = (await add(receiver.url)).data.secret
})

async function api(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token = ann.token) {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await site.web.app.inject({
    method,
    url: `/api/v1/me${path}`,
    headers,
    ...(payload && { payload }),
  })
  return { statusCode, ...JSON.parse(body) }
}
const add = (url: string, token = ann.token) => api('POST', '/webhooks', { url }, token)
const listed = async () => (await api('GET', '/webhooks')).data
const rule = (about: Partial<AlertRuleSettings> = {}) =>
  site.alert(ann.id, { push: false, mail: false, webhook: true, ...about })

async function run(): Promise<void> {
  await site.run()
  await site.web.deliver()
}
const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.object.title)

/** Publishers tell an event until so many do. */
async function tell(title: string, sources: number, about: object = {}): Promise<number> {
  const event = await site.report(title, undefined, about)
  for (let n = 1; n < sources; n++) await site.report(title, event, about)
  return event
}

describe('an alert', () => {
  it('goes to the webhook when enough sources tell it, once, signed, as the operator’s do', {
    tags: 'slow',
  }, async () => {
    await rule({ minSources: 3 })
    const event = await tell('Krokarna är här', 2)
    await run()
    expect(receiver.received).toEqual([])
    await site.report('Krokarna!', event)
    await run()
    await site.report('Krokarna!!', event)
    await run()
    const [message] = receiver.received
    expect(receiver.received).toHaveLength(1)
    expect(message?.headers['webhook-signature']).toBe(message && signatureOf(message, secret))
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'alert',
      timestamp: '2026-11-23T12:00:00.000Z',
      data: { type: 'alert', id: event, object: { source_count: 3 } },
    })
    expect(await listed()).toMatchObject([{ state: 'active', delivered_at: '2026-11-23T12:00:00.000Z' }])
  })

  it.each([
    ['a tag', (): Partial<AlertRuleSettings> => ({}), ['Krok']],
    ['an event', (event: number): Partial<AlertRuleSettings> => ({ kind: 'event', key: String(event) }), ['Ögla']],
    ['a source', (): Partial<AlertRuleSettings> => ({ kind: 'source', key: String(site.feeds[1]) }), ['Krok', 'Ögla']],
    ['a search', (): Partial<AlertRuleSettings> => ({ kind: 'search', key: 'ögla' }), ['Ögla']],
  ] as const)('of %s comes, and no other', async (_, about, expected) => {
    const event = await tell('Ögla', 1, { tag_ids: [] })
    await run()
    await rule({ minSources: 2, ...about(event) })
    await site.report('Ögla', event, { tag_ids: [] })
    await tell('Krok', 2)
    await run()
    expect(titles().toSorted()).toEqual([...expected])
  })

  it('heeds the quiet time, and comes at its end if it holds', async () => {
    await alertsAt(site.web.ctx).saveQuietTime(ann.id, { timezone: 'UTC', from: 11 * 60, until: 13 * 60 })
    await rule({ minSources: 2 })
    await tell('Krok', 2)
    await run()
    expect(titles()).toEqual([])
    site.at('2026-11-23T13:00:00Z')
    await run()
    expect(titles()).toEqual(['Krok'])
  })

  it('that waits is not sent of what has left the topic', async () => {
    await alertsAt(site.web.ctx).saveQuietTime(ann.id, { timezone: 'UTC', from: 11 * 60, until: 13 * 60 })
    await rule({ minSources: 2 })
    const event = await tell('Krok', 2)
    await tell('Ögla', 2)
    await run()
    await site.web.database.db.updateTable('articles').set({ relevant: false }).where('event_id', '=', event).execute()
    site.at('2026-11-23T13:00:00Z')
    await run()
    expect(titles()).toEqual(['Ögla'])
  })

  it.each([
    ['a tag', {}, []],
    ['the event by itself', { kind: 'event' }, ['Tyst krok']],
  ] as const)('of %s that waits heeds what its reader has muted meanwhile', async (_, about, expected) => {
    const { database, clock } = site.web.ctx
    await alertsAt(site.web.ctx).saveQuietTime(ann.id, { timezone: 'UTC', from: 11 * 60, until: 13 * 60 })
    const event = await tell('Tyst krok', 1)
    await rule({ minSources: 2, ...about, ...('kind' in about && { key: String(event) }) })
    await site.report('Tyst krok', event)
    await run()
    await mute(database, ann.id, { kind: 'word', key: 'tyst' }, clock.now())
    site.at('2026-11-23T13:00:00Z')
    await run()
    expect(titles()).toEqual(expected)
  })

  it('is not sent of what is muted, without the rule, or where the rule does not name webhooks', {
    tags: 'slow',
  }, async () => {
    const { database, clock } = site.web.ctx
    const { id } = await rule({ minSources: 2 })
    await mute(database, ann.id, { kind: 'word', key: 'tyst' }, clock.now())
    await tell('Tyst krok', 2)
    await run()
    await alertsAt(site.web.ctx).saveQuietTime(ann.id, { timezone: 'UTC', from: 11 * 60, until: 13 * 60 })
    await tell('Krok', 2)
    await run()
    await alertsAt(site.web.ctx).removeAlert(ann.id, id)
    await rule({ minSources: 2, webhook: false, push: true, heedsQuiet: false })
    await tell('Hake', 2)
    site.at('2026-11-23T13:00:00Z')
    await run()
    expect(titles()).toEqual([])
  })
})

describe('a webhook', () => {
  it('that fails is paused after a day, says so on the page, and goes on where its reader starts it again', {
    tags: 'slow',
  }, async () => {
    await rule({ minSources: 2 })
    await tell('Krok', 2)
    for (let hour = 0; hour < 30; hour++) {
      receiver.statuses.push(500)
      site.at(new Date(Date.parse('2026-11-23T12:00:00Z') + hour * 3_600_000).toISOString())
      await run()
    }
    receiver.clear()
    expect(await listed()).toMatchObject([{ state: 'paused', last_error: 'HTTP 500' }])
    const { body } = await site.web.app.inject({ url: '/konto/alerts', headers: { cookie: ann.cookie } })
    expect(body).toContain('pausad: HTTP 500')
    const [{ id }] = await listed()
    expect((await api('POST', '/webhooks/resume', { id })).data).toMatchObject([{ state: 'active', last_error: null }])
    await run()
    expect(titles()).toEqual(['Krok'])
  })

  it('says nothing of why there was no answer, so that nobody looks around with it', async () => {
    await add('http://127.0.0.9:9/inside')
    await rule({ minSources: 2 })
    await tell('Krok', 2)
    await run()
    const { body } = await site.web.app.inject({ url: '/konto/alerts', headers: { cookie: ann.cookie } })
    expect([body.includes('inget svar'), /ECONN|refused/.test(body)]).toEqual([true, false])
    expect((await listed()).at(-1)).toMatchObject({ last_error: 'no answer' })
  })

  it('is the reader’s own: neither another reader nor the console sees, starts or removes it', async () => {
    const bo = await site.signIn('bo@example.se')
    const [{ id }] = await listed()
    expect([(await api('GET', '/webhooks', undefined, bo.token)).data, await listWebhooks(site.web.database)]).toEqual([
      [],
      [],
    ])
    expect((await api('DELETE', `/webhooks?id=${id}`, undefined, bo.token)).statusCode).toBe(404)
    expect((await api('POST', '/webhooks/resume', { id }, bo.token)).statusCode).toBe(404)
    for (const act of [pauseWebhook, resumeWebhook, removeWebhook])
      await expect(act(site.web.database, id, site.web.clock.now())).rejects.toMatchObject({ code: 'not_found' })
    await expect(tryWebhook(site.web.services, id)).rejects.toMatchObject({ code: 'not_found' })
    const logged = await sql`select from operator_actions where target like 'webhook%'`.execute(site.web.database.db)
    expect([await listed(), logged.rows]).toMatchObject([[{ id }], []])
  })

  it('is one of five, each with an address of its own, and is removed with all that waits for it', async () => {
    await rule({ minSources: 2 })
    expect((await add(receiver.url)).statusCode).toBe(422)
    for (let n = 1; n < 5; n++) expect((await add(`${receiver.url}/${n}`)).statusCode).toBe(200)
    expect((await add(`${receiver.url}/6`)).statusCode).toBe(422)
    await alertsAt(site.web.ctx).saveQuietTime(ann.id, { timezone: 'UTC', from: 11 * 60, until: 13 * 60 })
    await tell('Krok', 2)
    await run()
    for (const { id } of await listed()) await api('DELETE', `/webhooks?id=${id}`)
    site.at('2026-11-23T13:00:00Z')
    await site.web.deliver()
    const { rows } = await sql`select from outbox where webhook_id < ${NEIGHBOUR}`.execute(site.web.database.db)
    expect([titles(), rows]).toEqual([[], []])
  })

  const REFUSED = [
    'ftp://hook.example/',
    'http:',
    'hook.example',
    '',
    'http://a:b@hook.example/',
    `http://x.example/${'é'.repeat(400)}`,
    `http://x.example/${'x'.repeat(1000)}`,
  ]
  it('is not at an address without http or a host, with a password, or too long', async () => {
    for (const url of REFUSED) expect((await add(url)).statusCode, url).toBe(422)
  })

  it('that never answers holds up neither the operator’s nor those of other hosts, with few requests at a time', {
    tags: 'slow',
  }, async () => {
    const silent = await startReceiver({ host: '127.0.0.2', silent: true })
    for (let n = 0; n < 30; n++) {
      const values = { email: `r${n}@example.se`, created_at: site.web.clock.now() }
      const { id } = await site.web.database.db
        .insertInto('users')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      await alertsAt(site.web.ctx).addAlertWebhook(id, `${silent.url}/${n}`)
      await alertsAt(site.web.ctx).saveAlert(id, {
        kind: 'tag',
        key: String(site.tag),
        minSources: 2,
        push: false,
        mail: false,
        webhook: true,
        heedsQuiet: true,
      })
    }
    await rule({ minSources: 2 })
    await seedWebhook(site.web.database, `${receiver.url}/operator`, { kind: 'alerts', min_sources: 2 })
    await tell('Krok', 2)
    await site.run()
    const delivered = site.web.deliver()
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2)
    await expect.poll(() => silent.waiting()).toBeGreaterThan(0)
    expect(silent.mostAtOnce()).toBeLessThanOrEqual(4)
    await silent.close()
    await delivered
  })
})

it('an account’s webhooks are exported without their secrets, and go with it', async () => {
  const exported = { alerts: await alertsAt(site.web.ctx).alertsOf(ann.id) }
  expect(exported.alerts.webhooks).toMatchObject([{ url: receiver.url }])
  expect(JSON.stringify(exported)).not.toContain(secret)
  await site.web.ctx.accounts.deleteAccount(ann.id)
  const { rows } =
    await sql`select from webhooks where id < ${NEIGHBOUR} union all select from outbox where channel = 'webhook'`.execute(
      site.web.database.db,
    )
  expect(rows).toEqual([])
})

it('is added, shown with its secret once, and removed on the page of alerts', async () => {
  const { app, config } = site.web
  const page = await app.inject({ url: '/konto/alerts', headers: { cookie: ann.cookie } })
  const form = /name="form" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect([page.body.includes(receiver.url), page.body.includes('whsec_')]).toEqual([true, false])
  const post = (path: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/konto/alerts${path}`,
      headers: {
        cookie: `${ann.cookie}; konto_form=${form}`,
        origin: config.BASE_URL,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ form, ...fields }).toString(),
    })
  expect((await post('/webhook', { address: `${receiver.url}/sidan` })).body).toMatch(/whsec_[\w+/=]{32}/)
  const wrong = await post('/webhook', { address: 'ftp://x' })
  expect([wrong.statusCode, wrong.body.includes('Adressen måste börja med https://')]).toEqual([422, true])
  const fields = { about: `tag:${site.tag}`, count: '2', webhook: 'yes' }
  await post('', fields)
  expect((await alertsAt(site.web.ctx).alertsOf(ann.id)).rules).toMatchObject([{ webhook: true, mail: false }])
  const [, second] = await listed()
  await post('/webhook/remove', { webhook: String(second.id) })
  expect(await listed()).toHaveLength(1)
})
