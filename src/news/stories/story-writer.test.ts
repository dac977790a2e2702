/** What of a story's material a model is shown, as the model's server receives it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { enrichCtx } from '../../../tests/support/generation.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { createStoryWriter } from './stage/story-writer.ts'
import type { StoryMaterial } from './writes/stories.ts'

let database: Database
let server: ModelServer
let storyId: number

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startModelServer()
  const at = new Date('2026-11-21T10:00:00Z')
  const row = await database.db
    .insertInto('stories')
    .values({ title: 'Bron', created_at: at, updated_at: at, text_events: 0, text_articles: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  storyId = row.id
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const materialOf = (events: number): StoryMaterial => ({
  storyId,
  title: 'Bron',
  textBy: 'excerpt',
  written: { articles: 0, events: 0, newestAt: null },
  articles: events,
  linked: { events, newestAt: null },
  anchors: [],
  events: Array.from({ length: events }, (_, i) => ({
    reported: { articleId: 1 + i, url: `https://a.example/${i}`, reservation: null, language: 'sv' },
    at: new Date(Date.UTC(2026, 0, 1 + i)),
    title: `Händelse ${i + 1}.`,
    summary: `Det här hände som nummer ${i + 1}.`,
    inLanguage: true,
    isNews: true,
    sources: ['a.example', 'b.example'],
    articles: 1,
  })),
})

/** The numbers of the events that the model was shown, in its order. */
async function shown(events: number): Promise<number[]> {
  server.calls.length = 0
  const ctx = { ...(await enrichCtx(database, server)), prompt: await loadPrompt('content', 'story', 'sv') }
  await createStoryWriter(ctx)(materialOf(events))
  const prompt = server.calls[0]?.prompt ?? ''
  return [...prompt.matchAll(/Händelse (\d+)\./g)].map(([, number]) => Number(number))
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

it('shows every event of a story of forty, oldest first', { tags: 'slow' }, async () =>
  expect(await shown(40)).toEqual(numbers(1, 40)),
)

it('shows the newest forty of a longer one: what happened last is what readers come for', { tags: 'slow' }, async () =>
  expect(await shown(43)).toEqual(numbers(4, 43)),
)

it('shows each event with its day and its sources', async () => {
  await shown(2)
  expect(server.calls[0]?.prompt).toContain(
    '[2] 2026-01-02 Händelse 2.\nDet här hände som nummer 2. (a.example, b.example)',
  )
})
