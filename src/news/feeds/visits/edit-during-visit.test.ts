/** What an operator changes of a source while it is being visited stands, whatever the visit found. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOf } from '../../../../tests/support/actions.ts'
import { seedFeed } from '../../../../tests/support/build.ts'
import {
  type Misbehaviour,
  type Publisher,
  rssDocument,
  startPublisher,
} from '../../../../tests/support/played/publisher.ts'
import { until } from '../../../../tests/support/service.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import type { SourceEdit } from '../rules/source-settings.ts'

let web: TestWeb
let publisher: Publisher
beforeAll(async () => {
  publisher = await startPublisher({ delayMs: 400 })
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
})
afterAll(async () => {
  await web.close()
  await publisher.close()
})

let n = 0
/** A source of which a first visit would fill in a title, a site, a publisher and a language. */
async function visitWhile(act: (id: number) => Promise<unknown>, trouble?: Misbehaviour): Promise<number> {
  const path = `/${++n}`
  const item = { title: `Nyhet ${n}`, link: `https://blad${n}.example/1`, date: new Date('2026-11-21T11:00:00Z') }
  const body = rssDocument('Bladet', [item]).replace('<channel>', '<channel><language>en</language>')
  if (trouble) publisher.misbehave(path, trouble)
  else publisher.serve(path, { body })
  const url = publisher.at(path)
  const id = await seedFeed(web.database, {
    url,
    title: url,
    site_url: null,
    publisher: '127.0.0.1',
    language: null,
    next_fetch_at: new Date(0),
  })
  const visit = actionsOf(web).ingest({ feedIds: [id] })
  await until(async () => publisher.counts(path).requests, Boolean)
  await act(id)
  await visit
  return id
}
const rowOf = (id: number) =>
  web.database.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const edits: SourceEdit[] = [
  { title: 'Min tidning' },
  { url: 'https://elsewhere.example/feed' },
  { publisher: 'utgivaren.se' },
  { publisherName: 'Utgivaren' },
  { language: 'sv' },
  { relevance: 'all' },
  { extract: false },
  { interval: 30 },
  { folder: 'Veckovis' },
]
it.each(edits)('an edit: %j', { tags: 'slow' }, async (edit) => {
  const id = await visitWhile((source) => actionsOf(web).editSource(source, edit))
  expect(await actionsOf(web).sourceSettings(id)).toMatchObject(edit)
  if (edit.url) expect(await rowOf(id)).toMatchObject({ etag: null, body_hash: null })
  // The next visit finds what this one was not to write.
  const dueAgain = ['title', 'url', 'publisher', 'language', 'interval'].some((field) => field in edit)
  expect((await rowOf(id)).next_fetch_at <= web.clock.now()).toBe(dueAgain)
})

it('a login', { tags: 'slow' }, async () => {
  const login = { authorization: 'Basic x' }
  const id = await visitWhile((source) => actionsOf(web).editSource(source, {}, login))
  expect((await rowOf(id)).secret).not.toBeNull()
})

it('a pause, also where the publisher says that the feed is gone', { tags: 'slow' }, async () => {
  const pause = (source: number) => actionsOf(web).pauseSource(source)
  const id = await visitWhile(pause, { kind: 'status', status: 410 })
  expect((await rowOf(id)).status).toBe('paused')
})

it.each([false, true])(
  'a removal (with its articles: %s), after which nothing of it comes',
  { tags: 'slow' },
  async (withArticles) => {
    const id = await visitWhile((source) => actionsOf(web).removeSource(source, withArticles))
    expect((await rowOf(id)).status).toBe('removed')
    const articles = await web.database.db.selectFrom('articles').select('id').where('feed_id', '=', id).execute()
    expect(articles).toEqual([])
  },
)
