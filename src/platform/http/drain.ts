/** Graceful shutdown: no new connections, an answer to each request under way, and no waiting for idle connections. */
import type { FastifyInstance } from 'fastify'

/** Container engines give a process ten seconds between SIGTERM and SIGKILL. */
const MAX_MS = 5000
const POLL_MS = 50

/** While `app` closes, its connections are closed as they fall idle, and all that are left after 5 s. */
export function drainOnClose(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    idle = setInterval(() => app.server.closeIdleConnections(), POLL_MS)
    late = setTimeout(() => app.server.closeAllConnections(), MAX_MS)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(idle)
    clearTimeout(late)
    done()
  })
}
