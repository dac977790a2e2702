/**
 * The read cache: rendered, compressed answers, of which the least recently used make room. Concurrent requests for one
 * share its build (single flight). It lasts until the data version that it depends on rises or its time runs out. Stale
 * answers are served in two cases. One is while an answer in demand is built again (stale-while-revalidate), the other
 * while the database is unavailable (stale-if-error; RFC 5861).
 */
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import { bodyIn, type CachedAnswer, type Rendered, sizeOfAnswer, toAnswer } from './cached-answer.ts'
import type { Reader } from './client.ts'
import type { Encoding } from './encode.ts'
import { isDatabaseUnreachable } from './errors.ts'

/** Names of data versions. */
export type VersionName = 'content' | 'views'

export interface CachedRead<View> {
  /** Path and parsed parameters: equal keys must mean equal answers for every client. */
  key: string
  dependsOn: readonly VersionName[]
  /** Another number means that it must be loaded again, as when a new hour begins. */
  edition?: number
  /** The only part that may query; null for what does not exist. */
  load: () => Promise<View | null>
  /** False for a view that may be better the next time: it is sent and not cached. */
  isCacheable?: (view: View) => boolean
  render: (view: View, now: Date) => Rendered
  /** Called for each answer that exists, to count the reading. */
  onRead?: ((reader: Reader) => void) | undefined
}

interface Entry {
  version: number
  edition: number | undefined
  /** By the monotonic clock, in ms. */
  builtAt: number
  /** Null for what does not exist. */
  answer: CachedAnswer | null
  /** To render again when only time has passed; null where time changes nothing. */
  view: unknown
  renderedAt: number
  validUntil: number
  demand: Demand
}

/** Demand for an answer; inherited by its next version. By the monotonic clock, in ms. */
interface Demand {
  hitAt: number
  /** Without a pause of `DEMAND_MS`. */
  hits: number
}

/** An answer that is being built. */
interface Flight {
  version: number
  startedAt: number
  entry: Promise<Entry>
}

interface Found {
  answer: CachedAnswer | null
  /** True when the database is unavailable and the answer may be out of date. */
  stale: boolean
}

/** Counters since the start, for /metrics. */
interface CacheStats {
  hits: number
  misses: number
  stale: number
}

