/** The end of the log as the streams of this process share it: one read for all that stand at the same place. */
import type { Ctx } from '../../ctx.ts'
import { type ChangeCursor, formatCursor } from '../../domain/changes.ts'
import { loadChanges } from './changes.ts'

interface TailBatch {
  /** Server-sent events, empty where there is nothing new for these types. */
  text: string
  next: ChangeCursor
  hasMore: boolean
}

const BATCH = 100
/** Kept until the next change, whatever cursors clients make up. */
const MOST_READS = 500

export class ChangeTail {
  readonly #ctx: Pick<Ctx, 'db' | 'site' | 'origin'>
  readonly #reads = new Map<string, Promise<TailBatch>>()
  readonly #waiting = new Set<() => void>()

  constructor(ctx: Pick<Ctx, 'db' | 'site' | 'origin'>) {
    this.#ctx = ctx
  }

  /** The content has changed: what was read is out of date. */
  raise(): void {
    this.#reads.clear()
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
    const known = this.#reads.get(key)
    if (known) return known
    const read = this.#load(after, types)
    if (this.#reads.size >= MOST_READS) this.#reads.clear()
    this.#reads.set(key, read)
    // What was read before a change must not be found after it, and a failure not at all.
    read.catch(() => this.#reads.delete(key))
    return read
  }

  async #load(after: ChangeCursor | undefined, types: string[] | undefined): Promise<TailBatch> {
    const { data, next, hasMore } = await loadChanges(this.#ctx, { after, types, limit: BATCH })
    const text = data.map(
      (change) => `id: ${change.cursor}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`,
    )
    return { text: text.join(''), next, hasMore }
  }
}
