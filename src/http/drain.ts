/** How a server ends: nobody new, an answer for those who have asked, and no waiting for those who say no more. */
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Container engines give a process ten seconds between SIGTERM and SIGKILL. */
const MOST_MS = 5000
const LOOK_MS = 50

/** While `app` closes, connections of its `servers` are closed as they fall idle, and all that are left after 5 s. */
export function drainOnClose(app: FastifyInstance, servers: Server[]): void {
  let idle: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    idle = setInterval(() => servers.map((server) => server.closeIdleConnections()), LOOK_MS)
    late = setTimeout(() => servers.map((server) => server.closeAllConnections()), MOST_MS)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(idle)
    clearTimeout(late)
    done()
  })
}
