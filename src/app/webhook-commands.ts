/** Webhooks as their operator handles them. */
import { parseQuietHours, type QuietHours } from '../domain/alerts/quiet-time.ts'
import { alertLimits, defaultRule } from '../domain/alerts/rule.ts'
import { readTypes } from '../domain/change-types.ts'
import { AppError } from '../domain/errors.ts'
import { WebhookRefusal } from '../domain/webhooks/refusal.ts'
import { newWebhookSecret, webhookHeaders } from '../domain/webhooks/signature.ts'
import type { WebhookCommands, WebhookRequest, WebhookSettings } from '../domain/webhooks/webhook.ts'
import { keyOfTag } from '../read/edition/names.ts'
import type { Database } from '../store/database/database.ts'
import { getFeed } from '../store/feeds/feeds.ts'
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
  add: async (url, request) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new WebhookRefusal('address')
    const settings = request.alerts ? await alertSettings(database, request) : changeSettings(request)
    const secret = newWebhookSecret()
    return { id: await insertWebhook(database, { url, secret, ...settings }, clock.now()), secret }
  },
  remove: (id) => removeWebhook(database, id, clock.now()),
  pause: (id) => pauseWebhook(database, id, clock.now()),
  resume: (id) => resumeWebhook(database, id, clock.now()),
})

function changeSettings({ types, tag, minSources, feed, quiet }: WebhookRequest): WebhookSettings {
  const { existing, unknown } = readTypes(types ?? '')
  if (unknown) throw new WebhookRefusal('types', unknown)
  if (quiet) throw new WebhookRefusal('changes_quiet')
  const filter = { tag: tag ?? null, minSources: minSources ?? null, feedId: feed ?? null }
  return { kind: 'changes', types: existing.length > 0 ? existing : null, ...filter, quiet: null }
}

/** A misspelt tag would never match, silently. */
async function alertSettings(database: Database, request: WebhookRequest): Promise<WebhookSettings> {
  const { types, tag = null, feed = null, minSources = defaultRule.minSources, quiet } = request
  if (types) throw new WebhookRefusal('alerts_types')
  if (!Number.isInteger(minSources) || minSources < 1 || minSources > alertLimits.minSources)
    throw new WebhookRefusal('alerts_least')
  if (tag !== null && !(await keyOfTag(database.db, tag))) throw new WebhookRefusal('tag', tag)
  if (feed !== null) await requireFeed(database, feed)
  return { kind: 'alerts', types: null, tag, minSources, feedId: feed, quiet: quiet ? readQuietHours(quiet) : null }
}

async function requireFeed(database: Database, id: number): Promise<void> {
  try {
    await getFeed(database, id)
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? new WebhookRefusal('source', String(id)) : error
  }
}

function readQuietHours(text: string): QuietHours {
  const hours = parseQuietHours(text)
  if (!hours) throw new WebhookRefusal('quiet', text)
  return hours
}

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
