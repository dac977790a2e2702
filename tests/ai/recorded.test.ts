/** A capable model behind the service: its recorded answers on thirty articles, from their feeds to what readers see. */
// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordedArticles, recordedEvents } from '../support/played/recorded.ts'
import { costsByTask, lostSentences, type RecordedSite, startRecordedSite } from '../support/worlds/recorded.ts'

let site: RecordedSite
const db = () => site.web.database.db

beforeAll(async () => {
  site = await startRecordedSite()
}, 180_000)
afterAll(() => site.close())

const articles = async () =>
  (
    await db()
      .selectFrom('articles')
      .select(['url', 'event_id', 'translated_title', 'translated_summary', 'translated_by', 'kind'])
      .execute()
  ).map(({ url, ...article }) => ({ ...article, name: url.split('/').at(-1) ?? '' }))

it('loses no good sentence', async () => {
  expect(await lostSentences(site.web.database)).toEqual([])
  const { good } = await db()
    .selectFrom('claims')
    .select((eb) => eb.fn.countAll<number>().as('good'))
    .where('verdict', '=', 'stands')
    .where('part', '=', 'sentence')
    .executeTakeFirstOrThrow()
  expect(good).toBeGreaterThan(130)
})

it('publishes each answer whole', async () => {
  const found = new Map((await articles()).map((article) => [article.name, article]))
  expect(found.size).toBe(30)
  for (const { id, answer } of recordedArticles)
    expect(found.get(id), id).toMatchObject({
      translated_by: 'ai',
      translated_title: answer.title,
      translated_summary: answer.sentences.map(([text]) => text).join(' '),
      kind: answer.kind,
    })
})

it('has the events that several report, each with its text whole', async () => {
  const byName = new Map((await articles()).map((article) => [article.name, article.event_id]))
  const texts = await db().selectFrom('event_texts').selectAll().orderBy('revision', 'desc').execute()
  for (const { reports, title, sentences, points, update } of recordedEvents) {
    const ids = new Set(reports.map((name) => byName.get(name)))
    expect(ids.size, title).toBe(1)
    const text = texts.find(({ event_id }) => ids.has(event_id))
    const all = [...sentences, ...(update?.sentences ?? [])].map(([sentence]) => sentence)
    expect(text, title).toMatchObject({ title, summary: all.join(' '), text_by: 'ai' })
    const statements = text?.points.flatMap((point) => point.statements.map((statement) => statement.text)) ?? []
    const expected = [...points, ...(update?.points ?? [])].flatMap(({ text: point, against = [] }) => [
      point,
      ...against.map(([other]) => other),
    ])
    expect(statements.toSorted(), title).toEqual([...new Set(expected)].toSorted())
  }
})

it('asks once for each text, in so many tokens, and no call is refused', async () => {
  const calls = await db()
    .selectFrom('ai_calls')
    .select(['verdict', 'reason'])
    .where('verdict', '<>', 'accepted')
    .execute()
  expect(calls).toEqual([])
  const costs = new Map((await costsByTask(site.web.database)).map(({ task, ...cost }) => [task, cost]))
  const counts = Object.fromEntries([...costs].map(([task, cost]) => [task, cost.calls]))
  expect(counts).toMatchObject({
    'summary (article)': recordedArticles.length,
    // Each text is judged in two calls.
    'judge (article)': 2 * recordedArticles.length,
    'event (event)': recordedEvents.length,
    'event-update (event)': 1,
  })
  const limits: Record<string, number> = {
    'summary (article)': 1150,
    'judge (article)': 780,
    'judge (exam)': 1400,
    'event (event)': 1350,
    'event-update (event)': 1400,
    'judge (event)': 930,
  }
  for (const [task, limit] of Object.entries(limits)) expect(costs.get(task)?.input, task).toBeLessThan(limit)
})
