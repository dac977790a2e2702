/** A model that lies in the texts of events, stories and episodes, judged by one that says yes to all and by an honest one. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetJudge, seedEvent, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { ifThere, partOf } from '../../../tests/support/features.ts'
import { enrichCtx } from '../../../tests/support/generation.ts'
import { alwaysYes, honest } from '../../../tests/support/played/answers/judge.ts'
import { honestAbout, type Lie, lie, liesTold, truthsOf } from '../../../tests/support/played/answers/liar.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import { shareOf } from '../../../tests/support/sweep.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { type EventsCtx, writeEventTexts } from '../events/texts/event-stage.ts'
import { createStoryWriter } from '../stories/stage/story-writer.ts'
import type { EnrichCtx } from './summaries/enrich.ts'

const LIES = [
  'en01-value1',
  'en01-name3',
  'en01-quotation7',
  'en01-wrong2',
  'en03-certainty3',
  'en05-accusation7',
  'sv01-injection9',
  'f08-value3',
  'sv07-name5',
  'sv01-roles1',
  'en05-negation3',
  'no01-certainty7',
  'sv01-date7',
  'f01-cause7',
  'no07-accusation7',
]

let database: Database
let server: ModelServer
let ctx: EnrichCtx
const at = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
  ctx = await enrichCtx(database, server)
})
afterEach(async () => {
  await forgetJudge(database)
  server.judge = honest
})
afterAll(async () => {
  await server.close()
  await database.close()
})

let feeds = 0
const report = async (title: string, text: string, language: string) => ({
  feed_id: await seedFeed(database, { title: `Post ${++feeds}`, publisher: `post${feeds}.example` }),
  title,
  excerpt: text,
  language,
  content_hash: `${feeds}`,
  published_at: at,
  sort_at: new Date(at.getTime() + feeds * 1000),
  discovered_at: at,
})

/** What is published of an event whose first report the model lies about. */
async function eventOf(planted: Lie): Promise<string | null> {
  const { source } = planted
  const { eventId } = await seedEvent(database, [
    await report(source.title, source.text, source.language),
    await report('A short item', 'Readers were told of the matter this morning by somebody else as well.', 'en'),
  ])
  server.eventText = () => liesTold.event(planted)
  const events: EventsCtx = {
    ...ctx,
    prompt: await loadPrompt('content', 'event', 'sv'),
    updatePrompt: await loadPrompt('content', 'event-update', 'sv'),
  }
  await writeEventTexts(events)
  const row = await database.db
    .selectFrom('event_texts')
    .select(['title', 'summary', 'points'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row ? JSON.stringify(row) : null
}

const toldOf = ({ source }: Lie, articleId: number) => ({
  articleId,
  url: `https://a.example/${articleId}`,
  reservation: null,
  language: source.language,
})

async function storyOf(planted: Lie): Promise<string | null> {
  const { id } = await database.db
    .insertInto('stories')
    .values({ title: '', created_at: at, updated_at: at, text_events: 0, text_articles: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  server.story = () => liesTold.story(planted)
  const { title, text } = planted.source
  await createStoryWriter({ ...ctx, prompt: await loadPrompt('content', 'story', 'sv') })({
    storyId: id,
    title,
    textBy: 'excerpt',
    written: { articles: 0, events: 0, newestAt: null },
    articles: 1,
    anchors: [],
    linked: { events: 1, newestAt: at },
    events: [
      {
        reported: toldOf(planted, 1),
        at,
        title,
        summary: text,
        inLanguage: true,
        isNews: true,
        sources: ['Posten'],
        articles: 1,
      },
    ],
  })
  const row = await database.db.selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row.text_by === 'ai' ? [row.title, row.lead, row.body].join(' ') : null
}

async function scriptOf(planted: Lie): Promise<string | null> {
  const { createScriptWriter } = await partOf('podcast/script-writer.ts')
  server.script = () => liesTold.script(planted)
  const write = createScriptWriter({
    ...ctx,
    prompt: await loadPrompt('content', 'podcast', 'sv'),
    site: { topic: 'Apple', language: 'sv' },
    show: { title: 'Podden' },
  })
  const { title, text, language } = planted.source
  const item = { reported: toldOf(planted, ++feeds), title, summary: text, language, sources: ['Posten'], story: null }
  const day = new Date(Date.UTC(2026, 0, feeds)).toISOString().slice(0, 10)
  const written = await write(day, [{ ...item, entryIds: [1] }])
  return written && JSON.stringify(written.script)
}

/** As for a judge that does not answer: nothing is published. */
function unavailable(error: unknown): null {
  expect(error).toMatchObject({ code: 'unavailable' })
  return null
}

const untrueIn = (text: string | null, { untrue }: Lie) => untrue.filter((sentence) => text?.includes(sentence))

describe.each([
  { what: 'an event', publishedOf: eventOf, place: 0 },
  { what: 'a story', publishedOf: storyOf, place: 1 },
  ...ifThere('podcast', { what: 'an episode', publishedOf: scriptOf, place: 2 }),
])('of $what', ({ publishedOf, place }) => {
  const lies = shareOf(LIES, 3, place)

  it('what is true is published', { tags: 'slow' }, async () => {
    for (const id of ['en01', 'sv01', 'de03']) {
      const [planted] = truthsOf(id) as [Lie]
      const text = await publishedOf(planted)
      for (const { text: sentence } of planted.answer.sentences.slice(0, 2)) expect(text).toContain(sentence)
    }
  })

  it.each(lies)('nothing of %s is published where the judge always says yes', async (id) => {
    server.judge = alwaysYes
    expect(await publishedOf(lie(id)).catch(unavailable)).toBeNull()
  })

  it.each(lies)('nothing untrue of %s is published where the judge is honest', { tags: 'slow' }, async (id) => {
    const planted = lie(id)
    server.judge = honestAbout(planted)
    expect(untrueIn(await publishedOf(planted), planted)).toEqual([])
  })

  it('a judge that writes garbage is not taken for a yes', async () => {
    server.judge = () => '{"verdicts":"supported"}'
    expect(await publishedOf((truthsOf('en05') as [Lie])[0]).catch(unavailable)).toBeNull()
  })
})
