/** The machine: folders that can be written, room on the disk, the port. Makes and changes nothing. */
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { checkDisk, nearestFolder } from '../../news/health/disk-checks.ts'
import { type Check, failure, ok, type Report, warning } from '../../news/health/health-check.ts'
import { tryPort } from '../port.ts'

export const machineChecks = (config: Config): Check[] => [
  { name: 'folders', run: () => checkFolders(config) },
  { name: 'disk', run: () => checkDisk(config) },
  { name: 'port', run: () => checkPort(config) },
]

function checkFolders({ DATA_DIR, CONTENT_DIR }: Config): Report {
  const written = [DATA_DIR, ...['media', 'images', 'backups', 'outbox'].map((name) => join(DATA_DIR, name))]
  const violations = written.flatMap((folder) => {
    const there = nearestFolder(folder)
    return mayAccess(there, constants.W_OK | constants.X_OK) ? [] : [failure(`DATA_DIR: ${there} cannot be written.`)]
  })
  if (!mayAccess(CONTENT_DIR, constants.R_OK)) violations.push(failure(`CONTENT_DIR: ${CONTENT_DIR} cannot be read.`))
  // Folders that are not there yet share the first that is.
  const single = [...new Map(violations.map((each) => [each.text, each])).values()]
  return single.length > 0 ? single : `${DATA_DIR} can be written, ${CONTENT_DIR} can be read`
}

function mayAccess(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode)
    return true
  } catch {
    return false
  }
}

async function checkPort(config: Config): Promise<Report> {
  const { HOST, PORT } = config
  const { violation: why, ours } = await tryPort(config)
  if (ours) return `a service answers at ${HOST}:${PORT}`
  return why ? [failure(why)] : `${HOST}:${PORT} is free`
}

/** For `network`, which sees what others take the time to be. */
export function checkClock(here: Date, elsewhere: Date | null): Report {
  if (here.getFullYear() < 2026) return [failure(`The clock says ${here.toISOString()}.`)]
  if (!elsewhere) return [ok(`${here.toISOString()}; no server to compare with`)]
  const seconds = Math.round(Math.abs(here.getTime() - elsewhere.getTime()) / 1000)
  if (seconds > 300) return [failure(`The clock is ${seconds} seconds away from that of the sources: set it (NTP).`)]
  return seconds > 60
    ? [warning(`The clock is ${seconds} seconds away from that of the sources.`)]
    : `right within a minute`
}
