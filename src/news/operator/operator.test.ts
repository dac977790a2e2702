/** The operator's acts on a real database: each is recorded, does nothing a second time, and can be taken back. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedArticles, seedEventText, seedFeed, storedPoint } from '../../../tests/support/build.ts'
import { storyWords } from '../../../tests/support/content.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { startStages } from '../../app/stages.ts'
import { insertErrorReport } from '../articles/writes/fault-reports.ts'
import {
  articleUndoHandlers,
  correctArticle,
  handleReport,
  removeArticle,
  reprocessArticle,
  restoreArticle,
  retryEnrichment,
  withdrawCorrection,
} from '../articles/writes/operator-articles.ts'
import { overrideRelevance } from '../articles/writes/relevance-overrides.ts'
import { eventTextUndoHandlers } from '../events/writes/operator-event-text.ts'
import { eventUndoHandlers, mergeEvents, splitFromEvent } from '../events/writes/operator-events.ts'
import { ruleDispute, settlementUndoHandlers } from '../events/writes/settlements.ts'
import { editUndoHandlers } from '../feeds/writes/edit-source.ts'
import { sourceUndoHandlers } from '../feeds/writes/operator-sources.ts'
import { createStories } from '../stories/stage/story-stage.ts'
import { editStory, mergeStories, releaseStory, storyUndoHandlers } from '../stories/writes/operator-stories.ts'
import { closeOperatorSession, isOperatorSession, openOperatorSession } from './writes/sessions.ts'
import { undoOperatorAction } from './writes/undo.ts'

let web: TestWeb
let operator: ReturnType<typeof actionsOf>
let publisher: Publisher
let feed: number
beforeAll(async () => {
  publisher = await startPublisher()
  for (const path of ['/feed.xml', '/andra.xml'])
    publisher.serve(path, { body: rssDocument('Bladet', [{ title: 'Nyhet', link: 'https://bladet.example/1' }]) })
  web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', ADMIN_TOKEN: 'en hemlighet som ingen vet' })
  operator = actionsOf(web)
})
afterAll(async () => {
  await web?.close()
  await publisher?.close()
})
beforeEach(async () => {
  feed = await seedFeed(web.database)
})

const db = () => web.database.db
const row = (id: number) => db().selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const log = () => db().selectFrom('operator_actions').selectAll().orderBy('id').execute()
const last = async () => (await log()).at(-1)!
const version = async () =>
  (await db().selectFrom('data_versions').select('version').where('name', '=', 'content').executeTakeFirstOrThrow())
    .version

async function seedStory(title: string): Promise<{ story: number; article: number }> {
  const [article] = await seedArticles(web.database, [{ feed_id: feed, title, event_id: null, cluster_state: 'done' }])
  const at = new Date('2026-11-20T08:00:00Z')
  const one = <T>(rows: T[]) => rows[0]!
  const event = one(
    await db()
      .insertInto('events')
      .values({ created_at: at, first_at: at, last_at: at, articles_count: 1, story_state: 'done' })
      .returning('id')
      .execute(),
  ).id
  await db()
    .insertInto('event_members')
    .values({ article_id: article!, event_id: event, decided_by: 'first', at })
    .execute()
  await db().updateTable('articles').set({ event_id: event }).where('id', '=', article!).execute()
  const texts = { title, lead: 'Ingress.', body: 'Text.', text_by: 'ai' as const, text_articles: 1, text_events: 1 }
  const values = { ...texts, created_at: at, updated_at: at, entries_count: 1, first_at: at, last_at: at }
  const story = one(await db().insertInto('stories').values(values).returning('id').execute()).id
  await db().insertInto('story_events').values({ event_id: event, story_id: story, at }).execute()
  return { story, article: article! }
}
/** Does it twice: the second time changes nothing and records nothing. */
async function twice<T extends string | { outcome: string }>(deed: () => Promise<T>): Promise<T> {
  const before = (await log()).length
  const raised = await version()
  const first = await deed()
  const outcome = (answer: T) => (typeof answer === 'string' ? answer : answer.outcome)
  expect(outcome(first)).toBe('done')
  expect(await version()).toBeGreaterThan(raised)
  expect(outcome(await deed())).toBe('unchanged')
  expect((await log()).length).toBe(before + 1)
  return first
}

