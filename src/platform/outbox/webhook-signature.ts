/** Signatures of Standard Webhooks (standardwebhooks.com, "Signature scheme"): HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** 192 bits, in the form that verifying libraries take. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(24).toString('base64')

/** The headers that a receiver verifies. The id is the same each time that a message is sent. */
export function webhookHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
