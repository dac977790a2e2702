/** A server to play against that takes every request and answers none; a hub's question alone it answers. */
import { startSmallServer } from './small-server.ts'

export type SilentServer = Awaited<ReturnType<typeof startSilentServer>>

export async function startSilentServer(host = '127.0.0.1') {
  const held: string[] = []
  const open = { now: 0, most: 0 }
  const { url, close } = await startSmallServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const challenge = searchParams.get('hub.challenge')
    if (challenge !== null) return void response.end(challenge)
    held.push(pathname)
    open.most = Math.max(open.most, ++open.now)
    response.once('close', () => open.now--)
  }, host)
  return {
    ...{ url, close },
    /** Paths of the requests that it took, in order. */
    held,
    /** How many wait for their answer. */
    waiting: () => open.now,
    mostAtOnce: () => open.most,
  }
}
