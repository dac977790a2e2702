/** `webhooks …`: addresses that receive changes or alerts of events, from the command line. */
import type { Base } from '../../app/base.ts'
import { type Io, table } from '../../cli/io.ts'
import type { Config } from '../../config.ts'
import type { Feature } from '../../feature.ts'
import { loadFeatures } from '../../features.ts'
import { typesOf } from '../../news/changes/change-types.ts'
import { loggedKinds } from '../../news/changes/resource.ts'
import { counted } from '../../platform/text/counted.ts'
import { formatQuietHours } from '../../platform/time/quiet-time.ts'
import { addWebhook } from './add.ts'
import { listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from './store.ts'
import type { Webhook, WebhookRequest } from './webhook.ts'

export async function webhooksList({ database }: Pick<Base, 'database'>, io: Io): Promise<number> {
  const webhooks = await listWebhooks(database)
  for (const line of table([['ID', 'STATE', 'DELIVERED', 'LAST', 'ADDRESS', 'OF', 'NOTE'], ...webhooks.map(row)]))
    io.line(line)
  return 0
}

function row(webhook: Webhook): string[] {
  const { kind, types, tag, minSources, feedId, quiet } = webhook
  const of = [
    kind === 'alerts' && 'alerts',
    types?.join(','),
    tag && `tag ${tag}`,
    minSources && counted(minSources, 'source'),
    feedId && `source ${feedId}`,
    quiet && `quiet ${formatQuietHours(quiet)}`,
  ]
  const failing = webhook.failingSince
    ? `failing since ${webhook.failingSince.toISOString()}: ${webhook.lastError}`
    : ''
  return [
    String(webhook.id),
    webhook.state,
    String(webhook.delivered),
    webhook.deliveredAt?.toISOString() ?? '–',
    webhook.url,
    of.filter(Boolean).join('; ') || 'everything',
    failing,
  ]
}

export async function webhooksAdd(
  { config, database, clock }: Pick<Base, 'config' | 'database' | 'clock'>,
  io: Io,
  url: string,
  request: WebhookRequest,
): Promise<number> {
  const { id, secret } = await addWebhook(database, { url, ...request }, await offeredTypes(config), clock.now())
  const of = request.alerts ? 'alerted of events' : 'notified of changes'
  io.line(`Webhook ${id} is ${of} from now on. Its secret, which is not shown again:`)
  io.line(secret)
  return 0
}

/** Of what features log, too: theirs are known by loading them. */
async function offeredTypes(config: Config): Promise<string[]> {
  const features: Feature[] = await loadFeatures(config)
  return typesOf(loggedKinds(features.flatMap(({ kinds = [] }) => kinds)))
}

const ACTIONS = {
  remove: { act: removeWebhook, done: 'removed' },
  pause: { act: pauseWebhook, done: 'paused' },
  resume: { act: resumeWebhook, done: 'resumed' },
}

export async function webhooksSwitch(
  { database, clock }: Pick<Base, 'database' | 'clock'>,
  io: Io,
  action: keyof typeof ACTIONS,
  id: number,
): Promise<number> {
  const { act, done } = ACTIONS[action]
  await act(database, id, clock.now())
  io.line(`Webhook ${id} ${done}.`)
  return 0
}
