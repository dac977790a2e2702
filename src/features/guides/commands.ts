/** `guides check` and `guides sync`. */
import { settings, withServices } from '../../cli/host.ts'
import type { AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  const guides = program.command('guides').description('the product guides')
  guides
    .command('sync')
    .description('take the content folder in; a file with an error leaves its last good version up')
    .action(async () => {
      const { guidesSync } = await import('./report.ts')
      exit(await withServices((services) => guidesSync(services, io)))
    })
  guides
    .command('check')
    .description('links, slugs, front matter, length and families of the guides, without a database')
    .action(async () => exit(await (await import('./report.ts')).guidesCheck(settings().CONTENT_DIR, io)))
}
