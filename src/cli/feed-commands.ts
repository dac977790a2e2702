/** `feeds …`: the commands, their arguments and help. `feeds.ts` and its neighbours implement them. */
import { type Command, Option } from 'commander'
import { healthStates } from '../news/feeds/rules/feed-health.ts'
import { sourceOrders } from '../news/feeds/rules/source-filter.ts'
import { integer, integers } from './arguments.ts'
import { settings, withBase, withServices } from './host.ts'
import type { Io } from './io.ts'

type Exit = (code: number) => void

export function addFeedCommands(program: Command, io: Io, exit: Exit): void {
  const feeds = program.command('feeds').description('the sources')
  addLists(feeds, io, exit)
  addChanges(feeds, io, exit)
  addFiles(feeds, io, exit)
  feeds
    .command('check [file]')
    .description(
      'fetch each source of a list once, and name those that bring nothing; the list of SOURCES without a file',
    )
    .action(async (file: string | undefined) => {
      const { feedsCheck } = await import('./feeds-check.ts')
      exit(await feedsCheck(settings(), io, file))
    })
  feeds
    .command('preview <input...>')
    .description('parse files or addresses without storing: a line of JSON for each')
    .action(async (inputs: string[]) => {
      const { feedsPreview } = await import('./feeds-preview.ts')
      exit(await feedsPreview(settings(), io, inputs))
    })
}

function addLists(feeds: Command, io: Io, exit: Exit): void {
  feeds
    .command('list')
    .description('all sources, those that need attention first')
    .option('--search <words>', 'in name, address and publisher')
    .addOption(new Option('--state <state>', 'only these').choices(['trouble', ...healthStates]))
    .option('--folder <name>', 'only of this folder')
    .addOption(new Option('--order <order>', 'what comes first').choices([...sourceOrders]).default('need'))
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { feedsList } = await import('./feeds.ts')
      exit(await withBase((base) => feedsList(base, io, options), { access: 'reads' }))
    })
  feeds
    .command('show')
    .argument('<id>', 'its number in "feeds list"', integer)
    .description('what is set of a source, and what was done to it')
    .option('--login', 'show its login too')
    .action(async (id: number, options) => {
      const { feedsShow } = await import('./feeds-edit.ts')
      exit(await withBase((base) => feedsShow(base, io, id, options), { access: 'reads' }))
    })
}

function addChanges(feeds: Command, io: Io, exit: Exit): void {
  feeds
    .command('add <url>')
    .description('add a feed, or a site whose feed is then looked for')
    .option('--title <title>', 'its name on this site')
    .option('--folder <name>', 'where it stands in lists')
    .option('--first', 'take the likeliest feed where a site has several')
    .action(async (url: string, options) => {
      const { feedsAdd } = await import('./feeds-add.ts')
      exit(await withServices((services) => feedsAdd(services, io, url, options)))
    })
  feeds
    .command('edit')
    .argument('<id>', 'its number in "feeds list"', integer)
    .description('change what is set of a source; "feeds undo" takes it back')
    .option('--url <address>', 'of the feed')
    .option('--title <title>', 'its name on this site')
    .option('--publisher <domain>', 'who publishes it, such as example.org')
    .option('--publisher-name <name>', 'what readers know it by; "" reads it from its feeds')
    .option('--language <tag>', 'such as sv; its articles follow')
    .addOption(new Option('--relevance <how>', 'whether all of it belongs to the topic').choices(['model', 'all']))
    .option('--extract', "read the articles' own pages where the feed's text is short")
    .option('--no-extract', "never read the articles' pages")
    .option('--interval <minutes>', 'between visits; "auto" leaves it to the service')
    .option('--folder <name>', 'where it stands in lists; "" for none')
    .option('--login <name>', 'ask with this name; the password is read from standard input')
    .option('--headers', 'ask with the headers that are read from standard input, one "Name: value" a line')
    .option('--no-login', 'ask without a login')
    .action(async (id: number, options, command: Command) => {
      const { feedsEdit } = await import('./feeds-edit.ts')
      // Commander gives the negatable ones a default, which must not count as given.
      const given = Object.entries(options).filter(([name]) => command.getOptionValueSource(name) === 'cli')
      exit(await withBase((base) => feedsEdit(base, io, id, Object.fromEntries(given))))
    })
  feeds
    .command('undo')
    .argument('<action>', 'its number in "feeds show"', integer)
    .description('take back what was done, by its number in "feeds show"')
    .action(async (action: number) => {
      const { feedsUndo } = await import('./feeds-edit.ts')
      exit(await withBase((base) => feedsUndo(base, io, action)))
    })
  for (const [name, about] of [
    ['enable', 'fetch sources again'],
    ['disable', 'stop fetching sources; their articles stay'],
    ['remove', 'end sources; their articles stay'],
  ] as const) {
    const command = feeds
      .command(name)
      .argument('<id...>', 'their numbers in "feeds list"', integers)
      .description(about)
    if (name === 'remove') command.option('--with-articles', 'take their articles off the site too')
    command.action(async (ids: number[], options: { withArticles?: boolean }) => {
      const { feedsSwitch } = await import('./feeds.ts')
      exit(await withBase((base) => feedsSwitch(base, io, name, ids, options)))
    })
  }
  feeds
    .command('moved')
    .argument('<id>', 'its number in "feeds list"', integer)
    .description('look on its site for a feed in place of one that is gone')
    .option('--take', 'and read that one from now on')
    .action(async (id: number, options) => {
      const { feedsMoved } = await import('./feeds-add.ts')
      exit(await withServices((services) => feedsMoved(services, io, id, options)))
    })
}

function addFiles(feeds: Command, io: Io, exit: Exit): void {
  const load = () => import('./feeds.ts')
  feeds
    .command('diff')
    .description('apply the list of sources (SOURCES), and say where it differs from what is read')
    .option('--take', 'take what the list says where both were changed')
    .action(async (options) => {
      const { feedsDiff } = await load()
      exit(await withBase((base) => feedsDiff(base, io, options)))
    })
  feeds
    .command('import <file>')
    .description('add the sources of an OPML file')
    .action(async (file: string) => {
      const { feedsImport } = await load()
      exit(await withBase((base) => feedsImport(base, io, file)))
    })
  feeds
    .command('export [file]')
    .description('write the sources as OPML, without their logins')
    .action(async (file?: string) => {
      const { feedsExport } = await load()
      exit(await withBase((base) => feedsExport(base, io, file), { access: 'reads' }))
    })
}
