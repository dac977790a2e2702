/** Settlements of a dispute: a publisher's correction, later reports with a played judge, and the operator's override. */

import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { growEvent, said, seedEvent, seedEventText, seedFeed, storedPoint } from '../../../tests/support/build.ts'
import { enrichCtx } from '../../../tests/support/generation.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { alwaysYes, honest } from '../../../tests/support/played/answers/judge.ts'
import { honestPairs, relateEach } from '../../../tests/support/played/answers/pairs.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { undoOperatorAction } from '../operator/writes/undo.ts'
import { findEvent } from './queries/events.ts'
import { closeDisputes, type SettlingCtx, settlingDue } from './texts/settle-disputes.ts'
import { mergeEvents, splitFromEvent } from './writes/operator-events.ts'
import { ruleDispute } from './writes/settlements.ts'

let web: TestWeb
let server: ModelServer
let alone: SettlingCtx
let judged: SettlingCtx
let feeds: Record<'Post' | 'Mail' | 'Echo' | 'Bladet', number>
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))

beforeAll(async () => {
  web = await startTestWeb()
  server = await startModelServer()
  const { clock } = web
  const written = await enrichCtx(web.database, server)
  const models = { ...written, clock, judge: written.judge && { ...written.judge, clock } }
  const shared = { database: web.database, clock: web.clock, rules: models.rules.languages }
  alone = { ...shared, models: null }
  judged = { ...shared, models: models as unknown as NonNullable<SettlingCtx['models']> }
  const seed = (title: string) => seedFeed(web.database, { title, publisher: `${title.toLowerCase()}.example` })
  feeds = { Post: await seed('Post'), Mail: await seed('Mail'), Echo: await seed('Echo'), Bladet: await seed('Bladet') }
})
afterAll(async () => {
  await server.close()
  await web.close()
})

const PRICE = { Post: 'Bron har kostat 450 miljoner kronor.', Mail: 'Bron har kostat 520 miljoner kronor.' }
let eventId: number
let ids: [number, number]
const report = (name: keyof typeof feeds, hour: number, excerpt: string) => ({
  feed_id: feeds[name],
  title: 'Bron vid Ramsvik',
  excerpt,
  language: 'sv',
  content_hash: `${name} ${hour}`,
  published_at: at(hour),
  sort_at: at(hour),
  discovered_at: at(hour),
})

beforeEach(async () => {
  const seeded = await seedEvent(web.database, [report('Post', 6, PRICE.Post), report('Mail', 7, PRICE.Mail)])
  eventId = seeded.eventId
  ids = seeded.articleIds as [number, number]
  const quote = (article: number, text: string) => [{ article, text }]
  const claims = [said('title', 'Bron öppnar'), said('sentence', 'Bron öppnar.')]
  const point = storedPoint(
    'disputed',
    [PRICE.Post, [ids[0]], quote(ids[0], PRICE.Post)],
    [PRICE.Mail, [ids[1]], quote(ids[1], PRICE.Mail)],
  )
  await seedEventText(web.database, { eventId, claims, points: [point] })
})

const points = async () => (await findEvent(web.database.db, eventId, 'sv'))?.points ?? []
const settled = async () => {
  const [point] = await points()
  return point?.settled && { by: point.settled.by, right: point.statements[point.settled.statement]?.text }
}
const body = async (url: string) => (await web.app.inject({ url })).body
const stored = async () => (await web.database.db.selectFrom('dispute_settlements').select('id').execute()).length

it.each<[string, 'Post' | 'Echo', string, object | undefined]>([
  ['gives the other value', 'Post', 'Bron har kostat 520 miljoner kronor.', { by: 'source', right: PRICE.Mail }],
  ['stands by its own', 'Post', 'Bron har kostat 450 miljoner kronor.', undefined],
  ['gives a third value', 'Post', 'Bron har kostat 480 miljoner kronor.', undefined],
  ['gives both values', 'Post', 'Bron har kostat 450 miljoner kronor, och inte 520 miljoner kronor.', undefined],
  ['tells of other things', 'Post', 'Färjan går sin sista tur på fredag.', undefined],
  ['is of another publisher', 'Echo', 'Bron har kostat 520 miljoner kronor.', undefined],
])('without a model: a later report that %s', async (_, name, text, expected) => {
  await growEvent(web.database, eventId, [report(name, 9, text)])
  await closeDisputes(alone)
  expect(await settled()).toEqual(expected)
})

