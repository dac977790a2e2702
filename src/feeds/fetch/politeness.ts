/**
 * The politeness delay: a queue for each registrable domain, of which 2 requests run at once and 1 starts a second,
 * shared by feeds, pages and images. The operator's own network gets 8 at once per host and no delay.
 */
import PQueue from 'p-queue'
import { registrableDomain } from '../../domain/text/url.ts'

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
const OWN_PACE: Pace = { atOnce: 8, perInterval: Number.POSITIVE_INFINITY, intervalMs: 0 }

/** `isOwnNetwork` is the guard's; `pace` is for tests. */
export function createPoliteness(isOwnNetwork: (host: string) => Promise<boolean>, pace = PUBLIC_PACE): Politeness {
  const queues = new Map<string, PQueue>()
  const queueOf = (key: string, given: Pace) => {
    const known = queues.get(key)
    if (known) return known
    const queue = createQueue(given)
    queues.set(key, queue)
    queue.addEventListener('idle', () => forgetLater(queues, key, given.intervalMs))
    return queue
  }
  return {
    async run(url, task, { priority = 0, signal } = {}) {
      const own = await isOwnNetwork(url.hostname)
      const queue = own ? queueOf(url.host, OWN_PACE) : queueOf(registrableDomain(url.hostname), pace)
      return queue.add(task, { priority, ...(signal && { signal }) })
    },
  }
}

const createQueue = (pace: Pace) =>
  new PQueue({
    concurrency: pace.atOnce,
    ...(pace.intervalMs > 0 && { intervalCap: pace.perInterval, interval: pace.intervalMs, strict: true }),
  })

// A queue holds the time of the last start, so it is forgotten only once that no longer matters.
function forgetLater(queues: Map<string, PQueue>, key: string, afterMs: number): void {
  setTimeout(() => {
    const queue = queues.get(key)
    if (queue && queue.size === 0 && queue.pending === 0) queues.delete(key)
  }, afterMs + 1).unref()
}
