/** Limit of concurrent calls for MCP in one process: each has a connection of the database while it runs. */
import PQueue from 'p-queue'
import { AppError } from '../../platform/errors.ts'

const MAX_WAITING = 40

const counting = new PQueue({ concurrency: 1 })
const queue = new PQueue({ concurrency: 1 })

/** Admits a request in turn. Throws `rate_limited`, before the database is asked anything, where too much waits already. */
export async function admitInTurn<T>(admit: () => Promise<T>): Promise<T> {
  if (counting.size + queue.size >= MAX_WAITING)
    throw new AppError('rate_limited', 'Too many calls at a time. Try again shortly.', { retryAfter: 5 })
  return counting.add(admit)
}

/** Runs when its turn comes. Throws `unavailable` where too many wait already. */
export async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (queue.size >= MAX_WAITING)
    throw new AppError('unavailable', 'Too many calls at a time. Try again shortly.', { retryAfter: 5 })
  return queue.add(work)
}
