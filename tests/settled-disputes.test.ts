/** Settlements of a dispute: a publisher's correction, later reports with a played judge, and the operator's override. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeDisputes, type SettlingCtx, settlingDue } from '../src/pipeline/events/settle-disputes.ts'
import { findEvent } from '../src/read/events/events.ts'
import { growEvent, said, seedEvent, seedEventText, seedFeed, storedPoint } from './support/build.ts'
import { enrichCtx } from './support/generation.ts'
import { honestPairs, relateEach } from './support/played/answers/pairs.ts'
import { type ModelServer, startModelServer } from './support/played/model.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

let web: TestWeb
let server: ModelServer
let alone: SettlingCtx
let judged: SettlingCtx
let feeds: Record<'Post' | 'Mail' | 'Echo' | 'Bladet', number>
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))

beforeAll(async () => {
  web = await startTestWeb()
  server = await startModelServer()
  const models = { ...(await enrichCtx(web.database, server)), clock: web.clock }
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

it('the operator overrules, holds it open, and takes it back; an article that leaves drops it', async () => {
  const { operator } = web.ctx.commands
  const undo = async () => {
    const actions = web.database.db.selectFrom('operator_actions').select('id').where('action', '=', 'dispute_settled')
    return operator.undo((await actions.orderBy('id', 'desc').executeTakeFirstOrThrow()).id)
  }
  await growEvent(web.database, eventId, [report('Post', 9, PRICE.Mail)])
  await closeDisputes(alone)
  expect(await operator.ruleDispute(eventId, { statement: PRICE.Post, isOpen: false })).toBe('done')
  expect(await operator.ruleDispute(eventId, { statement: PRICE.Post, isOpen: false })).toBe('unchanged')
  await closeDisputes(alone)
  expect(await settled()).toEqual({ by: 'operator', right: PRICE.Post })
  expect(await undo()).toBe('done')
  expect(await settled()).toEqual({ by: 'source', right: PRICE.Mail })
  expect(await operator.ruleDispute(eventId, { statement: PRICE.Mail, isOpen: true })).toBe('done')
  await closeDisputes(alone)
  expect(await settled()).toBeUndefined()
  expect(await undo()).toBe('done')
  const [last] = (await findEvent(web.database.db, eventId, 'sv'))?.entries.slice(-1) ?? []
  await operator.splitFromEvent(last?.id ?? 0, eventId)
  expect(await settled()).toBeUndefined()
})
