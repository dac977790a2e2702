/**
 * How Node is held to the memory that the service needs; `npm run bench -- --only mixed` shows what it takes.
 * The launcher starts Node with `nodeFlags` and `environment`, and calls `tuneHeap` in it.
 */
import { setFlagsFromString } from 'node:v8'

/**
 * A small nursery: V8 would let each thread's grow to 48 MB. One helper for its collector and compiler: four would stand in
 * each other's way on a small machine, and in that of the database. No Maglev, the compiler between the quick one and the
 * good one: a thread whose event loop runs empty, as while PGlite starts, waits for it, and it may wait for that thread to
 * collect, for ever (https://github.com/nodejs/node/issues/54918).
 */
export const nodeFlags = ['--max-semi-space-size=8', '--v8-pool-size=1', '--no-maglev']

/** glibc would keep what was freed, in an arena for each of some twenty threads, and in it what lies between larger blocks. */
export const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** V8 would let the heap grow to four times what is alive before it looks what can go. */
export const tuneHeap = () => setFlagsFromString('--heap-growing-percent=30')
