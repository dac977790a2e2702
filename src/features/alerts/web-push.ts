/** Messages to devices (RFC 8030): encrypted for them alone (RFC 8291), signed by us (RFC 8292), sent by the caller's client. */

import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import type { PushAddress } from './device.ts'
import type { AlertMessage } from './message.ts'
import { vapidKeys } from './store/devices.ts'

const loadLibrary = async () => (await import('web-push')).default

interface Keys {
  publicKey: string
  privateKey: string
}

const newVapidKeys = async (): Promise<Keys> => (await loadLibrary()).generateVAPIDKeys()

/** Null where the operator has set none. */
const configuredKeys = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Config): Keys | null =>
  publicKey && privateKey ? { publicKey, privateKey } : null

/** Whom a push service may turn to. */
function subjectOf({ PUBLISHER_CONTACT: contact = '', BASE_URL: site }: Config): string {
  const [address] = /[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+/.exec(contact) ?? []
  if (address) return `mailto:${address}`
  if (/^https:\/\/\S+$/.test(contact)) return contact
  return site.startsWith('https:') ? site : `mailto:noreply@${new URL(site).hostname}`
}

/** A device that was away for a day need not hear of it any more. */
const TTL_SECONDS = 86_400

interface Outgoing {
  send(
    url: string,
    options: { body: Uint8Array; headers: Record<string, string> },
  ): Promise<{ status: number; error: string | null; retryAfter: number }>
}

/** 'gone': the subscription is over (RFC 8030, 7.3). Throws `unavailable` where another try may do. */
export async function sendPush(
  config: Config,
  client: Outgoing,
  keys: Keys,
  { to, message }: { to: PushAddress; message: AlertMessage },
): Promise<'sent' | 'refused' | 'gone'> {
  const { endpoint, p256dh, auth } = to
  const request = (await loadLibrary()).generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(config), ...keys },
      TTL: TTL_SECONDS,
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    },
  )
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      // The client counts by itself.
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  )
  const { status, error, retryAfter } = await client.send(endpoint, { body: request.body ?? Buffer.alloc(0), headers })
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 0 || status === 429 || status >= 500)
    throw new AppError('unavailable', `The push service did not take it: ${error ?? `HTTP ${status}`}`, {
      retryAfter: Math.ceil(retryAfter / 1000),
    })
  return 'refused'
}

/** The operator's, or the installation's own. */
export const keysForPush = async ({
  config,
  database,
  clock,
}: Pick<Ctx, 'config' | 'database' | 'clock'>): Promise<Keys> =>
  configuredKeys(config) ?? (await vapidKeys(database, config.DATA_DIR, newVapidKeys, clock.now()))

/** By which push services know us (RFC 8292), base64url. */
export const pushKey = async (ctx: Parameters<typeof keysForPush>[0]): Promise<string> =>
  (await keysForPush(ctx)).publicKey
