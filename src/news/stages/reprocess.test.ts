/** Stages run again by an operator: what it says before, what it spends, and what a killed run leaves to the next. */

import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { forgetJudge, seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { seedArticle } from '../../../tests/support/generation.ts'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import type { Io } from '../../cli/io.ts'
import { reprocess } from '../../cli/reprocess.ts'
import { publishing } from '../../platform/database/database.ts'
import { saveCorrection } from '../articles/writes/enrichment.ts'
import { reprocessArticle, retryEnrichment } from '../articles/writes/operator-articles.ts'
import { mergeEvents, splitFromEvent } from '../events/writes/operator-events.ts'
import { finishStage, openRun, queueNext } from './writes/reprocess-states.ts'

let server: ModelServer
let web: TestWeb
const operations = () => actionsOf(web)

beforeAll(async () => {
  server = await startModelServer()
  web = await startTestWeb({ ...playedSettings(server), AI_MONTHLY_BUDGET: '100' })
})
afterAll(async () => {
  await web.close()
  await server.close()
})
beforeEach(async () => {
  server.calls.length = 0
  server.mode = 'good'
  server.beforeAnswer = null
  await emptyTables(web.database, 'feeds')
  await web.database.db.deleteFrom('ai_calls').execute()
  await forgetJudge(web.database)
})

/** Runs a command line as the terminal's owner would, with `answer` to what it asks. */
async function run(argv: string[], answer: boolean | null = null) {
  const lines: string[] = []
  const asked: string[] = []
  const io: Io = {
    line: (text = '') => lines.push(text),
    note: (text) => lines.push(text),
    progress: () => {},
    query: async () => '',
    read: async () => '',
    confirm: async (question) => {
      asked.push(question)
      return answer ?? true
    },
    isTTY: answer !== null,
    columns: 80,
    cwd: process.cwd(),
  }
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    args: argv,
    options: { since: text, stage: text, again: flag, 'dry-run': flag, yes: flag },
  })
  const { 'dry-run': dryRun, ...rest } = values
  const code = await reprocess(web.services, io, { ...rest, ...(dryRun ? { dryRun } : {}) }).catch((error) => {
    io.note(error.message)
    return 1
  })
  return { code, text: lines.join('\n'), asked }
}

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
/** Of an article: its summary, and the two of the judge on that. */
const CALLS = 3
const chats = () => server.calls.filter(({ path }) => path === '/chat/completions').length

