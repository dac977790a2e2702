/** `clusters calibrate`. */
import { withServices } from '../../cli/host.ts'
import type { AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  program
    .command('clusters')
    .description('how articles are joined to events')
    .command('calibrate')
    .description('asks about pairs of articles near the line, and moves it to where it suits the site after 40 answers')
    .option('--list', 'print the pairs instead of asking')
    .option('--answers <file>', 'take answers from a file: lines as --list prints them, with e, s or d for the ?')
    .option('--reset', 'take the line back to the default')
    .addHelpText('after', calibrationNote)
    .action(async (options) => {
      const { clustersCalibrate } = await import('./clusters-calibrate.ts')
      exit(await withServices((services) => clustersCalibrate(services, io, options)))
    })
}

const calibrationNote = `
An event is one thing that happened: what, when, where and who. The next turn, a reaction, a comment or a live report of a later
hour is another event of the same story. Answer e for the same event, s for the same story, d for different.
Where no pair waits, it looks for some first, which takes up to a minute.`
