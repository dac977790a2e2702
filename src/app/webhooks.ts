/** Webhooks as their operator handles them. */
import { readTypes } from '../domain/changes.ts'
import { AppError } from '../domain/errors.ts'
import { newWebhookSecret, webhookHeaders } from '../domain/webhooks/signature.ts'
import type { WebhookCommands } from '../domain/webhooks/webhook.ts'
import {
  getWebhook,
  insertWebhook,
  listWebhooks,
  pauseWebhook,
  recordTrial,
  removeWebhook,
  resumeWebhook,
} from '../store/webhooks/webhooks.ts'
import type { Base } from './base.ts'
import type { Services } from './services.ts'

/** All but trying one, which takes the service's way out to the network. */
export type Webhooks = Omit<WebhookCommands, 'try'>

export const buildWebhooks = ({ database, clock }: Pick<Base, 'database' | 'clock'>): Webhooks => ({
  list: () => listWebhooks(database),
  add: async (url, { types, tag = null, minSources = null, feed = null }) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new AppError('bad_request', 'The address must begin with http:// or https://.')
    const { known, unknown } = readTypes(types ?? '')
    if (unknown) throw new AppError('bad_request', `There is no type "${unknown}" of changes.`)
    const secret = newWebhookSecret()
    const wanted = { types: known.length > 0 ? known : null, tag, minSources, feedId: feed }
    return { id: await insertWebhook(database, { url, secret, ...wanted }, clock.now()), secret }
  },
  remove: (id) => removeWebhook(database, id, clock.now()),
  pause: (id) => pauseWebhook(database, id, clock.now()),
  resume: (id) => resumeWebhook(database, id, clock.now()),
})

export async function tryWebhook({ database, clock, poster }: Services, id: number): Promise<string | null> {
  const { url, secret } = await getWebhook(database, id)
  const now = clock.now()
  const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: {} })
  const signed = webhookHeaders(secret, `test-${id}-${now.getTime().toString(36)}`, now, body)
  const { status, error } = await poster.send(url, { body, headers: { 'content-type': 'application/json', ...signed } })
  const answer = error ?? `HTTP ${status}`
  await recordTrial(database, { id, url }, answer, now)
  return status >= 200 && status < 300 ? null : answer
}
