/**
 * Finds the server that runs on a folder, if any: by its `postmaster.pid`, which a reboot or a kill may have left
 * behind.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './data-folder.ts'

/** A server writes its number as soon as it has made the file. */
const EMPTY_MS = 2000

/**
 * The process id of the server that has `folder` open, or null. Deletes lock files, there and in the folder of its
 * socket, that a power cut left empty or whose number now belongs to another program. PostgreSQL would refuse to start
 * beside them.
 */
export function findRunning(folder: string, socketFolder: string): number | null {
  const file = join(folder, 'postmaster.pid')
  const pid = readLock(file)
  if (pid !== null && isServerOf(pid, folder)) return pid
  for (const lock of [file, join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const other = readLock(lock)
    // That of a dead server it replaces itself, and another start may be doing so just now.
    if (other === 0 || (other !== null && isAlive(other) && !isServerOf(other, folder))) rmSync(lock, { force: true })
  }
  return null
}

/** Its number, 0 where it has been empty for long; null where there is none, or none yet. */
function readLock(file: string): number | null {
  try {
    const pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10))
    if (pid) return pid
    return Date.now() - statSync(file).mtimeMs > EMPTY_MS ? 0 : null
  } catch {
    return null
  }
}

/** A server works in its own folder; where that cannot be read, its command decides. */
function isServerOf(pid: number, folder: string): boolean {
  if (pid === 0 || !isAlive(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    // An unknown process is taken for the server: a second one on its folder would destroy it.
    return /postgres|^$/.test(commandOf(pid))
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}
