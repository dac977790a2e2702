/** Settings of the embedded server that go by the memory of the machine. docs/database.md has the reasons. */
import { totalmem } from 'node:os'

/** Bytes that this process and its children may use: the machine's, or what a container or a unit limits them to. */
export const memoryLimit = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

const SETTINGS = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'maintenance_work_mem',
  'autovacuum_work_mem',
  'autovacuum_max_workers',
] as const

/** Machines sold with 4 GB have a little less. */
const MEDIUM_GB = 3.5

/** By the least memory in GB, in the order of the settings. Machines sold by the GB have a little less. */
const ROWS: [gigabytes: number, ...values: string[]][] = [
  [15, '256MB', '10GB', '16MB', '256MB', '64MB', '3'],
  [MEDIUM_GB, '128MB', '2GB', '8MB', '128MB', '64MB', '3'],
  [1.75, '64MB', '1GB', '4MB', '64MB', '32MB', '2'],
  [0, '32MB', '256MB', '4MB', '32MB', '16MB', '1'],
]

/** As `name=value`, for a machine with so many bytes. */
export function memorySettings(limit = memoryLimit()): string[] {
  const [, ...values] = ROWS.find(([gigabytes]) => limit >= gigabytes * 1024 ** 3) ?? [0]
  return SETTINGS.map((name, i) => `${name}=${values[i]}`)
}

const MB = 2 ** 20

/**
 * Environment of glibc's malloc, which gives back what a large statement took; an idle backend retains it otherwise: mallopt(3).
 * To take it again costs a quarter of a statement's processor time, so that a backend retains some of it where there is memory.
 */
export function allocationSettings(limit = memoryLimit()): Record<string, string> {
  if (limit < MEDIUM_GB * 1024 * MB) return { MALLOC_TRIM_THRESHOLD_: String(MB / 8) }
  const retained = String(4 * MB)
  return {
    MALLOC_TRIM_THRESHOLD_: retained,
    MALLOC_MMAP_THRESHOLD_: retained,
    MALLOC_TOP_PAD_: String(MB / 2),
  }
}
