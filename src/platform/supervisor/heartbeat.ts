/** Heartbeats of a supervised process over its channel: sent by its event loop, and so by none that hangs. */
import type { ChildProcess } from 'node:child_process'
import { type Look, lookAt } from './processor-time.ts'

const BEAT_MS = 1000
/** Silence that counts of one that hangs. */
const HUNG_MS = 10_000
/** The same where the system does not report waits for a processor. */
const HUNG_UNREPORTED_MS = 60_000

/** Begins to send; for the process itself, once it is ready. */
export function sendHeartbeats(): void {
  // One that cannot be sent has no receiver: the channel's end is noticed by itself.
  setInterval(() => process.send?.('alive', undefined, {}, () => {}), BEAT_MS).unref()
}

/**
 * Calls `onSilent` once, with how many seconds counted, when a process that was ready hangs. On a busy machine a healthy one may
 * be silent for long, so what it waited for a processor does not count.
 */
export function watchHeartbeats(child: ChildProcess, onSilent: (seconds: number) => void, hungMs = HUNG_MS): void {
  child.once('message', () => {
    const limitOf = ({ threads }: Look) => (threads ? hungMs : HUNG_UNREPORTED_MS)
    const { restart } = countTime(child, limitOf, (ms) => onSilent(Math.floor(ms / 1000)))
    child.on('message', restart)
  })
}

/**
 * Calls `onOver` once, with the milliseconds that counted, when a process has used up its time; its waits for a processor do
 * not count. A beat at most counts between two looks: a machine that was suspended uses up nothing.
 */
export function countTime(child: ChildProcess, limitOf: (look: Look) => number, onOver: (ms: number) => void) {
  const look = () => lookAt(child.pid ?? 0, performance.now())
  let last: Look | null = look()
  let counted = NOTHING
  const watch = setInterval(() => {
    const now = look()
    counted = last ? count(last, now, counted) : NOTHING
    last = now
    if (counted.ms < limitOf(now)) return
    clearInterval(watch)
    onOver(counted.ms)
  }, BEAT_MS)
  child.once('close', () => clearInterval(watch))
  return {
    restart: () => {
      last = null
    },
  }
}

interface Counted {
  /** In which it could have beaten: it ran, or slept. */
  ms: number
  /** Of a wait that lasted at the last look: the kernel adds a wait when it is over. */
  pendingMs: number
}
export const NOTHING: Counted = { ms: 0, pendingMs: 0 }

/** Adds the time between two looks. A wait that began before the first of them is taken off what was counted then. */
export function count(before: Look, now: Look, { ms, pendingMs }: Counted): Counted {
  const elapsed = now.at - before.at
  if (waitsStill(before, now)) return { ms, pendingMs: pendingMs + elapsed }
  const spent = elapsed + pendingMs - waitedMs(before, now)
  return { ms: Math.max(0, ms + Math.min(BEAT_MS, spent)), pendingMs: 0 }
}

const waitsStill = (before: Look, now: Look): boolean =>
  now.isHeldUp && now.threads?.get(now.pid)?.ranMs === before.threads?.get(now.pid)?.ranMs

/** Its event loop may wait for another thread of it: the one that waited longest decides. */
function waitedMs(before: Look, now: Look): number {
  const gained = [...(now.threads ?? [])].flatMap(([id, { waitedMs }]) => {
    const earlier = before.threads?.get(id)
    return earlier ? [waitedMs - earlier.waitedMs] : []
  })
  return Math.max(0, ...gained)
}
