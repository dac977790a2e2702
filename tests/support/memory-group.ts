/** A cgroup of one's own for a command and all that it starts: its limit, its peak, and what the kernel killed. Version 1 or 2. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'
const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'))
const files = isV1
  ? { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes', kills: 'memory.oom_control' }
  : { limit: 'memory.max', peak: 'memory.peak', kills: 'memory.events' }

export interface MemoryGroup {
  /** As `spawn`, inside the group from its first instruction. */
  spawn(command: string[], env: NodeJS.ProcessEnv): ChildProcess
  /** Most that was in use at once, with what the kernel kept of files, in bytes. */
  peak(): number
  /** Memory of the processes themselves now, in bytes. */
  inUse(): number
  /** How many processes the kernel killed at the limit. */
  kills(): number
  /** Every process of it must have ended. */
  remove(): Promise<void>
}

/** `limit` in bytes; null measures only. Throws where the machine lets us make no group. */
export function makeMemoryGroup(limit: number | null): MemoryGroup {
  const folder = join(isV1 ? V1 : V2, `karnhuset-${process.pid}-${Math.trunc(performance.now())}`)
  mkdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const numberOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  if (limit !== null) writeFileSync(join(folder, files.limit), String(limit))
  return {
    spawn: (command, env) => {
      const join_ = `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`
      return spawn('sh', ['-c', join_, 'sh', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    peak: () => Number(read(files.peak)),
    inUse: () => numberOf(read('memory.stat'), isV1 ? 'total_rss' : 'anon'),
    kills: () => numberOf(read(files.kills), 'oom_kill'),
    remove: async () => {
      for (let tries = 0; tries < 50 && read('cgroup.procs').trim() !== ''; tries++) await sleep(100)
      rmdirSync(folder)
    },
  }
}

/** Where it is not, memory can be neither limited nor measured. */
export function canLimitMemory(): boolean {
  try {
    const folder = join(isV1 ? V1 : V2, `karnhuset-try-${process.pid}`)
    mkdirSync(folder)
    try {
      return existsSync(join(folder, files.limit)) && existsSync(join(folder, files.peak))
    } finally {
      rmdirSync(folder)
    }
  } catch {
    return false
  }
}
