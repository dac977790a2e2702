/** The line of events: pairs found among real rows, answers at the console and the command line, and what follows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLabelled } from '../../../quality/eval/read-labelled.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { startStages } from '../../app/stages.ts'
import { ensureVectorModel } from '../../news/embeddings/writes/embedding-models.ts'
import { saveVectors } from '../../news/embeddings/writes/vectors.ts'
import { findLine } from '../../news/events/writes/line.ts'
import { insertAiCall } from '../../news/models/writes/ai-calls.ts'
import { answerPairs, listRecent } from './answers.ts'
import { LINES } from './calibrate.ts'
import { clustersCalibrate } from './clusters-calibrate.ts'
import { isFindingPairs } from './console-pages.ts'
import { findLinePairs, findPairs } from './find-pairs.ts'
import { findLineView } from './open-pairs.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-line-'))
const labels = new Map<number, string>()
let web: TestWeb
let operator: Visitor
beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token }, undefined, { alone: true })
  const feeds = [await seedFeed(web.database, { title: 'Posten' }), await seedFeed(web.database, { title: 'Bladet' })]
  const { articles } = readLabelled('quality/eval/clusters-burst.jsonl')
  const ids = await seedArticles(
    web.database,
    articles.slice(0, 150).map(({ title, text, language, at }, i) => {
      return { feed_id: feeds[i % 2] as number, title, excerpt: text, language, sort_at: new Date(at) }
    }),
  )
  for (const [i, id] of ids.entries()) labels.set(id, articles[i]?.label ?? '')
  await web.services.pipeline.cluster()
  operator = await operatorAt(web, token)
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
})

const db = () => web.database.db
const rows = () => db().selectFrom('line_pairs').selectAll().orderBy('place').execute()
const lines = () => db().selectFrom('event_lines').selectAll().orderBy('id').execute()
const view = () => findLineView(db(), 100)
const quality = async () => JSON.parse((await web.app.inject({ url: '/api/v1/quality' })).body).data
const text = (body: string) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const calibrate = async (options: object, io = recordedIo()) => {
  const code = await clustersCalibrate(web.services, io.io, options)
  return { code, out: io.lines, notes: io.notes }
}

describe('among articles that came in', () => {
  it('finds pairs that stand together at some lines and apart at others, each once', { tags: 'slow' }, async () => {
    expect((await calibrate({ list: true })).code).toBe(0)
    const found = await rows()
    expect(found.length).toBeGreaterThan(10)
    expect(found.every((row) => LINES.slice(0, -1).some((line) => line === row.joins_to))).toBe(true)
    expect((await calibrate({ list: true })).out[0]).toMatch(
      /^\d+ \d+ \? {2}2\d{3}-\d\d-\d\d \d\d:\d\d {2}(Posten|Bladet): .+ {2}\| {2}2/,
    )
  })

  it('are looked for among what readers see', async () => {
    const newest = async () => (await listRecent(web.database.db, 1))[0]?.id ?? 0
    const id = await newest()
    const setStatus = (status: 'removed' | 'published') =>
      web.database.db.updateTable('articles').set({ status }).where('id', '=', id).execute()
    await setStatus('removed')
    expect(await newest()).not.toBe(id)
    await setStatus('published')
    expect(await newest()).toBe(id)
  })

  it('keeps answers with who and when, and asks about none again after another search', { tags: 'slow' }, async () => {
    const [open] = (await view()).pairs
    const pair = (open ?? []).map(({ articleId }) => articleId) as [number, number]
    await answerPairs(web.database, [{ pair: [pair[1], pair[0]], answer: 'story' }], new Date('2026-11-21T11:00:00Z'))
    await findLinePairs(web.services)
    const answered = (await rows()).find((row) => row.answer !== null)
    expect(answered).toMatchObject({
      article_a: Math.min(...pair),
      article_b: Math.max(...pair),
      answer: 'story',
      answered_by: 'service',
      answered_at: new Date('2026-11-21T11:00:00Z'),
    })
    const again = (await view()).pairs.map((sides) => sides.map(({ articleId }) => articleId))
    expect(again.length).toBeGreaterThan(10)
    expect(again).not.toContainEqual(pair)
  })

  it('is searched by a worker where the console orders it', { tags: 'slow' }, async () => {
    await db().deleteFrom('line_pairs').where('answer', 'is', null).execute()
    expect(text((await operator.get('/admin/line')).body)).toContain('Inga par väntar på svar.')
    expect((await operator.post('/admin/line/pairs')).headers.location).toBe('/admin/line?said=finding')
    expect((await operator.post('/admin/line/pairs')).headers.location).toBe('/admin/line?said=unchanged')
    expect(text((await operator.get('/admin/line')).body)).toContain('En bakgrundsprocess letar efter par.')
    const stages = await startStages(web.services)
    await vi.waitUntil(async () => !(await isFindingPairs(await web.services.queue())), { timeout: 30_000 })
    await stages.close()
    expect((await operator.get('/admin/line')).body).toContain('<button class="button" name="answer" value="story">')
  })

  it('takes in what a model said of such pairs, with its name', { tags: 'slow' }, async () => {
    const one = (await rows()).find(({ answer }) => answer === null)
    const [a, b] = [one?.article_a ?? 0, one?.article_b ?? 0]
    await db()
      .insertInto('event_decisions')
      .values({ article_a: a, article_b: b, same: true, decided_by: 'model', at: web.clock.now() })
      .execute()
    await insertAiCall(db(), {
      purpose: 'same-event',
      articleId: b,
      at: web.clock.now(),
      ms: 1,
      provider: 'openai',
      model: 'played',
      promptVersion: '1',
      contentHash: 'x',
      request: { articles: [a, b] },
      response: '{}',
      inputTokens: 1,
      outputTokens: 1,
      cost: 0,
      verdict: 'accepted',
      reason: null,
    })
    await findLinePairs(web.services)
    expect((await rows()).find((row) => row.article_a === a && row.article_b === b)).toMatchObject({
      answer: 'same',
      answered_by: 'model:played',
    })
    expect(await view()).toMatchObject({ answers: 1, modelAnswers: 1 })
  })

  it('compares their vectors, too, where the model has any', { tags: 'slow' }, async () => {
    const find = async (vectorModel: string | null) => {
      await db().deleteFrom('line_pairs').execute()
      const { database, content, clock } = web.services
      await findPairs({ database, lexicon: content.lexicon, now: () => clock.now(), vectorModel, openMs: 3_600_000 })
      return (await rows()).length
    }
    // Articles of one event have the same, others nothing in common.
    const names = [...new Set(labels.values())]
    const vectors = [...labels].map(([articleId, label]) => ({
      item: { articleId, queuedAt: '2026-01-01' },
      vector: names.map((name) => Number(name === label)),
    }))
    const model = { name: 'played', dimensions: names.length }
    await saveVectors(web.database, await ensureVectorModel(web.database, model, web.clock.now()), vectors)
    const without = await find(null)
    expect(without).toBeGreaterThan(10)
    expect(await find('played')).toBeLessThan(without / 4)
    expect(await find('unknown')).toBe(without)
  })
})

/** 42 pairs, six for each line, of the articles that are there; none answered. */
async function setPairs(): Promise<{ pair: [number, number]; joinsTo: number }[]> {
  await db().deleteFrom('line_pairs').execute()
  await db().deleteFrom('event_lines').execute()
  await db().deleteFrom('judge_suspensions').execute()
  const ids = [...labels.keys()]
  const pairs = LINES.slice(0, 7).flatMap((joinsTo, step) =>
    Array.from({ length: 6 }, (_, i) => {
      const at = 2 * (step * 6 + i)
      return { pair: [ids[at] ?? 0, ids[at + 1] ?? 0] as [number, number], joinsTo }
    }),
  )
  const row = ({ pair: [a, b], joinsTo }: (typeof pairs)[number], place: number) => ({
    article_a: a,
    article_b: b,
    joins_to: joinsTo,
    step_weight: 0.1,
    place,
    found_at: web.clock.now(),
    answer: null,
    answered_by: null,
    answered_at: null,
  })
  await db().insertInto('line_pairs').values(pairs.map(row)).execute()
  return pairs
}

