/** `/websub`: our own hub, where subscribers of our feeds subscribe (WebSub, 5). */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import type { Hub } from './hub.ts'
import { parseSubscription } from './subscription.ts'

export function hubRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'limiter'>, hub: Pick<Hub, 'request'> | null): void {
  app.post('/websub', async (request, reply) => {
    if (!hub) throw new AppError('not_found', 'There is nothing at this address.')
    await enforce(ctx.limiter, reply, limits.websub, addressKey(request.ip))
    const form = (request.body ?? {}) as Record<string, unknown>
    await hub.request(parseSubscription(form))
    return reply.code(202).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Accepted.\n')
  })
}
