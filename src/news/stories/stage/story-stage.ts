/** The stage stories: events into running storylines, their life, and their text. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Database, publishing } from '../../../platform/database/database.ts'
import { underLock } from '../../../platform/database/lock.ts'
import { lockRevisions, readRevisions, StaleIndexError } from '../../../platform/database/revisions.ts'
import type { Translate } from '../../../platform/site/messages.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Deciding, dissolve, joinOrOpen, merge, split, startDeciding } from '../rules/decide.ts'
import type { IndexedEvent, StoryIndex } from '../rules/story-index.ts'
import { dissolveStories } from '../writes/dissolve.ts'
import {
  hasSilentStories,
  insertStories,
  linkEvents,
  listStoryMaterial,
  mergeStories,
  recordEvents,
  refreshStories,
  type StoryMaterial,
  saveStoryText,
} from '../writes/stories.ts'
import {
  listLinks,
  listWaitingEvents,
  type ReadEvent,
  readEvents,
  saveEvents,
  type WaitingEvent,
} from '../writes/story-reads.ts'
import { plainStoryText } from './plain-text.ts'
import { applyLinks, openWindow, type StoryWindow } from './story-window.ts'
import type { StoryWriter } from './story-writer.ts'

export interface StoriesCtx {
  database: Database
  clock: Clock
  log: Logger
  lexicon: Lexicon
  t: Translate
  language: string
  timeZone: string
  /** Writes and publishes a story's text with a model; null where none is configured. */
  write: StoryWriter | null
}

/** Events of one transaction: it takes some tens of milliseconds, in which no other publisher writes. */
const BATCH = 50

/** State that the stage keeps between calls. */
interface Stage extends StoriesCtx {
  window: StoryWindow | null
}

/**
 * The stage: brings every story up to date with the events that are new or changed. Idempotent. It keeps its index between
 * calls; a write by another process, or a crash at any instant, costs no more than reloading it.
 */
export function createStories(ctx: StoriesCtx): () => Promise<void> {
  const stage: Stage = { ...ctx, window: null }
  return () =>
    underLock(ctx.database, 'stories', async () => {
      for (;;) if (!(await tryBatch(stage))) break
      let isPaused = false
      for (const material of await listStoryMaterial(ctx.database, ctx.language))
        isPaused = await writeText(ctx, material, isPaused)
    })
}

/** False where nothing is left to do. */
async function tryBatch(stage: Stage): Promise<boolean> {
  const { window } = stage
  // After any failure the index holds decisions that were not stored.
  stage.window = null
  try {
    return await updateBatch(stage, window)
  } catch (error) {
    if (error instanceof StaleIndexError) return true
    throw error
  }
}

async function updateBatch(stage: Stage, current: StoryWindow | null): Promise<boolean> {
  const { database, clock } = stage
  const now = clock.now()
  const waiting = await listWaitingEvents(database.db, BATCH)
  if (waiting.length === 0) {
    stage.window = current
    if (await hasSilentStories(database.db, now)) await publishing(database, (trx) => refreshStories(trx, [], now))
    return false
  }
  const window = await openWindow(database.db, stage, current, now)
  const read = await readEvents(
    database.db,
    stage,
    waiting.flatMap(({ id, gone }) => (gone ? [] : [id])),
  )
  const links = await listLinks(database.db, { eventIds: waiting.map(({ id }) => id) })
  const events = reindex(window.index, waiting, read)
  applyLinks(window.index, links)
  const concerned = links.map(({ storyId }) => storyId)
  const deciding = await decide(startDeciding(stage.lexicon, window.index, events, now.getTime(), concerned), events)
  await store({ stage, window, waiting, read, deciding, concerned, now })
  stage.window = window
  return true
}

/** Brings the index up to date with events as they are now; those with terms, oldest first. */
function reindex(index: StoryIndex, waiting: WaitingEvent[], read: ReadEvent[]): IndexedEvent[] {
  for (const { id } of waiting) index.remove(id)
  const distinctive = read.filter(({ features }) => Object.keys(features.terms).length > 0)
  return distinctive
    .map(({ features, ...about }) => index.put(about, features))
    .sort((a, b) => a.firstAt - b.firstAt || a.id - b.id)
}

async function decide(deciding: Deciding, events: IndexedEvent[]): Promise<Deciding> {
  for (const event of events) {
    if (event.storyId === null) joinOrOpen(deciding, event)
    await yieldToEventLoop()
  }
  split(deciding)
  await yieldToEventLoop()
  merge(deciding)
  await yieldToEventLoop()
  dissolve(deciding)
  return deciding
}

interface Outcome {
  stage: Stage
  window: StoryWindow
  waiting: WaitingEvent[]
  read: ReadEvent[]
  deciding: Deciding
  /** Stories that had one of these events before. */
  concerned: number[]
  now: Date
}

/** Writes what was decided, unless what it rests on was changed by another process in the meantime. */
async function store({ stage, window, waiting, read, deciding, concerned, now }: Outcome): Promise<void> {
  let { revisions } = window
  let dissolved: number[] = []
  const opened = await publishing(stage.database, async (trx) => {
    await lockRevisions(trx, ['story_events', 'story_features'], revisions)
    await saveEvents(trx, read)
    const numbers = await insertStories(trx, deciding.opened, now)
    const numberOf = (id: number) => numbers.get(id) ?? id
    const links = [...deciding.links].map(([eventId, { storyId, score, reason }]) => {
      return { event_id: eventId, story_id: numberOf(storyId), score, reason }
    })
    await linkEvents(trx, links, now)
    for (const { into, from } of deciding.merged) await mergeStories(trx, numberOf(into), numberOf(from), now)
    await recordEvents(trx, waiting)
    const none = [...deciding.dissolved].map(([id, events]) => [numberOf(id), events] as const)
    dissolved = await dissolveStories(trx, new Map(none), now)
    const touched = [...deciding.touched.keys(), ...deciding.merged.map(({ into }) => into)].map(numberOf)
    await refreshStories(trx, [...touched, ...concerned], now)
    revisions = await readRevisions(trx)
    return numbers
  })
  for (const [provisional, id] of opened) window.index.move(provisional, id)
  // Events of a story that was not dissolved after all go back into it.
  for (const [provisional, events] of deciding.dissolved) {
    const storyId = opened.get(provisional) ?? provisional
    if (!dissolved.includes(storyId)) for (const event of events) window.index.link(event, storyId)
  }
  window.revisions = revisions
}

/**
 * While the model is away, its text stays as long as it holds; without one the story has an interim plain text. Returns true
 * where the model is paused, which is not queried then about the others.
 */
async function writeText(ctx: StoriesCtx, material: StoryMaterial, isPaused: boolean): Promise<boolean> {
  const outcome = isPaused
    ? 'paused'
    : await ctx.write?.(material).catch((error) => {
        ctx.log.warn({ err: error, storyId: material.storyId }, 'the text of a story could not be written')
        return 'failed'
      })
  if (outcome === 'accepted' || outcome === 'late') return false
  const isInterim = outcome === 'paused' || outcome === 'failed'
  if (!isInterim || !(isOfModel(material) || isAsWritten(material))) {
    const plain = { ...plainStoryText(material, ctx), by: 'excerpt' as const, isInterim }
    await saveStoryText(ctx.database, material, plain, ctx.clock.now())
  }
  return outcome === 'paused'
}

const isOfModel = ({ textBy, written }: StoryMaterial): boolean => textBy === 'ai' && written.events > 0

const isAsWritten = ({ written, linked }: StoryMaterial): boolean =>
  written.events === linked.events && written.newestAt?.getTime() === linked.newestAt?.getTime()
