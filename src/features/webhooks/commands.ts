/** `webhooks list`, `add`, `remove`, `pause`, `resume`. */
import { integer } from '../../cli/arguments.ts'
import { withBase } from '../../cli/host.ts'
import type { AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit, features) => {
  const hasAlerts = features.has('alerts')
  const webhooks = program
    .command('webhooks')
    .description(`addresses that are notified of changes${hasAlerts ? ', or alerted of events' : ''}`)
  const load = () => import('./cli.ts')
  webhooks
    .command('list')
    .description('all, with how they fare')
    .action(async () => {
      const { webhooksList } = await load()
      exit(await withBase((base) => webhooksList(base, io), { access: 'reads' }))
    })
  const add = webhooks
    .command('add <url>')
    .description('tell an address of changes from now on; prints the secret that signs them')
    .option('--types <types>', 'types of changes or kinds, joined by commas, as entry,event.merged (all)')
    .option('--tag <slug>', 'only what carries this tag')
    .option(
      '--min-sources <n>',
      `only what so many independent sources report${hasAlerts ? ' (alerts: 3)' : ''}`,
      integer,
    )
    .option('--feed <id>', 'only what this source reports', integer)
    .action(async (url: string, options) => {
      const { webhooksAdd } = await load()
      exit(await withBase((base) => webhooksAdd(base, io, url, options)))
    })
  if (hasAlerts)
    add
      .option('--alerts', 'not of changes: of each event once, when enough sources report it, and when its story turns')
      .option('--quiet <hours>', 'hours in which no alert is sent, by the clock of the site, as 22:00-07:00')
  for (const [name, about] of [
    ['remove', 'tell it no more'],
    ['pause', 'tell it nothing until it is resumed'],
    ['resume', 'go on where a paused one stopped'],
  ] as const)
    webhooks
      .command(name)
      .argument('<id>', 'its number in "webhooks list"', integer)
      .description(about)
      .action(async (id: number) => {
        const { webhooksSwitch } = await load()
        exit(await withBase((base) => webhooksSwitch(base, io, name, id)))
      })
}
