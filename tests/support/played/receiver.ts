/** A receiver of webhooks and of a hub's messages: stores what it took, answers as it is told or never, and verifies signatures. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSmallServer } from './small-server.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A `silent` one takes every message and answers none; a hub's question alone it answers. */
export async function startReceiver({ host = '127.0.0.1', silent = false } = {}) {
  /** What was taken, in order. */
  const received: Received[] = []
  /** Statuses to come; then 204. */
  const statuses: number[] = []
  /** Done before the answers to come, one each. */
  const meanwhile: (() => Promise<unknown>)[] = []
  const open = { now: 0, most: 0 }
  const { url, close } = await startSmallServer(async (request, response) => {
    const challenge = new URL(request.url ?? '/', 'http://x').searchParams.get('hub.challenge')
    if (challenge !== null) return void response.end(challenge)
    open.most = Math.max(open.most, ++open.now)
    response.once('close', () => open.now--)
    const body = await text(request)
    const status = statuses.shift() ?? 204
    if (status < 300) received.push({ headers: request.headers, body })
    if (silent) return
    await meanwhile.shift()?.()
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  }, host)
  return {
    received,
    statuses,
    meanwhile,
    close,
    url: `${url}/hook`,
    /** How many messages wait for their answer. */
    waiting: () => open.now,
    mostAtOnce: () => open.most,
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
