/** `webhooks …`: addresses that receive changes or alerts of events, from the command line. */
import type { Base } from '../app/base.ts'
import { buildWebhooks } from '../app/webhook-commands.ts'
import { formatQuietHours } from '../domain/alerts/quiet-time.ts'
import type { Webhook, WebhookRequest } from '../domain/webhooks/webhook.ts'
import { type Io, table } from './io.ts'

type Part = Pick<Base, 'database' | 'clock'>

export async function webhooksList(base: Part, io: Io): Promise<number> {
  const webhooks = await buildWebhooks(base).list()
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
    minSources && `${minSources} sources`,
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

export async function webhooksAdd(base: Part, io: Io, url: string, request: WebhookRequest): Promise<number> {
  const { id, secret } = await buildWebhooks(base).add(url, request)
  const of = request.alerts ? 'alerted of events' : 'notified of changes'
  io.line(`Webhook ${id} is ${of} from now on. Its secret, which is not shown again:`)
  io.line(secret)
  return 0
}

const DONE = { remove: 'removed', pause: 'paused', resume: 'resumed' } as const

export async function webhooksSwitch(base: Part, io: Io, action: keyof typeof DONE, id: number): Promise<number> {
  await buildWebhooks(base)[action](id)
  io.line(`Webhook ${id} ${DONE[action]}.`)
  return 0
}
