/** Admission of searches: a few run at a time, some wait shortly, and the others are refused, so that the site goes on. */
import { AppError } from '../../../platform/errors.ts'

export interface SearchGate {
  /**
   * Runs at its turn. Throws `unavailable` where too much waits, and where the turn does not come soon. So it does where the work
   * takes too long or is given up by `signal`; then its queries are cancelled.
   */
  run<T>(cost: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Options {
  /** Cost of what runs at a time. */
  capacity: number
  /** Runs work whose queries end with the signal. */
  cancelledBy: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  waitMs?: number
  limitMs?: number
}

/** Searches that may wait: all that one address has in its ten minutes. */
const WAITING = 30
const WAIT_MS = 2_000
const LIMIT_MS = 8_000
const RETRY_SECONDS = 5
const WORDS_PER_COST = 10

/** More words have more forms, each of which is looked up. */
export const costOf = (text: string): number => Math.ceil(text.split(/\s+/).length / WORDS_PER_COST)

/** There was no turn or no time for the search; the database is well. */
export class SearchRefused extends AppError {
  constructor(message: string) {
    super('unavailable', message, { retryAfter: RETRY_SECONDS })
  }
}

const TOO_MANY = 'Too many searches at a time. Try again shortly.'

export function createSearchGate({ capacity, cancelledBy, waitMs = WAIT_MS, limitMs = LIMIT_MS }: Options): SearchGate {
  const waiting = new Set<{ cost: number; start: () => void }>()
  let running = 0
  const next = () => {
    for (const one of waiting) {
      if (running + one.cost > capacity) return
      waiting.delete(one)
      running += one.cost
      one.start()
    }
  }
  const turn = (cost: number, signal: AbortSignal) =>
    new Promise<void>((start, reject) => {
      if (waiting.size >= WAITING) return reject(new SearchRefused(TOO_MANY))
      const one = { cost, start }
      waiting.add(one)
      signal.addEventListener('abort', () => waiting.delete(one) && reject(signal.reason), { once: true })
      next()
    })
  return {
    async run(wanted, work, signal) {
      const cost = Math.min(wanted, capacity)
      const giveUp = new AbortController()
      const stop = (message: string) => giveUp.abort(new SearchRefused(message))
      const onGone = () => stop('The search was given up.')
      if (signal?.aborted) onGone()
      giveUp.signal.throwIfAborted()
      signal?.addEventListener('abort', onGone, { once: true })
      let timer = setTimeout(() => stop(TOO_MANY), waitMs)
      try {
        await turn(cost, giveUp.signal)
        clearTimeout(timer)
        timer = setTimeout(() => stop('The search took too long. Try again, or with fewer words.'), limitMs)
        return await untilGivenUp(
          giveUp.signal,
          () => cancelledBy(giveUp.signal, work),
          () => {
            running -= cost
            next()
          },
        )
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onGone)
      }
    },
  }
}

/** The answer does not wait for work that was given up; `ended` is called when that has ended. */
function untilGivenUp<T>(signal: AbortSignal, work: () => Promise<T>, ended: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    void work().then(resolve, reject).finally(ended)
  })
}
