/** Backups in DATA_DIR: how old the newest is. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** When the newest of the daily backups was written; null where there is none. */
export async function newestBackup(dataDir: string): Promise<Date | null> {
  const folder = join(dataDir, 'backups')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl.gz'))
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
