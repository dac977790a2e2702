/** The end of the log, shared by the streams of this process: one read for all that are at the same place. */
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Ctx } from '../../ctx.ts'
import { type ChangeCursor, formatCursor, parseCursor } from '../../news/changes/change-types.ts'
import { loadChanges } from '../../news/changes/resource.ts'

interface TailBatch {
  /** Server-sent events, empty where there is nothing new for these types. */
  text: string
  next: ChangeCursor
  hasMore: boolean
}

const BATCH = 100
/** Characters after which a batch ends: each stream holds one until its reader has taken it. */
const MAX_TEXT = 256 * 1024
/** Characters that are kept until the next change, whatever cursors clients make up. */
const MAX_CACHED = 4 * 1024 * 1024
/** Reads at once: each holds its changes with their objects. */
const READS_AT_ONCE = 4

export class ChangeTail {
  readonly #ctx: Pick<Ctx, 'db' | 'site' | 'origin' | 'kinds'>
  readonly #queue = new PQueue({ concurrency: READS_AT_ONCE })
  readonly #cached = new LRUCache<string, TailBatch>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ text }, key) => text.length + key.length + 500,
  })
  /** Reads under way, shared by all concurrent callers. */
  #reads = new Map<string, Promise<TailBatch>>()
  readonly #waiting = new Set<() => void>()

  constructor(ctx: Pick<Ctx, 'db' | 'site' | 'origin' | 'kinds'>) {
    this.#ctx = ctx
  }

  /** The content has changed: what was read is out of date. */
  raise(): void {
    this.#cached.clear()
    this.#reads = new Map()
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  /** Resolves at the next change, after `ms`, or when `signal` is aborted. Call it before a read, so that nothing falls between. */
  nextChange(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
      if (signal.aborted) wake()
    })
  }

  /** Throws `gone`. Without `after`: where the log ends. */
  read(after: ChangeCursor | undefined, types: string[] | undefined): Promise<TailBatch> {
    const key = `${after ? formatCursor(after) : ''} ${types ?? ''}`
    const cached = this.#cached.get(key)
    if (cached) return Promise.resolve(cached)
    const reads = this.#reads
    const read = reads.get(key) ?? this.#queue.add(() => this.#load(after, types)).finally(() => reads.delete(key))
    if (!reads.has(key)) {
      reads.set(key, read)
      // A read from before a change must not be found after it, and a failed one not at all.
      read.then((batch) => reads === this.#reads && this.#cached.set(key, batch)).catch(() => {})
    }
    return read
  }

  async #load(after: ChangeCursor | undefined, types: string[] | undefined): Promise<TailBatch> {
    const { data, next, hasMore } = await loadChanges(this.#ctx, { after, types, limit: BATCH })
    let text = ''
    for (const change of data) {
      text += `id: ${change.cursor}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`
      const cursor = text.length < MAX_TEXT || change === data.at(-1) ? undefined : parseCursor(change.cursor)
      if (cursor) return { text, next: cursor, hasMore: true }
    }
    return { text, next, hasMore }
  }
}
