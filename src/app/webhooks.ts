/** Webhooks as their operator handles them. */
import { readTypes } from '../domain/changes.ts'
import { AppError } from '../domain/errors.ts'
import type { Outcome } from '../domain/operator.ts'
import { newWebhookSecret } from '../domain/webhooks/signature.ts'
import type { Webhook } from '../domain/webhooks/webhook.ts'
import { insertWebhook, listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from '../store/webhooks/webhooks.ts'
import type { Base } from './base.ts'

export interface WebhookRequest {
  types?: string
  tag?: string
  minSources?: number
  feed?: number
}

export interface Webhooks {
  list(): Promise<Webhook[]>
  /** Throws `bad_request` for an address or types that are none. */
  add(url: string, request: WebhookRequest): Promise<{ id: number; secret: string }>
  remove(id: number): Promise<Outcome>
  pause(id: number): Promise<Outcome>
  resume(id: number): Promise<Outcome>
}

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
