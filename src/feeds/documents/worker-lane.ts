/** One worker thread that does one job at a time, with a time limit that kills and a memory limit. */
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'

export interface Lane<Job, Reply> {
  /**
   * Rejects with a sentence when the job took too long, ran out of memory or ended the thread. Of those that wait, the one of
   * the highest priority goes first.
   */
  run(job: Job, priority?: number): Promise<Reply>
  close(): Promise<void>
}

export interface LaneLimits {
  timeMs: number
  memoryMb: number
  /** The thread ends after so long without a job; 20 s unless said. */
  idleMs?: number
}

/** A thread takes some 100 MB, which between two passes nobody needs. */
const IDLE_MS = 20_000

/**
 * The thread starts with the first job, is replaced after a failure, ends when there was nothing to do for a while, and never
 * keeps the process alive on its own.
 */
export function createLane<Job, Reply>(file: URL, limits: LaneLimits, workerData?: unknown): Lane<Job, Reply> {
  const queue = new PQueue({ concurrency: 1 })
  let worker: Worker | null = null
  let closed = false
  let rest: NodeJS.Timeout | undefined
  const start = () => {
    const started = new Worker(file, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    started.unref()
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }
  const stop = async () => {
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }
  return {
    run: (job, priority = 0) =>
      queue.add(
        async () => {
          if (closed) throw new Error('The lane is closed.')
          clearTimeout(rest)
          worker ??= start()
          try {
            return await oneReply<Reply>(worker, job, limits)
          } catch (error) {
            await stop()
            throw error
          } finally {
            if (queue.size === 0) rest = setTimeout(() => void stop(), limits.idleMs ?? IDLE_MS).unref()
          }
        },
        { priority },
      ),
    async close() {
      closed = true
      clearTimeout(rest)
      await stop()
    },
  }
}

function oneReply<Reply>(worker: Worker, job: unknown, { timeMs }: LaneLimits): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (reply: Reply) => settle(() => resolve(reply))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('The thread ended before it answered.')))
    const tooLate = () => settle(() => reject(new Error(`It took more than ${timeMs} ms.`)))
    const timer = setTimeout(tooLate, timeMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}
