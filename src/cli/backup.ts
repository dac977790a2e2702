/** `backup` and `restore`: the whole database to a file and back. */

import type { Base } from '../app/base.ts'
import { writeBackup } from '../store/backup/backup.ts'
import { restoreBackup } from '../store/backup/restore.ts'
import { type Io, pathIn } from './io.ts'

export async function backup(base: Base, io: Io, file: string): Promise<number> {
  const path = pathIn(io, file)
  const done = await writeBackup(base.database, path, base.clock.now(), (table, rows) =>
    io.progress(`${table}: ${rows} rows`),
  )
  io.progress('')
  io.line(`${path}: ${done.tables} tables, ${done.rows} rows, ${(done.bytes / 1e6).toFixed(1)} MB.`)
  return 0
}

export async function restore(base: Base, io: Io, file: string, options: { replace?: boolean }): Promise<number> {
  io.progress('restoring…')
  const done = await restoreBackup(base.database, pathIn(io, file), { replace: options.replace ?? false })
  io.progress('')
  io.line(`Restored ${done.tables} tables, ${done.rows} rows, as they were at ${done.at}.`)
  return 0
}
