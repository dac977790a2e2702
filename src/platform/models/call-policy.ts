/** The policy for calls to one provider: concurrency, rate, timeout, retries with back-off, circuit breaker. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError, messageOf } from '../errors.ts'
import { type Failure, failureOf } from './failures.ts'
import { adviceFor, type ModelFailure } from './model-advice.ts'
import { CALL_ENDED } from './models.ts'
import { NoAnswerError } from './no-answer.ts'

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
  /** Failed calls in a row that open the circuit breaker, and for how long; each failed probe doubles it, to half an hour. */
  breakAfter?: number
  breakMs?: number
  /** The smallest call, the trial of a provider that was silent. Without one the next call is the trial. */
  probe?: (signal: AbortSignal) => Promise<unknown>
  /** The process ends: calls under way are given up. */
  ended?: AbortSignal
  /** The breaker opens, with the last failure, or closes: null. */
  onBreak?: (failure: string | null) => void
}

export interface CallPolicy {
  /** Rejects with `rate_limited` or `unavailable`, carrying `retryAfter`, or with `unprocessable` where a retry is useless. */
  run<T>(call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The breaker is open: a call would be rejected without being made. */
  isUnreachable(): boolean
}

const MINUTE = 60_000
const MAX_BREAK_MS = 30 * MINUTE
// A longer Retry-After than this is left to the job queue's back-off, not waited for in the call.
const MAX_WAIT_SECONDS = 20

export function createCallPolicy(options: CallPolicyOptions): CallPolicy {
  const queue = new PQueue({ concurrency: options.concurrency, interval: MINUTE, intervalCap: options.perMinute })
  const breaker = createBreaker(options)
  return {
    isUnreachable: breaker.isOpen,
    run: async (call, outer) => {
      breaker.check()
      const signal = AbortSignal.any([outer, options.ended].filter((one) => one !== undefined))
      const tried: Tried = { timeouts: 0, isRunning: false }
      const task = async () => {
        breaker.admit()
        try {
          const answer = await withRetries(options, call, signal, tried)
          breaker.succeeded()
          return answer
        } catch (error) {
          if (isAnswer(error)) breaker.succeeded()
          else if (!signal.aborted) breaker.failed(messageOf(error))
          throw error
        }
      }
      try {
        return await queue.add(task, { signal })
      } catch (error) {
        if (!options.ended?.aborted || error instanceof AppError) throw error
        const timeouts = tried.timeouts + (tried.isRunning ? 1 : 0)
        throw new NoAnswerError('unavailable', CALL_ENDED, { cause: error, retryAfter: 0, timeouts })
      }
    },
  }
}

/** The provider refused the call, so it is reachable. */
const isAnswer = (error: unknown) => error instanceof AppError && error.code === 'unprocessable'

/** Tries of a call so far: those that ran out of time, and one that is neither answered nor given up. */
interface Tried {
  timeouts: number
  isRunning: boolean
}

async function withRetries<T>(
  options: CallPolicyOptions,
  call: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal | undefined,
  tried: Tried = { timeouts: 0, isRunning: false },
): Promise<T> {
  const tries = options.tries ?? 3
  for (let attempt = 1; ; attempt++) {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? MINUTE)
    tried.isRunning = true
    try {
      return await call(outer ? AbortSignal.any([outer, timeout]) : timeout)
    } catch (error) {
      if (outer?.aborted) throw error
      tried.isRunning = false
      if (timeout.aborted) tried.timeouts += 1
      const failure = failureOf(error, timeout.aborted)
      const wait = failure.retryAfter ?? ((options.pauseMs ?? 500) * 4 ** (attempt - 1)) / 1000
      if (!failure.retryable) throw new AppError('unprocessable', sentence(options, failure), { cause: error })
      if (attempt >= tries || wait > MAX_WAIT_SECONDS) {
        const code = failure.limited ? 'rate_limited' : 'unavailable'
        throw new NoAnswerError(code, sentence(options, failure), {
          cause: error,
          retryAfter: Math.ceil(wait),
          timeouts: tried.timeouts,
        })
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

function createBreaker(options: CallPolicyOptions) {
  const { name, breakAfter = 5, breakMs = MINUTE, probe, onBreak } = options
  let failures = 0
  let last = ''
  let failedProbes = 0
  let openUntil = 0
  const hasOpened = () => failures >= breakAfter
  const isOpen = () => hasOpened() && (probe !== undefined || openUntil > Date.now())

  function open() {
    const pause = Math.min(breakMs * 2 ** failedProbes, MAX_BREAK_MS)
    openUntil = Date.now() + pause
    if (probe) setTimeout(() => void tryProbe(probe), pause).unref()
  }

  async function tryProbe(call: NonNullable<typeof probe>) {
    // Another call has been answered since.
    if (!hasOpened()) return
    try {
      await withRetries({ ...options, tries: 1 }, call, undefined)
      succeeded()
    } catch (error) {
      if (isAnswer(error)) return succeeded()
      last = messageOf(error)
      failedProbes += 1
      open()
    }
  }

  function succeeded() {
    if (hasOpened()) onBreak?.(null)
    failures = 0
    failedProbes = 0
    openUntil = 0
  }

  const check = () => {
    if (!isOpen()) return
    const message = `${name} has failed ${failures} times in a row and is left alone for a while. ${last}`
    throw new AppError('unavailable', message, {
      retryAfter: Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)),
    })
  }

  return {
    isOpen,
    check,
    /** Half open: one trial call goes through, the others wait for its result. */
    admit() {
      check()
      if (hasOpened()) openUntil = Date.now() + breakMs
    },
    succeeded,
    failed(message: string) {
      const wasOpen = hasOpened()
      failures += 1
      last = message
      if (!hasOpened()) return
      if (!wasOpen) onBreak?.(message)
      if (!wasOpen || !probe) open()
    },
  }
}
