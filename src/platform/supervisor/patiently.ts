/** Tries again what fails for a reason that passes: a full disk, or a database that is being started. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDiskFull } from '../errors.ts'

const AGAIN_MS = 1000
const MAX_PAUSE_MS = 5000

interface Patience {
  log: Pick<Logger, 'error' | 'info'>
  /** The wait, for the log: "the database cannot be started". */
  what: string
  passes?: (error: unknown) => boolean
  /** Resolves when nothing more is wanted. */
  ended?: Promise<unknown>
}

/** Logs once that it waits, and once that it goes on. Null where it `ended` first; throws what does not pass. */
export async function patiently<T>(work: () => Promise<T>, patience: Patience): Promise<T | null> {
  const { log, what, passes = isDiskFull, ended = new Promise(() => {}) } = patience
  let over = false
  void ended.then(() => {
    over = true
  })
  for (let tries = 0; !over; tries++) {
    try {
      const done = await work()
      if (tries > 0) log.info(`${what}: it goes on`)
      return done
    } catch (error) {
      if (!passes(error)) throw error
      const why = isDiskFull(error) ? 'the disk is full, and it waits for room' : 'it waits'
      if (tries === 0) log.error({ err: error }, `${what}: ${why}`)
    }
    await Promise.race([sleep(Math.min(AGAIN_MS * 2 ** tries, MAX_PAUSE_MS)), ended])
  }
  return null
}
