/** The stage cluster: articles into events, a batch at a time, each batch in one transaction. */
import { featuresOf } from '../../domain/clustering/features.ts'
import type { Lexicon } from '../../domain/clustering/lexicon.ts'
import { WINDOW_MS } from '../../domain/clustering/likeness.ts'
import { chooseEvents, MAX_HITS, queryTermsOf } from '../../domain/clustering/lookup.ts'
import { type EventState, type Regrouping, regroup, SAMPLE } from '../../domain/clustering/regroup.ts'
import type { Item } from '../../domain/clustering/weighing.ts'
import { type Database, publishing, type Trx } from '../../store/database/database.ts'
import {
  absorbEvents,
  findOwnEvent,
  insertEvent,
  listEventStates,
  listUnclustered,
  lockEvents,
  markClustered,
  refreshEvents,
  removeMembers,
  saveMembers,
  type Waiting,
} from '../../store/events/events.ts'
import { BATCH, findHits, listLeaving, markLookedAgain, saveFeatures } from '../../store/events/postings.ts'
import { listRulings, listTiedEvents, saveQuestions } from '../../store/events/rulings.ts'
import { type BatchGrounds, openGrounds, termsOf } from './grounds.ts'

export interface ClusterCtx {
  database: Database
  lexicon: Lexicon
  now: () => Date
  /** The model whose vectors count beside the words, or null. */
  vectorModel: string | null
  /** Asks a model about the doubtful pairs; returns how many answers set articles to be clustered again. Null without one. */
  askDoubtful: (() => Promise<number>) | null
}

/** How often answers may set articles to be clustered again in one pass. */
const MOST_ROUNDS = 4

/** Clusters every article that waits; returns how many. Running it again changes nothing. */
export async function clusterPending(ctx: ClusterCtx): Promise<number> {
  let total = await clusterWaiting(ctx)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!ctx.askDoubtful || (await ctx.askDoubtful()) === 0) break
    total += await clusterWaiting(ctx)
  }
  return total
}

async function clusterWaiting(ctx: ClusterCtx): Promise<number> {
  let total = 0
  for (;;) {
    const done = await publishing(ctx.database, (trx) => clusterBatch(ctx, trx))
    total += done
    if (done < BATCH) return total
  }
}

/** One batch's transaction, what it rests on, and the events whose counts it changes. */
interface Pass {
  ctx: ClusterCtx
  trx: Trx
  grounds: BatchGrounds
  touched: Set<number>
}

async function clusterBatch(ctx: ClusterCtx, trx: Trx): Promise<number> {
  await lockEvents(trx)
  const waiting = await listUnclustered(trx, BATCH)
  if (waiting.length === 0) return 0
  const touched = new Set(waiting.flatMap(({ eventId }) => eventId ?? []))
  const [gone, arrived] = [waiting.filter(({ removed }) => removed), waiting.filter(({ removed }) => !removed)]
  await removeMembers(
    trx,
    gone.map(({ id }) => id),
  )
  await refreshEvents(trx, [...touched])
  const arriving = await readArticles(ctx, trx, arrived)
  const pass = { ctx, trx, touched, grounds: await openGrounds(trx, ctx.lexicon, ctx.vectorModel) }
  await pass.grounds.learn(arriving)
  for (const item of arriving) await decide(pass, item)
  await lookAgain(pass)
  await refreshEvents(trx, [...touched])
  await markClustered(
    trx,
    waiting.map(({ id }) => id),
  )
  return waiting.length
}

async function readArticles(ctx: ClusterCtx, trx: Trx, waiting: Waiting[]): Promise<Item[]> {
  const read = waiting.map((article) => ({ article, features: featuresOf(ctx.lexicon, article) }))
  await saveFeatures(
    trx,
    read.map(({ article, features }) => ({ id: article.id, at: article.at, features, terms: termsOf(features) })),
  )
  return read.map(({ article, features }) => ({ id: article.id, at: article.at.getTime(), features }))
}

/**
 * An article that leaves the window is decided once more, when all that it could be compared with has come in: so the
 * order in which it came leaves no trace.
 */
async function lookAgain(pass: Pass): Promise<void> {
  const leaving = await listLeaving(pass.trx, BATCH)
  await pass.grounds.learn(leaving.map(({ item }) => item))
  for (const { item, eventId } of leaving) {
    pass.touched.add(eventId)
    await decide(pass, item)
  }
  await markLookedAgain(
    pass.trx,
    leaving.map(({ item }) => item.id),
  )
}

/** Holds one article against the events near it, and regroups them. */
async function decide(pass: Pass, item: Item): Promise<void> {
  const { trx, grounds } = pass
  const near = await listNear(pass, item)
  await grounds.learn(near.flatMap((event) => event.members))
  const rulings = await listRulings(trx, item.id, near)
  await apply(pass, item, near, regroup([item], near, rulings, grounds))
}

async function listNear({ trx, grounds }: Pass, item: Item): Promise<EventState[]> {
  const hits = await findHits(trx, queryTermsOf(grounds.scales, item), new Date(item.at), item.id, MAX_HITS)
  const tied = await listTiedEvents(trx, item.id)
  // An article that is read again is decided anew: in its old event it must not speak for itself.
  const states = await listEventStates(trx, [...new Set([...chooseEvents(hits), ...tied])], SAMPLE, item.id)
  return states.filter(
    ({ id, members }) => tied.includes(id) || members.some((member) => Math.abs(member.at - item.at) <= WINDOW_MS),
  )
}

async function apply(pass: Pass, item: Item, near: EventState[], { events, questions }: Regrouping): Promise<void> {
  const { ctx, trx, touched } = pass
  for (const event of near) touched.add(event.id)
  for (const event of events) {
    const alone = event.eventId === null && event.members.length === 1 && event.members[0]?.articleId === item.id
    const eventId =
      event.eventId ??
      (alone ? await findOwnEvent(trx, item.id) : null) ??
      (await insertEvent(trx, new Date(item.at), ctx.now()))
    await absorbEvents(trx, eventId, event.absorbs)
    await saveMembers(trx, eventId, event.members, ctx.now())
    touched.add(eventId)
    for (const absorbed of event.absorbs) touched.add(absorbed)
  }
  if (ctx.askDoubtful) await saveQuestions(trx, questions, ctx.now())
}
