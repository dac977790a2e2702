/** Bringing a database up to date, with a backup of its former state beside the daily ones. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { underLock } from '../../platform/database/lock.ts'
import { migrate, schemaError, schemaState } from '../../platform/database/migrate.ts'
import { giveToOwner, makeOwnedFolder } from '../../platform/settings/data-owner.ts'
import { writeBackup } from './backup.ts'

export interface Upgrade {
  /** Names of the migrations that ran. */
  ran: string[]
  /** The backup that was made first; null for a new database, and where nothing had to be done. */
  backup: string | null
}

/** Of processes that start together one makes the backup and migrates, and the others wait. Throws `unavailable` for a database that this program cannot work with. */
export async function upgradeDatabase(database: Database, folder: string, now: Date): Promise<Upgrade> {
  const state = await schemaState(database)
  if (state.pending.length === 0 || schemaError(state)) return { ran: await migrate(database), backup: null }
  return underLock(database, 'upgrade', async () => {
    const { pending, fresh } = await schemaState(database)
    const backup = pending.length > 0 && !fresh ? await backUpBefore(database, folder, pending[0] ?? '', now) : null
    return { ran: await migrate(database), backup }
  })
}

async function backUpBefore(database: Database, folder: string, migration: string, now: Date): Promise<string> {
  makeOwnedFolder(folder)
  const path = join(folder, `before-${migration}-${now.toISOString().slice(0, 10)}.jsonl.gz`)
  // After a migration that failed, what is there is of before the first try.
  if (existsSync(path)) return path
  await writeBackup(database, path, now)
  giveToOwner(path)
  return path
}
