/** What a machine with little memory asks of the processes of the service: slower, and alive. */
import { totalmem } from 'node:os'

/** Below this the processes share so little that their usual room would be the end of one of them. */
const SMALL_BYTES = 1024 ** 3

/** What glibc's malloc frees goes back to the system at once: mallopt(3). It keeps some 20 MB of a worker otherwise. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '65536' }

/** Memory that this process and its children may use: the machine's, or what a container or a unit limits it to. */
const memoryLimit = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export interface Thrift {
  /** For Node. */
  args: string[]
  /** Settings that the operator has not made. */
  env: Record<string, string>
}

/** Nothing where there is room. */
export function thriftFor(limit = memoryLimit(), given: Record<string, string | undefined> = process.env): Thrift {
  if (limit >= SMALL_BYTES) return { args: [], env: {} }
  const wanted = { ...MALLOC, DATABASE_POOL: '3', CACHE_MB: '16' }
  const env = Object.fromEntries(Object.entries(wanted).filter(([name]) => !given[name]))
  return { args: ['--optimize-for-size', '--max-semi-space-size=2'], env }
}
