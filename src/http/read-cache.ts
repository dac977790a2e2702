/**
 * The read cache: serialised, compressed answers up to a limit in bytes. Each is built once however many ask for it at
 * the same moment, and is used until the data generation that it depends on rises or its time runs out. While the
 * database is away an older answer is served, marked as stale.
 */
import { AppError } from '../domain/errors.ts'
import type { Reader } from './client.ts'
import { isDatabaseAway } from './errors.ts'
import { type Kept, prepare, type Rendered } from './kept-answer.ts'

export type Generation = 'content' | 'views'

export interface CachedRead<View> {
  /** Path and parsed parameters: equal keys must mean equal answers. */
  key: string
  dependsOn: readonly Generation[]
  /** Another number means that it must be loaded again, as when a new hour begins. */
  edition?: number
  /** The only part that may query; null for what does not exist. */
  load: () => Promise<View | null>
  /** False for a view that may be better the next time: it is sent and not kept. */
  keep?: (view: View) => boolean
  render: (view: View, now: Date) => Rendered
  /** Is told of each reading that was answered with what there is. */
  onRead?: ((reader: Reader) => void) | undefined
  /** More than the answer happens at each request, as where it is limited: it always goes through its route. */
  everyTime?: boolean
}

interface Entry {
  dependsOn: readonly Generation[]
  edition: number | undefined
  generation: string
  /** How often anything had changed when it was last found to be of its generation. */
  foundAt: number
  /** These three by the monotonic clock, in ms. */
  builtAt: number
  hitAt: number
  /** When it was last put behind all others, which go before it where there is no room. */
  movedAt: number
  /** Without a pause of a second. */
  hits: number
  renderedAt: number
  validUntil: number
  view: unknown
  kept: Kept | null
  bytes: number
}

/** What the cache has done since the start, for /metrics. */
interface CacheStats {
  hits: number
  /** Of these, sent before any routing. */
  direct: number
  misses: number
  stale: number
  entries: number
  bytes: number
}

export class ReadCache {
  readonly #entries = new Map<string, Entry>()
  readonly #building = new Map<string, Promise<Entry>>()
  /** Keys of what is built anew while the older answer goes on. */
  readonly #rebuilding = new Set<string>()
  readonly #generations = { content: 0, views: 0 }
  /** How often any of them has risen. */
  #raised = 0
  readonly #maxBytes: number
  readonly stats: CacheStats = { hits: 0, direct: 0, misses: 0, stale: 0, entries: 0, bytes: 0 }

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Says that what depends on `name` may have changed. */
  raise(name: Generation): void {
    this.#generations[name]++
    this.#raised++
  }

