/** Heartbeats of a supervised process over its channel: sent by its event loop, and so by none that hangs. */
import type { ChildProcess } from 'node:child_process'

const BEAT_MS = 1000
const MAX_MISSED = 10

/** Begins to send; for the process itself, once it is ready. */
export function sendHeartbeats(): void {
  // One that cannot be sent has no receiver: the channel's end is noticed by itself.
  setInterval(() => process.send?.('alive', undefined, {}, () => {}), BEAT_MS).unref()
}

/**
 * Calls `onSilent` once, with how many seconds it was, when a process that was ready has been silent for ten. Counted are the
 * seconds of this process, so that a machine that was suspended and a clock that was set make no silence.
 */
export function watchHeartbeats(child: ChildProcess, onSilent: (seconds: number) => void): void {
  let missed = 0
  child.on('message', () => {
    missed = 0
  })
  child.once('message', () => {
    const watch = setInterval(() => {
      if (++missed === MAX_MISSED) onSilent(MAX_MISSED)
    }, BEAT_MS)
    child.once('exit', () => clearInterval(watch))
  })
}