describe('reprocess', () => {
  it('says what it would take, and with --dry-run changes and spends nothing', async () => {
    for (const day of [18, 19, 20]) await seedArticle(web.database, { discoveredAt: at(day) })
    const { code, text } = await run(['--stage', 'enrich', '--since', '2026-11-19', '--dry-run'])
    expect(code).toBe(0)
    expect(text).toMatch(
      /^enrich {3}2 articles, about [\d,]+ tokens in and 1,300 out: 0\.\d{4} \(from text lengths\)$/m,
    )
    expect(text).toMatch(/^In all about 0\.\d{4}\. Spent this month: 0\.00; 100\.00 is left of 100\.00\.$/m)
    expect(server.calls).toHaveLength(0)
    const runs = await web.database.db.selectFrom('reprocess_runs').select('id').where('id', '<', NEIGHBOUR).execute()
    expect(runs).toEqual([])
  })

  it('asks on a terminal and does nothing without a yes', { tags: 'slow' }, async () => {
    await seedArticle(web.database)
    const declined = await run(['--stage', 'enrich'], false)
    expect(declined).toMatchObject({ code: 1, asked: ['Go on?'] })
    expect(server.calls).toHaveLength(0)
    expect((await run(['--stage', 'enrich', '--yes'], false)).asked).toEqual([])
    expect(chats()).toBe(CALLS)
  })

  it('summarises again what had a summary, but neither an operator’s text nor what the original is gone of', {
    tags: 'slow',
  }, async () => {
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await seedArticle(web.database))
    await run(['--stage', 'enrich'])
    expect(chats()).toBe(4 * CALLS)
    const [again, corrected, forgotten, another] = ids as [number, number, number, number]
    const correction = { articleId: corrected, title: 'Rättad', summary: 'Rättad text.', at: at(21) }
    await publishing(web.database, (trx) => saveCorrection(trx, correction))
    await web.database.db.deleteFrom('article_texts').where('article_id', '=', forgotten).execute()
    const { text } = await run(['--stage', 'enrich'])
    expect(text).toMatch(/^enrich {3}2 articles: 2 summarised, 0 refused, cost 0\.\d{4}$/m)
    const twice = await web.database.db
      .selectFrom('ai_calls')
      .select(({ fn }) => ['article_id', fn.countAll<number>().as('n')])
      .where('purpose', '=', 'summary')
      .groupBy('article_id')
      .orderBy('article_id')
      .execute()
    expect(twice.map((row) => [row.article_id, row.n])).toEqual([
      [again, 2],
      [corrected, 1],
      [forgotten, 1],
      [another, 2],
    ])
    const shown = await web.database.db.selectFrom('articles').selectAll().where('id', '=', corrected).execute()
    expect(shown[0]).toMatchObject({ translated_title: 'Rättad', translated_by: 'operator' })
  })

  it('estimates from the mean of earlier calls, once there are any', { tags: 'slow' }, async () => {
    for (let n = 0; n < 3; n++) await seedArticle(web.database)
    await operations().reprocess({ stages: ['enrich'] })
    // An answer that a failed server counted no tokens of is no measure.
    await sql`
      insert into ai_calls (purpose, article_id, at, provider, model, request, prompt_version, cost, verdict, input_tokens, output_tokens)
      select purpose, article_id, at, provider, model, request, prompt_version, 0, 'refused', 0, 0 from ai_calls
      where purpose = 'summary' limit 1`.execute(web.database.db)
    const plan = await operations().planReprocess({ stages: ['enrich'] })
    const [stage] = plan.stages
    const input = server.calls.reduce((sum, call) => sum + call.inputTokens, 0)
    const output = server.calls.reduce((sum, call) => sum + call.outputTokens, 0)
    expect(stage).toMatchObject({ articles: 3, basis: 'earlier calls', inputTokens: input, outputTokens: output })
    expect(plan.cost).toBeCloseTo((input * 2 + output * 8) / 1e6, 9)
    expect(plan.spent).toBeCloseTo(plan.cost, 6)
  })

  it('keeps what readers see when the new answer is refused', { tags: 'slow' }, async () => {
    const id = await seedArticle(web.database)
    await operations().reprocess({ stages: ['enrich'] })
    server.mode = 'english'
    const [report] = await operations().reprocess({ stages: ['enrich'] })
    expect(report).toMatchObject({ articles: 1, accepted: 0, refused: 1, left: 0 })
    const row = await web.database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'published', translated_by: 'ai' })
  })

  it('asks again what was refused, and that alone, when told to', { tags: 'slow' }, async () => {
    const refused = await seedArticle(web.database)
    server.mode = 'english'
    await operations().reprocess({ stages: ['enrich'] })
    server.mode = 'good'
    const other = await seedArticle(web.database)
    await run(['--stage', 'enrich'])
    // Its three answers are bought: it is asked no more.
    server.mode = 'english'
    for (let n = 0; n < 2; n++) await operations().reprocess({ stages: ['enrich'] })
    server.mode = 'good'
    server.calls.length = 0
    await run(['--stage', 'enrich'])
    const state = async () => {
      const rows = await web.database.db
        .selectFrom('articles')
        .select(['id', 'enrich_state'])
        .where('id', '<', NEIGHBOUR)
        .orderBy('id')
        .execute()
      return Object.fromEntries(rows.map((row) => [row.id, row.enrich_state]))
    }
    expect(server.calls).toEqual([])
    expect(await state()).toEqual({ [refused]: 'refused', [other]: 'refused' })
    expect((await run(['--again', '--dry-run'])).text).toMatch(/^enrich {3}2 articles, about/)
    const { code, text } = await run(['--again'])
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^enrich {3}2 articles: 2 summarised/m),
    })
    expect(await state()).toEqual({ [refused]: 'done', [other]: 'done' })
    server.calls.length = 0
    expect((await run(['--again'])).text).toMatch(/^enrich {3}0 articles/m)
    expect(server.calls).toEqual([])
  })

  it.each([
    ['all of the console', () => retryEnrichment(web.database, null, web.ctx.clock.now())],
    ['one of the console', (id: number) => retryEnrichment(web.database, [id], web.ctx.clock.now())],
    [
      'the stages of one article',
      (id: number) => reprocessArticle(web.database, id, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now()),
    ],
  ])('is asked again what was refused by an operator: %s', { tags: 'slow' }, async (_, ask) => {
    const id = await seedArticle(web.database)
    server.mode = 'english'
    for (let n = 0; n < 2; n++) await operations().reprocess({ stages: ['enrich'] })
    server.mode = 'good'
    server.calls.length = 0
    await ask(id)
    await web.services.pipeline.enrich(id)
    expect(chats()).toBe(CALLS)
  })

  it('embeds again what it is told to', { tags: 'slow' }, async () => {
    await seedArticle(web.database)
    await operations().reprocess({ stages: ['enrich'] })
    server.calls.length = 0
    const { text } = await run(['--stage', 'embed'])
    expect(text).toMatch(/^embed {4}1 article, about \d+ tokens in: costs nothing$/m)
    expect(server.calls.map(({ path }) => path)).toEqual(['/embeddings'])
    await run(['--stage', 'embed', '--since', '2026-11-20'])
    expect(server.calls.length).toBe(2)
  })

  it('looks at the window’s events again; what an operator merged or split stands', { tags: 'slow' }, async () => {
    const feeds = [await seedFeed(web.database), await seedFeed(web.database), await seedFeed(web.database)]
    const same = (n: number, title: string) => {
      const time = new Date(Date.UTC(2026, 10, 21, 8, n))
      const excerpt = `${title}. The update iOS 26.2 mends the Wi-Fi drops that iPhone 17 owners have reported.`
      return { feed_id: feeds[n % 3] as number, title, excerpt, sort_at: time, published_at: time }
    }
    const ids = await seedArticles(web.database, [
      same(0, 'Apple releases iOS 26.2 with fix for Wi-Fi drops'),
      same(1, 'iOS 26.2 is out with a fix for Wi-Fi drops'),
      same(2, 'iOS 26.2 fixes the Wi-Fi drops of the iPhone 17'),
      {
        ...same(3, 'A museum of old computers opens in Malmö'),
        excerpt: 'The museum shows machines of the seventies.',
      },
    ])
    const events = async () => {
      const found = await web.database.db.selectFrom('articles').select(['id', 'event_id']).orderBy('id').execute()
      return found.map((row) => row.event_id)
    }
    await operations().reprocess({ stages: ['cluster'] })
    const [a, b, c, d] = await events()
    expect([b, c]).toEqual([a, a])
    await splitFromEvent(web.database, ids[2] as number, at(21))
    await mergeEvents(web.database, a as number, d as number, at(21))
    const decided = await events()
    for (let n = 0; n < 2; n++) {
      const [report] = await operations().reprocess({ stages: ['cluster'] })
      expect(report).toMatchObject({ articles: 4, left: 0, cost: 0 })
      expect(await events()).toEqual(decided)
    }
  })

  it.each([
    [['--stage', 'fetch'], /"fetch" is not one of enrich, embed, cluster/],
    [['--since', 'yesterday'], /"yesterday" is no date; write 2026-11-21/],
    [['--since', '2026-02-30'], /"2026-02-30" is no date/],
    [['--since', '2027-01-01'], /still to come/],
    [['--again', '--stage', 'embed'], /--again: only summaries are refused/],
  ])('refuses %j with a reason', async (argv, reason) => {
    const { code, text } = await run(argv)
    expect(code).toBe(1)
    expect(text).toMatch(reason)
  })

  it('without models runs what there is, and names what is missing when asked for it', { tags: 'slow' }, async () => {
    const bare = await startTestWeb({})
    const plain = actionsOf(bare)
    expect((await plain.planReprocess({})).stages.map(({ stage }) => stage)).toEqual(['enrich', 'cluster'])
    await expect(plain.planReprocess({ stages: ['embed'] })).rejects.toThrow('EMBEDDING_PROVIDER is none')
    await expect(plain.planReprocess({ again: true })).rejects.toThrow('AI_PROVIDER is none')
    await bare.close()
  })
})

