/** What runs on this machine, as /proc tells: the processes of a service, and those of an embedded server. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

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

/** Children of a supervisor, by what they are: `web`, `worker`. */
export function partsOf(supervisor: number, name: 'web' | 'worker'): number[] {
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
