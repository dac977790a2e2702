/** The policy for calls to one provider: concurrency, rate, timeout, retries with back-off, circuit breaker. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError, messageOf } from '../domain/errors.ts'
import { adviceFor, type ModelFailure } from '../domain/model-advice.ts'
import { type Failure, failureOf } from './failures.ts'

export interface CallPolicyOptions {
  /** The provider's name, for messages. */
  name: string
  /** Its settings begin so. */
  of?: ModelFailure['of']
  concurrency: number
  perMinute: number
  timeoutMs?: number
  /** Tries in all, the first one included. */
  tries?: number
  /** First back-off between two tries; each further one is four times as long. A `Retry-After` goes before it. */
  pauseMs?: number
  /** Failed calls in a row that open the circuit breaker, and for how long. */
  breakAfter?: number
  breakMs?: number
}

export interface CallPolicy {
  /** Rejects with `rate_limited` or `unavailable`, carrying `retryAfter`, or with `unprocessable` where a retry is useless. */
  run<T>(call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

const MINUTE = 60_000
// A longer Retry-After than this is left to the job queue's back-off, not waited for in the call.
const MAX_WAIT_SECONDS = 20

export function createCallPolicy(options: CallPolicyOptions): CallPolicy {
  const queue = new PQueue({ concurrency: options.concurrency, interval: MINUTE, intervalCap: options.perMinute })
  const breaker = createBreaker(options)
  return {
    run: async (call, signal) => {
      breaker.check()
      return await queue.add(
        async () => {
          breaker.admit()
          try {
            const answer = await withRetries(options, call, signal)
            breaker.succeeded()
            return answer
          } catch (error) {
            if (isAnswer(error)) breaker.succeeded()
            else if (!signal?.aborted) breaker.failed(messageOf(error))
            throw error
          }
        },
        signal ? { signal } : {},
      )
    },
  }
}

/** The provider refused the call, so it is reachable. */
const isAnswer = (error: unknown) => error instanceof AppError && error.code === 'unprocessable'

async function withRetries<T>(
  options: CallPolicyOptions,
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
      if (!failure.retryable) throw new AppError('unprocessable', sentence(options, failure), { cause: error })
      if (attempt >= tries || wait > MAX_WAIT_SECONDS) {
        const code = failure.limited ? 'rate_limited' : 'unavailable'
        throw new AppError(code, sentence(options, failure), { cause: error, retryAfter: Math.ceil(wait) })
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

const sentence = ({ name, of }: CallPolicyOptions, { message, about }: Failure) =>
  `${name}: ${message.replace(/\.?\s*$/, '.')} ${adviceFor({ ...about, of })}`

function createBreaker({ name, breakAfter = 5, breakMs = MINUTE }: CallPolicyOptions) {
  let failures = 0
  let last = ''
  let openUntil = 0
  const check = () => {
    const left = openUntil - Date.now()
    if (left <= 0) return
    const message = `${name} has failed ${failures} times in a row and is left alone for a while. ${last}`
    throw new AppError('unavailable', message, { retryAfter: Math.ceil(left / 1000) })
  }
  return {
    check,
    /** Half open: one trial call goes through, the others wait for its result. */
    admit() {
      check()
      if (failures >= breakAfter) openUntil = Date.now() + breakMs
    },
    succeeded() {
      failures = 0
      openUntil = 0
    },
    failed(message: string) {
      failures += 1
      last = message
      if (failures >= breakAfter) openUntil = Date.now() + breakMs
    },
  }
}
