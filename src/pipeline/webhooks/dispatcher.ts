/** When deliveries are looked at: soon after a change, and at intervals for those that are to be tried again. */
import type { Logger } from 'pino'

const SOON_MS = 200
const EVERY_MS = 5_000

export interface Dispatcher {
  changed(): void
  /** Looks now; resolves when all that is due was tried. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function startDispatcher(work: () => Promise<void>, log: Logger): Dispatcher {
  let running: Promise<void> = Promise.resolve()
  let soon: NodeJS.Timeout | null = null
  const flush = () => {
    running = running.then(work).catch((error) => log.warn({ err: error }, 'deliveries could not be looked at'))
    return running
  }
  const timer = setInterval(() => void flush(), EVERY_MS).unref()
  return {
    flush,
    changed: () => {
      soon ??= setTimeout(() => {
        soon = null
        void flush()
      }, SOON_MS).unref()
    },
    close: async () => {
      clearInterval(timer)
      if (soon) clearTimeout(soon)
      await running
    },
  }
}
