/**
 * The vectors of the serving model in memory, for servers without pgvector: filled at the first search, brought up to date
 * at each. 100,000 articles take 38 MB at 384 dimensions and 102 MB at 1,024, and some 10 MB beside them.
 */
import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { dotAt, lengthOf, type QueryDirection } from '../../embeddings/rules/quantise.ts'

const ROWS_AT_ONCE = 500
const BLOCK = 512
// Time that a scan runs before it yields to the event loop.
const SLICE_MS = 4

export interface VectorModel {
  id: number
  dimensions: number
}

export interface Neighbour {
  articleId: number
  /** Cosine of the angle between the vectors: 1 for the same direction. */
  similarity: number
}

/** In blocks, so that nothing is copied as it grows. */
interface Block {
  ids: Float64Array
  lengths: Float32Array
  bytes: Int8Array
}

interface Memory {
  modelId: number
  dimensions: number
  blocks: Block[]
  /** Slot of an article's vector. */
  slots: Map<number, number>
  /** The last change that was read. */
  seen: number
  /** Single flight: concurrent searches share one refresh. */
  refreshing: Promise<void> | null
  /** One scan at a time, so that many together keep the event loop no longer than one. */
  scans: PQueue
}

const memories = new WeakMap<ReadDb, Memory>()

/** For a server that has an index instead. */
export const purgeMemory = (db: ReadDb) => memories.delete(db)

/** Of every vector of the model the `max` nearest, best first. Rejects when the signal aborts; what was loaded stays. */
export async function scanMemory(
  db: ReadDb,
  model: VectorModel,
  query: QueryDirection,
  options: { max: number; signal?: AbortSignal },
): Promise<Neighbour[]> {
  const memory = memoryOf(db, model)
  memory.refreshing ??= refresh(db, memory).finally(() => {
    memory.refreshing = null
  })
  await memory.refreshing
  return memory.scans.add(() => scan(memory, query, options))
}

function memoryOf(db: ReadDb, { id, dimensions }: VectorModel): Memory {
  const existing = memories.get(db)
  if (existing?.modelId === id) return existing
  const scans = new PQueue({ concurrency: 1 })
  const memory = { modelId: id, dimensions, blocks: [], slots: new Map(), seen: 0, refreshing: null, scans }
  memories.set(db, memory)
  return memory
}

async function refresh(db: ReadDb, memory: Memory): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('article_vectors')
      .select(['article_id', 'v', 'changed'])
      .where('model_id', '=', memory.modelId)
      .where('changed', '>', memory.seen)
      .orderBy('changed')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { article_id, v } of rows) put(memory, article_id, new Int8Array(v.buffer, v.byteOffset, v.length))
    memory.seen = rows.at(-1)?.changed ?? memory.seen
    if (rows.length < ROWS_AT_ONCE) return
  }
}

function put({ blocks, slots, dimensions }: Memory, articleId: number, vector: Int8Array): void {
  const slot = slots.get(articleId) ?? slots.size
  const at = slot % BLOCK
  if (slot === slots.size && at === 0) blocks.push(emptyBlock(dimensions))
  const block = blocks[(slot - at) / BLOCK] as Block
  slots.set(articleId, slot)
  block.ids[at] = articleId
  block.lengths[at] = lengthOf(vector) || 1
  block.bytes.set(vector, at * dimensions)
}

const emptyBlock = (dimensions: number): Block => ({
  ids: new Float64Array(BLOCK),
  lengths: new Float32Array(BLOCK),
  bytes: new Int8Array(BLOCK * dimensions),
})

async function scan(
  { blocks, slots }: Memory,
  query: QueryDirection,
  { max, signal }: { max: number; signal?: AbortSignal },
): Promise<Neighbour[]> {
  const best = topOf(max)
  let since = performance.now()
  for (const [n, block] of blocks.entries()) {
    signal?.throwIfAborted()
    scoreBlock(block, Math.min(BLOCK, slots.size - n * BLOCK), query, best)
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
  return best.list()
}

function scoreBlock(
  { ids, lengths, bytes }: Block,
  count: number,
  { values, length }: QueryDirection,
  best: Top,
): void {
  for (let at = 0; at < count; at++) {
    const dot = dotAt(values, bytes, at * values.length)
    best.offer(ids[at] as number, dot / (length * (lengths[at] as number)))
  }
}

interface Top {
  offer(articleId: number, similarity: number): void
  list(): Neighbour[]
}

/** The `max` best of what is offered; sorted only when twice as many have gathered. */
function topOf(max: number): Top {
  let best: Neighbour[] = []
  let min = Number.NEGATIVE_INFINITY
  const list = () => best.sort((a, b) => b.similarity - a.similarity || b.articleId - a.articleId).slice(0, max)
  return {
    list,
    offer: (articleId, similarity) => {
      if (similarity < min) return
      best.push({ articleId, similarity })
      if (best.length < 2 * max) return
      best = list()
      min = best.at(-1)?.similarity ?? min
    },
  }
}
