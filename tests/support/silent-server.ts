/** A server to play against that takes every request and answers none; a hub's question alone it answers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SilentServer = Awaited<ReturnType<typeof startSilentServer>>

export async function startSilentServer(host = '127.0.0.1') {
  const held: string[] = []
  const open = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const challenge = url.searchParams.get('hub.challenge')
    if (challenge !== null) return void response.end(challenge)
    held.push(url.pathname)
    open.most = Math.max(open.most, ++open.now)
    response.once('close', () => open.now--)
  }).listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    /** Paths of the requests that it took, in order. */
    held,
    /** How many wait for their answer. */
    waiting: () => open.now,
    mostAtOnce: () => open.most,
    /** Lets go of all that wait. */
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
