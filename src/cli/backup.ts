/** `backup` and `restore`: the whole database to a file and back. */

import type { Base } from '../app/base.ts'
import { writeBackup } from '../news/backup/backup.ts'
import { type RestoreSummary, restoreBackup, restoreEarlier } from '../news/backup/restore.ts'
import { counted } from '../platform/text/counted.ts'
import { type FolderOptions, saveFolders, stageFolders } from './folders.ts'
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

/** The folders are replaced once the database was: what is refused or fails before leaves all as it was. */
export async function restore(io: Io, file: string, options: FolderOptions & { replace?: boolean }): Promise<number> {
  const path = pathIn(io, file)
  const folders = await stageFolders(commandSettings('changes'), path, options, io.cwd)
  let earlier: RestoreSummary | null = null
  const before = async (database: Base['database']) => {
    io.progress('restoring…')
    earlier = await restoreEarlier(database, path)
  }
  const work = async ({ database }: Base) => {
    const done = earlier ?? (await restoreBackup(database, path, { replace: options.replace ?? false }))
    io.progress('')
    for (const folder of await folders.put()) io.line(folder)
    io.line(`Restored ${counted(done.tables, 'table')}, ${counted(done.rows, 'row')}, as they were at ${done.at}.`)
    return 0
  }
  try {
    return await withBase(work, { before, content: folders.content })
  } finally {
    await folders.discard()
  }
}
