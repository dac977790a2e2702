/** Health of the process, of its database and of its sources, for machines. */
import type { FastifyInstance } from 'fastify'

/** True when requests can be answered in full just now; `reason` explains why not. */
export interface Readiness {
  ready: boolean
  checks: Record<string, boolean>
  reason?: string
}

export function statusRoutes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const { ready, checks, reason } = await readiness()
    reply.header('cache-control', 'no-store')
    if (ready) return reply.send({ status: 'ready', checks })
    return reply.code(503).header('retry-after', '5').send({ status: 'not ready', reason, checks })
  })
}
