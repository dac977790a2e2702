/** Webhooks: what receivers get, in which order, signed how, and what becomes of those that do not take it. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { seedArticles, seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { operatorAt } from '../../../tests/support/people.ts'
import { type Received, type Receiver, signatureOf, startReceiver } from '../../../tests/support/played/receiver.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { removeArticle } from '../../news/articles/writes/operator-articles.ts'
import { typesOf } from '../../news/changes/change-types.ts'
import { streamBackoff } from '../../platform/outbox/backoff.ts'
import { addWebhook } from './add.ts'
import { webhooksAdd } from './cli.ts'
import { listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from './store.ts'
import type { WebhookRequest } from './webhook.ts'

let web: TestWeb
let feed: number
let receiver: Receiver
let url: string
let received: Received[]
let statuses: number[]

beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  feed = await seedFeed(web.database)
  receiver = await startReceiver()
  ;({ url, received, statuses } = receiver)
})
afterAll(async () => {
  await web.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const { id } of await list()) await remove(id)
  receiver.clear()
})

const add = (url: string, request: WebhookRequest = {}, at = web) =>
  addWebhook(at.database, { url, ...request }, typesOf(at.ctx.kinds), at.clock.now())
const list = () => listWebhooks(web.database)
const [pause, resume, remove] = [pauseWebhook, resumeWebhook, removeWebhook].map(
  (act) => (id: number) => act(web.database, id, web.clock.now()),
) as [Act, Act, Act]
type Act = (id: number) => Promise<unknown>

const publish = (seeds: object[]) =>
  seedArticles(
    web.database,
    seeds.map((seed) => ({ feed_id: feed, event_id: null, ...seed })),
  )
const messages = () => received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.id])
const wait = (ms: number) => web.clock.set(new Date(web.clock.now().getTime() + ms))

it('sends each change once, in order, signed so that a receiver can verify it', async () => {
  const { secret } = await add(url)
  const ids = await publish([{}, {}, {}])
  await web.deliver()
  await web.deliver()
  expect(messages()).toEqual(ids.map((id) => ['entry.created', id]))
  for (const message of received) {
    expect(message.headers['webhook-signature']).toBe(signatureOf(message, secret))
    expect(message.headers['webhook-id']).toBe(JSON.parse(message.body).data.cursor)
  }
})

it('sends all that waits at once, however much more than one reading of the log that is', {
  tags: 'slow',
}, async () => {
  await add(url)
  const ids = await publish(Array.from({ length: 51 }, () => ({})))
  await web.deliver()
  expect(messages()).toEqual(ids.map((id) => ['entry.created', id]))
})

it('tells by itself, soon after the change', async () => {
  await add(url)
  await publish([{}])
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
})

it('sends what the operator asked for, and always that something is gone', async () => {
  const tag = await seedTag(web.database, 'Krok', 'krok')
  const other = await seedFeed(web.database)
  await add(url, { types: 'entry', tag: 'krok', minSources: 2, feed })
  const [good, gone] = await publish([
    { tag_ids: [tag], source_count: 2 },
    {},
    { tag_ids: [tag] },
    { tag_ids: [tag], source_count: 3, feed_id: other },
  ])
  await web.deliver()
  expect(messages()).toEqual([['entry.created', good]])
  await removeArticle(web.database, gone ?? 0, web.clock.now())
  await web.deliver()
  expect(messages().at(-1)).toEqual(['entry.removed', gone])
})

it('sends an event for a source that is one of those that report it', async () => {
  const other = await seedFeed(web.database)
  await add(url, { types: 'event', feed })
  await seedEvent(web.database, [{ feed_id: other }])
  const { eventId } = await seedEvent(web.database, [{ feed_id: other }, { feed_id: feed }])
  await web.deliver()
  expect(messages()).toEqual([['event.created', eventId]])
})

it('goes on from now where the log is of another time', async () => {
  const { id: webhook } = await add(url)
  // Paused, or what delivers by itself would go on from before the article.
  await pause(webhook)
  await web.database.db.updateTable('webhooks').set({ cursor: '00000000-1' }).where('id', '<', NEIGHBOUR).execute()
  await publish([{}])
  await resume(webhook)
  await web.deliver()
  expect(messages()).toEqual([])
  const [id] = await publish([{}])
  await web.deliver()
  expect(messages()).toEqual([['entry.created', id]])
})

it('tries again with back-off, keeps the order and the id, and goes on when it is taken', async () => {
  await add(url)
  const ids = await publish([{}, {}])
  statuses.push(500, 302)
  await web.deliver()
  await web.deliver()
  expect(statuses).toEqual([302])
  wait(6_000)
  await web.deliver()
  expect((await list())[0]).toMatchObject({ state: 'active', lastError: 'HTTP 302' })
  wait(31_000)
  await web.deliver()
  expect(messages()).toEqual(ids.map((id) => ['entry.created', id]))
  expect((await list())[0]).toMatchObject({ failingSince: null, delivered: 2 })
})

it('pauses one that took nothing for a day, or says that it is gone, and resumes where it stopped', async () => {
  const { id } = await add(url)
  const ids = await publish([{}])
  statuses.push(500, 500)
  await web.deliver()
  wait(86_400_001)
  await web.deliver()
  expect((await list())[0]).toMatchObject({ state: 'paused', lastError: 'HTTP 500' })
  wait(86_400_001)
  await web.deliver()
  expect(received).toEqual([])
  await resume(id)
  await web.deliver()
  expect(messages()).toEqual([['entry.created', ids[0]]])
  await publish([{}])
  statuses.push(410)
  await web.deliver()
  expect((await list())[0]).toMatchObject({ state: 'paused' })
})

it('is paused before its turn is free again, so that no other process sends once more', async () => {
  const { db } = web.database
  await add(url)
  await publish([{}])
  statuses.push(500, 500)
  await web.deliver()
  await sql`
    create table freed (state text);
    create function note_state() returns trigger language plpgsql as $$ begin
      insert into freed select state from webhooks where id = new.webhook_id; return null; end $$;
    create trigger freed after update of leased_until on outbox
      for each row when (new.leased_until is null) execute function note_state()`.execute(db)
  onTestFinished(async () => {
    await sql`drop function note_state cascade; drop table freed`.execute(db)
  })
  wait(86_400_001)
  await web.deliver()
  expect((await sql`select * from freed`.execute(db)).rows).toEqual([{ state: 'paused' }])
})

it.each([
  ['paused', 204, pause],
  ['paused', 500, pause],
  ['removed', 204, remove],
  ['removed', 500, remove],
])('sends nothing more to one that is %s while it answers %i', async (done, status, act) => {
  const { id } = await add(url)
  const ids = await publish([{}, {}, {}])
  statuses.push(status)
  receiver.meanwhile.push(() => act(id))
  await web.deliver()
  wait(86_000_000)
  await web.deliver()
  expect(messages()).toEqual(status === 204 ? [['entry.created', ids[0]]] : [])
  if (done === 'removed') return
  expect((await list())[0]).toMatchObject({ state: 'paused' })
  await resume(id)
  await web.deliver()
  expect(messages()).toEqual(ids.map((each) => ['entry.created', each]))
})

it('never posts to an address that the fetcher would refuse', { tags: 'slow' }, async () => {
  const guarded = await startTestWeb()
  await add(url, {}, guarded)
  const source = await seedFeed(guarded.database)
  await seedArticles(guarded.database, [{ feed_id: source }])
  await guarded.deliver()
  expect(received).toEqual([])
  expect((await listWebhooks(guarded.database))[0]?.lastError).toMatch(/127\.0\.0\.1/)
  await guarded.close()
})

it('takes types of changes that this site logs: none of a feature that is off', { tags: 'slow' }, async () => {
  const off = await startTestWeb({ FEATURES: '-podcast', ADMIN_TOKEN: 'a-token-that-nobody-guesses' })
  expect((await add(url, { types: 'episode' })).id).toBeGreaterThan(0)
  await expect(add(url, { types: 'entry,episode' }, off)).rejects.toThrow('no type "episode"')
  const { io, lines } = recordedIo()
  const atCommand = (at: TestWeb) => webhooksAdd(at.services, io, url, { types: 'episode.created' })
  await expect(atCommand(off)).rejects.toThrow('no type "episode.created"')
  expect([await atCommand(web), lines[0]]).toEqual([0, expect.stringMatching(/^Webhook \d+ is notified of changes/)])
  const form = { address: url, what: 'everything', types: 'episode' }
  const console = await operatorAt(off, 'a-token-that-nobody-guesses')
  expect((await console.post('/admin/webhooks', form)).statusCode).toBe(422)
  await off.close()
})

it('refuses addresses and types that are none', async () => {
  await expect(add('ftp://x.example', {})).rejects.toThrow('http://')
  await expect(add(url, { types: 'entry,views' })).rejects.toThrow('"views"')
  await expect(remove(999)).rejects.toThrow('no webhook 999')
})

it('waits longer each time, and gives up after a day', () => {
  const since = new Date(0)
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((tries) => streamBackoff({ tries, since }, since)?.getTime() ?? 0)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([waits[0], waits.at(-1)]).toEqual([5_000, 7_200_000])
  const ends = [86_399_999, 86_400_000].map((ms) => streamBackoff({ tries: 20, since }, new Date(ms)) === null)
  expect(ends).toEqual([false, true])
})
