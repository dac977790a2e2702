/** A server on loopback whose answers a test gives. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallServer {
  /** Origin without a trailing slash. */
  url: string
  port: number
  /** Lets go of all that wait. */
  close(): Promise<void>
}

export async function startSmallServer(answer: RequestListener, host = '127.0.0.1', on = 0): Promise<SmallServer> {
  const server = createServer(answer).listen(on, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
