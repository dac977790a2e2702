/** Which hosts are down or asked for peace, so that a pass over thousands of articles does not wait for each. */
import { type Clock, systemClock } from '../../domain/time/clock.ts'

const FAILURES_UNTIL_DOWN = 3
const DOWN_MS = 10 * 60_000
const LONGEST_REST_MS = 60 * 60_000
const HOSTS_REMEMBERED = 10_000

export interface HostHealth {
  /** Until when `host` should be left alone, or null. */
  downUntil(host: string): Date | null
  /** The host answered, whatever it said. */
  reached(host: string): void
  /** Connecting failed; the third time in a row the host is down for 10 minutes, at once where its name does not exist. */
  unreached(host: string, nameless?: boolean): void
  /** The host asked for a pause (429, 503); an hour at most is believed. */
  rest(host: string, ms: number): void
  /** Calls `listener` each time the host goes down or rests; the result unsubscribes. */
  onDown(host: string, listener: () => void): () => void
}

export function createHostHealth(clock: Clock = systemClock): HostHealth {
  const hosts = new Map<string, { failures: number; until: number }>()
  const listeners = new Map<string, Set<() => void>>()
  const now = () => clock.now().getTime()
  const remember = (host: string, failures: number, until: number) => {
    hosts.delete(host)
    hosts.set(host, { failures, until })
    const oldest = hosts.keys().next().value
    if (hosts.size > HOSTS_REMEMBERED && oldest !== undefined) hosts.delete(oldest)
    if (until > now()) for (const listener of [...(listeners.get(host) ?? [])]) listener()
  }
  return {
    downUntil(host) {
      const until = hosts.get(host)?.until ?? 0
      return until > now() ? new Date(until) : null
    },
    reached(host) {
      const known = hosts.get(host)
      if (known === undefined) return
      if (known.until > now()) known.failures = 0
      else hosts.delete(host)
    },
    unreached(host, nameless = false) {
      const failures = nameless ? FAILURES_UNTIL_DOWN : (hosts.get(host)?.failures ?? 0) + 1
      remember(host, failures, failures >= FAILURES_UNTIL_DOWN ? now() + DOWN_MS : 0)
    },
    rest(host, ms) {
      remember(host, 0, now() + Math.min(ms, LONGEST_REST_MS))
    },
    onDown(host, listener) {
      const known = listeners.get(host) ?? new Set()
      listeners.set(host, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0 && listeners.get(host) === known) listeners.delete(host)
      }
    },
  }
}
