/** The way to one provider: so many calls at once and a minute, time-outs, retries, and a breaker that opens when it is down. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError, messageOf } from '../domain/errors.ts'
import { failureOf } from './failures.ts'

export interface LaneOptions {
  /** The provider's name, for messages. */
  name: string
  concurrency: number
  perMinute: number
  timeoutMs?: number
  /** Tries in all, the first one included. */
  tries?: number
  /** First pause between two tries; each further one is four times as long. */
  pauseMs?: number
  /** Failed calls in a row that open the breaker, and for how long. */
  breakAfter?: number
  breakMs?: number
}

export interface Lane {
  /** Rejects with `rate_limited` or `unavailable`, carrying `retryAfter`, or with `unprocessable` where a retry is useless. */
  run<T>(call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

const MINUTE = 60_000
// A provider that asks for more patience than this gets it from the job queue, not from a waiting call.
const LONGEST_WAIT_SECONDS = 20

export function createLane(options: LaneOptions): Lane {
  const queue = new PQueue({ concurrency: options.concurrency, interval: MINUTE, intervalCap: options.perMinute })
  const breaker = createBreaker(options)
  return {
    run: async (call, signal) => {
      breaker.check()
      return await queue.add(
        async () => {
          breaker.check()
          try {
            const answer = await withRetries(options, call, signal)
            breaker.succeeded()
            return answer
          } catch (error) {
            if (!signal?.aborted && !isOurFault(error)) breaker.failed()
            throw error
          }
        },
        signal ? { signal } : {},
      )
    },
  }
}

const isOurFault = (error: unknown) => error instanceof AppError && error.code === 'unprocessable'

async function withRetries<T>(
  options: LaneOptions,
  call: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal | undefined,
): Promise<T> {
  const tries = options.tries ?? 3
  for (let attempt = 1; ; attempt++) {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? MINUTE)
    try {
      return await call(outer ? AbortSignal.any([outer, timeout]) : timeout)
    } catch (error) {
      if (outer?.aborted) throw error
      const failure = failureOf(error, timeout.aborted)
      const wait = failure.retryAfter ?? ((options.pauseMs ?? 500) * 4 ** (attempt - 1)) / 1000
      if (!failure.retryable) throw new AppError('unprocessable', sentence(options, failure.message), { cause: error })
      if (attempt >= tries || wait > LONGEST_WAIT_SECONDS) {
        const code = failure.limited ? 'rate_limited' : 'unavailable'
        throw new AppError(code, sentence(options, failure.message), { cause: error, retryAfter: Math.ceil(wait) })
      }
      await sleep(
        wait * 1000 * (failure.retryAfter === null ? 0.75 + Math.random() / 2 : 1),
        undefined,
        signalOption(outer),
      )
    }
  }
}

const signalOption = (signal: AbortSignal | undefined) => (signal ? { signal } : {})
const sentence = (options: LaneOptions, message: string) => `${options.name}: ${messageOf(message)}`

function createBreaker({ name, breakAfter = 5, breakMs = MINUTE }: LaneOptions) {
  let failures = 0
  let openUntil = 0
  return {
    check: () => {
      const left = openUntil - Date.now()
      if (left > 0)
        throw new AppError(
          'unavailable',
          `${name} has failed ${failures} times in a row and is left alone for a while.`,
          {
            retryAfter: Math.ceil(left / 1000),
          },
        )
    },
    succeeded: () => {
      failures = 0
      openUntil = 0
    },
    // After the pause one call is let through; its failure opens the breaker again.
    failed: () => {
      failures += 1
      if (failures >= breakAfter) openUntil = Date.now() + breakMs
    },
  }
}