/** Undoes the last act twice; the undoing is recorded once. */
async function undoLast(): Promise<void> {
  const action = await last()
  await twice(() => undoOperatorAction(web.database, action.id, web.ctx.clock.now()))
  expect(await last()).toMatchObject({
    action: 'undone',
    undoes: action.id,
    before: action.after,
    after: action.before,
  })
}

describe('articles', () => {
  it('are corrected over what the model wrote, and get it back', async () => {
    const ai = { translated_title: 'Modellens', translated_summary: 'Så skrev den.', translated_by: 'ai' as const }
    const [id] = await seedArticles(web.database, [{ feed_id: feed, ...ai, enrich_state: 'done' }])
    await twice(() =>
      correctArticle(web.database, id!, { title: 'Rättad', summary: 'Så är det.' }, web.ctx.clock.now()),
    )
    expect(await row(id!)).toMatchObject({ translated_title: 'Rättad', translated_by: 'operator' })
    expect(await last()).toMatchObject({
      action: 'article_corrected',
      target: `article:${id}`,
      before: { title: 'Modellens', by: 'ai' },
      after: { title: 'Rättad', by: 'operator' },
    })
    await undoLast()
    expect(await row(id!)).toMatchObject({ ...ai, enrich_state: 'done' })
  })

  it('wait for a new summary where the original was changed before a correction is undone', async () => {
    const ai = { translated_title: 'Modellens', translated_summary: 'Så skrev den.', translated_by: 'ai' as const }
    const [id] = await seedArticles(web.database, [
      { feed_id: feed, ...ai, enrich_state: 'done', content_hash: 'before' },
    ])
    await correctArticle(web.database, id!, { title: 'Rättad', summary: 'Så är det.' }, web.ctx.clock.now())
    await web.database.db.updateTable('articles').set({ content_hash: 'after' }).where('id', '=', id!).execute()
    await undoLast()
    expect(await row(id!)).toMatchObject({ ...ai, enrich_state: 'pending' })
  })

  it('do not get back what a later correction stands on', async () => {
    const [id] = await seedArticles(web.database, [{ feed_id: feed }])
    await correctArticle(web.database, id!, { title: 'Ett', summary: 'Ett.' }, web.ctx.clock.now())
    const first = await last()
    await correctArticle(web.database, id!, { title: 'Två', summary: 'Två.' }, web.ctx.clock.now())
    expect(await undoOperatorAction(web.database, first.id, web.ctx.clock.now())).toBe('overtaken')
    expect(await row(id!)).toMatchObject({ translated_title: 'Två' })
  })

  it('lose a correction, and have it again', async () => {
    const [id] = await seedArticles(web.database, [{ feed_id: feed }])
    await correctArticle(web.database, id!, { title: 'Rättad', summary: 'Så är det.' }, web.ctx.clock.now())
    await twice(() => withdrawCorrection(web.database, id!, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now()))
    expect(await row(id!)).toMatchObject({ translated_title: null, enrich_state: 'none', status: 'published' })
    await undoLast()
    expect(await row(id!)).toMatchObject({
      translated_title: 'Rättad',
      translated_by: 'operator',
      enrich_state: 'done',
    })
  })

  it('are removed and restored, either way undone', async () => {
    const [id] = await seedArticles(web.database, [{ feed_id: feed }])
    await twice(() => removeArticle(web.database, id!, web.ctx.clock.now()))
    expect((await row(id!)).status).toBe('removed')
    await undoLast()
    expect((await row(id!)).status).toBe('published')
    await removeArticle(web.database, id!, web.ctx.clock.now())
    await twice(() => restoreArticle(web.database, id!, web.ctx.clock.now()))
    await undoLast()
    expect((await row(id!)).status).toBe('removed')
  })

  it('wait for the model again, one or all that it was refused for', async () => {
    const refused = { feed_id: feed, enrich_state: 'refused' as const }
    const [a, b] = await seedArticles(web.database, [refused, refused])
    expect(await retryEnrichment(web.database, [a!], web.ctx.clock.now())).toBe(1)
    expect(await retryEnrichment(web.database, [a!], web.ctx.clock.now())).toBe(0)
    expect(await retryEnrichment(web.database, null, web.ctx.clock.now())).toBe(1)
    expect([(await row(a!)).enrich_state, (await row(b!)).enrich_state]).toEqual(['pending', 'pending'])
    await expect(undoOperatorAction(web.database, (await last()).id, web.ctx.clock.now())).rejects.toMatchObject({
      code: 'unprocessable',
    })
  })

  it('run through the stages again', async () => {
    const [id] = await seedArticles(web.database, [{ feed_id: feed, cluster_state: 'done' }])
    await twice(() => reprocessArticle(web.database, id!, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now()))
    expect((await row(id!)).cluster_state).toBe('pending')
  })

  it('have reports that are dealt with and opened again', async () => {
    const [id] = await seedArticles(web.database, [{ feed_id: feed }])
    await insertErrorReport(web.ctx.database, { articleId: id!, text: 'Fel pris.', at: web.ctx.clock.now() })
    const { id: report } = await db().selectFrom('fault_reports').select('id').executeTakeFirstOrThrow()
    await twice(() => handleReport(web.database, report, web.ctx.clock.now()))
    await undoLast()
    expect(
      (await db().selectFrom('fault_reports').select('handled_at').executeTakeFirstOrThrow()).handled_at,
    ).toBeNull()
  })

  it('that are not there are said not to be', async () => {
    const [none, now] = [999_999, web.ctx.clock.now()]
    for (const deed of [
      () => removeArticle(web.database, none, now),
      () => restoreArticle(web.database, none, now),
      () => withdrawCorrection(web.database, none, false, now),
      () => undoOperatorAction(web.database, none, now),
    ])
      await expect(deed()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('sources', () => {
  const source = (id: number) => db().selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { pauseSource, resumeSource, removeSource } = {
    pauseSource: (id: number) => actionsOf(web).pauseSource(id, 'En stund.'),
    resumeSource: (id: number) => actionsOf(web).resumeSource(id),
    removeSource: (id: number) => actionsOf(web).removeSource(id, true),
  }

  it('are paused and resumed once each, and the log takes them back', async () => {
    const before = (await log()).length
    await pauseSource(feed)
    await pauseSource(feed)
    expect((await log()).length).toBe(before + 1)
    expect(await source(feed)).toMatchObject({ status: 'paused', status_reason: 'En stund.' })
    await undoLast()
    expect(await source(feed)).toMatchObject({ status: 'active', status_reason: null })
    await pauseSource(feed)
    await resumeSource(feed)
    await undoLast()
    expect(await source(feed)).toMatchObject({ status: 'paused', status_reason: 'En stund.' })
  })

  it('are removed with their articles and come back with them, but for what had been removed before', async () => {
    const [kept, gone] = await seedArticles(web.database, [{ feed_id: feed }, { feed_id: feed }])
    await removeArticle(web.database, gone!, web.ctx.clock.now())
    await removeSource(feed)
    expect((await row(kept!)).status).toBe('removed')
    await expect(restoreArticle(web.database, kept!, web.ctx.clock.now())).rejects.toMatchObject({
      code: 'unprocessable',
    })
    await undoLast()
    expect([(await row(kept!)).status, (await row(gone!)).status]).toEqual(['published', 'removed'])
    expect((await source(feed)).status).toBe('active')
  })

  it('are found at a site, shown before they are stored, added once, and brought back when they were removed', {
    tags: 'slow',
  }, async () => {
    const page = `<link rel="alternate" type="application/rss+xml" href="/feed.xml">`
    publisher.serve('/', { body: `<!doctype html><title>Bladet</title>${page}`, type: 'text/html' })
    const preview = await operator.previewSource(publisher.at('/'))
    expect(preview).toMatchObject({ url: publisher.at('/feed.xml'), title: 'Bladet', items: [{ title: 'Nyhet' }] })
    const added = await actionsOf(web).addSource(publisher.at('/'))
    await expect(actionsOf(web).addSource(publisher.at('/'))).rejects.toThrow(/already/)
    const worker = await startStages(web.services)
    expect(await operator.probeSource(added.id)).toMatchObject({ outcome: 'new', created: 1 })
    await worker.close()
    await expect(operator.probeSource(added.id)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await last()).toMatchObject({ action: 'source_probed', after: { outcome: 'new', created: 1 } })
    await removeSource(added.id)
    expect((await actionsOf(web).addSource(publisher.at('/feed.xml'))).id).toBe(added.id)
    const [article] = await db().selectFrom('articles').select('status').where('feed_id', '=', added.id).execute()
    expect(article?.status).toBe('published')
    await undoLast()
    expect((await source(added.id)).status).toBe('removed')
  })
})

describe('events', () => {
  const eventOf = async (id: number) => (await row(id)).event_id
  const decisions = () => db().selectFrom('event_decisions').select(['article_a', 'article_b', 'same']).execute()
  const cluster = () => web.services.pipeline.cluster()
  const members = (ids: number[]) =>
    db()
      .selectFrom('event_members')
      .select(['article_id', 'event_id', 'decided_by', 'score', 'reason'])
      .where('article_id', 'in', ids)
      .orderBy('article_id')
      .execute()

  /** Two reports of one happening and one of another, in a month of their own. */
  async function seedHappenings(month: number, [one, again, other]: [string, string, string]): Promise<number[]> {
    const second = await seedFeed(web.database)
    const at = new Date(Date.UTC(2026, month, 3, 9))
    const common = { language: 'sv', published_at: at, sort_at: at }
    const ids = await seedArticles(web.database, [
      { feed_id: feed, ...common, title: one, excerpt: `${one}. ${again}.` },
      { feed_id: second, ...common, title: again, excerpt: `${again}. ${one}.` },
      { feed_id: feed, ...common, title: other, excerpt: other },
    ])
    await cluster()
    const [a, b, c] = await Promise.all(ids.map(eventOf))
    expect([a === b, a === c]).toEqual([true, false])
    return ids
  }

  it('are merged for good, as labelled pairs, and come apart again as they were', { tags: 'slow' }, async () => {
    const [a, b, c] = (await seedHappenings(2, [
      'Epic stämmer Apple i Australien',
      'Apple stäms av Epic i Australien',
      'Logitech visar tangentbord för Mac',
    ])) as [number, number, number]
    const [into, from] = [await eventOf(a), await eventOf(c)]
    // One that had become the merged one before leads there again afterwards.
    const times = { first_at: new Date(), last_at: new Date(), created_at: new Date() }
    const earlier = { ...times, merged_into: from }
    const { id: old } = await db().insertInto('events').values(earlier).returning('id').executeTakeFirstOrThrow()
    const targetOfOld = async () =>
      (await db().selectFrom('events').select('merged_into').where('id', '=', old).executeTakeFirstOrThrow())
        .merged_into
    const { story } = await seedStory('Tangentbord')
    const moved = { event_id: from!, reason: JSON.stringify({ joined_by: ['Logitech'] }) }
    await db().updateTable('story_events').set(moved).where('story_id', '=', story).execute()
    const storyOf = async () =>
      (await db().selectFrom('story_events').select('event_id').where('story_id', '=', story).execute()).map(
        ({ event_id }) => event_id,
      )
    const before = await members([a, b, c])
    expect(await twice(() => mergeEvents(web.database, from!, into!, web.ctx.clock.now()))).toEqual({
      outcome: 'done',
      eventId: into,
    })
    expect([await eventOf(c), await storyOf()]).toEqual([into, [into]])
    expect(await decisions()).toEqual(
      expect.arrayContaining([
        { article_a: a, article_b: c, same: true },
        { article_a: b, article_b: c, same: true },
      ]),
    )
    await db().updateTable('articles').set({ cluster_state: 'pending' }).where('id', 'in', [a, b, c]).execute()
    await cluster()
    expect(await eventOf(c)).toBe(into)
    await undoLast()
    expect((await members([a, b, c])).map((m) => m.event_id)).toEqual(before.map((m) => m.event_id))
    expect((await members([c]))[0]).toEqual(before[2])
    expect([await targetOfOld(), await storyOf()]).toEqual([from, [from]])
    expect((await decisions()).filter((pair) => pair.article_b === c)).toEqual([])
    expect((await row(c)).source_count).toBe(1)
  })

  it('are split for good, and joined again', { tags: 'slow' }, async () => {
    const [a, b] = (await seedHappenings(4, [
      'Spotify höjer priset i Danmark',
      'Priset på Spotify höjs i Danmark',
      'Samsung visar vikbar skärm',
    ])) as [number, number, number]
    const old = await eventOf(a)
    const { eventId } = await twice(() => splitFromEvent(web.database, b, web.ctx.clock.now(), old!))
    expect(eventId).not.toBe(old)
    await db().updateTable('articles').set({ cluster_state: 'pending' }).where('id', 'in', [a, b]).execute()
    await cluster()
    expect([await eventOf(a), await eventOf(b)]).toEqual([old, eventId])
    await undoLast()
    expect([await eventOf(a), await eventOf(b)]).toEqual([old, old])
    expect((await row(b)).source_count).toBe(2)
    expect((await decisions()).filter((pair) => pair.article_b === b && !pair.same)).toEqual([])
  })

  it('cannot be merged with themselves or with what is not there', async () => {
    const [a] = (await seedHappenings(6, [
      'Netflix köper studio i Kanada',
      'Studio i Kanada köps av Netflix',
      'Sonos släpper ny högtalare',
    ])) as [number, number, number]
    const event = (await eventOf(a)) as number
    await expect(mergeEvents(web.database, event, event, web.ctx.clock.now())).rejects.toMatchObject({
      code: 'unprocessable',
    })
    await expect(mergeEvents(web.database, event, 999_999, web.ctx.clock.now())).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('stories', () => {
  const story = (id: number) => db().selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('keep the text of an operator until it is given back or undone', async () => {
    const { story: id } = await seedStory('Modellens titel')
    const text = { title: 'Min titel', lead: 'Min ingress.', body: 'Min text.' }
    await twice(() => editStory(web.database, id, text, web.ctx.clock.now()))
    const { database, clock, log } = web.services
    const ctx = { database, clock, log, ...storyWords(), timeZone: 'Europe/Stockholm', write: null }
    await createStories(ctx)()
    expect(await story(id)).toMatchObject({ ...text, text_by: 'operator' })
    await twice(() => releaseStory(web.database, id, web.ctx.clock.now()))
    await undoLast()
    expect(await story(id)).toMatchObject({ ...text, text_by: 'operator' })
    const edit = (await log_('story_edited'))[0]!
    expect(await undoOperatorAction(web.database, edit.id, web.ctx.clock.now())).toBe('done')
    expect(await story(id)).toMatchObject({ title: 'Modellens titel', text_by: 'ai' })
  })

  it('are merged into the older, stay so, and come apart again', async () => {
    const [one, other] = [await seedStory('Den äldre'), await seedStory('Den yngre')]
    const [led, successor] = [await seedStory('Inlemmad'), await seedStory('Fortsättning')]
    await mergeStories(web.database, other.story, led.story, web.ctx.clock.now())
    await db().updateTable('stories').set({ predecessor_id: other.story }).where('id', '=', successor.story).execute()
    expect(await twice(() => mergeStories(web.database, other.story, one.story, web.ctx.clock.now()))).toMatchObject({
      storyId: one.story,
    })
    expect(await story(one.story)).toMatchObject({ entries_count: 3 })
    for (const { story: id } of [other, led]) expect(await story(id)).toMatchObject({ merged_into: one.story })
    expect(await story(successor.story)).toMatchObject({ predecessor_id: one.story })
    await undoLast()
    expect(await story(one.story)).toMatchObject({ entries_count: 1 })
    expect(await story(other.story)).toMatchObject({ entries_count: 2, merged_into: null })
    expect(await story(led.story)).toMatchObject({ merged_into: other.story })
    expect(await story(successor.story)).toMatchObject({ predecessor_id: other.story })
  })

  const log_ = async (action: string) => (await log()).filter((each) => each.action === action).reverse()
})

it('ends its sessions when they are closed, when they are old, and with another token', async () => {
  const session = await openOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', web.ctx.clock.now())
  expect(await isOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', session, web.ctx.clock.now())).toBe(
    true,
  )
  expect(
    await isOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', `${session}x`, web.ctx.clock.now()),
  ).toBe(false)
  const kept = JSON.stringify(await db().selectFrom('operator_sessions').selectAll().execute())
  expect(kept).not.toContain(session)
  const start = web.clock.now()
  web.clock.set(new Date(start.getTime() + 12 * 3_600_000))
  expect(await isOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', session, web.ctx.clock.now())).toBe(
    false,
  )
  web.clock.set(start)
  await closeOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', session)
  expect(await isOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', session, web.ctx.clock.now())).toBe(
    false,
  )
})

type Deed = () => Promise<unknown>
const article = async () => (await seedArticles(web.database, [{ feed_id: feed }]))[0] as number
const event = async (id: number) => (await row(id)).event_id as number
const story = async () => (await seedStory('Följetong')).story
const text = (title: string) => ({ title, summary: title, lead: title, body: title, retainPoints: false })
const edit = (...given: Parameters<(typeof operator)['editSource']>) => actionsOf(web).editSource(...given)

/** For each kind of act that is undone: an act, and a later one that it cannot be undone after; null where there is none. */
const OVERTAKEN: Record<string, (() => Promise<[act: Deed, later: Deed]>) | null> = {
  source_added: null,
  sources_imported: null,
  report_handled: null,
  source_paused: async () => {
    const { pauseSource, resumeSource } = operator
    return [() => pauseSource(feed), () => resumeSource(feed)]
  },
  source_resumed: async () => {
    const { pauseSource, resumeSource } = operator
    await pauseSource(feed)
    return [() => resumeSource(feed), () => pauseSource(feed)]
  },
  source_removed: async () => {
    const { id } = await actionsOf(web).addSource(publisher.at('/andra.xml'))
    return [() => actionsOf(web).removeSource(id), () => actionsOf(web).addSource(publisher.at('/andra.xml'))]
  },
  source_edited: async () => [() => edit(feed, { title: 'Ett' }), () => edit(feed, { title: 'Två' })],
  'source_edited, its login': async () => [() => edit(feed, {}, { a: '1' }), () => edit(feed, {}, { a: '2' })],
  'source_edited, its address': async () => {
    const { url } = await actionsOf(web).sourceSettings(feed)
    return [() => edit(feed, { url: `${url}?ny` }), () => seedFeed(web.database, { url })]
  },
  article_corrected: async () => {
    const id = await article()
    return [
      () => correctArticle(web.database, id, text('Ett'), web.ctx.clock.now()),
      () => correctArticle(web.database, id, text('Två'), web.ctx.clock.now()),
    ]
  },
  correction_withdrawn: async () => {
    const id = await article()
    await correctArticle(web.database, id, text('Ett'), web.ctx.clock.now())
    return [
      () => withdrawCorrection(web.database, id, web.ctx.config.AI_PROVIDER !== 'none', web.ctx.clock.now()),
      () => correctArticle(web.database, id, text('Två'), web.ctx.clock.now()),
    ]
  },
  article_removed: async () => {
    const id = await article()
    return [
      () => removeArticle(web.database, id, web.ctx.clock.now()),
      () => restoreArticle(web.database, id, web.ctx.clock.now()),
    ]
  },
  article_restored: async () => {
    const id = await article()
    await removeArticle(web.database, id, web.ctx.clock.now())
    return [
      () => restoreArticle(web.database, id, web.ctx.clock.now()),
      () => removeArticle(web.database, id, web.ctx.clock.now()),
    ]
  },
  relevance_overridden: async () => {
    const id = await article()
    return [
      () => overrideRelevance(web.database, id, false, web.ctx.clock.now()),
      () => overrideRelevance(web.database, id, true, web.ctx.clock.now()),
    ]
  },
  events_merged: async () => {
    const [one, other] = [await article(), await article()]
    const [into, from] = [await event(one), await event(other)]
    return [
      () => mergeEvents(web.database, into, from, web.ctx.clock.now()),
      () => splitFromEvent(web.database, other, web.ctx.clock.now(), into),
    ]
  },
  event_split: async () => {
    const [one, other] = [await article(), await article()]
    const into = await event(one)
    await mergeEvents(web.database, into, await event(other), web.ctx.clock.now())
    return [
      () => splitFromEvent(web.database, other, web.ctx.clock.now(), into),
      async () => mergeEvents(web.database, into, await event(other), web.ctx.clock.now()),
    ]
  },
  event_corrected: async () => {
    const id = await event(await article())
    return [() => operator.correctEvent(id, text('Ett')), () => operator.correctEvent(id, text('Två'))]
  },
  dispute_settled: async () => {
    const [one, other] = [await article(), await article()]
    const id = await event(one)
    await mergeEvents(web.database, id, await event(other), web.ctx.clock.now())
    const into = (await db().selectFrom('articles').select('event_id').where('id', '=', one).executeTakeFirstOrThrow())
      .event_id as number
    const points = [storedPoint('disputed', ['Ja.', [one]], ['Nej.', [other]])]
    await seedEventText(web.database, { eventId: into, claims: [], points })
    const rule = (statement: string) =>
      ruleDispute(web.database, { eventId: into, statement, isOpen: false }, web.ctx.clock.now())
    return [() => rule('Ja.'), () => rule('Nej.')]
  },
  story_edited: async () => {
    const id = await story()
    return [
      () => editStory(web.database, id, text('Ett'), web.ctx.clock.now()),
      () => editStory(web.database, id, text('Två'), web.ctx.clock.now()),
    ]
  },
  story_released: async () => {
    const id = await story()
    await editStory(web.database, id, text('Ett'), web.ctx.clock.now())
    return [
      () => releaseStory(web.database, id, web.ctx.clock.now()),
      () => editStory(web.database, id, text('Två'), web.ctx.clock.now()),
    ]
  },
  stories_merged: async () => {
    const [first, into, from] = [await story(), await story(), await story()]
    return [
      () => mergeStories(web.database, into, from, web.ctx.clock.now()),
      () => mergeStories(web.database, first, into, web.ctx.clock.now()),
    ]
  },
}

describe('an act that a later one has changed', () => {
  it('is here of every kind', () => {
    const handlers = [sourceUndoHandlers, editUndoHandlers, articleUndoHandlers, eventUndoHandlers]
    const all = [
      ...handlers,
      eventTextUndoHandlers,
      settlementUndoHandlers,
      storyUndoHandlers,
      { relevance_overridden: true },
    ]
    const kinds = new Set(Object.keys(OVERTAKEN).map((name) => name.split(',')[0]))
    expect([...kinds].sort()).toEqual(all.flatMap((each) => Object.keys(each)).sort())
  })

  it.each(Object.entries(OVERTAKEN).filter(([, make]) => make !== null))('%s is not undone', async (name, make) => {
    const [act, later] = (await make?.()) ?? []
    await act?.()
    const { id, action } = await last()
    expect(action).toBe(name.split(',')[0])
    await later?.()
    const before = await log()
    expect(await undoOperatorAction(web.database, id, web.ctx.clock.now())).toBe('overtaken')
    expect(await log()).toEqual(before)
  })
})
