/** The machine: folders that can be written, room on the disk, the port. Makes and changes nothing. */
import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { tryPort } from '../port.ts'
import { type Check, fault, ok, type Said, warning } from './check.ts'

export const machineChecks = (config: Config): Check[] => [
  { name: 'folders', run: () => checkFolders(config) },
  { name: 'disk', run: () => checkDisk(config) },
  { name: 'port', run: () => checkPort(config) },
]

function checkFolders({ DATA_DIR, CONTENT_DIR }: Config): Said {
  const written = [DATA_DIR, ...['media', 'images', 'backups', 'outbox'].map((name) => join(DATA_DIR, name))]
  const faults = written.flatMap((folder) => {
    const there = nearestFolder(folder)
    return mayAccess(there, constants.W_OK | constants.X_OK) ? [] : [fault(`DATA_DIR: ${there} cannot be written.`)]
  })
  if (!mayAccess(CONTENT_DIR, constants.R_OK)) faults.push(fault(`CONTENT_DIR: ${CONTENT_DIR} cannot be read.`))
  // Folders that are not there yet share the first that is.
  const single = [...new Map(faults.map((each) => [each.text, each])).values()]
  return single.length > 0 ? single : `${DATA_DIR} can be written, ${CONTENT_DIR} can be read`
}

/** The folder itself, or the first above it that is there: in that one it would be made. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

function mayAccess(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode)
    return true
  } catch {
    return false
  }
}

const GB = 1024 ** 3

async function checkDisk({ DATA_DIR }: Config): Promise<Said> {
  const { bavail, bsize } = await statfs(nearestFolder(DATA_DIR))
  const free = bavail * bsize
  const words = `${(free / GB).toFixed(1)} GB are free where ${DATA_DIR} is`
  if (free < GB / 4) return [fault(`${words}: the database stops when the disk is full.`)]
  return free < 2 * GB ? [warning(`${words}; 100,000 articles take about one.`)] : words
}

async function checkPort(config: Config): Promise<Said> {
  const { HOST, PORT } = config
  const { fault: why, ours } = await tryPort(config)
  if (ours) return `a service answers at ${HOST}:${PORT}`
  return why ? [fault(why)] : `${HOST}:${PORT} is free`
}

/** For `network`, which sees what others take the time to be. */
export function checkClock(here: Date, elsewhere: Date | null): Said {
  if (here.getFullYear() < 2026) return [fault(`The clock says ${here.toISOString()}.`)]
  if (!elsewhere) return [ok(`${here.toISOString()}; nobody to compare with`)]
  const seconds = Math.round(Math.abs(here.getTime() - elsewhere.getTime()) / 1000)
  if (seconds > 300) return [fault(`The clock is ${seconds} seconds away from that of the sources: set it (NTP).`)]
  return seconds > 60
    ? [warning(`The clock is ${seconds} seconds away from that of the sources.`)]
    : `right within a minute`
}
