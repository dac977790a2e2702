/**
 * Reads feeds, pages and robots.txt, and judges articles, in a worker thread: one made to hurt costs a few seconds of that thread, and a large
 * one keeps no reader waiting.
 */
import type { Rules } from '../../domain/articles/classify.ts'
import { AppError, messageOf } from '../../domain/errors.ts'
import type { Job, Reply, Results } from './document-worker.ts'
import { createLane, type LaneLimits } from './worker-lane.ts'

export interface DocumentReader {
  /** Rejects with `unprocessable` when the document cannot be read within the limits. */
  read<J extends Job>(job: J): Promise<Results[J['task']]>
  close(): Promise<void>
}

const PAGE_LIMITS: LaneLimits = { timeMs: 5000, memoryMb: 256 }

/** For feeds, of which one may weigh 10 MiB. */
export const FEED_LIMITS: LaneLimits = { timeMs: 10_000, memoryMb: 512 }

/** `rules` are for a reader that judges articles. */
export function createDocumentReader(limits: LaneLimits = PAGE_LIMITS, rules: Rules | null = null): DocumentReader {
  const lane = createLane<Job, Reply>(new URL('./document-thread.ts', import.meta.url), limits, rules)
  return {
    async read<J extends Job>(job: J) {
      // What was begun is finished before something new is.
      const reply = await lane.run(job, job.task === 'judge' ? 1 : 0).catch((cause) => {
        throw new AppError('unprocessable', messageOf(cause), { cause })
      })
      if (!reply.ok) throw new AppError('unprocessable', reply.error)
      return reply.result as Results[J['task']]
    },
    close: lane.close,
  }
}