it('an article that was edited settles it, once, and every surface says so', async () => {
  const rows = web.database.db.updateTable('articles').where('id', '=', ids[0])
  await rows.set({ excerpt: PRICE.Mail, content_hash: 'edited' }).execute()
  const before = await stored()
  expect(await settlingDue(alone)).toBe(true)
  await closeDisputes(alone)
  expect(await settlingDue(alone)).toBe(false)
  await closeDisputes(alone)
  expect(await stored()).toBe(before + 1)
  const { data } = JSON.parse(await body('/api/v1/disputes'))
  const dispute = data.find(({ id }: { id: number }) => id === eventId)
  expect(dispute.disputes[0].settled).toEqual({
    at: web.clock.now().toISOString(),
    statement: PRICE.Mail,
    by: 'source',
    reason: null,
  })
  const { location } = (await web.app.inject({ url: `/handelser/${eventId}` })).headers
  const settled = /Rätt fick Mail · 21 november<\/strong> Post har rättat sin uppgift\./
  for (const url of [String(location), '/oense', `/embed/handelser/${eventId}`])
    expect(await body(url)).toMatch(settled)
  expect(await body('/oense.rss')).toContain(`rätt är: ${PRICE.Mail}`)
})

it.each<[string, (prompt: string) => string, object | undefined]>([
  [
    'an honest judge',
    honestPairs(({ a, b }) => (a.includes('520') && b.includes('520') ? 'same' : 'exclude')),
    { by: 'reports', right: PRICE.Mail },
  ],
  ['a judge that misses a planted pair', relateEach(({ a }) => (a.includes('520') ? 'same' : 'add')), undefined],
  ['an honest judge that reads otherwise', honestPairs(() => 'add'), undefined],
])('two later reports with %s', async (_, pairs, expected) => {
  server.pairs = pairs
  await growEvent(web.database, eventId, [
    report('Echo', 9, 'Notan för bron blev 520 miljoner kronor, visar bokslutet som har kostat kommunen månader.'),
    report('Bladet', 10, 'Kommunens bro har kostat invånarna 520 miljoner kronor enligt revisorerna i Ramsvik.'),
  ])
  await closeDisputes(alone)
  expect(await settled()).toBeUndefined()
  await closeDisputes(judged)
  expect(await settled()).toEqual(expected)
})

it.each([
  ['in a sentence', 'Bron har kostat 450 miljoner kronor enligt en källa och 520 miljoner kronor enligt en annan.'],
  ['in two sentences', 'Bron har kostat 450 miljoner kronor. Enligt Mail har bron kostat 520 miljoner kronor.'],
  ['in two, the other first', 'Bron har kostat 520 miljoner kronor enligt Mail. Bron har kostat 450 miljoner kronor.'],
])('later reports with both values %s are no agreement, whatever the judge reads', async (_, text) => {
  server.pairs = honestPairs(() => 'same')
  await growEvent(web.database, eventId, [report('Echo', 9, `Echo: ${text}`), report('Bladet', 10, `Läget: ${text}`)])
  await closeDisputes(judged)
  expect(await settled()).toBeUndefined()
})

it('a judge that could not be reached is asked again after ten minutes', async () => {
  server.pairs = honestPairs(({ a, b }) => (a.includes('520') && b.includes('520') ? 'same' : 'exclude'))
  await growEvent(web.database, eventId, [
    report('Echo', 9, 'Notan för bron blev 520 miljoner kronor, visar bokslutet som har kostat kommunen månader.'),
    report('Bladet', 10, 'Kommunens bro har kostat invånarna 520 miljoner kronor enligt revisorerna i Ramsvik.'),
  ])
  const ctx = { ...judged }
  server.mode = 'broken'
  await closeDisputes(ctx)
  server.mode = 'good'
  expect([await settlingDue(ctx), await settled()]).toEqual([false, undefined])
  web.clock.set(new Date(web.clock.now().getTime() + 600_000))
  expect(await settlingDue(ctx)).toBe(true)
  await closeDisputes(ctx)
  expect(await settled()).toEqual({ by: 'reports', right: PRICE.Mail })
  const [point] = await points()
  expect(point?.settled?.reason).toMatch(/^Kommunens bro .+ i Ramsvik\. … Notan .+ kommunen månader\.$/)
})

