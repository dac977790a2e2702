/** Webhooks: what receivers get, in which order, signed how, and what becomes of those that do not take it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { buildWebhooks, type Webhooks } from '../../src/app/webhook-commands.ts'
import { streamBackoff } from '../../src/domain/delivery/backoff.ts'
import { removeArticle } from '../../src/store/articles/operator-articles.ts'
import { seedArticles, seedEvent, seedFeed, seedTag } from '../support/build.ts'
import { NEIGHBOUR } from '../support/neighbour.ts'
import { type Received, type Receiver, signatureOf, startReceiver } from '../support/played/receiver.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'

let web: TestWeb
let webhooks: Webhooks
let feed: number
let receiver: Receiver
let url: string
let received: Received[]
let statuses: number[]

beforeAll(async () => {
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32' })
  webhooks = buildWebhooks(web.services)
  feed = await seedFeed(web.database)
  receiver = await startReceiver()
  ;({ url, received, statuses } = receiver)
})
afterAll(async () => {
  await web.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const { id } of await webhooks.list()) await webhooks.remove(id)
  receiver.clear()
})

const publish = (seeds: object[]) =>
  seedArticles(
    web.database,
    seeds.map((seed) => ({ feed_id: feed, event_id: null, ...seed })),
  )
const told = () => received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.id])
const wait = (ms: number) => web.clock.set(new Date(web.clock.now().getTime() + ms))

it('sends each change once, in order, signed so that a receiver can verify it', async () => {
  const { secret } = await webhooks.add(url, {})
  const ids = await publish([{}, {}, {}])
  await web.deliver()
  await web.deliver()
  expect(told()).toEqual(ids.map((id) => ['entry.created', id]))
  for (const message of received) {
    expect(message.headers['webhook-signature']).toBe(signatureOf(message, secret))
    expect(message.headers['webhook-id']).toBe(JSON.parse(message.body).data.cursor)
  }
})

it('sends all that waits at once, however much more than one reading of the log that is', async () => {
  await webhooks.add(url, {})
  const ids = await publish(Array.from({ length: 51 }, () => ({})))
  await web.deliver()
  expect(told()).toEqual(ids.map((id) => ['entry.created', id]))
})

it('tells by itself, soon after the change', async () => {
  await webhooks.add(url, {})
  await publish([{}])
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
})

it('sends what the operator asked for, and always that something is gone', async () => {
  const tag = await seedTag(web.database, 'Krok', 'krok')
  const other = await seedFeed(web.database)
  await webhooks.add(url, { types: 'entry', tag: 'krok', minSources: 2, feed })
  const [good, gone] = await publish([
    { tag_ids: [tag], source_count: 2 },
    {},
    { tag_ids: [tag] },
    { tag_ids: [tag], source_count: 3, feed_id: other },
  ])
  await web.deliver()
  expect(told()).toEqual([['entry.created', good]])
  await removeArticle(web.database, gone ?? 0, web.clock.now())
  await web.deliver()
  expect(told().at(-1)).toEqual(['entry.removed', gone])
})

it('sends an event for a source that is one of those that report it', async () => {
  const other = await seedFeed(web.database)
  await webhooks.add(url, { types: 'event', feed })
  await seedEvent(web.database, [{ feed_id: other }])
  const { eventId } = await seedEvent(web.database, [{ feed_id: other }, { feed_id: feed }])
  await web.deliver()
  expect(told()).toEqual([['event.created', eventId]])
})

it('goes on from now where the log is of another time', async () => {
  await webhooks.add(url, {})
  await web.database.db.updateTable('webhooks').set({ cursor: '00000000-1' }).where('id', '<', NEIGHBOUR).execute()
  await publish([{}])
  await web.deliver()
  expect(told()).toEqual([])
  const [id] = await publish([{}])
  await web.deliver()
  expect(told()).toEqual([['entry.created', id]])
})

it('tries again with back-off, keeps the order and the id, and goes on when it is taken', async () => {
  await webhooks.add(url, {})
  const ids = await publish([{}, {}])
  statuses.push(500, 302)
  await web.deliver()
  await web.deliver()
  expect(statuses).toEqual([302])
  wait(6_000)
  await web.deliver()
  expect((await webhooks.list())[0]).toMatchObject({ state: 'active', lastError: 'HTTP 302' })
  wait(31_000)
  await web.deliver()
  expect(told()).toEqual(ids.map((id) => ['entry.created', id]))
  expect((await webhooks.list())[0]).toMatchObject({ failingSince: null, delivered: 2 })
})

it('pauses one that took nothing for a day, or says that it is gone, and resumes where it stopped', async () => {
  const { id } = await webhooks.add(url, {})
  const ids = await publish([{}])
  statuses.push(500, 500)
  await web.deliver()
  wait(86_400_001)
  await web.deliver()
  expect((await webhooks.list())[0]).toMatchObject({ state: 'paused', lastError: 'HTTP 500' })
  wait(86_400_001)
  await web.deliver()
  expect(received).toEqual([])
  await webhooks.resume(id)
  await web.deliver()
  expect(told()).toEqual([['entry.created', ids[0]]])
  await publish([{}])
  statuses.push(410)
  await web.deliver()
  expect((await webhooks.list())[0]).toMatchObject({ state: 'paused' })
})

it('is paused before its turn is free again, so that no other process sends once more', async () => {
  const { db } = web.database
  await webhooks.add(url, {})
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
  ['paused', 204, (id: number) => webhooks.pause(id)],
  ['paused', 500, (id: number) => webhooks.pause(id)],
  ['removed', 204, (id: number) => webhooks.remove(id)],
  ['removed', 500, (id: number) => webhooks.remove(id)],
])('sends nothing more to one that is %s while it answers %i', async (done, status, act) => {
  const { id } = await webhooks.add(url, {})
  const ids = await publish([{}, {}, {}])
  statuses.push(status)
  receiver.meanwhile.push(() => act(id))
  await web.deliver()
  wait(86_000_000)
  await web.deliver()
  expect(told()).toEqual(status === 204 ? [['entry.created', ids[0]]] : [])
  if (done === 'removed') return
  expect((await webhooks.list())[0]).toMatchObject({ state: 'paused' })
  await webhooks.resume(id)
  await web.deliver()
  expect(told()).toEqual(ids.map((each) => ['entry.created', each]))
})

it('never posts to an address that the fetcher would refuse', async () => {
  const guarded = await startTestWeb()
  await buildWebhooks(guarded.services).add(url, {})
  const source = await seedFeed(guarded.database)
  await seedArticles(guarded.database, [{ feed_id: source }])
  await guarded.deliver()
  expect(received).toEqual([])
  expect((await buildWebhooks(guarded.services).list())[0]?.lastError).toMatch(/127\.0\.0\.1/)
  await guarded.close()
})

it('refuses addresses and types that are none', async () => {
  await expect(webhooks.add('ftp://x.example', {})).rejects.toThrow('http://')
  await expect(webhooks.add(url, { types: 'entry,views' })).rejects.toThrow('"views"')
  await expect(webhooks.remove(999)).rejects.toThrow('no webhook 999')
})

it('waits longer each time, and gives up after a day', () => {
  const since = new Date(0)
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((tries) => streamBackoff({ tries, since }, since)?.getTime() ?? 0)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([waits[0], waits.at(-1)]).toEqual([5_000, 7_200_000])
  const ends = [86_399_999, 86_400_000].map((ms) => streamBackoff({ tries: 20, since }, new Date(ms)) === null)
  expect(ends).toEqual([false, true])
})
