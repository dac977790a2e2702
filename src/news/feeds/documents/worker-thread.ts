/** A worker thread that does one job at a time, within limits of processor time and memory; further jobs wait in a queue. */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'

export interface WorkerThread<Job, Reply> {
  /**
   * Rejects with LimitError when the job used up its processor time or memory. Rejects with another error when the
   * thread crashed, hung or was closed, whatever the job. The highest priority in the queue goes first.
   */
  run(job: Job, priority?: number): Promise<Reply>
  close(): Promise<void>
}

export interface ThreadLimits {
  /** Processor time that the thread may spend on one job; its start-up, the queue and a busy machine do not count. */
  cpuMs: number
  memoryMb: number
  /** Time limit for a thread that hangs without using the processor; 5 minutes by default. */
  hangMs?: number
  /** The thread ends after so long without a job; 20 s by default. */
  idleMs?: number
}

/** Messages of a thread for each job: once when all it needs is loaded, once when it is done. */
export type ThreadMessage<Reply> = { started: NodeJS.CpuUsage } | { reply: Reply }

/** The job itself exceeded its limits, and would again: a retry is useless. */
export class LimitError extends Error {}

const HANG_MS = 5 * 60_000
/** A thread takes some 100 MB, so it ends when idle between two passes. */
const IDLE_MS = 20_000

/**
 * The thread starts with the first job and is replaced after a failure. It ends when there was nothing to do for a
 * while, and never keeps the process alive on its own.
 */
export function createWorkerThread<Job, Reply>(
  file: URL,
  limits: ThreadLimits,
  workerData?: unknown,
): WorkerThread<Job, Reply> {
  const queue = new PQueue({ concurrency: 1 })
  let worker: Worker | null = null
  let closed = false
  let idle: NodeJS.Timeout | undefined
  const start = () => {
    // The flag has limited the process's own heap at its start, and would override the limits of threads.
    setFlagsFromString('--max-old-space-size=0')
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
          if (closed) throw new Error('The thread is closed.')
          clearTimeout(idle)
          worker ??= start()
          try {
            return await oneReply<Reply>(worker, job, limits)
          } catch (error) {
            await stop()
            throw error
          } finally {
            if (queue.size === 0) idle = setTimeout(() => void stop(), limits.idleMs ?? IDLE_MS).unref()
          }
        },
        { priority },
      ),
    async close() {
      closed = true
      clearTimeout(idle)
      await stop()
    },
  }
}

function oneReply<Reply>(worker: Worker, job: unknown, limits: ThreadLimits): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const done = new AbortController()
  const onMessage = (message: ThreadMessage<Reply>) => {
    if ('reply' in message) resolve(message.reply)
    else watchProcessorTime(worker, message.started, limits.cpuMs, done.signal).catch(onWatchEnd)
  }
  // A thread that has ended cannot be watched: `exit` and `error` say why.
  const onWatchEnd = (error: unknown) => error instanceof LimitError && reject(error)
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryError(limits, error) : error)
  const onExit = () => reject(new Error('The thread ended before it answered.'))
  const onHang = () => reject(new Error('The thread hung.'))
  const hang = setTimeout(onHang, limits.hangMs ?? HANG_MS)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  worker.postMessage(job)
  return promise.finally(() => {
    done.abort()
    clearTimeout(hang)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
}

const memoryError = ({ memoryMb }: ThreadLimits, cause: Error) =>
  new LimitError(`It took more than ${memoryMb} MB of memory.`, { cause })

/** Rejects with LimitError once the thread has spent `cpuMs` since `started`. It cannot have before so much time has passed. */
async function watchProcessorTime(
  worker: Worker,
  started: NodeJS.CpuUsage,
  cpuMs: number,
  signal: AbortSignal,
): Promise<void> {
  let left = cpuMs
  while (left > 0) {
    await sleep(Math.ceil(left), undefined, { signal })
    const { user, system } = await worker.cpuUsage(started)
    left = cpuMs - (user + system) / 1000
  }
  throw new LimitError(`It took more than ${cpuMs} ms of processor time.`)
}
