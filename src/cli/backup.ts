/** `backup` and `restore`: the whole database to a file and back. */

import type { Services } from '../app/services.ts'
import { AppError } from '../domain/errors.ts'
import { writeBackup } from '../store/backup/backup.ts'
import { restoreBackup } from '../store/backup/restore.ts'
import { type Io, pathIn } from './io.ts'

export async function backup(services: Services, io: Io, file: string): Promise<number> {
  const path = pathIn(io, file)
  const done = await writeBackup(services.database, path, services.clock.now(), (table, rows) =>
    io.progress(`${table}: ${rows} rows`),
  )
  io.progress('')
  io.line(`${path}: ${done.tables} tables, ${done.rows} rows, ${(done.bytes / 1e6).toFixed(1)} MB.`)
  return 0
}

/** `running` is true where the command came to a process that serves: it holds in memory what a restore would change. */
export async function restore(
  services: Services,
  io: Io,
  file: string,
  options: { replace?: boolean; running: boolean },
): Promise<number> {
  if (options.running)
    throw new AppError('bad_request', 'Kärnhuset is running on this database: stop it, restore, and start it again.')
  io.progress('restoring…')
  const done = await restoreBackup(services.database, pathIn(io, file), { replace: options.replace ?? false })
  io.progress('')
  io.line(`Restored ${done.tables} tables, ${done.rows} rows, as they were at ${done.at}.`)
  return 0
}
