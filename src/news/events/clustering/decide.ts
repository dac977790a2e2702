/** Decides articles one after the other on the index in memory, and notes the changes. Pure. */

import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import type { ClusterIndex } from './cluster-index.ts'
import { type Comparison, comparisonOn } from './comparison.ts'
import { chooseEvents, queryTermsOf } from './lookup.ts'
import { type EventState, type Membership, type Regrouping, regroup, shownOf } from './regroup.ts'
import { type Vectors, WINDOW_MS } from './similarity.ts'
import { TUNING, type Tuning } from './tuning.ts'
import { type Item, type Scales, scalesFor } from './weighing.ts'

export interface Deciding extends Comparison {
  index: ClusterIndex
  scales: Scales
  changes: Changes
  /** An event takes in no article that is further from its first than this, in milliseconds. */
  openMs: number
  line: number
  tuning: Tuning
}

/** Settings that a site may choose. */
export interface Choices {
  openMs?: number | undefined
  /** The similarity on which groups join is multiplied by it: above 1 events are finer, below 1 coarser. */
  line?: number | undefined
  /** Measurements try others. */
  tuning?: Tuning | undefined
}

/** By `KEEP_EVENTS_OPEN`, in days; without it every event is open. */
export const openMsOf = (days: number | undefined): number | undefined => days && days * 86_400_000

/** Changes by a batch of decisions. Events that were made have provisional numbers. */
export interface Changes {
  /** Events that were made, with when they begin. */
  made: Map<number, number>
  /** In the order in which it happened. */
  absorbed: { from: number; into: number }[]
  /** Events that lost or gained a member, or have one with changed content. */
  touched: Set<number>
  /** Why articles stand where they stand now, by article; to be asked when all is decided. */
  explained: Map<number, () => Membership[]>
  questions: Regrouping['questions']
}

/** Made for each batch, when its articles are in the index: weights are cached for as long as it lives. */
export function startDeciding(
  index: ClusterIndex,
  lexicon: Lexicon,
  vectors: Vectors | null,
  { openMs = Number.POSITIVE_INFINITY, line = 1, tuning = TUNING }: Choices = {},
): Deciding {
  const recent = (term: number | null, day: number) => index.recent(term, day)
  const scales = scalesFor(lexicon, recent, index.numbering, tuning.textWeight)
  const changes: Changes = {
    made: new Map(),
    absorbed: [],
    touched: new Set(),
    explained: new Map(),
    questions: [],
  }
  return {
    ...comparisonOn({ scales, vectors, tuning }),
    index,
    scales,
    changes,
    openMs,
    line,
    tuning,
  }
}

/**
 * Compares an article with the events near it, and regroups them. `isNew` where its text is new. One that leaves the window
 * is compared with what has left before it, and no more: so final events follow the order of time, not that of arrival.
 */
export function decide(deciding: Deciding, item: Item, isNew: boolean): void {
  const { index, changes } = deciding
  const near = listNear(deciding, item, !isNew)
  const regrouping = regroup(
    [item],
    near,
    index.overridesAmong(item.id, near),
    deciding,
    deciding.line,
    deciding.tuning,
  )
  const touched = new Set<number>()
  for (const event of regrouping.events) move(deciding, item, event, touched, !isNew)
  item.settled = !isNew
  const current = index.eventOf(item.id)
  if (isNew && current !== undefined) touched.add(current)
  for (const event of regrouping.events) {
    if (!touched.has(index.eventOf(event.articleIds[0] ?? 0) ?? 0)) continue
    const explain = once(event.explain)
    for (const articleId of event.articleIds) changes.explained.set(articleId, explain)
  }
  for (const eventId of touched) changes.touched.add(eventId)
  changes.questions.push(...regrouping.questions)
}

function listNear({ index, scales, openMs }: Deciding, item: Item, isAgain: boolean): EventState[] {
  const hits = index.hits(queryTermsOf(scales, item), item, isAgain)
  const candidates = chooseEvents(hits, (id) => index.itemsOf(id, isAgain).length)
  const ties = index.tiedTo(item.id).flatMap((id) => index.eventOf(id) ?? [])
  const current = isAgain ? [] : (index.eventOf(item.id) ?? [])
  const tied = new Set(ties.concat(current).sort((a, b) => a - b))
  // An article that is read again is decided again: in its old event it must not speak for itself.
  const others = index.states(new Set(candidates.filter((id) => !tied.has(id))), item.id, isAgain)
  return [...others, ...index.states(tied, item.id)].filter(
    (event) =>
      tied.has(event.id) ||
      (shownOf(event).some(({ at }) => Math.abs(at - item.at) <= WINDOW_MS) &&
        item.at - Math.min(...shownOf(event).map(({ at }) => at)) <= openMs),
  )
}

function move(
  { index, changes }: Deciding,
  item: Item,
  event: Regrouping['events'][number],
  touched: Set<number>,
  isAgain: boolean,
) {
  const into = event.eventId ?? currentEvent(index, item, event.articleIds, isAgain) ?? index.newEvent()
  if (!event.eventId && index.members(into).size === 0) changes.made.set(into, item.at)
  const moveArticle = (articleId: number) => {
    const before = index.eventOf(articleId)
    if (!index.moveArticle(articleId, into)) return
    touched.add(into)
    if (before === undefined) return
    touched.add(before)
    // The address of an event that has lost its only article leads to where that went.
    const isEmpty = index.members(before).size === 0
    if (isEmpty && !event.absorbs.includes(before)) changes.absorbed.push({ from: before, into })
  }
  for (const absorbed of event.absorbs) {
    for (const member of [...index.members(absorbed)]) moveArticle(member)
    changes.absorbed.push({ from: absorbed, into })
    touched.add(absorbed)
  }
  for (const articleId of event.articleIds) moveArticle(articleId)
}

/** The event that the article had alone, or first of all that are settled, keeps its number. */
function currentEvent(index: ClusterIndex, { id }: Item, articleIds: number[], isAgain: boolean): number | undefined {
  const current = index.eventOf(id)
  const isAlone = articleIds.length === 1 && articleIds[0] === id
  const isShared = current !== undefined && index.itemsOf(current, isAgain).some((member) => member.id !== id)
  return isAlone && !isShared ? current : undefined
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
