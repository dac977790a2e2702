/** Adds a webhook as its operator asks for it, and tries one. */

import type { Services } from '../../app/services.ts'
import { readTypes } from '../../news/changes/change-types.ts'
import { keyOfTag } from '../../news/editions/queries/names.ts'
import { DEFAULT_CONFIRMING, MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { getFeed } from '../../news/feeds/writes/feeds.ts'
import type { ActorDatabase, Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newWebhookSecret } from '../../platform/outbox/webhook-signature.ts'
import { postSigned } from '../../platform/outbox/webhook-stream.ts'
import { parseQuietHours, type QuietHours } from '../../platform/time/quiet-time.ts'
import { WebhookRefusal } from './refusal.ts'
import { getWebhook, insertWebhook, recordTrial } from './store.ts'
import type { WebhookRequest, WebhookSettings } from './webhook.ts'

/**
 * `offered`: types of the changes that this site logs. Throws `bad_request` for an invalid address, types or hours, and for
 * alerts of a tag or source that does not exist.
 */
export async function addWebhook(
  database: ActorDatabase,
  { url, ...request }: WebhookRequest & { url: string },
  offered: readonly string[],
  now: Date,
): Promise<{ id: number; secret: string }> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new WebhookRefusal('address')
  const settings = request.alerts ? await alertSettings(database, request) : changeSettings(request, offered)
  const secret = newWebhookSecret()
  return { id: await insertWebhook(database, { url, secret, ...settings }, now), secret }
}

function changeSettings(
  { types, tag, minSources, feed, quiet }: WebhookRequest,
  offered: readonly string[],
): WebhookSettings {
  const { existing, unknown } = readTypes(types ?? '', offered)
  if (unknown) throw new WebhookRefusal('types', unknown)
  if (quiet) throw new WebhookRefusal('changes_quiet')
  const filter = { tag: tag ?? null, minSources: minSources ?? null, feedId: feed ?? null }
  return { kind: 'changes', types: existing.length > 0 ? existing : null, ...filter, quiet: null }
}

/** A misspelt tag would never match, silently. */
async function alertSettings(database: Database, request: WebhookRequest): Promise<WebhookSettings> {
  const { types, tag = null, feed = null, minSources = DEFAULT_CONFIRMING, quiet } = request
  if (types) throw new WebhookRefusal('alerts_types')
  if (!Number.isInteger(minSources) || minSources < 1 || minSources > MAX_CONFIRMING)
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

/** Sends a message of the type "test", signed as any other: null where it was taken, else why it was not. */
export async function tryWebhook(
  { database, clock, poster }: Pick<Services, 'database' | 'clock' | 'poster'>,
  id: number,
): Promise<string | null> {
  const webhook = await getWebhook(database, id)
  const now = clock.now()
  const message = { id: `test-${id}-${now.getTime().toString(36)}`, type: 'test', at: now.toISOString(), data: {} }
  const { status, error } = await postSigned({ clock, poster }, webhook, message)
  const answer = error ?? `HTTP ${status}`
  await recordTrial(database, { id, url: webhook.url }, answer, now)
  return status >= 200 && status < 300 ? null : answer
}
