/** `backup` and `restore`: the whole database to a file and back. */

import type { Base } from '../app/base.ts'
import { writeBackup } from '../news/backup/backup.ts'
import { type RestoreSummary, restoreBackup, restoreEarlier } from '../news/backup/restore.ts'
import { counted } from '../platform/text/counted.ts'
import { bringFolders, type FolderOptions, saveFolders } from './folders.ts'
import { commandSettings, withBase } from './host.ts'
import { type Io, pathIn } from './io.ts'

export async function backup(base: Base, io: Io, file: string, options: FolderOptions = {}): Promise<number> {
  const path = pathIn(io, file)
  const done = await writeBackup(base.database, path, base.clock.now(), (table, rows) =>
    io.progress(`${table}: ${counted(rows, 'row')}`),
  )
  io.progress('')
  for (const folder of await saveFolders(base.config, path, options, io.cwd)) io.line(folder)
  io.line(
    `${path}: ${counted(done.tables, 'table')}, ${counted(done.rows, 'row')}, ${(done.bytes / 1e6).toFixed(1)} MB.`,
  )
  return 0
}

export async function restore(io: Io, file: string, options: FolderOptions & { replace?: boolean }): Promise<number> {
  const path = pathIn(io, file)
  for (const folder of await bringFolders(commandSettings('changes'), path, options, io.cwd)) io.line(folder)
  let earlier: RestoreSummary | null = null
  const before = async (database: Base['database']) => {
    io.progress('restoring…')
    earlier = await restoreEarlier(database, path)
  }
  return withBase(
    async ({ database }) => {
      const done = earlier ?? (await restoreBackup(database, path, { replace: options.replace ?? false }))
      io.progress('')
      io.line(`Restored ${counted(done.tables, 'table')}, ${counted(done.rows, 'row')}, as they were at ${done.at}.`)
      return 0
    },
    { before },
  )
}
