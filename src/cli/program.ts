/** Every command, its arguments and its help. What a command does stands in the file of its name. */
import { Command, InvalidArgumentError } from 'commander'
import type { Services } from '../app/services.ts'
import type { Config } from '../config.ts'
import { backup, restore } from './backup.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { feedsAdd, feedsExport, feedsImport, feedsList, feedsPreview, feedsSwitch } from './feeds.ts'
import { guidesCheck, guidesSync } from './guides.ts'
import { ingest } from './ingest.ts'
import type { Io } from './io.ts'
import { mcp } from './mcp.ts'
import { poddGenerate, poddImport } from './podd.ts'
import { type ReprocessOptions, reprocess } from './reprocess.ts'
import { serve } from './serve.ts'
import { stats } from './stats.ts'

/** Where commands find their services: opened here, or those of the process that is running. */
export interface Host {
  config(overrides?: Record<string, string>): Config
  withServices(io: Io, work: (services: Services) => Promise<void>, overrides?: Record<string, string>): Promise<void>
  /** Opens services for a process that stays; absent in one that is running already. */
  serve?: (config: Config) => Promise<Services>
  /** Runs a command line on another host: a running process does so for its callers. */
  execute(argv: string[], io: Io, host: Host): Promise<number>
}

export function buildProgram(io: Io, host: Host, exit: (code: number) => void): Command {
  const program = new Command('karnhuset')
    .description('A news aggregation service. Settings come from the environment; see .env.example.')
    .configureOutput({ writeOut: (text) => io.line(text.trimEnd()), writeErr: (text) => io.note(text.trimEnd()) })
    .exitOverride()
    .showHelpAfterError('(add --help for the command and its options)')
  const use = async (work: (services: Services) => Promise<number>) => {
    await host.withServices(io, async (services) => exit(await work(services)))
  }

  for (const [name, about] of [
    ['serve', 'web and worker in one process'],
    ['web', 'the web half: any number on one PostgreSQL'],
    ['worker', 'the worker half: any number on one PostgreSQL'],
  ] as const)
    program
      .command(name)
      .description(about)
      .action(() => serve(host, io, { web: name !== 'worker', worker: name !== 'web' }))

  program
    .command('demo')
    .description('serve an invented world of news, without a network')
    .option('--world <name>', 'apple, bicycles, or another folder of demo/', 'apple')
    .action((options: { world: string }) => demo(host, io, options))

  program
    .command('ingest')
    .description('one full pass over the sources and everything that follows from it')
    .option('--feed <id>', 'only this source', wholeNumber)
    .addHelpText(
      'after',
      '\nA healthy source is asked whatever its schedule; one that backs off or asked for a pause is not.\nExit code 0 when at least one source answered or none was due.',
    )
    .action((options: { feed?: number }) => use((services) => ingest(services, io, options.feed)))

  program
    .command('reprocess')
    .description('run stages again for articles that are there; says the cost before it spends')
    .option('--since <date>', 'articles from this day on, as 2026-11-21, or an instant')
    .option('--stage <stage>', 'enrich, embed or cluster (all that are set up)')
    .option('--dry-run', 'say what it would take, and change nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nA run that was ended goes on where it was when it is given again. What an operator wrote or decided stands.',
    )
    .action((options: ReprocessOptions) => use((services) => reprocess(services, io, options)))

  const feeds = program.command('feeds').description('the sources')
  feeds
    .command('list')
    .description('all sources')
    .option('--json', 'as JSON')
    .action((options) => use((s) => feedsList(s, io, options)))
  feeds
    .command('add <url>')
    .description('add a feed, or a site whose feed is then looked for')
    .option('--title <title>', 'its name on this site')
    .action((url: string, options) => use((s) => feedsAdd(s, io, url, options)))
  for (const [name, about] of [
    ['remove', 'take a source and its articles off the site, for good'],
    ['enable', 'fetch a source again'],
    ['disable', 'stop fetching a source; its articles stay'],
  ] as const)
    feeds
      .command(`${name} <id>`)
      .description(about)
      .action((id: string) => use((s) => feedsSwitch(s, io, name, wholeNumber(id))))
  feeds
    .command('import <file>')
    .description('add the sources of an OPML file')
    .action((file: string) => use((s) => feedsImport(s, io, file)))
  feeds
    .command('export [file]')
    .description('write the sources as OPML')
    .action((file?: string) => use((s) => feedsExport(s, io, file)))
  feeds
    .command('preview <input...>')
    .description('parse files or addresses without storing: a line of JSON for each')
    .action(async (inputs: string[]) => exit(await feedsPreview(host.config(), io, inputs)))

  const podd = program.command('podd').description('the podcast')
  podd
    .command('import <dir>')
    .description('take in the episode in a folder, or update it; a folder with a fault changes nothing')
    .action((dir: string) => use((s) => poddImport(s, io, dir)))
  podd
    .command('generate')
    .description("speak a day's leading news; needs TTS_PROVIDER and ffmpeg")
    .option('--date <date>', 'the day, as 2026-11-21 (today)')
    .action((options: { date?: string }) => use((s) => poddGenerate(s, io, options)))

  const guides = program.command('guides').description('the product guides')
  guides
    .command('sync')
    .description('take the content folder in; a file with a fault keeps its last good version up')
    .action(() => use((s) => guidesSync(s, io)))
  guides
    .command('check')
    .description('links, slugs, front matter, length and families of the guides, without a database')
    .action(async () => exit(await guidesCheck(host.config().CONTENT_DIR, io)))

  program
    .command('backup <file>')
    .description('write the whole database to a file, while everything goes on')
    .addHelpText('after', mediaNote)
    .action((file: string) => use((s) => backup(s, io, file)))
  program
    .command('restore <file>')
    .description('read a backup into an empty database, all or nothing; from either engine into either')
    .option('--replace', 'lose what the database holds now')
    .addHelpText('after', `${mediaNote}\nStop every process on the database first.`)
    .action((file: string, options: { replace?: boolean }) => {
      const work = (s: Services) => restore(s, io, file, { ...options, running: host.serve === undefined })
      // The default sources would come before those of the backup.
      return host.withServices(io, async (services) => exit(await work(services)), { SOURCES: 'none' })
    })

  program
    .command('mcp')
    .description('the MCP server over standard input and output, for agents on this machine')
    .action(() => mcp(host))

  program
    .command('stats')
    .description('sources, articles, queue and spend')
    .option('--json', 'as JSON')
    .action((options) => use((s) => stats(s, io, options)))
  program
    .command('doctor')
    .description('checks settings, database and servers, and says what to fix')
    .action(async () => exit(await doctor(host, io)))
  return program
}

const mediaNote =
  '\nThe files under DATA_DIR/media (sound and pictures of the podcast) are not in it: copy that folder too.'

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
