/** `topic new`, `topic check`. */
import { texts } from '../../cli/arguments.ts'
import type { AddCommands } from '../../cli/io.ts'
import type { CheckOptions } from './check-topic.ts'
import type { TopicOptions } from './new-topic.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  const topic = program.commands.find((command) => command.name() === 'topic') ?? program.command('topic')
  topic
    .command('new [folder]')
    .description('make a content folder from sites and a topic; of one that is there, change what is named')
    .option('--topic <name>', 'what it is about, as gardening')
    .option('--name <name>', 'what the site is called (the topic)')
    .option('--language <tag>', "the site's own language, as da (that of the first source)")
    .option('--timezone <zone>', 'as Europe/Copenhagen (that of this machine)')
    .option('--words <words>', 'other words that name the topic', texts)
    .option('--source <address>', 'a site, a feed or an OPML file; may be given again', texts)
    .option('--only-topic <numbers>', 'sources that write about nothing else, by number or address, or "all"', texts)
    .option('--tags <numbers>', 'tags to take of those that the headlines suggest, by number or name, or "all"')
    .option('--answers <file>', 'judged headlines: 1 or 0, a tab, the headline')
    .option('--publisher <name>', 'who answers for the site, into .env')
    .option('--contact <address>', 'how to reach them, into .env')
    .option('--colour <colour>', 'of the mark, as #1d4ed8')
    .addHelpText('after', '\nAt a terminal it asks for what is not given. The folder is ./content unless named.')
    .action(async (folder: string | undefined, options: TopicOptions) =>
      exit(await (await import('./new-topic.ts')).topicNew(io, folder ?? 'content', options)),
    )
  topic
    .command('check [file]')
    .description(
      'how well the content folder tells what is about its topic: by judged headlines (1 or 0, a tab, the headline), or without a file by articles judged in the console',
    )
    .option('--console', 'by articles judged in the console, too')
    .option('--learn', 'learn weights from them, into relevance.yaml of the content folder')
    .action(async (file: string | undefined, options: CheckOptions) =>
      exit(await (await import('./check-topic.ts')).topicCheck(io, file, options)),
    )
}
