/**
 * Every command, its arguments and its help. The file of its name implements a command, and is loaded when it is
 * called.
 */
import { Command, Option } from 'commander'
import { configuredFeatures } from '../config.ts'
import { loadCommands } from '../features.ts'
import { readVersion } from '../platform/package/version.ts'
import { integer } from './arguments.ts'
import { addFeedCommands } from './feed-commands.ts'
import type { FolderOptions } from './folders.ts'
import { commandSettings, settings, withBase, withServices } from './host.ts'
import type { AboutModel, Io } from './io.ts'
import type { ReprocessOptions } from './reprocess.ts'

export async function buildProgram(io: Io, exit: (code: number) => void): Promise<Command> {
  const program = new Command('karnhuset')
    .version(readVersion(), '--version', 'the version')
    .description('A news aggregation service. Settings come from the environment; see .env.example.')
    .configureOutput({ writeOut: (text) => io.line(text.trimEnd()), writeErr: (text) => io.note(text.trimEnd()) })
    .exitOverride()
    .showHelpAfterError('(add --help for the command and its options)')

  program
    .command('serve')
    .description('web and worker, and the embedded database without DATABASE_URL, as processes under watch')
    .action(async () => exit(await (await import('../app/serve.ts')).serve(settings())))
  program
    .command('start')
    .description('serve; in a folder without a topic, first a page at /start that makes one')
    .action(async () => exit(await (await import('../app/start.ts')).start(settings(), io.note)))
  for (const [name, about] of [
    ['web', 'a web process alone: any number on one PostgreSQL'],
    ['worker', 'a worker process alone: any number on one PostgreSQL'],
    ['web-and-worker', 'both in one process, without a supervisor'],
  ] as const)
    program
      .command(name)
      .description(about)
      .addOption(new Option('--supervised [name]').hideHelp())
      .action(async (options) => (await import('../app/part.ts')).runRole(name, settings(), io.note, options))

  program
    .command('demo')
    .description('serve an invented world of news, without a network')
    .option('--world <name>', 'apple, bicycles, railways, or a folder of your own', 'apple')
    .action(async (options: { world: string }) => exit(await (await import('./demo.ts')).demo(io, options)))

  program
    .command('ingest')
    .description('one full pass over the sources and everything that follows from it')
    .option('--feed <id>', 'only this source', integer)
    .addHelpText(
      'after',
      '\nA healthy source is asked whatever its schedule; one that backs off or asked for a pause is not.\nExit code 0 when at least one source answered or none was due.',
    )
    .action(async (options: { feed?: number }) => {
      const { ingest } = await import('./ingest.ts')
      exit(await withServices((services) => ingest(services, io, options.feed)))
    })

  program
    .command('reprocess')
    .description('run stages again for articles that are there; says the cost before it spends')
    .option('--since <date>', 'articles from this day on, as 2026-11-21, or an instant')
    .option('--stage <stage>', 'enrich, embed or cluster (all that are set up)')
    .option('--again', 'only what was refused, though it was asked as often as it may be')
    .option('--dry-run', 'say what it would take, and change nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nA run that was ended goes on where it was when it is given again. What an operator wrote or decided stands.',
    )
    .action(async (options: ReprocessOptions) => {
      const { reprocess } = await import('./reprocess.ts')
      exit(await withServices((services) => reprocess(services, io, options)))
    })

  program
    .command('topic')
    .description('the content folder: what a site is about')
    .command('adopt')
    .description('after the topic in site.yaml was changed: the database is of this site')
    .action(async () => exit(await (await import('./topic.ts')).topicAdopt(io)))
  addFeedCommands(program, io, exit)
  addDatabaseCommands(program, io, exit)
  const features = configuredFeatures()
  const ofFeatures = await loadCommands(features)
  addModelCommands(
    program,
    io,
    exit,
    ofFeatures.flatMap(({ aboutModel }) => aboutModel ?? []),
  )
  for (const { addCommands } of ofFeatures) addCommands(program, io, exit, features)

  program
    .command('mcp')
    .description('the MCP server over standard input and output, for agents on this machine')
    .action(async () => (await import('./mcp.ts')).mcp(commandSettings('publishes')))
  program
    .command('doctor')
    .description('tries everything that the service needs, and says what to fix; changes nothing')
    .option('--notify', 'send a trial by each channel of notices')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nExit code 0 when nothing is wrong, 1 for something to look at, 2 for what keeps the service from working.\nThe model is asked for one word, which stands on record like any call.',
    )
    .action(async (options) => exit(await (await import('./doctor.ts')).doctor(io, options)))
  return program
}

function addDatabaseCommands(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('backup <file>')
    .description('write the whole database to a file, while everything goes on')
    .option('--with-content', 'and the content folder, beside the file as FILE.content')
    .option('--with-media', 'and sound and pictures, as FILE.media')
    .addHelpText('after', mediaNote)
    .action(async (file: string, options: FolderOptions) => {
      const { backup } = await import('./backup.ts')
      exit(await withBase((base) => backup(base, io, file, options), { access: 'reads' }))
    })
  program
    .command('restore <file>')
    .description('read a backup into an empty database, all or nothing')
    .option('--replace', 'lose what the database holds now, and the folders')
    .option('--with-content', 'and the content folder, from FILE.content')
    .option('--with-media', 'and sound and pictures, from FILE.media')
    .addHelpText('after', `${mediaNote}\nStop every process on the database first.`)
    .action(async (file: string, options: FolderOptions & { replace?: boolean }) => {
      const { restore } = await import('./backup.ts')
      exit(await restore(io, file, options))
    })
  program
    .command('stats')
    .description('sources, articles, queue and spend')
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { stats } = await import('./stats.ts')
      exit(await withBase((base) => stats(base, io, options), { access: 'reads' }))
    })
}

function addModelCommands(program: Command, io: Io, exit: (code: number) => void, about: readonly AboutModel[]): void {
  const models = program.command('models').description('language models: which are near')
  models
    .command('find [addresses...]')
    .description('looks for Ollama, LM Studio, llama.cpp and vLLM on this machine, and at addresses that are named')
    .option('--write <model>', 'put this model into .env; all else in it stays as it is')
    .action(async (addresses: string[], options: { write?: string }) =>
      exit(await (await import('./models.ts')).modelsFind(io, addresses, { ...options, about })),
    )
}

const mediaNote =
  '\nSound and pictures, and the content folder, are files: --with-media and --with-content take them along.'
