/** Health checks of the backups of the embedded database: age, dates of a wrong clock, failures. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { counted } from '../../platform/text/counted.ts'
import { FAILURE } from '../backup/daily-backup.ts'
import type { OperatorIssue } from '../operator/rules/notices.ts'
import { ok, type Report, warning } from './health-check.ts'

const HOUR_MS = 3_600_000
/** A daily backup that is older was missed. */
const OLD_HOURS = 36

/** A clock that was less than a day ahead when it was corrected puts no backup in doubt. */
const SLACK_MS = 86_400_000

export interface BackupAges {
  /** Time at which the newest was written; null where there is none from before `now`. */
  newest: Date | null
  /** Files dated more than a day after `now`: their age is unknown. */
  ahead: number
}

export async function backupAges(dataDir: string, now: Date): Promise<BackupAges> {
  const folder = join(dataDir, 'backups')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl.gz'))
  // A backup that is written beside this drops the oldest file.
  const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  const times = files.flatMap((file) => (file ? [file.mtimeMs] : []))
  const past = times.filter((time) => time <= now.getTime() + SLACK_MS)
  return { newest: past.length > 0 ? new Date(Math.max(...past)) : null, ahead: times.length - past.length }
}

export async function checkBackup(config: Config): Promise<Report> {
  if (!config.embedded) return "the database of DATABASE_URL is its operator's to back up"
  const { newest, ahead } = await backupAges(config.DATA_DIR, new Date())
  const dated =
    ahead > 0
      ? [warning(`${ahead} are dated after now, from when the clock was wrong: they are deleted first. Set the clock.`)]
      : []
  if (!newest) return [...dated, warning('There is none yet: a running service writes one a day.')]
  const hours = Math.max(0, Math.floor((Date.now() - newest.getTime()) / HOUR_MS))
  const age = counted(hours, 'hour')
  return [...dated, hours > OLD_HOURS ? warning(`The newest is ${age} old.`) : ok(`the newest is ${age} old`)]
}

const issueOf = (kind: OperatorIssue['kind'], facts: OperatorIssue['facts'], since: Date): OperatorIssue => ({
  key: kind,
  kind,
  urgent: true,
  facts,
  since,
})

export async function backupIssues({ embedded, DATA_DIR }: Config, now: Date): Promise<OperatorIssue[]> {
  if (!embedded) return []
  const { newest, ahead } = await backupAges(DATA_DIR, now)
  const failure = await readFile(join(DATA_DIR, 'backups', FAILURE), 'utf8').catch(() => null)
  if (failure !== null) return [issueOf('backup_failed', { reason: failure.slice(0, 300) }, now)]
  const hours = (now.getTime() - (newest ?? (await stat(DATA_DIR)).birthtime).getTime()) / HOUR_MS
  const dated = ahead > 0 ? [issueOf('backup_ahead', { n: ahead }, now)] : []
  return hours < OLD_HOURS ? dated : [...dated, issueOf('backup_old', { days: Math.floor(hours / 24) }, newest ?? now)]
}