it('without a model judges by the rules again, as they are now', { tags: 'slow' }, async () => {
  const bare = await startTestWeb({}, { ...web.database, close: async () => {} })
  const feed = await seedFeed(web.database, { language: 'sv' })
  const article = { feed_id: feed, language: 'sv', relevant: false, tag_ids: [], kind: null }
  const [phone, weather, corrected] = await seedArticles(web.database, [
    { ...article, title: 'Apple visar en ny iPhone', excerpt: 'Apple har visat en ny iPhone i Cupertino.' },
    { ...article, title: 'Regn i helgen', excerpt: 'Det regnar i hela landet.', relevant: true, kind: 'opinion' },
    { ...article, title: 'Apple visar en ny iPad', excerpt: 'Apple har visat en ny iPad.', translated_by: 'operator' },
  ])
  const stored = { origin: 'feed' as const, stored_at: at(21) }
  await web.database.db
    .insertInto('article_texts')
    .values([phone, weather].map((id) => ({ ...stored, article_id: id as number, text: 'Mer om saken.' })))
    .execute()
  const plain = actionsOf(bare)
  const plan = await plain.planReprocess({ stages: ['enrich'] })
  expect(plan.stages[0]).toMatchObject({ articles: 2, cost: 0, basis: 'free' })
  for (let n = 0; n < 2; n++) {
    const [report] = await plain.reprocess({ stages: ['enrich'] })
    expect(report).toMatchObject({ articles: 2, left: 0, byRules: true })
  }
  const rows = await web.database.db.selectFrom('articles').select(['id', 'relevant', 'tag_ids', 'kind']).execute()
  const of = (id: number | undefined) => rows.find((row) => row.id === id)
  expect(of(phone)).toMatchObject({ relevant: true })
  expect(of(phone)?.tag_ids.length).toBeGreaterThan(0)
  // By a category of its feed.
  expect(of(weather)).toMatchObject({ relevant: false, tag_ids: [], kind: 'opinion' })
  expect(of(corrected)).toMatchObject({ relevant: false, tag_ids: [] })
  expect(server.calls).toHaveLength(0)
  await bare.close()
})

