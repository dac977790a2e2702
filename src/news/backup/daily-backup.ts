/** The embedded database's own backups: one a day into a folder, the last of them kept. */
import { existsSync } from 'node:fs'
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { messageOf } from '../../platform/errors.ts'
import { giveToOwner, makeOwnedFolder } from '../../platform/settings/data-owner.ts'
import { writeBackup } from './backup.ts'

const BACKUPS_RETAINED = 7
/** Holds why the last one failed, until one does not. */
export const FAILURE = 'failed.txt'
const NAME = /^karnhuset-\d{4}-\d{2}-\d{2}\.jsonl\.gz$/
const PARTIAL = /^karnhuset-.*\.jsonl\.gz\.partial$/

/** Makes the backup of `now`'s day (UTC) unless it exists, or there is no article yet; its path, or null. */
export async function makeDailyBackup(database: Database, folder: string, now: Date): Promise<string | null> {
  makeOwnedFolder(folder)
  const path = join(folder, `karnhuset-${now.toISOString().slice(0, 10)}.jsonl.gz`)
  if (existsSync(path) || (await isEmpty(database))) return null
  const failure = join(folder, FAILURE)
  try {
    // Files that a killed process was writing.
    for (const name of await readdir(folder)) if (PARTIAL.test(name)) await rm(join(folder, name), { force: true })
    await writeBackup(database, path, now)
    giveToOwner(path)
    await utimes(path, now, now)
    await rm(failure, { force: true })
  } catch (error) {
    await writeFile(failure, messageOf(error)).catch(() => {})
    throw error
  }
  for (const old of superfluous(await readdir(folder), basename(path))) await rm(join(folder, old), { force: true })
  return path
}

/** All but the newest. Names dated after the one just written come from a wrong clock: they count as the oldest. */
function superfluous(names: string[], written: string): string[] {
  const sorted = names.filter((name) => NAME.test(name)).sort()
  const newest = sorted.indexOf(written)
  return [...sorted.slice(newest + 1), ...sorted.slice(0, newest + 1)].slice(0, -BACKUPS_RETAINED)
}

async function isEmpty({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()) === undefined
}
