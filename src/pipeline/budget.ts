/** The monthly budget for models: what was spent, what calls under way may still cost, and whether one more fits. */
import type { Clock } from '../domain/clock.ts'
import { spentSince } from '../store/ai-calls.ts'
import type { Db } from '../store/database.ts'

export interface Budget {
  /** Runs `call` with `estimate` set aside, or returns undefined when that would go over the limit. */
  within<T>(db: Db, estimate: number, call: () => Promise<T>): Promise<T | undefined>
}

/** `limit` in the provider's currency; null for none. */
export function createBudget(limit: number | null, clock: Clock, timezone: string): Budget {
  let reserved = 0
  return {
    within: async (db, estimate, call) => {
      if (limit === null) return call()
      // Set aside before the first wait, so that calls beside each other see one another.
      reserved += estimate
      try {
        const { cost } = await spentSince(db, monthStart(clock.now(), timezone))
        return cost + reserved > limit ? undefined : await call()
      } finally {
        reserved -= estimate
      }
    },
  }
}

/** The instant at which the month of `now` began in a time zone. */
export function monthStart(now: Date, timezone: string): Date {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit' }).format(now)
  const utc = new Date(`${parts}-01T00:00:00Z`)
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(utc)
    .find((part) => part.type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset ?? '') ?? []
  return new Date(utc.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
}
