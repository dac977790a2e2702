/** Which server, if any, runs on a folder: by its `postmaster.pid`, which a reboot or a kill may have left behind. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './folder.ts'

/**
 * The process id of the server that has `folder` open, or null. A `postmaster.pid` whose number now belongs to another
 * program is taken away: PostgreSQL would refuse to start beside it.
 */
export function findRunning(folder: string): number | null {
  const file = join(folder, 'postmaster.pid')
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch {
    return null
  }
  if (!pid || !isAlive(pid)) return null
  if (isServerOf(pid, folder)) return pid
  rmSync(file, { force: true })
  return null
}

/** A server works in its own folder; where that cannot be read, its command says what it is. */
function isServerOf(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return /postgres/.test(stdout ?? '')
  }
}
