/** When a delivery that failed is tried again, and when it is given up. */

const SECONDS = [5, 30, 120, 600, 1800, 3600, 7200]
const GIVE_UP_MS = 86_400_000

/** No failure is waited for longer. */
export const LONGEST_RETRY_MS = 1000 * Math.max(...SECONDS)

/** Milliseconds to wait after so many failures in a row, and as long as the receiver asks for (`Retry-After`). */
export const retryAfterMs = (tries: number, requested: number): number =>
  Math.min(LONGEST_RETRY_MS, Math.max(requested, 1000 * (SECONDS[Math.min(tries, SECONDS.length) - 1] ?? 5)))

/** A day without a success is the end. */
export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= GIVE_UP_MS
