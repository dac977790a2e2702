/** A receiver of webhooks to play against: keeps what it took, answers as it is told, and verifies signatures. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSmallServer } from './small-server.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

export async function startWebhookReceiver() {
  /** What was taken, in order. */
  const received: Received[] = []
  /** Statuses to come; then 204. */
  const statuses: number[] = []
  /** Done before the answers to come, one each. */
  const meanwhile: (() => Promise<unknown>)[] = []
  const { url, close } = await startSmallServer(async (request, response) => {
    const body = await text(request)
    const status = statuses.shift() ?? 204
    if (status < 300) received.push({ headers: request.headers, body })
    await meanwhile.shift()?.()
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  return {
    ...{ received, statuses, meanwhile, close, url: `${url}/hook` },
    /** Nothing taken and nothing to come. */
    clear: () => {
      received.length = 0
      statuses.length = 0
      meanwhile.length = 0
    },
  }
}

/** What a message must bear as its signature (Standard Webhooks). */
export function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
