/** Collects the garbage of a process that rests after its start or after work. V8 alone gives that memory back minutes later. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Share of one processor, in the time between two looks. */
const REST = 0.05
/** Growth since the last time; less is not worth the pause. */
const WORTH_BYTES = 32 * 2 ** 20

/** Begins to look every `everyMs`, until the process ends. */
export function collectAtRest(everyMs = 5000, collect = exposeCollector()): void {
  let since = process.cpuUsage()
  let left = -WORTH_BYTES
  setInterval(() => {
    const { user, system } = process.cpuUsage(since)
    since = process.cpuUsage()
    const { heapUsed } = process.memoryUsage()
    // V8 may have collected by itself since.
    left = Math.min(left, heapUsed)
    if ((user + system) / 1000 > REST * everyMs || heapUsed < left + WORTH_BYTES) return
    collect()
    left = process.memoryUsage().heapUsed
  }, everyMs).unref()
}

/** The flag is set for this moment alone: V8 rejects code, cached or built in, that was compiled under other flags. */
export function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', flavor: 'last-resort' })
}
