/** Limits on the memory of the service's processes, by that of the machine: on a small one they are slower, and alive. */
import { setFlagsFromString } from 'node:v8'
import { memoryLimit } from '../database/embedded/memory-settings.ts'

/** Below this the processes share so little that their usual room would be the end of one of them. */
const SMALL_BYTES = 1024 ** 3

/** Below this web and worker share a process. Machines sold with 2 GB have a little less. */
const SHARING_BYTES = 1.75 * 1024 ** 3

/** True where `serve` has web and worker in one process. */
export const isShared = (
  { PROCESSES, WEB_PROCESSES }: { PROCESSES?: 'one' | 'many' | undefined; WEB_PROCESSES: number },
  limit = memoryLimit(),
): boolean => (PROCESSES ? PROCESSES === 'one' : WEB_PROCESSES === 1 && limit < SHARING_BYTES)

/** V8 takes three of them, up to 64 MB each, for objects that die young, and is no quicker for it. */
const SEMI_SPACE_MB = 16

/** glibc has an arena for each thread, up to eight a processor, and each retains what its thread once needed: mallopt(3). */
const ARENAS = { MALLOC_ARENA_MAX: '2' }

/** Memory that glibc's malloc frees goes back to the system at once. It retains some 20 MB of a worker otherwise. */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '65536' }

export interface Thrift {
  /** For Node. */
  args: string[]
  /** Settings that the operator has not made. */
  env: Record<string, string>
}

/** For every process under watch. `given` are settings that the operator has made. */
export function thriftFor(limit = memoryLimit(), given: Record<string, string | undefined> = process.env): Thrift {
  const unless = (wanted: Record<string, string>) =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => !given[name]))
  if (limit >= SMALL_BYTES) return { args: [`--max-semi-space-size=${SEMI_SPACE_MB}`], env: unless(ARENAS) }
  const env = unless({ ...ARENAS, ...TRIM, DATABASE_POOL: '3', CACHE_MB: '16' })
  return { args: ['--max-semi-space-size=4'], env }
}

/**
 * Has V8 prefer memory to speed, on a small machine: a third more processor time for a page, where the memory would not do otherwise.
 * For a process that is ready: from then on V8 rejects code that was compiled before, that of Node's own modules included.
 */
export function preferMemory(limit = memoryLimit()): void {
  if (limit < SMALL_BYTES) setFlagsFromString('--optimize-for-size')
}

/** A process that answers readers too needs as much again as these take. */
const HEAP_MB = { worker: { default: 256, small: 192 }, 'web-and-worker': { default: 384, small: 256 } }

export interface HeapLimit {
  /** At the start. */
  mb: number
  /** Doubled up to this when it was too little. */
  maxMb: number
}

/**
 * For the process of the stages, whose heap grows to many times what it uses where nothing limits it. Null where the operator
 * has given a limit to Node itself.
 */
export function workerHeap(
  name: keyof typeof HEAP_MB,
  configuredMb: number | undefined,
  nodeFlags = [process.env.NODE_OPTIONS, ...process.execArgv].join(' '),
  limit = memoryLimit(),
): HeapLimit | null {
  if (configuredMb) return { mb: configuredMb, maxMb: configuredMb }
  if (/--max[-_](?:old[-_]space|heap)/.test(nodeFlags)) return null
  const mb = HEAP_MB[name][limit < SMALL_BYTES ? 'small' : 'default']
  return { mb, maxMb: Math.max(mb, Math.round(limit / 2 ** 21)) }
}
