/** How much work tools do at a time in one process, so that a flood of calls leaves room for readers. */
import PQueue from 'p-queue'
import { AppError } from '../../domain/errors.ts'

const AT_A_TIME = 2
const MOST_WAITING = 40

const queue = new PQueue({ concurrency: AT_A_TIME })

/** Runs when its turn comes. Throws `unavailable` where too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.size >= MOST_WAITING)
    throw new AppError('unavailable', 'Too many calls at a time. Try again shortly.', { retryAfter: 5 })
  return queue.add(work)
}
