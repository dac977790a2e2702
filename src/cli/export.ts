/** `export`: the public site as static files. */
import { exportSite } from '../app/export/export-site.ts'
import type { Services } from '../app/services.ts'
import { AppError } from '../domain/errors.ts'
import { type Io, pathIn } from './io.ts'

export async function exportCommand(services: Services, io: Io, folder: string, prefix = ''): Promise<number> {
  if (!/^(?:\/[\w.-]+)*$/.test(prefix)) throw new AppError('bad_request', `--prefix: "${prefix}" is no path, as /news.`)
  const done = await exportSite(services, pathIn(io, folder), prefix)
  io.line(
    done
      ? `${pathIn(io, folder)}: ${done.files} files, ${done.written} written, ${done.removed} removed.`
      : 'Nothing is new since the last export.',
  )
  return 0
}
