/** `import`: what another feed reader has exported. */
import { withServices } from '../../cli/host.ts'
import type { AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  program
    .command('import <files...>')
    .description('what Miniflux, FreshRSS, Feedly, NewsBlur or Tiny Tiny RSS exported: sources, and saved articles')
    .option('--account <address>', 'whose saved articles they are: the mail address that they sign in with')
    .addHelpText(
      'after',
      '\nLists of sources as OPML; saved articles as JSON of FreshRSS or of the APIs of Miniflux, Feedly and NewsBlur, or as XML of Tiny Tiny RSS.',
    )
    .action(async (files: string[], options: { account?: string }) => {
      const { importFiles } = await import('./import-files.ts')
      exit(await withServices((services) => importFiles(services, io, files, options)))
    })
}
