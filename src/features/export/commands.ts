/** `export`: the public site as static files. */
import type { Services } from '../../app/services.ts'
import { withServices } from '../../cli/host.ts'
import { type AddCommands, type Io, pathIn } from '../../cli/io.ts'
import { AppError } from '../../platform/errors.ts'
import { counted } from '../../platform/text/counted.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  program
    .command('export <folder>')
    .description('write the public site as files for any static host; only what changed')
    .option('--prefix <path>', 'folder below the host, as /news (none)')
    .addHelpText('after', '\nBASE_URL is the address of the host. Accounts, alerts and the console are left out.')
    .action(async (folder: string, { prefix }: { prefix?: string }) =>
      exit(await withServices((services) => exportInto(services, io, folder, prefix), 'publishes')),
    )
}

async function exportInto(services: Services, io: Io, folder: string, prefix = ''): Promise<number> {
  if (!/^(?:\/[\w.-]+)*$/.test(prefix)) throw new AppError('bad_request', `--prefix: "${prefix}" is no path, as /news.`)
  const { exportSite } = await import('./export-site.ts')
  const done = await exportSite(services, pathIn(io, folder), prefix)
  io.line(
    done
      ? `${pathIn(io, folder)}: ${counted(done.files, 'file')}, ${done.written} written, ${done.removed} removed.`
      : 'Nothing is new since the last export.',
  )
  return 0
}
