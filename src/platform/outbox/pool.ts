/** Delivers what waits to servers that others name: so many at once in all and to one of them, so that none waits for the slowest. */
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { createHostBreakers } from '../fetch/host-breakers.ts'
import type { Clock } from '../time/clock.ts'

/** One kind of delivery. */
export interface Deliverer<Item> {
  /** Takes at most so many of what is due, for this process alone. */
  lease(limit: number): Promise<Item[]>
  /** Limits and failures count together for one receiver. */
  receiverOf(item: Item): string
  /** Sends one and records the outcome; false where the receiver did not answer, null for what is not wanted any more. */
  deliver(item: Item): Promise<boolean | null>
  /** Not tried: its receiver rests until then. */
  postpone(item: Item, until: Date): Promise<void>
}

export interface DeliveryPool {
  /** Takes what is due, waiting for room and never for the last. */
  fill(): Promise<void>
  /** Resolves when all that is due was tried. */
  flush(): Promise<void>
  /** Ends what runs and drops what was taken: it is another's when its lease ends. */
  close(): Promise<void>
}

interface Options {
  /** In all. */
  atOnce: number
  /** To one receiver. */
  ofOne: number
  clock: Clock
  log: Logger
}

/** A receiver that did not answer three times in a row is left alone for so long. */
const REST_MS = 60_000
/** That run or wait for their turn. */
const MAX_LEASED = 500

export function createDeliveryPool<Item>(deliverer: Deliverer<Item>, options: Options): DeliveryPool {
  const { atOnce, ofOne, clock, log } = options
  const all = new PQueue({ concurrency: atOnce })
  const receivers = new Map<string, PQueue>()
  const breakers = createHostBreakers(clock, REST_MS)
  const running = new Set<Promise<void>>()
  let filling: Promise<void> | null = null
  let [again, closed] = [false, false]

  function queueOf(receiver: string): PQueue {
    const queue = receivers.get(receiver) ?? new PQueue({ concurrency: ofOne })
    if (!receivers.has(receiver)) queue.addEventListener('idle', () => receivers.delete(receiver), { once: true })
    receivers.set(receiver, queue)
    return queue
  }

  async function deliver(item: Item, receiver: string): Promise<void> {
    if (closed) return
    const until = breakers.openUntil(receiver)
    if (until) return deliverer.postpone(item, until)
    const answered = await deliverer.deliver(item)
    if (answered) breakers.succeeded(receiver)
    if (answered === false) breakers.failed(receiver)
  }

  function start(item: Item): void {
    const receiver = deliverer.receiverOf(item)
    const run = queueOf(receiver)
      .add(() => all.add(() => deliver(item, receiver)))
      .catch((error: unknown) => log.warn({ err: error }, 'a delivery failed here; it is tried again'))
      .finally(() => running.delete(run))
    running.add(run)
  }

  /** Items that wait for their receiver do not keep others from being taken, as far as memory goes. */
  async function fillAll(): Promise<void> {
    for (let found = true; found && !closed; ) {
      while (all.size > 0 || running.size >= MAX_LEASED) await Promise.race(running)
      const items = await deliverer.lease(atOnce)
      for (const item of items) start(item)
      found = items.length > 0
    }
  }

  async function refill(): Promise<void> {
    try {
      while (again) {
        again = false
        await fillAll()
      }
    } finally {
      filling = null
    }
  }

  const fill = () => {
    again = true
    filling ??= refill()
    return filling
  }
  return {
    fill,
    flush: async () => {
      for (await fill(); running.size > 0; await fill()) await Promise.race(running)
    },
    close: async () => {
      closed = true
      await Promise.all(running)
    },
  }
}
