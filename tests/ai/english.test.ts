/** A site in English about bicycles: the demo's own content, a played model, the whole path from article to page. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../support/actions.ts'
import { seedArticle } from '../support/generation.ts'
import { type ModelMode, type ModelServer, playedSettings, startModelServer } from '../support/played/model.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'

let server: ModelServer
let web: TestWeb

beforeAll(async () => {
  server = await startModelServer()
  const models = { ...playedSettings(server), EMBEDDING_PROVIDER: 'none' }
  web = await startTestWeb({ ...models, CONTENT_DIR: 'demo/bicycles/content' })
})
afterAll(async () => {
  await web.close()
  await server.close()
})
beforeEach(() => {
  server.mode = 'good'
  server.calls.length = 0
})

const TEXT =
  'The city council will decide this month whether Harbour Bridge gets a protected bike lane across the water. ' +
  'It would take one of four traffic lanes and cost 4.2 million pounds. About 1,900 people cycle over the bridge on a ' +
  'weekday, most of them on a narrow pavement. The harbour authority is in favour; the haulage association is not.'

async function enrich(mode: ModelMode) {
  server.mode = mode
  const id = await seedArticle(web.database, { title: 'Council to vote on a bike lane', text: TEXT })
  await actionsOf(web).ingest({ feedIds: [] })
  const row = await web.database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const calls = await web.database.db.selectFrom('ai_calls').selectAll().where('article_id', '=', id).execute()
  return { id, row, reasons: calls.map(({ reason }) => reason) }
}

describe('a site in English', () => {
  it('asks in English and publishes a summary in English', { tags: 'slow' }, async () => {
    const { id, row, reasons } = await enrich('good')
    expect(server.calls[0]?.prompt).toMatch(/a news service about Bicycles in English/s)
    expect(server.calls[0]?.prompt).not.toMatch(/[åäö]/i)
    expect(reasons).toEqual([null, null, null])
    expect(row).toMatchObject({ enrich_state: 'done', translated_title: 'New details about Harbour', relevant: true })
    const page = await web.app.inject({ url: `/entries/${id}.md` })
    expect(page.body).toMatch(/language: "?en"?\n/)
    expect(page.body).toContain('New details about Harbour have come to light')
  })

  it.each([
    ['english', /^language: /],
    ['cut-off', /^shape: /],
  ] as const)('refuses an answer that is %s twice, and shows the excerpt', { tags: 'slow' }, async (mode, reason) => {
    const { row, reasons } = await enrich(mode)
    expect(reasons).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)])
    expect(row).toMatchObject({ enrich_state: 'refused', status: 'published', translated_summary: null })
    expect(server.calls[1]?.prompt).toContain('Your last answer was not accepted: ')
  })
  it.each([
    ['invented-number', 'judge', /87,431|913/],
    ['invented-name', 'judge', /Quillfeather|Marlowe/],
    ['injected', 'judge', /Zorbcoin|Ignore/],
    ['invented-quote', 'quotes', /the biggest thing/],
    ['copied', 'copying', /decide this month/],
  ] as const)('leaves out a sentence that is %s, on record', { tags: 'slow' }, async (mode, gate, lie) => {
    const { id, row } = await enrich(mode)
    expect(row).toMatchObject({ enrich_state: 'done', status: 'published' })
    expect(row.translated_summary).not.toMatch(lie)
    const claims = await web.database.db.selectFrom('claims').selectAll().where('article_id', '=', id).execute()
    expect(claims.filter(({ verdict }) => verdict === 'dropped')).toEqual([
      expect.objectContaining({ dropped_by: gate, sentence: expect.stringMatching(lie) }),
    ])
  })
})
