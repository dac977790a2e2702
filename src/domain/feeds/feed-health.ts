/** Health of a source from its fetches: one rule for the status page, console and commands. */

export type Health = 'ok' | 'failing' | 'stale' | 'paused' | 'gone'

export interface HealthState {
  status: 'active' | 'paused' | 'gone' | 'removed'
  errorsInRow: number
  lastNewAt: Date | null
  usualGapMinutes: number | null
  createdAt: Date
}

/** Errors in a row after which a source is said to fail. */
export const failingAfter = 8

const minute = 60_000
const week = 7 * 24 * 60

/** `stale` is silence of five usual gaps and at least seven days. */
export function healthOf(feed: HealthState, now: Date): Health {
  if (feed.status === 'gone') return 'gone'
  if (feed.status !== 'active') return 'paused'
  if (feed.errorsInRow >= failingAfter) return 'failing'
  const silent = (now.getTime() - (feed.lastNewAt ?? feed.createdAt).getTime()) / minute
  return silent > Math.max(week, 5 * (feed.usualGapMinutes ?? 0)) ? 'stale' : 'ok'
}
