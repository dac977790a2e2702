/** How sources are doing, from their visits to every place that says so: with the same words, and honestly. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { feedsList } from '../../cli/feeds.ts'
import { listSourceStates, readingState } from '../operator/queries/source-health.ts'

let publisher: Publisher
let web: TestWeb
const nowhere = 'http://127.0.0.1:1'

beforeAll(async () => {
  publisher = await startPublisher()
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }, undefined, { alone: true })
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})
beforeEach(async () => {
  for (const table of ['fetches', 'article_identities', 'event_members', 'articles', 'events', 'feeds'] as const)
    await web.database.db.deleteFrom(table).execute()
})

const state = async (id: number) =>
  (await listSourceStates(web.database.db, web.clock.now())).find((source) => source.id === id)
const status = async () => {
  web.ctx.cache.raise('content')
  return (await web.app.inject({ url: '/status' })).body
}
const later = (minutes: number) => web.clock.set(new Date(web.clock.now().getTime() + minutes * 60_000))
const ingest = () => actionsOf(web).ingest({})
const lost = (n: number) =>
  Promise.all(
    Array.from({ length: n }, (_, i) =>
      seedFeed(web.database, { url: `${nowhere}/${i}`, publisher: `blad${i}.example`, title: `Blad ${i}` }),
    ),
  )
const item = (n: number, hoursAgo = n) => ({
  title: `Nyhet ${n}`,
  link: `https://blad.example/${n}`,
  guid: `id-${n}`,
  date: new Date(web.clock.now().getTime() - hoursAgo * 3_600_000),
})

it('a source’s newest article is as old as its publication, not as our visit', { tags: 'slow' }, async () => {
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', [item(5, 50)]) })
  await seedFeed(web.database, { url: publisher.at('/feed.xml'), title: 'Bladet' })
  await ingest()
  const cell = new RegExp(`data-label="${t('status.last_new')}"><time datetime="([^"]+)"`).exec(await status())
  expect(Date.parse(cell?.[1] ?? '')).toBeCloseTo(item(5, 50).date.getTime(), -4)
})

it('what fails stands first, in the open; the others are folded', { tags: 'slow' }, async () => {
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', [item(5, 50)]) })
  const feeds = [
    { url: publisher.at('/feed.xml'), title: 'Det friska' },
    { url: publisher.at('/saknas.xml'), title: 'Det sjuka' },
  ]
  for (const feed of feeds) await seedFeed(web.database, feed)
  await ingest()
  const [open = '', folded = ''] = (await status()).split('<details class="fold"><summary>1 källa till</summary>')
  expect([open.includes('Det sjuka'), open.includes('Det friska')]).toEqual([true, false])
  expect([folded.includes('Det friska'), folded.includes('Det sjuka')]).toEqual([true, false])
})

describe('without a network of our own', () => {
  it('nothing says that all sources answer, and no source is blamed', async () => {
    const ids = await lost(5)
    await ingest()
    expect((await state(ids[4]!))?.state).toBe('offline')
    const page = await status()
    expect(page).not.toContain('Alla källor svarar')
    expect(page).toContain('Vår egen uppkoppling ligger nere')
    expect(page).not.toContain('som de ska')
    const stats = await actionsOf(web).stats()
    expect(stats.feeds).toMatchObject({ failing: 0, offline: true, states: { offline: 5 } })
    expect(await readingState(web.database.db)).toMatchObject({ offline: true, tried: 5 })
    const metrics = (await web.app.inject({ url: '/metrics' })).body
    expect(metrics).toContain('karnhuset_network_up 0')
    expect(metrics).toContain('karnhuset_feeds{state="offline"} 5')
  })

  it('errors are not counted, and all are asked again within minutes', { tags: 'slow' }, async () => {
    const ids = await lost(4)
    for (let i = 0; i < 5; i++) {
      await ingest()
      later(15)
    }
    const feeds = await web.database.db.selectFrom('feeds').selectAll().where('id', 'in', ids).execute()
    for (const feed of feeds) {
      expect(feed.errors_in_row).toBeLessThanOrEqual(2)
      expect(feed.next_fetch_at.getTime()).toBeLessThanOrEqual(web.clock.now().getTime())
    }
  })

  it('once one answers, those that do not are to blame', { tags: 'slow' }, async () => {
    const ids = await lost(4)
    await ingest()
    publisher.serve('/frisk', { body: rssDocument('Frisk', [item(1)]) })
    const well = await seedFeed(web.database, { url: publisher.at('/frisk'), publisher: 'frisk.example' })
    later(15)
    await ingest()
    expect((await state(well))?.state).toBe('well')
    expect(await state(ids[0]!)).toMatchObject({ state: 'never_answered', cause: 'unreachable' })
    expect(await status()).toContain('4 källor svarar inte som de ska.')
  })
})

describe('a source', () => {
  it('is unread before its first visit, and that is not called an answer', async () => {
    await seedFeed(web.database)
    expect(await status()).toContain('1 källa är inte läst än')
  })

  it.each([
    ['/login', { status: 401 }, 'wants_login', 'login'],
    ['/gone', { status: 410 }, 'gone', 'gone'],
    ['/missing', { status: 404 }, 'failing', 'missing'],
    ['/busy', { status: 503 }, 'failing', 'busy'],
  ] as const)('that answers %s with %j is %s', { tags: 'slow' }, async (path, { status: code }, wanted, cause) => {
    publisher.serve(path, { body: rssDocument('Bladet', [item(1)]) })
    const id = await seedFeed(web.database, { url: publisher.at(path) })
    await ingest()
    expect((await state(id))?.state).toBe('well')
    publisher.misbehave(path, { kind: 'status', status: code })
    later(120)
    const failedAt = web.clock.now()
    await ingest()
    later(600)
    expect(await state(id)).toMatchObject({ state: wanted, cause, since: failedAt })
    const [last] = await web.database.db.selectFrom('fetches').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(last).toMatchObject({ outcome: 'failed', cause })
  })

  it('that shows a login page with 200 is no feed any more, on every surface alike', { tags: 'slow' }, async () => {
    const page = '<!doctype html><html><head><title>Logga in</title></head><body><form>…</form></body></html>'
    publisher.serve('/page', { body: page, type: 'text/html' })
    const id = await seedFeed(web.database, { url: publisher.at('/page'), last_success_at: web.clock.now() })
    await ingest()
    expect(await state(id)).toMatchObject({ state: 'not_a_feed' })
    expect(await status()).toContain(t('health.state.not_a_feed'))
    const { io, lines } = recordedIo()
    await feedsList(web.services, io, {})
    expect(lines.join('\n')).toMatch(new RegExp(`^${id} +not a feed `, 'm'))
    expect((await actionsOf(web).stats()).feeds.states).toEqual({ not_a_feed: 1 })
  })

  it('that sends old articles under new identities is republishing, and nothing is stored twice', {
    tags: 'slow',
  }, async () => {
    const old = Array.from({ length: 8 }, (_, n) => item(n + 1))
    publisher.serve('/again', { body: rssDocument('Bladet', old) })
    const id = await seedFeed(web.database, { url: publisher.at('/again') })
    await ingest()
    later(90)
    const again = old.map((one, n) => ({ ...one, guid: `ny-${n}` }))
    publisher.serve('/again', { body: rssDocument('Bladet', again) })
    await ingest()
    expect((await state(id))?.state).toBe('republishing')
    const { n } = await web.database.db
      .selectFrom('articles')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(8)
  })

  it('that redirects for good has moved, until its new address is believed', { tags: 'slow' }, async () => {
    publisher.serve('/new', { body: rssDocument('Bladet', [item(1)]) })
    publisher.misbehave('/old', { kind: 'redirect', to: publisher.at('/new'), status: 301 })
    const id = await seedFeed(web.database, { url: publisher.at('/old') })
    await ingest()
    expect((await state(id))?.state).toBe('moved')
  })
})
