/** Reads pages and robots.txt in a worker thread, so that one made to hurt costs a few seconds of that thread. */
import { AppError, messageOf } from '../domain/errors.ts'
import type { Job, Reply, Results } from './extract-worker.ts'
import { createLane, type LaneLimits } from './worker-lane.ts'

export interface PageReader {
  /** Rejects with `unprocessable` when the page cannot be read within the limits. */
  read<J extends Job>(job: J): Promise<Results[J['task']]>
  close(): Promise<void>
}

const PAGE_LIMITS: LaneLimits = { timeMs: 5000, memoryMb: 256 }

export function createPageReader(limits: LaneLimits = PAGE_LIMITS): PageReader {
  const lane = createLane<Job, Reply>(new URL('./extract-worker.ts', import.meta.url), limits)
  return {
    async read<J extends Job>(job: J) {
      const reply = await lane.run(job).catch((cause) => {
        throw new AppError('unprocessable', messageOf(cause), { cause })
      })
      if (!reply.ok) throw new AppError('unprocessable', reply.error)
      return reply.result as Results[J['task']]
    },
    close: lane.close,
  }
}
