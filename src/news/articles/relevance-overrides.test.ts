/** Operators' decisions on what is about the topic: they hold, whatever classifies again. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { type AdminWorld, startAdminWorld } from '../../../tests/support/worlds/admin.ts'
import { reclassify } from '../feeds/visits/reclassify.ts'
import { undoOperatorAction } from '../operator/writes/undo.ts'
import type { Pipeline } from '../stages/context.ts'
import { acceptEnrichment, findEnrichable } from './writes/enrichment.ts'
import { correctExtraction, saveExtraction } from './writes/extraction.ts'
import { saveClassifications } from './writes/reclassification.ts'
import { listRelevanceExamples, overrideRelevance } from './writes/relevance-overrides.ts'

let world: AdminWorld
let feed: number
const NOW = new Date('2026-11-21T12:00:00Z')

beforeAll(async () => {
  world = await startAdminWorld()
  feed = await seedFeed(world.web.database, { publisher: 'garden.example' })
})
afterAll(async () => {
  await world.web.close()
})

const article = async (title: string, relevant: boolean, feed_id = feed) => {
  const [id = 0] = await seedArticles(world.web.database, [
    { feed_id, title, relevant, enrich_state: 'pending', excerpt: `${title}, in short.` },
  ])
  return id
}
const isRelevant = async (id: number) => {
  const { db } = world.web.database
  return (await db.selectFrom('articles').select('relevant').where('id', '=', id).executeTakeFirstOrThrow()).relevant
}

const classificationOf = (relevant: boolean) => ({
  relevant,
  relevanceReason: 'rules',
  relevanceScore: 0,
  tagIds: [],
  kind: 'news',
  language: 'en',
  excerpt: 'In short.',
})

/** Every statement that stores whether an article is about the topic. */
const WRITERS: Record<string, (id: number, relevant: boolean) => Promise<unknown>> = {
  'the rules again': (id, relevant) => saveClassifications(world.web.database, [{ id, ...classificationOf(relevant) }]),
  'the text of its page': (id, relevant) =>
    saveExtraction(
      world.web.database,
      id,
      { text: 'A text.', imageUrl: null, reservation: null, classification: classificationOf(relevant) },
      NOW,
    ),
  'a page that was none of its own': (id, relevant) =>
    correctExtraction(
      world.web.database,
      id,
      { text: '', refusal: null, imageUrl: null, classification: classificationOf(relevant) },
      NOW,
    ),
  'a model': async (id, relevant) => {
    const found = await findEnrichable(world.web.database.db, id)
    const texts = { title: 'A title', summary: 'A summary.', relevanceReason: 'a model', kind: 'news' as const }
    const lists = { tagNames: [], proposedTags: [], products: [], claims: [] }
    if (found) await acceptEnrichment(world.web.database, found, { ...texts, ...lists, relevant }, { row: 0, at: NOW })
  },
}

it.each(Object.keys(WRITERS).flatMap((writer) => [true, false].map((relevant) => [writer, relevant] as const)))(
  'hold against %s, where it is about the topic: %s',
  async (writer, relevant) => {
    const [free, decided] = [
      await article(`Free of ${writer}`, relevant),
      await article(`Decided, ${writer}`, !relevant),
    ]
    expect(await overrideRelevance(world.web.database, decided, relevant, world.web.ctx.clock.now())).toBe('done')
    for (const id of [free, decided]) await WRITERS[writer]?.(id, !relevant)
    expect(await isRelevant(decided)).toBe(relevant)
    // A page's text takes nothing away.
    const stays = writer === 'the text of its page' && relevant
    expect(await isRelevant(free)).toBe(stays ? relevant : !relevant)
  },
)

it('are made on the page of an article, undone in the log, and confirm as well as change', async () => {
  const id = await article('Roses in June', true)
  const { database, clock } = world.web
  expect(await overrideRelevance(database, id, true, clock.now())).toBe('done')
  expect(await overrideRelevance(database, id, true, clock.now())).toBe('unchanged')
  expect(await overrideRelevance(database, id, false, clock.now())).toBe('done')
  expect(await isRelevant(id)).toBe(false)
  const actions = () =>
    world.web.database.db.selectFrom('operator_actions').select('id').where('target', '=', `article:${id}`).execute()
  const newest = Math.max(...(await actions()).map((row) => Number(row.id)))
  expect(await undoOperatorAction(database, newest, clock.now())).toBe('done')
  expect(await isRelevant(id)).toBe(true)
  const examples = await listRelevanceExamples(world.web.database.db)
  expect(examples.find(({ title }) => title === 'Roses in June')).toEqual({
    title: 'Roses in June',
    text: 'Roses in June, in short.',
    publisher: 'garden.example',
    relevant: true,
  })
  await expect(overrideRelevance(database, 999_999, true, clock.now())).rejects.toThrow('There is no article')
})

it.each([
  ['the hourly clean-up', async (pipeline: Pipeline) => pipeline.maintain()],
  ['a run of the rules', async (pipeline: Pipeline) => reclassify(pipeline, new Date('2190-01-01'))],
] as const)('are evidence for the open articles of their event: %s', { tags: 'slow' }, async (_, run) => {
  const feeds = [feed, await seedFeed(world.web.database), await seedFeed(world.web.database)]
  const open = { relevant: false, relevance_score: 0.6 }
  const { articleIds } = await seedEvent(
    world.web.database,
    feeds.map((feed_id) => ({ feed_id, ...open })),
  )
  const [id = 0, ...others] = articleIds
  for (const other of others) await overrideRelevance(world.web.database, other, true, world.web.ctx.clock.now())
  await run(world.web.services.pipeline)
  expect(await isRelevant(id)).toBe(true)
})
