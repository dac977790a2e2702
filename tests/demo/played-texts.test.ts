/** The demo's texts through the real pipeline: each passes its checks and the judge, so that the pages show what was written. */
// @module-tag slow

import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLAYED_MODEL } from '../../demo/played-model.ts'
import { type RunningDemo, startDemoPublisher } from '../../demo/publisher.ts'
import { completeTexts } from '../../src/app/demo-texts.ts'
import { actionsOf } from '../support/actions.ts'
import { ifThere } from '../support/features.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')
let demo: RunningDemo
let web: TestWeb
const page = async (url: string) => (await web.app.inject({ url })).body

beforeAll(async () => {
  demo = await startDemoPublisher({ now })
  const settings = {
    FETCH_ALLOW: '127.0.0.1/32',
    AI_PROVIDER: 'openai',
    AI_BASE_URL: `${demo.url}/v1`,
    AI_MODEL: PLAYED_MODEL,
    AI_CONCURRENCY: '8',
    AI_RATE_PER_MINUTE: '100000',
  }
  web = await startTestWeb(settings, undefined, { alone: true })
  const operations = actionsOf(web)
  await operations.importSources(demo.opml)
  await operations.ingest({ feedIds: (await operations.listSources()).map((source) => source.id) })
  await completeTexts(web.services, demo.texts.corrections)
}, 240_000)
afterAll(async () => {
  await web.close()
  await demo.close()
})

it('refuses no answer, and leaves out the sentences that are marked untrue alone', async () => {
  const { db } = web.database
  const refused = await db
    .selectFrom('ai_calls')
    .select(['purpose', 'reason'])
    .where('verdict', '=', 'refused')
    .execute()
  expect(refused).toEqual([])
  const dropped = await db.selectFrom('claims').select('sentence').where('verdict', '=', 'dropped').execute()
  const untrue = demo.texts.summaries.flatMap(({ sentences }) => sentences.filter(({ isUntrue }) => isUntrue))
  expect(dropped.map(({ sentence }) => sentence).sort()).toEqual(untrue.map(({ text }) => text).sort())
})

it('gives every article that is long enough the summary written for it', async () => {
  const rows = await web.database.db
    .selectFrom('articles')
    .select(['title', 'translated_title'])
    .where('translated_by', 'in', ['ai', 'operator'])
    .execute()
  expect(new Map(rows.map((row) => [row.title, row.translated_title]))).toEqual(
    new Map(demo.texts.summaries.map(({ of, title }) => [of, title])),
  )
})

it('tells each event of several sources in words written for it, with a dispute in the leading one', async () => {
  const rows = await web.database.db
    .selectFrom('events as e')
    .leftJoin('event_texts as t', 't.event_id', 'e.id')
    .select(['e.id', 't.title as told'])
    .where('e.source_count', '>', 1)
    .where('e.relevant', '>', 0)
    .where('e.merged_into', 'is', null)
    .execute()
  expect(rows.length).toBeGreaterThan(40)
  const written = demo.texts.events.map(({ title }) => title)
  expect(rows.filter(({ told }) => told === null || !written.includes(told))).toEqual([])
  const { data } = JSON.parse(await page('/api/v1/events?per_page=1&min_sources=2'))
  const event = JSON.parse(await page(`/api/v1/events/${data[0].id}`)).data
  expect(event.points.map(({ status }: { status: string }) => status)).toEqual(
    expect.arrayContaining(['agreed', 'single', 'disputed']),
  )
})

it('tells each story that has a text, and shows corrections and the figures of the judge', async () => {
  const rows = await web.database.db.selectFrom('stories').select('title').execute()
  const titles = rows.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(demo.texts.stories.map(({ title }) => title)))
  for (const path of ifThere('corrections', '/rattelser')) {
    const corrections = (await page(path)).replace(/<\/?(?:ins|del)>/g, '')
    for (const { is } of demo.texts.corrections) expect(corrections).toContain(is)
  }
  for (const path of ifThere('quality', '/api/v1/quality')) {
    const { data } = JSON.parse(await page(path))
    expect(data.judge).toMatchObject({ model: PLAYED_MODEL, planted_errors: { caught: 100, of: 100 } })
  }
})
