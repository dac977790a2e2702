/**
 * Which threads go first where there are more of them than cores: those that answer readers. Only Linux gives a thread a
 * priority of its own; elsewhere all stay equal. V8's helper keeps its place: without its compiled code answers are slow.
 */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On the scale of nice(1): a third of what another thread gets, while that one wants it. With less, a feed on a machine
 * that is busy with a podcast's sound would take longer than it may.
 */
const BEHIND = 5

/** For a thread that works for later: it steps behind the others. */
export function stepBehind() {
  if (process.platform !== 'linux') return
  try {
    const [, id] = /(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    setPriority(Number(id), BEHIND)
  } catch {
    // A sandbox without /proc, or one that forbids it: slower for readers, and no reason not to read.
  }
}
