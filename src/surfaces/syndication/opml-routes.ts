/** `/feeds.opml`: the sources of this site, for any feed reader. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { sendCached } from '../../platform/http/send-cached.ts'

export function opmlRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'cache' | 'clock' | 'commands'>): void {
  app.get('/feeds.opml', (request, reply) =>
    sendCached(ctx.cache, ctx.clock, request, reply, {
      key: '/feeds.opml',
      dependsOn: ['content'],
      load: () => ctx.commands.publishSources(),
      render: (body) => ({ type: 'text/x-opml; charset=utf-8', body }),
    }),
  )
}
