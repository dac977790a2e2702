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
export function watchHeartbeats(child: ChildProcess, onSilent: (seconds: number) => void): void {
  child.once('message', () => {
    const limitOf = ({ threads }: Look) => (threads ? HUNG_MS : HUNG_UNREPORTED_MS)
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
  let ms = 0
  const watch = setInterval(() => {
    const now = look()
    ms += last ? countedMs(last, now) : 0
    last = now
    if (ms < limitOf(now)) return
    clearInterval(watch)
    onOver(ms)
  }, BEAT_MS)
  child.once('close', () => clearInterval(watch))
  return {
    restart: () => {
      last = null
      ms = 0
    },
  }
}

/** Milliseconds between two looks in which it could have beaten: it ran, or slept. */
export function countedMs(before: Look, now: Look): number {
  const elapsed = now.at - before.at
  return Math.min(BEAT_MS, Math.max(0, elapsed - waitedMs(before, now, elapsed)))
}

/** Its event loop may wait for another thread of it: the one that waited longest decides. */
function waitedMs(before: Look, now: Look, elapsed: number): number {
  if (!before.threads || !now.threads) return 0
  const gained = [...now.threads].flatMap(([id, { waitedMs }]) => {
    const earlier = before.threads?.get(id)
    return earlier ? [waitedMs - earlier.waitedMs] : []
  })
  // The kernel adds a wait when it is over.
  const waitsStill = now.isHeldUp && now.threads.get(now.pid)?.ranMs === before.threads.get(now.pid)?.ranMs
  return waitsStill ? elapsed : Math.max(0, ...gained)
}