describe('once forty pairs are answered', () => {
  let pairs: { pair: [number, number]; joinsTo: number }[]
  beforeEach(async () => {
    pairs = await setPairs()
  })

  /** In this collection what joins above 1.1 is one event, and what joins below it a turn of the same story. */
  const letters = (some = pairs) =>
    some.map(({ pair, joinsTo }) => `${pair.join(' ')} ${joinsTo > 1.1 ? 'e' : 's'} headline | headline`).join('\n')
  const file = (content: string) => {
    const path = join(folder, 'answers.txt')
    writeFileSync(path, content)
    return path
  }

  it('moves the line, and says so where readers and machines look', { tags: 'slow' }, async () => {
    expect(await quality()).not.toHaveProperty('calibrated_line')
    const early = await calibrate({ answers: file(letters(pairs.slice(0, 39))) })
    expect(early.out).toEqual(['39 of 39 answers are new.', 'The line is the default; it moves after 1 more answers.'])
    expect(await findLine(db())).toBe(1)
    const { out } = await calibrate({ answers: file(letters()) })
    expect(out[1]).toMatch(
      /^The line is at 1\.2 times the default, calibrated on 42 answers: precision 12 of 12 \(76–100 %\), recall/,
    )
    expect(await findLine(db())).toBe(1.2)
    const share = { hits: 12, of: 12, low: expect.closeTo(0.757, 2), high: 1 }
    expect((await quality()).calibrated_line).toEqual({ line: 1.2, answers: 42, precision: share, recall: share })
    const words = 'med 42 svar om par nära gränsen. Av paren som förs ihop är 12 av 12 (76–100 %) samma händelse.'
    expect(text((await web.app.inject({ url: '/kvalitet' })).body)).toContain(words)
    const markdown = (await web.app.inject({ url: '/kvalitet.md' })).body
    expect(markdown).toContain('42 svar om par nära gränsen')
    expect(markdown).toContain('line_calibrated_on: 42')
  })

  it.each([
    ['a letter that is none', '1 2 x', /line 2: not "ARTICLE ARTICLE e"/],
    ['a word', 'same', /line 2/],
    ['one article', '12 e', /line 2/],
  ])('takes nothing from a file with %s', async (_name, line, message) => {
    const path = file(`${letters(pairs.slice(0, 1))}\n${line}`)
    await expect(calibrate({ answers: path })).rejects.toThrow(message)
    expect((await view()).answers).toBe(0)
  })

  it('takes no answer about a pair that was not asked about, and leaves those with ? open', async () => {
    const [first] = pairs
    const { out } = await calibrate({ answers: file(`# by hand\n999998 999999 e\n${first?.pair.join(' ')} ?\n`) })
    expect(out[0]).toBe('0 of 1 answers are new.')
  })

  it('asks at a terminal until it is left', async () => {
    const { out } = await calibrate({}, recordedIo({ isTTY: true, answers: ['E', 'what', 's', 'd', 'q'] }))
    expect(out.filter((line) => line.includes(' of 42'))).toHaveLength(4)
    expect((await rows()).slice(0, 4).map(({ answer }) => answer)).toEqual(['same', 'story', 'different', null])
  })

  it('goes back to the default with one command or one click, and begins anew', { tags: 'slow' }, async () => {
    expect((await calibrate({ reset: true })).out).toEqual(['The line is at the default already.'])
    await calibrate({ answers: file(letters()) })
    const page = (await operator.get('/admin/line')).body
    expect(text(page)).toContain('Gräns, där 1 är utgångsläget 1,2')
    web.clock.set(new Date(web.clock.now().getTime() + 1000))
    expect((await operator.post('/admin/line/restore')).headers.location).toBe('/admin/line?said=line_reset')
    expect((await operator.post('/admin/line/restore')).headers.location).toBe('/admin/line?said=unchanged')
    expect(await findLine(db())).toBe(1)
    expect((await view()).answers).toBe(0)
    expect(await quality()).not.toHaveProperty('calibrated_line')
    const log = text((await operator.get('/admin/log')).body)
    expect(log).toContain(t('admin.action.line_moved'))
    expect(log).toContain('Tog tillbaka händelsernas gräns')
  })

  it('is answered at the console, one pair a click', async () => {
    const body = text((await operator.get('/admin/line')).body)
    expect(body).toContain('En händelse är en enda sak som har hänt: vad, när, var och vem.')
    expect(body).toContain('Gränsen flyttas efter 40 svar till.')
    const [one, other] = pairs[0]?.pair ?? []
    const answer = { article: String(one), other: String(other), answer: 'story' }
    expect((await operator.post('/admin/line', answer)).headers.location).toBe('/admin/line?said=answered')
    expect((await operator.post('/admin/line', answer)).headers.location).toBe('/admin/line?said=unchanged')
    expect((await operator.post('/admin/line', { ...answer, answer: 'x' })).headers.location).toBe(
      '/admin/line?said=no_such',
    )
    expect((await rows())[0]).toMatchObject({ answer: 'story', answered_by: 'console:127.0.0.1' })
  })

  it.each([
    ['counts the answers of a model', false, 0.9],
    ['counts none of a model whose judgement is suspended', true, 1.2],
  ])('%s', async (_name, suspended, line) => {
    const steps = pairs.slice(6).filter(({ joinsTo }) => joinsTo === 0.9 || joinsTo === 1 || joinsTo === 1.1)
    const ids = [...labels.keys()].slice(90)
    const extra = steps.flatMap(({ joinsTo }, i) =>
      [0, 1, 2].map((nth) => ({
        article_a: ids[i] ?? 0,
        article_b: (ids[i] ?? 0) + 10_000 + nth,
        joins_to: joinsTo,
        step_weight: 0.1,
        place: 0,
        found_at: web.clock.now(),
        answer: 'same' as const,
        answered_by: 'model:played',
        answered_at: web.clock.now(),
      })),
    )
    await db().insertInto('line_pairs').values(extra).execute()
    if (suspended)
      await db()
        .insertInto('judge_suspensions')
        .values({
          model: 'played',
          prompt_version: '1',
          suspended_at: web.clock.now(),
          examine_at: web.clock.now(),
          planted: 40,
          refused: 0,
          pairs: 0,
          supported: 0,
        })
        .execute()
    await calibrate({ answers: file(letters()) })
    expect((await lines()).at(-1)).toMatchObject({ line, answers: 42 })
  })
})

it('is read by the worker at each pass, without a restart', { tags: 'slow' }, async () => {
  await db().deleteFrom('event_lines').execute()
  const events = async () => {
    await db().updateTable('articles').set({ cluster_state: 'pending' }).execute()
    await web.services.pipeline.cluster()
    const { n } = await db()
      .selectFrom('event_members')
      .select((row) => row.fn.count('event_id').distinct().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const before = await events()
  const row = { answers: 40, joined: 1, same: 1, joined_same: 1, made_by: 'service', at: web.clock.now() }
  await db()
    .insertInto('event_lines')
    .values({ ...row, line: 1.4 })
    .execute()
  const finer = await events()
  await db()
    .insertInto('event_lines')
    .values({ ...row, line: 0.7 })
    .execute()
  expect([finer > before, (await events()) < finer]).toEqual([true, true])
})