describe('a run that ends before its time', () => {
  it('is estimated by what is left, and goes on there', { tags: 'slow' }, async () => {
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push(await seedArticle(web.database))
    const both = { stages: ['enrich' as const, 'cluster' as const] }
    await operations().reprocess(both)
    // A process that was killed had marked two articles and done one of them.
    const killed = await openRun(web.database, { ...both, since: null, again: false }, at(21))
    await queueNext(web.database, killed, at(21), 2)
    await web.services.pipeline.enrich(ids[0] ?? 0)
    const [complete] = (await operations().planReprocess({ stages: ['enrich'] })).stages
    const share = (n = 0) => Math.round((3 / 4) * n)
    const left = { inputTokens: share(complete?.inputTokens), outputTokens: share(complete?.outputTokens) }
    const cost = expect.closeTo((3 / 4) * (complete?.cost ?? 0), 9)
    expect(complete).toMatchObject({ articles: 4, basis: 'earlier calls' })
    expect(await operations().planReprocess(both)).toMatchObject({
      continues: at(21),
      cost,
      stages: [
        { stage: 'enrich', articles: 3, ...left, cost },
        { stage: 'cluster', articles: 4 },
      ],
    })
    server.calls.length = 0
    const [report] = await operations().reprocess(both)
    expect(report).toMatchObject({ articles: 4, left: 0, accepted: 4, refused: 0 })
    expect(chats()).toBe(3 * CALLS)
    expect((await operations().planReprocess(both)).continues).toBeNull()
  })

  it('is given up for a run of other articles, whose finished stages are not estimated', async () => {
    const scope = { stages: ['enrich' as const, 'cluster' as const], since: null, again: false }
    await openRun(web.database, scope, at(20))
    const other = await openRun(web.database, { ...scope, since: at(19) }, at(21))
    await finishStage(web.database, other, at(21))
    expect((await operations().planReprocess({ stages: scope.stages })).continues).toBeNull()
    const plan = await operations().planReprocess({ stages: scope.stages, since: at(19) })
    expect(plan).toMatchObject({ continues: at(21), stages: [{ stage: 'cluster' }] })
  })

  it('pauses at the budget and leaves the rest waiting', { tags: 'slow' }, async () => {
    for (let n = 0; n < 3; n++) await seedArticle(web.database)
    const poor = await startTestWeb(
      { ...playedSettings(server), AI_MONTHLY_BUDGET: '0' },
      { ...web.database, close: async () => {} },
    )
    const [report] = await actionsOf(poor).reprocess({ stages: ['enrich'] })
    expect(report).toMatchObject({ articles: 3, left: 3, accepted: 0, cost: 0 })
    expect(server.calls).toHaveLength(0)
    await poor.close()
    await operations().reprocess({ stages: ['enrich'] })
    expect(chats()).toBe(3 * CALLS)
  })
})
