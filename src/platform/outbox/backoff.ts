/** Back-off: when a failed delivery is tried again. Null gives it up. */

/** After so many failures in a row, the first of them at `since`. */
export type Backoff = (failing: { tries: number; since: Date }, now: Date) => Date | null

const MAX_TRIES = 8
const AGAIN_MS = 2 * 60_000

/** A message to a reader: some hours, then it is old. */
export const messageBackoff: Backoff = ({ tries }, now) =>
  tries < MAX_TRIES ? new Date(now.getTime() + AGAIN_MS * 2 ** tries) : null

const SECONDS = [5, 30, 120, 600, 1800, 3600, 7200]
const DAY_MS = 86_400_000

/** Longest wait of a stream for its next try. */
export const MAX_BACKOFF_MS = 1000 * Math.max(...SECONDS)

const streamUntil =
  (giveUpMs: number): Backoff =>
  ({ tries, since }, now) =>
    now.getTime() - since.getTime() >= giveUpMs
      ? null
      : new Date(now.getTime() + 1000 * (SECONDS[Math.min(tries, SECONDS.length) - 1] ?? 5))

/** A stream to a server: a day without a success is the end. */
export const streamBackoff = streamUntil(DAY_MS)

/** To servers of the fediverse, whose followers do not come back by themselves: a week. */
export const weekBackoff = streamUntil(7 * DAY_MS)
