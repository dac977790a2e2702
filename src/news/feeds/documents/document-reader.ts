/**
 * Reads feeds, pages and robots.txt, and classifies articles, in a worker thread. A hostile document costs a few
 * seconds of that thread's processor time and nothing else. A failure names its cause: the document or the service.
 */
import { extname } from 'node:path'
import { AppError, messageOf } from '../../../platform/errors.ts'
import type { FeedRules } from '../../articles/rules/classify.ts'
import type { Job, Reply, Results } from './document-worker.ts'
import { createWorkerThread, LimitError, type ThreadLimits } from './worker-thread.ts'

export interface DocumentReader {
  /**
   * Rejects with `unprocessable` when the document is the cause: malformed, or beyond the limits. Rejects with
   * `unavailable` when it is not (the thread crashed, hung or was closed): retry it.
   */
  read<J extends Job>(job: J): Promise<Results[J['task']]>
  close(): Promise<void>
}

const PAGE_LIMITS: ThreadLimits = { cpuMs: 5000, memoryMb: 256 }

/** For feeds, of which one may weigh 10 MiB. */
export const FEED_LIMITS: ThreadLimits = { cpuMs: 10_000, memoryMb: 512 }

/** `rules` are for a reader that judges articles; `thread` is for tests. */
export function createDocumentReader(
  limits: ThreadLimits = PAGE_LIMITS,
  rules: FeedRules | null = null,
  threadUrl = new URL(`./document-worker${extname(import.meta.url)}`, import.meta.url),
): DocumentReader {
  const worker = createWorkerThread<Job, Reply>(threadUrl, limits, rules)
  return {
    async read<J extends Job>(job: J) {
      // Judging has priority, so that articles already parsed are finished before new documents.
      const reply = await worker.run(job, job.task === 'judge' ? 1 : 0).catch((cause) => {
        throw asAppError(cause)
      })
      if (!reply.ok) throw new AppError('unprocessable', reply.error)
      return reply.result as Results[J['task']]
    },
    close: worker.close,
  }
}

function asAppError(cause: unknown): AppError {
  if (cause instanceof LimitError) return new AppError('unprocessable', cause.message, { cause })
  const message = `The document could not be read, for a reason of this service: ${messageOf(cause)}`
  return new AppError('unavailable', message, { cause })
}
