/**
 * A circuit breaker for each host, so that a pass over thousands of articles does not wait for each page of one that is
 * down.
 */
import { type Clock, systemClock } from '../time/clock.ts'

const FAILURES_UNTIL_OPEN = 3
const OPEN_MS = 10 * 60_000
const MAX_RETRY_AFTER_MS = 60 * 60_000
const MAX_CACHED_HOSTS = 10_000

export interface HostBreakers {
  /** Until when the breaker is open, or null. */
  openUntil(host: string): Date | null
  /** The host answered, with whatever status. */
  succeeded(host: string): void
  /** Connecting failed: opens the third time in a row, at once where the name does not exist; for 10 minutes unless given. */
  failed(host: string, nameless?: boolean): void
  /**
   * The host asked for a pause (429, 503): opens for that long. For what a page was answered an hour at most; for what a feed
   * was answered 10 minutes, since the feed keeps the whole pause in its own record. A longer pause stays.
   */
  retryAfter(host: string, ms: number, isPage: boolean): void
  /** Calls `listener` each time the host's breaker opens; the result unsubscribes. */
  onOpen(host: string, listener: () => void): () => void
}

export function createHostBreakers(clock: Clock = systemClock, openMs = OPEN_MS): HostBreakers {
  const hosts = new Map<string, { failures: number; until: number }>()
  const listeners = new Map<string, Set<() => void>>()
  const now = () => clock.now().getTime()
  const record = (host: string, failures: number, until: number) => {
    hosts.delete(host)
    hosts.set(host, { failures, until })
    const oldest = hosts.keys().next().value
    if (hosts.size > MAX_CACHED_HOSTS && oldest !== undefined) hosts.delete(oldest)
    if (until > now()) for (const listener of [...(listeners.get(host) ?? [])]) listener()
  }
  return {
    openUntil(host) {
      const until = hosts.get(host)?.until ?? 0
      return until > now() ? new Date(until) : null
    },
    succeeded(host) {
      const existing = hosts.get(host)
      if (existing === undefined) return
      if (existing.until > now()) existing.failures = 0
      else hosts.delete(host)
    },
    failed(host, nameless = false) {
      const failures = nameless ? FAILURES_UNTIL_OPEN : (hosts.get(host)?.failures ?? 0) + 1
      record(host, failures, failures >= FAILURES_UNTIL_OPEN ? now() + openMs : 0)
    },
    retryAfter(host, ms, isPage) {
      const until = now() + Math.min(ms, isPage ? MAX_RETRY_AFTER_MS : OPEN_MS)
      record(host, 0, Math.max(until, hosts.get(host)?.until ?? 0))
    },
    onOpen(host, listener) {
      const existing = listeners.get(host) ?? new Set()
      listeners.set(host, existing.add(listener))
      return () => {
        existing.delete(listener)
        if (existing.size === 0 && listeners.get(host) === existing) listeners.delete(host)
      }
    },
  }
}
