/** `podd import` and `podd generate`. */
import { withServices } from '../../cli/host.ts'
import type { AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  const podd = program.command('podd').description('the podcast')
  podd
    .command('import <dir>')
    .description('take in the episode in a folder, or update it; a folder with an error changes nothing')
    .action(async (dir: string) => {
      const { poddImport } = await import('./podd.ts')
      exit(await withServices((services) => poddImport(services, io, dir)))
    })
  podd
    .command('generate')
    .description("speak a day's leading news; needs TTS_PROVIDER and ffmpeg")
    .option('--date <date>', 'the day, as 2026-11-21 (today)')
    .action(async ({ date }: { date?: string }) => {
      const { poddGenerate } = await import('./podd.ts')
      exit(await withServices((services) => poddGenerate(services, io, date)))
    })
}
