/** The machine that tests run on: its abilities, its processes, and limits of memory. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { it } from 'vitest'

/** True, or says why not; in CI a test of that name fails. For `describe.skipIf(!…)`. */
export function needs(what: string, there: boolean): boolean {
  if (there) return true
  if (process.env.CI)
    it(`needs ${what}`, () => {
      throw new Error(`CI must have ${what}`)
    })
  else console.warn(`skipped: this machine has no ${what}`)
  return false
}

export const isRoot = process.getuid?.() === 0

/** False where a program is missing that media tests need: CI installs them, elsewhere the tests are skipped, each with the reason. */
export function havePrograms(...programs: string[]): boolean {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  if (missing.length > 0) console.warn(`skipped: ${missing.join(', ')} is not installed`)
  return missing.length === 0
}

/** A small disk can be mounted. */
export function canMount(): boolean {
  if (!isRoot) return false
  const place = mkdtempSync(join(tmpdir(), 'karnhuset-mount-'))
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0
  if (done) spawnSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return done
}

/** Ids of all processes, as /proc lists them. */
const numbers = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Undefined where it has ended meanwhile. */
function look<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Every process of the server of `dataDir`: each works in its folder. */
export function serverProcesses(dataDir: string): number[] {
  const folder = look(() => realpathSync(join(dataDir, 'postgres')))
  return numbers()
    .filter((pid) => look(() => readlinkSync(`/proc/${pid}/cwd`)) === folder)
    .map(Number)
}

/** The process id of the server of `dataDir`; null where none runs. */
export const postmasterOf = (dataDir: string): number | null =>
  look(() => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)) ?? null

/** Children of a supervisor, by what they are. */
export function partsOf(supervisor: number, name: 'web' | 'worker' | 'web-and-worker'): number[] {
  return numbers()
    .filter((pid) => parentOf(pid) === supervisor && commandOf(pid).includes(name))
    .map(Number)
}

const parentOf = (pid: string) =>
  look(() => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]))

const commandOf = (pid: string) => look(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends each the signal; one that has ended by itself meanwhile, as a server's do with their clients, needs none. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'
const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'))
const files = isV1
  ? { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes', kills: 'memory.oom_control' }
  : { limit: 'memory.max', peak: 'memory.peak', kills: 'memory.events' }

/** A cgroup of its own for a command and all that it starts, of version 1 or 2. */
export interface MemoryGroup {
  /** A command that enters the group and becomes the given one. */
  entering(command: readonly string[]): string[]
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
  const entering = (command: readonly string[]) => [
    ...['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`, 'sh'],
    ...command,
  ]
  return {
    entering,
    spawn: (command, env) => {
      const [program = '', ...args] = entering(command)
      return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
