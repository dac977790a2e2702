/** Health check of the free space on the disk of DATA_DIR. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import type { OperatorIssue } from '../operator/rules/notices.ts'
import { failure, type Report, warning } from './health-check.ts'

/** The folder itself, or the first above it that is there: in that one it would be made. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

const GB = 1024 ** 3

async function freeBytes({ DATA_DIR }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(nearestFolder(DATA_DIR))
  return bavail * bsize
}

export async function checkDisk(config: Config): Promise<Report> {
  const { DATA_DIR } = config
  const free = await freeBytes(config)
  const message = `${(free / GB).toFixed(1)} GB are free where ${DATA_DIR} is`
  if (free < GB / 4) return [failure(`${message}: the database stops when the disk is full.`)]
  return free < 2 * GB ? [warning(`${message}; 100,000 articles take about one.`)] : message
}

/** Less than a gigabyte. */
export async function diskIssues(config: Config, now: Date): Promise<OperatorIssue[]> {
  const gigabytes = (await freeBytes(config)) / GB
  const facts = { gigabytes: Math.round(10 * gigabytes) / 10 }
  return gigabytes < 1 ? [{ key: 'disk_low', kind: 'disk_low', urgent: true, facts, since: now }] : []
}
