/** Polls for deliveries: soon after a change, and at intervals for those that are to be tried again. */
import type { Logger } from 'pino'
import type { DeliveryPool } from './pool.ts'

const SOON_MS = 200
const EVERY_MS = 5_000

export interface Dispatcher {
  changed(): void
  /** Looks now; resolves when all that is due was tried. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Each pool by itself: none waits for another. */
export function startDispatcher(pools: DeliveryPool[], log: Logger): Dispatcher {
  let soon: NodeJS.Timeout | null = null
  const each = async (work: (pool: DeliveryPool) => Promise<void>) => {
    const warn = (error: unknown) => log.warn({ err: error }, 'deliveries could not be looked at')
    await Promise.all(pools.map((pool) => work(pool).catch(warn)))
  }
  const poll = () => void each((pool) => pool.fill())
  const timer = setInterval(poll, EVERY_MS).unref()
  return {
    flush: () => each((pool) => pool.flush()),
    changed: () => {
      soon ??= setTimeout(() => {
        soon = null
        poll()
      }, SOON_MS).unref()
    },
    close: async () => {
      clearInterval(timer)
      if (soon) clearTimeout(soon)
      await each((pool) => pool.close())
    },
  }
}
