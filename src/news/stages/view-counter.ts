/** Collects article views in memory and writes them in batches, so that counting never slows a page. */
import { isbot } from 'isbot'
import type { Logger } from 'pino'
import { type Database, publishing } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type ArticleVisit, saveVisits } from '../articles/writes/views.ts'

const FLUSH_MS = 5_000
/** New views alone reach readers at most this often. */
const RAISE_MS = 60_000
const MAX_WAITING = 50_000

export interface Reading {
  articleId: number
  ip: string
  userAgent: string
}

export interface ViewCounter {
  add(reading: Reading): void
  /** Flushes what is collected. */
  flush(): Promise<void>
  stop(): Promise<void>
}

export function startViewCounter(database: Database, clock: Clock, log: Logger): ViewCounter {
  /** By article and visitor: repeated views are counted once and cost nothing more. */
  let waiting = new Map<string, ArticleVisit>()
  let uncounted = 0
  let raisedAt = 0

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = new Map()
    try {
      if (batch.size > 0) uncounted += await saveVisits(database, [...batch.values()], clock.now())
    } catch (error) {
      waiting = new Map([...batch, ...waiting].slice(0, MAX_WAITING))
      throw error
    }
    if (uncounted === 0 || clock.now().getTime() - raisedAt < RAISE_MS) return
    await publishing(database, async () => {}, 'views')
    uncounted = 0
    raisedAt = clock.now().getTime()
  }

  const guarded = () => flush().catch((error) => log.warn({ err: error }, 'counting views failed'))
  const timer = setInterval(() => void guarded(), FLUSH_MS)
  timer.unref()
  return {
    add: ({ articleId, ip, userAgent }) => {
      if (userAgent === '' || waiting.size >= MAX_WAITING) return
      const visitor = `${ip}\n${userAgent}`
      const key = `${articleId}\n${visitor}`
      if (waiting.has(key) || isbot(userAgent)) return
      waiting.set(key, { articleId, visitor })
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await guarded()
    },
  }
}
