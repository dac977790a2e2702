/** Health of the process, of its database and of its sources, for machines. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Ctx } from '../../ctx.ts'

export function statusRoutes(app: FastifyInstance, ctx: Ctx, isMigrated: () => Promise<boolean>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const checks = { database: await answers(ctx), migrations: false }
    if (checks.database) checks.migrations = await isMigrated().catch(() => false)
    const ready = checks.database && checks.migrations
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}

const answers = (ctx: Ctx) =>
  sql`select 1`.execute(ctx.db).then(
    () => true,
    () => false,
  )
