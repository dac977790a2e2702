/**
 * Which threads go first where there are more of them than cores: those that answer readers. Only Linux gives a thread a
 * priority of its own; elsewhere all stay equal.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On the scale of nice(1): a third of what another thread gets, while that one wants it. With less, a feed on a machine
 * that is busy with a podcast's sound would take longer than it may.
 */
const BEHIND = 5

/** For a thread that works for later: it steps behind the others. */
export function stepBehind() {
  onLinux(() => setPriority(idOf(readlinkSync('/proc/thread-self')), BEHIND))
}

/** Puts V8's helpers behind: they compile and collect for all threads, most of all for those that have just begun. */
export function putHelpersBehind() {
  onLinux(() => {
    for (const id of readdirSync('/proc/self/task')) {
      if (readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('V8Worker')) setPriority(Number(id), BEHIND)
    }
  })
}

const idOf = (path) => Number(path.slice(path.lastIndexOf('/') + 1))

function onLinux(act) {
  if (process.platform !== 'linux') return
  try {
    act()
  } catch {
    // A sandbox without /proc, or one that forbids it: slower for readers, and no reason not to start.
  }
}
