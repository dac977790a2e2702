/** The stage cluster: articles into events, a batch at a time, each batch in one transaction. */
import { type Features, featuresOf } from '../domain/clustering/features.ts'
import type { Lexicon } from '../domain/clustering/lexicon.ts'
import { type Grounds, type Item, scalesFor, WINDOW_MS } from '../domain/clustering/likeness.ts'
import { chooseEvents, MAX_HITS, queryTermsOf } from '../domain/clustering/lookup.ts'
import { dayOf } from '../domain/clustering/rarity.ts'
import { type EventState, type Regrouping, regroup, SAMPLE } from '../domain/clustering/regroup.ts'
import { type Database, publishing, type Trx } from '../store/database.ts'
import {
  absorbEvents,
  findHits,
  insertEvent,
  listEventStates,
  listLeaving,
  listRuledEvents,
  listRulings,
  listTermDays,
  listUnclustered,
  lockEvents,
  markClustered,
  markLookedAgain,
  refreshEvents,
  removeMembers,
  saveFeatures,
  saveMembers,
  type Waiting,
} from '../store/events.ts'

export interface ClusterCtx {
  database: Database
  lexicon: Lexicon
  now: () => Date
}

const BATCH = 100

/** Clusters every article that waits; returns how many. Running it again changes nothing. */
export async function clusterPending(ctx: ClusterCtx): Promise<number> {
  let total = 0
  for (;;) {
    const done = await publishing(ctx.database, (trx) => clusterBatch(ctx, trx))
    total += done
    if (done < BATCH) return total
  }
}

async function clusterBatch(ctx: ClusterCtx, trx: Trx): Promise<number> {
  await lockEvents(trx)
  const waiting = await listUnclustered(trx, BATCH)
  if (waiting.length === 0) return 0
  const touched = new Set(waiting.flatMap(({ eventId }) => eventId ?? []))
  await removeMembers(
    trx,
    waiting.filter(({ removed }) => removed).map(({ id }) => id),
  )
  await refreshEvents(trx, [...touched])
  const arriving = await readArticles(
    ctx,
    trx,
    waiting.filter(({ removed }) => !removed),
  )
  const background = await openBackground(trx)
  for (const item of arriving) await decide(ctx, trx, item, background, touched)
  await lookAgain(ctx, trx, background, touched)
  await refreshEvents(trx, [...touched])
  await markClustered(
    trx,
    waiting.map(({ id }) => id),
  )
  return waiting.length
}

const termsOf = ({ title, text, titleWords, textWords }: Features) => [
  ...new Set([...title, ...text, ...titleWords, ...textWords]),
]

async function readArticles(ctx: ClusterCtx, trx: Trx, waiting: Waiting[]): Promise<Item[]> {
  const read = waiting.map((article) => ({ article, features: featuresOf(ctx.lexicon, article) }))
  await saveFeatures(
    trx,
    read.map(({ article, features }) => ({ id: article.id, at: article.at, features, terms: termsOf(features) })),
  )
  return read.map(({ article, features }) => ({ id: article.id, at: article.at.getTime(), features, vector: null }))
}

/** On which days words were seen, fetched as they are needed. */
interface Background {
  days: number[]
  known: Map<string, number[]>
  learn(items: Item[]): Promise<void>
}

async function openBackground(trx: Trx): Promise<Background> {
  const known = new Map<string, number[]>()
  const days = (await listTermDays(trx, [''])).get('') ?? []
  return {
    days,
    known,
    learn: async (items) => {
      const missing = [...new Set(items.flatMap((item) => termsOf(item.features)))].filter((term) => !known.has(term))
      if (missing.length === 0) return
      const found = await listTermDays(trx, missing)
      for (const term of missing) known.set(term, found.get(term) ?? [])
    },
  }
}

const groundsOf = (ctx: ClusterCtx, { days, known }: Background): Grounds => ({
  vocabulary: ctx.lexicon.vocabulary,
  scales: scalesFor(ctx.lexicon, { days, seen: (term) => known.get(term) ?? [] }),
  vectorFloor: null,
})

/**
 * An article that leaves the window is decided once more, when all that it could be compared with has come in: so the
 * order in which it came leaves no trace.
 */
async function lookAgain(ctx: ClusterCtx, trx: Trx, background: Background, touched: Set<number>): Promise<void> {
  const leaving = await listLeaving(trx, BATCH)
  for (const { item, eventId } of leaving) {
    touched.add(eventId)
    await decide(ctx, trx, item, background, touched)
  }
  await markLookedAgain(
    trx,
    leaving.map(({ item }) => item.id),
  )
}

/** Holds one article against the events near it, and regroups them. */
async function decide(
  ctx: ClusterCtx,
  trx: Trx,
  item: Item,
  background: Background,
  touched: Set<number>,
): Promise<void> {
  await background.learn([item])
  const arriving = groundsOf(ctx, background).scales(item, dayOf(item.at))
  const hits = await findHits(trx, queryTermsOf(arriving), new Date(item.at), item.id, MAX_HITS)
  // What an operator joined needs no likeness, and no window.
  const ruled = await listRuledEvents(trx, item.id)
  const states = await listEventStates(trx, [...new Set([...chooseEvents(hits), ...ruled])], SAMPLE)
  // An article that is read again is decided anew: in its old event it must not speak for itself.
  const near = states
    .map((event) => ({ ...event, members: event.members.filter((member) => member.id !== item.id) }))
    .filter(
      ({ id, members }) =>
        (ruled.includes(id) && members.length > 0) ||
        members.some((member) => Math.abs(member.at - item.at) <= WINDOW_MS),
    )
  await background.learn(near.flatMap((event) => event.members))
  const ids = [item.id, ...near.flatMap((event) => event.members.map((member) => member.id))]
  const decision = regroup([item], near, await listRulings(trx, ids), groundsOf(ctx, background))
  await apply(ctx, trx, item, near, decision, touched)
}

async function apply(
  ctx: ClusterCtx,
  trx: Trx,
  item: Item,
  near: EventState[],
  { events }: Regrouping,
  touched: Set<number>,
): Promise<void> {
  for (const event of near) touched.add(event.id)
  for (const event of events) {
    const alone = event.eventId === null && event.members.length === 1 && event.members[0]?.articleId === item.id
    const eventId =
      event.eventId ??
      (alone ? await ownEvent(trx, item.id) : null) ??
      (await insertEvent(trx, new Date(item.at), ctx.now()))
    await absorbEvents(trx, eventId, event.absorbs)
    await saveMembers(trx, eventId, event.members, 'likeness', ctx.now())
    touched.add(eventId)
    for (const absorbed of event.absorbs) touched.add(absorbed)
  }
}

/** The event in which the article already stands alone keeps its id. */
async function ownEvent(trx: Trx, articleId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('event_members as m')
    .select('m.event_id')
    .where('m.article_id', '=', articleId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('event_members as o')
            .select('o.article_id')
            .whereRef('o.event_id', '=', 'm.event_id')
            .where('o.article_id', '<>', articleId),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.event_id ?? null
}
