/** Clustering's index in memory, loaded from the database and kept until another process writes. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../../../platform/database/database.ts'
import type { Revisions } from '../../../../platform/database/revisions.ts'
import { RECENT_DAYS } from '../../../../platform/text/dampened-frequency.ts'
import { findVectorModel } from '../../../embeddings/writes/embedding-models.ts'
import { findVectors } from '../../../embeddings/writes/vectors.ts'
import { listManualOverrides, listPlaced } from '../../writes/cluster-reads.ts'
import { ClusterIndex } from '../cluster-index.ts'
import { VECTOR_SAMPLE, type Vectors, vectorFloorOf, WINDOW_MS } from '../similarity.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * Bound of what is held: some 5 KB an article without vectors. The window of a service with more than so many articles in
 * twelve days is shorter.
 */
const MAX_ARTICLES = 20_000
/** To take all of them in takes seconds. */
const PUT_AT_ONCE = 100

/** An index that has every event of a span of time. */
export interface Window {
  index: ClusterIndex
  from: number
  to: number
  revisions: Revisions
  vectors: Map<number, Float32Array>
}

/** Needs of a batch: articles around these instants, and these articles with what they are tied to. */
export interface Need {
  times: number[]
  ids: number[]
}

/** The current window, where it is still valid, moved to what is needed; else a new one. */
export async function openWindow(db: Db, current: Window | null, revisions: Revisions, need: Need): Promise<Window> {
  const { from, to } = spanAround(need.times)
  const retained = fits(current, revisions, from, to) ? await shortened(current, from) : null
  const window = retained ?? emptyWindow(revisions, from)
  const loaded = await cover(db, window, from, to, need.ids)
  const existing = retained !== null && retained.revisions.event_decisions === revisions.event_decisions
  if (!existing) window.index.clearOverrides()
  await rule(db, window, existing ? [...need.ids, ...loaded] : [...need.ids, ...idsOf(window.index)], need.ids)
  window.revisions = revisions
  return window
}

/** Span that decides a batch of these instants: before what articles are compared with lies what tells how rare its words were. */
export function spanAround(times: number[]): { from: number; to: number } {
  return { from: Math.min(...times) - WINDOW_MS - RECENT_DAYS * DAY, to: Math.max(...times) + WINDOW_MS }
}

function fits(current: Window | null, revisions: Revisions, from: number, to: number): current is Window {
  if (current?.revisions.event_members !== revisions.event_members) return false
  return current.from <= to && current.to >= from && current.index.size < 1.5 * MAX_ARTICLES
}

const idsOf = (index: ClusterIndex): number[] => Array.from(index.items, ({ id }) => id)

function emptyWindow(revisions: Revisions, from: number): Window {
  return { index: new ClusterIndex(), from, to: from, revisions, vectors: new Map() }
}

/** Loads what is missing of a span of time, and the events of these articles; returns the ids of what came in. */
async function cover(db: Db, window: Window, from: number, to: number, ids: number[]): Promise<number[]> {
  const loaded = await load(db, window.index, { from: 1, to: 0, ids: ids.filter((id) => !window.index.item(id)) })
  if (from < window.from) loaded.push(...(await load(db, window.index, { from, to: window.from, ids: [] })))
  if (to > window.to) loaded.push(...(await load(db, window.index, { from: window.to, to: to + DAY, ids: [] })))
  window.from = Math.min(window.from, from)
  window.to = Math.max(window.to, to > window.to ? to + DAY : to)
  return loaded
}

async function load(db: Db, index: ClusterIndex, what: { from: number; to: number; ids: number[] }): Promise<number[]> {
  if (what.from >= what.to && what.ids.length === 0) return []
  const placed = await listPlaced(db, { ...what, limit: MAX_ARTICLES })
  const missing = placed.filter(({ item }) => !index.item(item.id))
  const pause = pauses()
  for (const { item, eventId } of missing) {
    index.put(item)
    index.moveArticle(item.id, eventId)
    await pause()
  }
  return missing.map(({ item }) => item.id)
}

/** Yields to the event loop at every hundredth call. */
function pauses(): () => Promise<void> {
  let calls = 0
  return async () => {
    if (++calls % PUT_AT_ONCE === 0) await yieldToEventLoop()
  }
}

/**
 * Manual overrides of these articles; the events that overrides tie `batch` to are needed however long ago they were.
 */
async function rule(db: Db, { index }: Window, articleIds: number[], batch: number[]): Promise<void> {
  for (const manualOverride of await listManualOverrides(db, articleIds)) index.rule(manualOverride)
  const tied = batch.flatMap((id) => index.tiedTo(id)).filter((id) => !index.item(id))
  const loaded = await load(db, index, { from: 1, to: 0, ids: tied })
  for (const manualOverride of await listManualOverrides(db, loaded)) index.rule(manualOverride)
}

/** Without what lies more than a day before `from`. */
async function shortened(window: Window, from: number): Promise<Window> {
  if (window.from >= from - DAY) return window
  const index = await window.index.since(from, pauses())
  const vectors = new Map([...window.vectors].filter(([id]) => index.item(id)))
  return { ...window, index, from, vectors }
}

/** Vectors of what is in the window; null where there are too few to know what unrelated articles have in common. */
export async function openVectors(db: Db, { index, vectors }: Window, name: string | null): Promise<Vectors | null> {
  const model = name === null ? undefined : await findVectorModel(db, name)
  if (!model) return null
  const missing = idsOf(index).filter((id) => !vectors.has(id))
  for (const [id, vector] of await findVectors(db, model, missing)) vectors.set(id, Float32Array.from(vector))
  const floor = vectorFloorOf(index.unrelated(VECTOR_SAMPLE).flatMap((id) => vectors.get(id) ?? []))
  return floor === null ? null : { floor, of: (id) => vectors.get(id) }
}