  /** The answer, from memory or built now; null for what does not exist. Throws what `load` throws when nothing is kept. */
  async get<View>(read: CachedRead<View>, now: Date): Promise<{ kept: Kept | null; stale: boolean }> {
    const generation = this.#generationOf(read)
    const entry = this.#entries.get(read.key)
    if (entry?.generation === generation) {
      if (isInTime(entry, now)) return { kept: this.#hit(read.key, entry).kept, stale: false }
      return { kept: this.#again(read, entry, now).kept, stale: false }
    }
    if (entry && isInDemand(entry)) return { kept: this.#meanwhile(read, entry, generation, now).kept, stale: false }
    try {
      const building = this.#build(read, generation, now)
      return { kept: (await inTime(building, entry ? STALE_AFTER_MS : GIVE_UP_AFTER_MS)).kept, stale: false }
    } catch (error) {
      if (!entry || !isDatabaseAway(error)) throw error
      this.stats.stale++
      return { kept: (now.getTime() < entry.validUntil ? entry : this.#again(read, entry, now)).kept, stale: true }
    }
  }

  /** The answer kept under `key`, if it can be sent as it was sent before: for what many are reading that is an older one too. */
  fresh(key: string, now: Date): Kept | null {
    const entry = this.#entries.get(key)
    if (!entry?.kept?.sent || !isInTime(entry, now)) return null
    if (!this.#isCurrent(entry) && (!isInDemand(entry) || this.#mayBeRebuilt(key, entry))) return null
    this.stats.direct++
    return this.#hit(key, entry).kept
  }

  /** What many are reading just now goes on as it was while it is built anew, once a second at most: nobody waits. */
  #meanwhile<View>(read: CachedRead<View>, entry: Entry, generation: string, now: Date): Entry {
    if (this.#mayBeRebuilt(read.key, entry)) {
      this.#rebuilding.add(read.key)
      inTime(this.#build(read, generation, now), GIVE_UP_AFTER_MS)
        .catch(() => {
          // The next one waits for it, and learns why it fails.
          const kept = this.#entries.get(read.key)
          if (kept) kept.hits = 0
        })
        .finally(() => this.#rebuilding.delete(read.key))
    }
    const shown = isInTime(entry, now) ? entry : this.#again(read, entry, now)
    return this.#hit(read.key, shown)
  }

  #mayBeRebuilt(key: string, entry: Entry): boolean {
    return performance.now() - entry.builtAt >= REBUILD_MS && !this.#rebuilding.has(key)
  }

  #hit(key: string, entry: Entry): Entry {
    const at = performance.now()
    entry.hits = at - entry.hitAt < REBUILD_MS ? entry.hits + 1 : 1
    entry.hitAt = at
    this.stats.hits++
    if (at - entry.movedAt < MOVE_MS) return entry
    entry.movedAt = at
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #isCurrent(entry: Entry): boolean {
    if (entry.foundAt === this.#raised) return true
    if (entry.generation !== this.#generationOf(entry)) return false
    entry.foundAt = this.#raised
    return true
  }

  #generationOf(read: { dependsOn: readonly Generation[]; edition?: number | undefined }): string {
    let numbers = ''
    for (const name of read.dependsOn) numbers += `${this.#generations[name]}.`
    return read.edition === undefined ? numbers : numbers + read.edition
  }

  /** Only time has passed: renders again from the kept view, without a query. */
  #again<View>(read: CachedRead<View>, entry: Entry, now: Date): Entry {
    return this.#keep(read, entry.view as View | null, entry.generation, now)
  }

  #build<View>(read: CachedRead<View>, generation: string, now: Date): Promise<Entry> {
    const flight = `${generation} ${read.key}`
    const running = this.#building.get(flight)
    if (running) return running
    this.stats.misses++
    const building = this.#load(read, generation, now).finally(() => this.#building.delete(flight))
    this.#building.set(flight, building)
    return building
  }

  async #load<View>(read: CachedRead<View>, generation: string, now: Date): Promise<Entry> {
    return this.#keep(read, await read.load(), generation, now)
  }

  #keep<View>(read: CachedRead<View>, view: View | null, generation: string, now: Date): Entry {
    const rendered = view === null ? null : read.render(view, now)
    const timed = rendered?.validUntil !== undefined
    const kept = rendered && prepare(rendered, read.onRead)
    // A view is kept beside its text only where it is rendered again; it weighs about as much.
    const copies = (timed ? 4 : kept?.live ? 3 : 2) + (kept?.text ? 1 : 0)
    const bytes = 400 + read.key.length + (kept ? kept.body.length * copies : 0)
    const before = this.#entries.get(read.key)
    const entry = {
      dependsOn: read.dependsOn,
      edition: read.edition,
      generation,
      foundAt: -1,
      builtAt: performance.now(),
      hitAt: before?.hitAt ?? 0,
      movedAt: performance.now(),
      hits: before?.hits ?? 0,
      renderedAt: timed ? now.getTime() : Number.NEGATIVE_INFINITY,
      validUntil: rendered?.validUntil ?? Number.POSITIVE_INFINITY,
      view: timed ? view : null,
      kept,
      bytes,
    }
    if (view === null || read.keep?.(view) !== false) this.#store(read.key, entry)
    return entry
  }

  #store(key: string, entry: Entry): void {
    this.stats.bytes += entry.bytes - (this.#entries.get(key)?.bytes ?? 0)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const [oldest, old] of this.#entries) {
      if (this.stats.bytes <= this.#maxBytes) break
      this.#entries.delete(oldest)
      this.stats.bytes -= old.bytes
    }
    this.stats.entries = this.#entries.size
  }
}

/** A database that does not answer counts as away after so long: sooner where an older answer can stand in. */
const STALE_AFTER_MS = 5_000
const GIVE_UP_AFTER_MS = 20_000

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(tooLate, ms, reject)
    void work.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

const tooLate = (reject: (error: AppError) => void) =>
  reject(new AppError('unavailable', 'The database does not answer just now.', { retryAfter: 5 }))

const REBUILD_MS = 1000
const MOVE_MS = 1000
const MANY_HITS = 50

const isInDemand = (entry: Entry): boolean => entry.hits >= MANY_HITS && performance.now() - entry.hitAt < REBUILD_MS

/** A clock that was set back makes a rendering as wrong as one that ran on. */
const isInTime = (entry: Entry, now: Date): boolean =>
  now.getTime() < entry.validUntil && now.getTime() >= entry.renderedAt
