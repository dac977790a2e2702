/** How much is done for MCP at a time in one process, so that a flood of calls leaves processor and connections to readers. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError } from '../../domain/errors.ts'

const MOST_WAITING = 40
const LONGEST_REST_MS = 200

/** Each holds a connection of the database while it runs, so these are MCP's share of the pool. */
const counting = new PQueue({ concurrency: 1 })
const queue = new PQueue({ concurrency: 1 })
let rest: Promise<unknown> = Promise.resolve()

/** Counts a request in turn. Throws `rate_limited`, before the database is asked anything, where too much waits already. */
export async function countInTurn(count: () => Promise<void>): Promise<void> {
  if (counting.size + queue.size >= MOST_WAITING)
    throw new AppError('rate_limited', 'Too many calls at a time. Try again shortly.', { retryAfter: 5 })
  await counting.add(count)
}

/**
 * Runs when its turn comes; while others wait, readers have the process for as long as the work took before the next begins.
 * Throws `unavailable` where too many wait already.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.size >= MOST_WAITING)
    throw new AppError('unavailable', 'Too many calls at a time. Try again shortly.', { retryAfter: 5 })
  return queue.add(async () => {
    await rest
    const started = performance.now()
    try {
      return await work()
    } finally {
      rest = sleep(Math.min(LONGEST_REST_MS, performance.now() - started))
    }
  })
}
