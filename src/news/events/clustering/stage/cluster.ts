/** The stage cluster: articles into events, a batch at a time, decided in memory and written in one short transaction. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Database, type Db, publishing } from '../../../../platform/database/database.ts'
import { underLock } from '../../../../platform/database/lock.ts'
import {
  lockRevisions,
  type Revisions,
  readRevisions,
  StaleIndexError,
} from '../../../../platform/database/revisions.ts'
import type { Lexicon } from '../../../../platform/text/thesaurus.ts'
import { countPlaced, listLeaving, listUnclustered, type Waiting } from '../../writes/cluster-reads.ts'
import { type Batch, saveBatch } from '../../writes/cluster-writes.ts'
import { findLine } from '../../writes/line.ts'
import { saveQuestions } from '../../writes/rulings.ts'
import { isProvisional } from '../cluster-index.ts'
import { type Changes, type Choices, decide, startDeciding } from '../decide.ts'
import { featuresOf, textToRead } from '../pair-features.ts'
import { WINDOW_MS } from '../similarity.ts'
import type { Item } from '../weighing.ts'
import { openVectors, openWindow, spanAround, type Window } from './window.ts'

export interface ClusterCtx extends Choices {
  database: Database
  lexicon: Lexicon
  now: () => Date
  /** The model whose vectors count beside the words, or null. */
  vectorModel: string | null
  /**
   * Asks a model about the doubtful pairs; returns how many answers caused articles to be clustered again. Null without one.
   */
  classifyBorderlinePairs: (() => Promise<number>) | null
}

/** Limit of clustering runs in one pass that answers cause. */
const MAX_ROUNDS = 4
/** Articles of one batch: its transaction takes some tens of milliseconds, in which no other publisher writes. */
const BATCH = 50
/** Of a batch's articles, so that few days are held in memory where years come in. */
const MAX_SPAN_MS = WINDOW_MS
/** A longer span is held where it has at most so many articles, as what lies far back in feeds. */
const MAX_IN_LONG_SPAN = 2000

/** State that the stage keeps between calls. */
interface Stage extends ClusterCtx {
  window: Window | null
}

/**
 * The stage: clusters every article that waits, and returns how many. Idempotent. It keeps its index
 * from calls; a write by another process, or a crash at any instant, costs no more than reloading it.
 */
export function createClustering(ctx: ClusterCtx): () => Promise<number> {
  const stage: Stage = { ...ctx, window: null }
  return async () => {
    let total = await clusterWaiting(stage)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!ctx.classifyBorderlinePairs || (await ctx.classifyBorderlinePairs()) === 0) break
      total += await clusterWaiting(stage)
    }
    return total
  }
}

const clusterWaiting = (stage: Stage): Promise<number> =>
  underLock(stage.database, 'clustering', async () => {
    let total = 0
    for (;;) {
      const done = await tryBatch(stage)
      if (done === null) return total
      total += done
    }
  })

/** Articles that came in with the next batch, or null where nothing is left to do. */
async function tryBatch(stage: Stage): Promise<number | null> {
  const { window } = stage
  // After any failure the index holds decisions that were not stored.
  stage.window = null
  try {
    return await clusterBatch(stage, window)
  } catch (error) {
    if (error instanceof StaleIndexError) return 0
    throw error
  }
}

async function clusterBatch(stage: Stage, current: Window | null): Promise<number | null> {
  const { db } = stage.database
  // First of all: what is read after this is at least as new.
  const revisions = await readRevisions(db)
  const waiting = await oneSpan(db, await listUnclustered(db, BATCH))
  const leaving = await listGoing(stage, waiting)
  const concerned = [...waiting, ...leaving]
  if (concerned.length === 0) {
    stage.window = current
    return null
  }
  const need = { times: concerned.map(({ at }) => at.getTime()), ids: concerned.map(({ id }) => id) }
  const window = await openWindow(db, current, revisions, need)
  const { batch, changes } = await decideBatch(stage, window, waiting, leaving)
  window.index.rename(await store(stage, window, batch, changes))
  stage.window = window
  return waiting.length
}

async function oneSpan<Row extends { at: Date }>(db: Db, ordered: Row[]): Promise<Row[]> {
  const times = ordered.map(({ at }) => at.getTime())
  const end = (times[0] ?? 0) + MAX_SPAN_MS
  if (times.every((at) => at <= end)) return ordered
  const isSparse = (await countPlaced(db, spanAround(times), MAX_IN_LONG_SPAN)) < MAX_IN_LONG_SPAN
  return isSparse ? ordered : ordered.filter(({ at }) => at.getTime() <= end)
}

