/**
 * The politeness delay: a queue for each registrable domain, shared by feeds, pages, images and hubs. 2 of its requests
 * run at once in each process, and 1 starts a second in all of them. The operator's own network gets 8 at once per host
 * and no delay.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { registrableDomain } from '../text/url.ts'

export interface Politeness {
  /** Queues `task`; feeds go before pages. Rejects with the signal's reason if aborted in the queue. */
  run<T>(url: URL, task: () => Promise<T>, options?: QueueOptions): Promise<T>
}

export interface QueueOptions {
  priority?: number
  signal?: AbortSignal | undefined
}

export interface Pace {
  atOnce: number
  perInterval: number
  intervalMs: number
}

const PUBLIC_PACE: Pace = { atOnce: 2, perInterval: 1, intervalMs: 1000 }
const SITE_PACE: Pace = { atOnce: 8, perInterval: Number.POSITIVE_INFINITY, intervalMs: 0 }

/** Takes a turn among all processes; in how many milliseconds it is. */
export type LeaseTurn = (domain: string, gapMs: number) => Promise<number>

interface PolitenessOptions {
  /** For tests. */
  pace?: Pace | undefined
  /** Alone where there is none. */
  leaseTurn?: LeaseTurn | undefined
}

/** `isAllowedNetwork` is the guard's. */
export function createPoliteness(
  isAllowedNetwork: (host: string) => Promise<boolean>,
  { pace = PUBLIC_PACE, leaseTurn }: PolitenessOptions = {},
): Politeness {
  const queues = new Map<string, PQueue>()
  const queueOf = (key: string, given: Pace) => {
    const existing = queues.get(key)
    if (existing) return existing
    const queue = createQueue(given)
    queues.set(key, queue)
    queue.addEventListener('idle', () => purgeLater(queues, key, given.intervalMs))
    return queue
  }
  return {
    async run(url, task, { priority = 0, signal } = {}) {
      const options = { priority, ...(signal && { signal }) }
      if (await isAllowedNetwork(url.hostname)) return queueOf(url.host, SITE_PACE).add(task, options)
      const domain = registrableDomain(url.hostname)
      const atItsTurn = async () => {
        const ms = (await leaseTurn?.(domain, pace.intervalMs)) ?? 0
        if (ms > 0) await sleep(ms, undefined, { signal })
        signal?.throwIfAborted()
        return task()
      }
      return queueOf(domain, pace).add(leaseTurn ? atItsTurn : task, options)
    },
  }
}

const createQueue = (pace: Pace) =>
  new PQueue({
    concurrency: pace.atOnce,
    ...(pace.intervalMs > 0 && { intervalCap: pace.perInterval, interval: pace.intervalMs, strict: true }),
  })

// A queue holds the time of the last start, so it is forgotten only once that no longer matters.
function purgeLater(queues: Map<string, PQueue>, key: string, afterMs: number): void {
  setTimeout(() => {
    const queue = queues.get(key)
    if (queue && queue.size === 0 && queue.pending === 0) queues.delete(key)
  }, afterMs + 1).unref()
}
