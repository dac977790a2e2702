/** Backups in DATA_DIR: the age of the newest, and those that a wrong clock has dated. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

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
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  const past = times.filter((time) => time <= now.getTime() + SLACK_MS)
  return { newest: past.length > 0 ? new Date(Math.max(...past)) : null, ahead: times.length - past.length }
}
