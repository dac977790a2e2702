/** How much work tools do at a time in one process, so that a flood of calls leaves room for readers. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError } from '../../domain/errors.ts'

const MOST_WAITING = 40
const LONGEST_REST_MS = 200

const queue = new PQueue({ concurrency: 1 })
let rest: Promise<unknown> = Promise.resolve()

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