it('a suspended judge is not asked until it has passed its examination', { tags: 'slow' }, async () => {
  const { judge } = judged.models ?? {}
  if (!judge) throw new Error('there is no judge')
  const suspend = async (hoursLeft: number) => {
    await web.database.db.deleteFrom('judge_suspensions').where('model', '=', judge.summariser.model).execute()
    const suspended_at = web.clock.now()
    const examine_at = new Date(suspended_at.getTime() + hoursLeft * 3_600_000)
    const counted = { planted: 20, refused: 1, pairs: 5, supported: 5 }
    const id = { model: judge.summariser.model, prompt_version: judge.prompt.version }
    await web.database.db
      .insertInto('judge_suspensions')
      .values({ ...id, ...counted, suspended_at, examine_at })
      .execute()
  }
  server.pairs = honestPairs(({ a, b }) => (a.includes('520') && b.includes('520') ? 'same' : 'exclude'))
  await growEvent(web.database, eventId, [
    report('Echo', 9, 'Notan för bron blev 520 miljoner kronor, visar bokslutet som har kostat kommunen månader.'),
    report('Bladet', 10, 'Kommunens bro har kostat invånarna 520 miljoner kronor enligt revisorerna i Ramsvik.'),
  ])
  const before = web.clock.now()
  onTestFinished(() => web.clock.set(before))
  for (const [hoursLeft, answers, expected] of [
    [1, honest, undefined],
    [-1, alwaysYes, undefined],
    [-1, honest, { by: 'reports', right: PRICE.Mail }],
  ] as const) {
    // Beyond what the examination before it has counted.
    web.clock.set(new Date(web.clock.now().getTime() + 2 * 3_600_000))
    await suspend(hoursLeft)
    server.judge = answers
    await closeDisputes(judged)
    expect(await settled()).toEqual(expected)
  }
})

it('a settled dispute leaves the front page, and stays settled when another event is merged into its own', {
  tags: 'slow',
}, async () => {
  const texts = web.database.db.updateTable('event_texts').where('event_id', '<>', eventId)
  await texts.where('event_id', '<', NEIGHBOUR).set({ points: '[]' }).execute()
  web.ctx.cache.raise('content')
  expect(await body('/')).toContain('id="oense"')
  await growEvent(web.database, eventId, [report('Post', 9, PRICE.Mail)])
  await closeDisputes(alone)
  web.ctx.cache.raise('content')
  expect(await body('/')).not.toContain('id="oense"')
  const other = await seedEvent(web.database, [report('Bladet', 11, 'Bron vid Ramsvik är öppen för trafik.')])
  await mergeEvents(web.database, other.eventId, eventId, web.ctx.clock.now())
  const survivor = await web.database.db
    .selectFrom('events')
    .select(['id', 'merged_into'])
    .where('id', 'in', [eventId, other.eventId])
    .where('merged_into', 'is', null)
    .executeTakeFirstOrThrow()
  eventId = survivor.id
  expect(await settled()).toEqual({ by: 'source', right: PRICE.Mail })
})

it('the operator overrules, holds it open, and takes it back; an article that leaves drops it', {
  tags: 'slow',
}, async () => {
  const undo = async () => {
    const actions = web.database.db.selectFrom('operator_actions').select('id').where('action', '=', 'dispute_settled')
    return undoOperatorAction(
      web.database,
      (await actions.orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
      web.ctx.clock.now(),
    )
  }
  await growEvent(web.database, eventId, [report('Post', 9, PRICE.Mail)])
  await closeDisputes(alone)
  expect(await ruleDispute(web.database, { eventId, statement: PRICE.Post, isOpen: false }, web.ctx.clock.now())).toBe(
    'done',
  )
  expect(await ruleDispute(web.database, { eventId, statement: PRICE.Post, isOpen: false }, web.ctx.clock.now())).toBe(
    'unchanged',
  )
  await closeDisputes(alone)
  expect(await settled()).toEqual({ by: 'operator', right: PRICE.Post })
  expect(await undo()).toBe('done')
  expect(await settled()).toEqual({ by: 'source', right: PRICE.Mail })
  expect(await ruleDispute(web.database, { eventId, statement: PRICE.Mail, isOpen: true }, web.ctx.clock.now())).toBe(
    'done',
  )
  await closeDisputes(alone)
  expect(await settled()).toBeUndefined()
  expect(await undo()).toBe('done')
  const [last] = (await findEvent(web.database.db, eventId, 'sv'))?.entries.slice(-1) ?? []
  await splitFromEvent(web.database, last?.id ?? 0, web.ctx.clock.now(), eventId)
  expect(await settled()).toBeUndefined()
})
