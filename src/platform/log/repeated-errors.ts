/** Errors of one cause that goes on, such as a database that is away: one line in the log at once, then one a minute. */
import { AppError } from '../errors.ts'

const EVERY_MS = 60_000
/** Causes cached at most; beyond that the oldest is forgotten. */
const MAX_CAUSES = 200

interface Cause {
  loggedAt: number
  suppressed: number
}

export class RepeatedErrors {
  readonly #causes = new Map<string, Cause>()
  readonly #now: () => number

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Number of lines left out since the last of this cause, or null where this one is to be left out, too. */
  admit(error: unknown, message: string): number | null {
    const key = `${message} ${causeOf(error)}`.replace(/\d+/g, 'n')
    const cause = this.#causes.get(key)
    const now = this.#now()
    if (cause && now - cause.loggedAt < EVERY_MS) {
      cause.suppressed++
      return null
    }
    const [oldest] = this.#causes.keys()
    if (this.#causes.size >= MAX_CAUSES && oldest !== undefined) this.#causes.delete(oldest)
    this.#causes.delete(key)
    this.#causes.set(key, { loggedAt: now, suppressed: 0 })
    return cause?.suppressed ?? 0
  }
}

/** Key of a cause: the innermost error's code, else its message. */
function causeOf(thrown: unknown): string {
  let inner = thrown
  while (inner instanceof AppError && inner.cause !== undefined) inner = inner.cause
  const { name, code, message } = (inner ?? {}) as { name?: unknown; code?: unknown; message?: unknown }
  return inner instanceof AppError ? `${code} ${message}` : `${name} ${code ?? message ?? inner}`
}