export class ReadCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #flights = new Map<string, Flight>()
  readonly #versions = { content: 0, views: 0 }
  readonly stats: CacheStats = { hits: 0, misses: 0, stale: 0 }

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
  }

  get entries(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Invalidates what depends on `name`. */
  raise(name: VersionName): void {
    this.#versions[name]++
  }

  /** Cached, or loaded now; the answer is null for what does not exist. Throws what `load` throws when none is cached. */
  async get<View>(read: CachedRead<View>, now: Date): Promise<Found> {
    const version = this.#versionOf(read)
    const entry = this.#entries.get(read.key)
    if (entry?.version === version && entry.edition === read.edition) return this.#hit(read, entry, now)
    if (entry && this.#mayRevalidate(read, entry, version, now)) return this.#hit(read, entry, now)
    const flight = this.#join(read, version, now)
    if (!entry) return { answer: (await withTimeLimit(GIVE_UP_MS, flight)).answer, stale: false }
    try {
      return { answer: (await withTimeLimit(STALE_AFTER_MS, flight)).answer, stale: false }
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error
      this.stats.stale++
      return { answer: this.#current(read, entry, now).answer, stale: true }
    }
  }

  /** Stale-while-revalidate: true for entries in demand, which are rebuilt once a second at most and never twice at once. */
  #mayRevalidate<View>(read: CachedRead<View>, entry: Entry, version: number, now: Date): boolean {
    if (!isInDemand(entry)) return false
    if (performance.now() - entry.builtAt < REVALIDATE_MS) return true
    const flight = this.#flights.get(read.key) ?? this.#build(read, version, now)
    // After a failure the next request waits for a load and gets its error.
    flight.entry.catch(() => {
      entry.demand.hits = 0
    })
    return ageOf(flight) < STALE_AFTER_MS
  }

  /** The body of what `get` found, compressed once for each encoding; the compressed forms count towards the limit too. */
  body(key: string, answer: CachedAnswer, encoding: Encoding): Buffer {
    const existing = answer.bodies[encoding]
    if (existing) return existing
    const body = bodyIn(answer, encoding)
    const entry = this.#entries.peek(key)
    if (entry?.answer === answer) this.#entries.set(key, { ...entry })
    return body
  }

  #hit<View>(read: CachedRead<View>, entry: Entry, now: Date): Found {
    this.stats.hits++
    const at = performance.now()
    const { demand } = entry
    demand.hits = at - demand.hitAt < DEMAND_MS ? demand.hits + 1 : 1
    demand.hitAt = at
    return { answer: this.#current(read, entry, now).answer, stale: false }
  }

  /** The entry, rendered again from its view where only time has passed. A clock that was set back counts as well. */
  #current<View>(read: CachedRead<View>, entry: Entry, now: Date): Entry {
    const at = now.getTime()
    if (at < entry.validUntil && at >= entry.renderedAt) return entry
    return this.#store(read, entry.view as View | null, { ...entry }, now)
  }

  /** Versions only rise: so does their sum when any of them does. */
  #versionOf({ dependsOn }: { dependsOn: readonly VersionName[] }): number {
    let sum = 0
    for (const name of dependsOn) sum += this.#versions[name]
    return sum
  }

  /** Single flight. A request after a change does not join a flight that began before it, unless that one hangs. */
  #join<View>(read: CachedRead<View>, version: number, now: Date): Flight {
    const flight = this.#flights.get(read.key)
    const joins = flight && (flight.version === version || ageOf(flight) >= STALE_AFTER_MS)
    return joins ? flight : this.#build(read, version, now)
  }

  #build<View>(read: CachedRead<View>, version: number, now: Date): Flight {
    this.stats.misses++
    const entry = this.#load(read, version, now).finally(() => {
      if (this.#flights.get(read.key) === flight) this.#flights.delete(read.key)
    })
    const flight = { version, startedAt: performance.now(), entry }
    this.#flights.set(read.key, flight)
    return flight
  }

  async #load<View>(read: CachedRead<View>, version: number, now: Date): Promise<Entry> {
    const view = await read.load()
    const demand = this.#entries.peek(read.key)?.demand ?? { hitAt: 0, hits: 0 }
    return this.#store(read, view, { version, edition: read.edition, builtAt: performance.now(), demand }, now)
  }

  #store<View>(
    read: CachedRead<View>,
    view: View | null,
    from: Pick<Entry, 'version' | 'edition' | 'builtAt' | 'demand'>,
    now: Date,
  ): Entry {
    const { version, edition, builtAt, demand } = from
    const rendered = view === null ? null : read.render(view, now)
    const answer = rendered && toAnswer(rendered)
    const timed = rendered?.validUntil !== undefined
    const renderedAt = timed ? now.getTime() : Number.NEGATIVE_INFINITY
    const validUntil = rendered?.validUntil ?? Number.POSITIVE_INFINITY
    const entry = { version, edition, builtAt, demand, answer, view: timed ? view : null, renderedAt, validUntil }
    if (this.#mayStore(read, view, version)) this.#entries.set(read.key, entry)
    return entry
  }

  #mayStore<View>(read: CachedRead<View>, view: View | null, version: number): boolean {
    if (read.key.length > MAX_KEY_LENGTH) return false
    if (view !== null && read.isCacheable?.(view) === false) return false
    return (this.#entries.peek(read.key)?.version ?? 0) <= version
  }
}

/** Characters. */
const MAX_KEY_LENGTH = 2000

/** Of an entry without its texts: objects, hash table, list. */
const ENTRY_BYTES = 1000
/** A view takes so many times as much memory as its text, in characters of two bytes, objects and dates. */
const VIEW_WEIGHT = 4

function sizeOf({ answer, view }: Entry, key: string): number {
  const bytes = ENTRY_BYTES + 2 * key.length
  if (!answer) return bytes
  return bytes + sizeOfAnswer(answer) + (view === null ? 0 : VIEW_WEIGHT * answer.bodies.identity.length)
}

const DEMAND_MS = 1000
/** So many hits in a row put an answer in demand. */
const DEMAND_HITS = 50

/** An answer in demand is rebuilt at most this often. */
const REVALIDATE_MS = 1000

const isInDemand = ({ demand }: Entry): boolean =>
  demand.hits >= DEMAND_HITS && performance.now() - demand.hitAt < DEMAND_MS

/** A database that has not answered for this long counts as unavailable: sooner where a stale answer is cached. */
const STALE_AFTER_MS = 5_000
const GIVE_UP_MS = 20_000

const ageOf = ({ startedAt }: Flight): number => performance.now() - startedAt

/** Waits until the flight is `ms` old: a request that joins an older one does not wait at all. */
function withTimeLimit(ms: number, flight: Flight): Promise<Entry> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const wait = () => {
      timer = setTimeout(check, Math.max(1, ms - ageOf(flight)))
    }
    // A timer counts from the beginning of its turn, and fires early after a long one: the caller that gives a flight up must
    // find that it is old enough.
    const check = () => (ageOf(flight) < ms ? wait() : tooLate(reject))
    wait()
    void flight.entry.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

const tooLate = (reject: (error: AppError) => void) =>
  reject(new AppError('unavailable', 'The database does not answer just now.', { retryAfter: 5 }))