/**
 * An article that leaves the window is decided again, when all that it could be compared with has come in. So the order
 * of arrivals leaves no trace. Those from long before the waiting articles wait until nothing comes in.
 */
async function listGoing({ database }: Stage, waiting: Waiting[]) {
  const [first, last] = [waiting[0]?.at ?? null, waiting.at(-1)?.at ?? null]
  const since = new Date(first ? first.getTime() - 3 * WINDOW_MS : 0)
  const coming = new Set(waiting.map(({ id }) => id))
  const leaving = await oneSpan(database.db, await listLeaving(database.db, since, last, BATCH))
  return leaving.filter(({ id }) => !coming.has(id))
}

/** Takes what waits into the index and decides it, then what leaves. */
async function decideBatch(stage: Stage, window: Window, waiting: Waiting[], leaving: { id: number }[]) {
  const { database, lexicon } = stage
  const { index } = window
  const before = waiting.flatMap(({ id }) => index.eventOf(id) ?? [])
  const [withdrawn, arrived] = [waiting.filter(({ removed }) => removed), waiting.filter(({ removed }) => !removed)]
  const arriving = arrived.map(({ id, at, publisher, title, language, excerpt, original }): Item => {
    const features = featuresOf(lexicon, { title, language, text: textToRead(excerpt, original) })
    return { id, at: at.getTime(), publisher, features }
  })
  for (const { id } of waiting) window.vectors.delete(id)
  for (const { id } of withdrawn) index.remove(id)
  for (const item of arriving) index.put(item)
  const vectors = await openVectors(database.db, window, stage.vectorModel)
  const { openMs, line = await findLine(database.db) } = stage
  const deciding = startDeciding(index, lexicon, vectors, { openMs, line })
  for (const id of before) deciding.changes.touched.add(id)
  const leavers = leaving.flatMap(({ id }) => index.item(id) ?? [])
  for (const item of [...arriving, ...leavers]) {
    decide(deciding, item, arriving.includes(item))
    await yieldToEventLoop()
  }
  const batch: Batch = {
    seen: waiting.map(({ id, state }) => ({ id, state })),
    removed: withdrawn.map(({ id }) => id),
    features: arriving.map(({ id, at, features }) => ({ id, at: new Date(at), features })),
    decidedAgain: leaving.map(({ id }) => id),
    ...outcomeOf(window, deciding.changes),
  }
  return { batch, changes: deciding.changes }
}

/** Changes to store: the state at the end, not each step on the way. */
function outcomeOf({ index }: Window, { made, absorbed, touched, explained }: Changes) {
  const mergeTargets = new Map(absorbed.map(({ from, into }) => [from, into]))
  const mergeTargetOf = (id: number): number => {
    const mergeTarget = mergeTargets.get(id)
    return mergeTarget === undefined ? id : mergeTargetOf(mergeTarget)
  }
  const current = (id: number) => !isProvisional(id) || index.members(id).size > 0
  return {
    made: [...made].flatMap(([id, at]) => (current(id) ? [{ id, at: new Date(at) }] : [])),
    absorbed: [...mergeTargets.keys()].flatMap((from) =>
      isProvisional(from) ? [] : [{ from, into: mergeTargetOf(from) }],
    ),
    members: [...explained].flatMap(([articleId, explain]) => {
      const eventId = index.eventOf(articleId)
      const membership = explain().find((each) => each.articleId === articleId)
      return eventId === undefined || !membership ? [] : [{ ...membership, eventId }]
    }),
    touched: [...touched].filter(current),
  }
}

/** Writes a batch, unless what it rests on was changed by another process in the meantime. */
async function store(stage: Stage, window: Window, batch: Batch, { questions }: Changes): Promise<Map<number, number>> {
  let after: Revisions = window.revisions
  const numbers = await publishing(stage.database, async (trx) => {
    await lockRevisions(trx, ['event_members', 'event_decisions'], window.revisions)
    const made = await saveBatch(trx, batch, stage.now())
    if (stage.classifyBorderlinePairs) await saveQuestions(trx, questions, stage.now())
    after = await readRevisions(trx)
    return made
  })
  window.revisions = after
  return numbers
}
