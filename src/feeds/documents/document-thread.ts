/**
 * Where the thread of document-worker.ts starts: it steps behind those that answer readers, and only then loads what it
 * needs, which takes long itself.
 */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On the scale of nice(1): a third of what another thread gets, while that one wants it. With less, a feed on a machine
 * that is busy with a podcast's sound would take longer than it may.
 */
const BEHIND_READERS = 5

// Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') {
  try {
    const [id] = /\d+$/.exec(readlinkSync('/proc/thread-self')) ?? []
    setPriority(Number(id), BEHIND_READERS)
  } catch {
    // A sandbox without /proc, or one that forbids it: slower for readers, and no reason not to read.
  }
}
await import('./document-worker.ts')
