/** The writer of a story’s text: a model that answers, is away, or is queried about an article that is then removed. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { said, seedEvent, seedFeed, seedStory } from '../../../../tests/support/build.ts'
import { storyWords } from '../../../../tests/support/content.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { type Database, publishing } from '../../../platform/database/database.ts'
import { removeArticle } from '../../articles/writes/articles.ts'
import { refreshEvents } from '../../events/writes/events.ts'
import { type StoryMaterial, saveStoryText } from '../writes/stories.ts'
import { createStories } from './story-stage.ts'
import type { StoryWriter } from './story-writer.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
let database: Database
let feeds: number[]
let storyId: number
/** Of the event that the model's text cites: one that is cited, and another. */
let cited: { eventId: number; articleIds: number[] }
let requests: number

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  feeds = [await seedFeed(database), await seedFeed(database)]
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`truncate stories, events, articles cascade`.execute(database.db)
  requests = 0
  cited = await happen(7, 2)
  const others = [await happen(8), await happen(9)]
  storyId = await seedStory(database, [cited.eventId, ...others.map(({ eventId }) => eventId)], {
    entries_count: 4,
    first_at: at(7),
    last_at: at(9),
    status: 'active',
  })
  await sql`update story_events set decided_by = 'operator'`.execute(database.db)
  await sql`update events set story_state = 'done'`.execute(database.db)
})

const happen = (day: number, reports = 1) =>
  seedEvent(
    database,
    Array.from({ length: reports }, (_, i) => {
      const time = new Date(at(day).getTime() + i * 60_000)
      const title = `Nyhet ${day}`
      const dates = { published_at: time, sort_at: time, discovered_at: time }
      return { feed_id: feeds[i] ?? 0, title, excerpt: title, language: 'sv', ...dates }
    }),
  )

async function grow(day: number): Promise<void> {
  const { eventId } = await happen(day)
  await sql`insert into story_events (event_id, story_id, at, decided_by) values (${eventId}, ${storyId}, ${at(day)}, 'operator')`.execute(
    database.db,
  )
}

/** The cited article goes, and clustering takes it out of its event. */
const removeCited = () =>
  publishing(database, async (trx) => {
    const [id = 0] = cited.articleIds
    await removeArticle(trx, id)
    await trx.deleteFrom('event_members').where('article_id', '=', id).execute()
    await refreshEvents(trx, [cited.eventId])
  })

/** An answer of a model that cites one article. */
async function answer(material: StoryMaterial, lead: string) {
  const { rows } = await sql<{ id: number }>`
    insert into ai_calls (at, provider, model, prompt_version, purpose, verdict, input_tokens, output_tokens, cost, ms, request, story_id)
    values (${at(10)}, 'x', 'm', '1', 'story', 'answered', 1, 1, 0, 1, '{}', ${storyId}) returning id`.execute(
    database.db,
  )
  const claims = [said('title', 'Rubrik'), said('lead', lead, { by: cited.articleIds.slice(0, 1) })]
  const text = { title: 'Rubrik', lead, body: '', by: 'ai' as const, claims, row: rows[0]?.id ?? 0 }
  return saveStoryText(database, material, text, at(10))
}

const writes: StoryWriter = (material) => answer(material, `Modellens ingress ${requests}.`)
const isPaused: StoryWriter = async () => 'paused'
const fails: StoryWriter = async () => {
  throw new Error('the model is away')
}
const refuses: StoryWriter = async () => 'refused'

/** Runs the stage; returns the story as readers see it. */
async function run(write: StoryWriter) {
  const counted: StoryWriter = (material) => {
    requests++
    return write(material)
  }
  const log = pino({ level: 'silent' })
  const ctx = { database, clock: { now: () => at(11) }, log, ...storyWords(), timeZone: 'UTC', write: counted }
  await createStories(ctx)()
  const { rows } = await sql<{ lead: string; by: string; updatedAt: Date }>`
    select lead, text_by as by, updated_at as "updatedAt" from shown_stories where id = ${storyId}`.execute(database.db)
  return rows[0]
}

it.each([
  ['is paused', isPaused],
  ['fails', fails],
])('keeps the text of a model that %s, and has it written once the model is back', async (_, away) => {
  await run(writes)
  await grow(10)
  expect(await run(away)).toMatchObject({ by: 'ai', lead: 'Modellens ingress 1.' })
  expect(await run(writes)).toMatchObject({ by: 'ai', lead: 'Modellens ingress 3.' })
  await run(writes)
  expect(requests).toBe(3)
})

it.each([
  ['is paused', isPaused],
  ['fails', fails],
])('shows a plain text while the model %s, written once, until the model is back', async (_, away) => {
  const plain = await run(away)
  expect(plain).toMatchObject({ by: 'excerpt' })
  expect(await run(away)).toEqual(plain)
  expect(await run(writes)).toMatchObject({ by: 'ai', lead: 'Modellens ingress 3.' })
})

it('has no model write the interim text of a dormant story again', async () => {
  await run(isPaused)
  await sql`update stories set status = 'dormant'`.execute(database.db)
  expect(await run(writes)).toMatchObject({ by: 'excerpt' })
  expect(requests).toBe(1)
})

it('has no model that is paused queried about the other stories', async () => {
  const { eventId } = await happen(9)
  await seedStory(database, [eventId], { entries_count: 1, first_at: at(9), last_at: at(9), status: 'active' })
  await sql`update events set story_state = 'done'`.execute(database.db)
  expect(await run(isPaused)).toMatchObject({ by: 'excerpt' })
  expect(requests).toBe(1)
  await run(fails)
  expect(requests).toBe(3)
})

it('has no model queried again about what it refused', async () => {
  expect(await run(refuses)).toMatchObject({ by: 'excerpt' })
  await run(writes)
  expect(requests).toBe(1)
})

it.each([
  ['writes again', writes, 'ai'],
  ['is paused', isPaused, 'excerpt'],
  ['refuses', refuses, 'excerpt'],
])('keeps no text of a removed article, where the model %s', async (_, write, by) => {
  await run(writes)
  await removeCited()
  cited.articleIds.shift()
  const story = await run(write)
  expect(story).toMatchObject({ by })
  expect(story?.lead).not.toContain('ingress 1')
})

it('takes no answer that cites an article which was removed in the meantime', async () => {
  await run(async (material) => {
    await removeCited()
    return answer(material, 'Det borttagna.')
  })
  expect(await run(isPaused)).toMatchObject({ by: 'excerpt', lead: expect.not.stringContaining('borttagna') })
})

it('shows no story whose articles are all gone', async () => {
  await run(writes)
  await publishing(database, async (trx) => {
    await sql`update articles set status = 'removed'`.execute(trx)
    await sql`delete from event_members`.execute(trx)
    const { rows } = await sql<{ id: number }>`select id from events`.execute(trx)
    await refreshEvents(
      trx,
      rows.map(({ id }) => id),
    )
  })
  expect(await run(writes)).toBeUndefined()
})
